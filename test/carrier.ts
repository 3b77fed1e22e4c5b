/** A simulated carrier for one test file, driven over its control endpoint as an outsider would. */
import { randomUUID } from 'node:crypto'
import { startCarrier, type Seen } from '../simulator/carrier.ts'
import type { Fault } from '../simulator/faults.ts'
import type { Registered } from '../simulator/registrations.ts'

export type TestCarrier = {
  url: string
  token: string
  /** What a test server must be started with to use it. */
  env: Record<string, string>
  /** The next answers go wrong; without an argument all is well again. */
  fault: (fault?: Fault) => Promise<void>
  /** Puts rows into the result feed, as they are. */
  place: (rows: readonly unknown[]) => Promise<void>
  /** Requests since the last time this was asked. */
  seen: () => Promise<Seen[]>
  /** What the carrier has registered so far, in its own books. */
  registered: () => Promise<Registered[]>
  /** Ids of the orders to invite a subscriber that it worked on. */
  invited: () => Promise<string[]>
  close: () => Promise<void>
}

/** Starts a carrier; `timeoutMs` is what the product waits for it. */
export async function startTestCarrier({
  timeoutMs = 10_000,
  now,
}: { timeoutMs?: number; now?: () => Date } = {}): Promise<TestCarrier> {
  const token = randomUUID()
  const { url, close } = await startCarrier({ token, ...(now && { now }) })
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/control/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`control ${path}: ${response.status}`)
    return response.json()
  }
  let read = 0
  return {
    url,
    token,
    env: { CARRIER_URL: url, CARRIER_TOKEN: token, CARRIER_TIMEOUT_MS: String(timeoutMs) },
    fault: async (fault) =>
      void (await (fault ? control('PUT', 'fault', fault) : control('DELETE', 'fault'))),
    place: async (rows) => void (await control('PUT', 'results', rows)),
    invited: async () => (await control('GET', 'mfy-invitations')) as string[],
    async seen() {
      const all = (await control('GET', 'requests')) as Seen[]
      const fresh = all.slice(read)
      read = all.length
      return fresh
    },
    registered: async () => (await control('GET', 'registrations')) as Registered[],
    close,
  }
}
