/** A simulated carrier for one test file, controlled over its HTTP endpoint. */
import { randomUUID } from 'node:crypto'
import { startCarrier, type Seen } from '#simulator/carrier.ts'
import type { Fault } from '#simulator/faults.ts'
import type { Registered } from '#simulator/registrations.ts'

export type TestCarrier = {
  url: string
  token: string
  /** Environment of a test server that uses it. */
  env: Record<string, string>
  /** Sets a fault for the next answers; without an argument removes it. */
  fault: (fault?: Fault) => Promise<void>
  /** Adds raw rows to the result feed. */
  place: (rows: readonly unknown[]) => Promise<void>
  /** Requests since the last call. */
  seen: () => Promise<Seen[]>
  /** The carrier's own records of registrations. */
  registered: () => Promise<Registered[]>
  /** Ids of the invitation orders it processed. */
  invited: () => Promise<string[]>
  close: () => Promise<void>
}

/** Starts a carrier; `timeoutMs` is the product's time limit for it. */
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
