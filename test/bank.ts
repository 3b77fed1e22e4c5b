/** A simulated bank for one test file, controlled over its HTTP endpoint. */
import { randomUUID } from 'node:crypto'
import type { BankFault } from '#simulator/bank-faults.ts'
import { startBank } from '#simulator/bank.ts'

const dayMs = 86_400_000

/** 10:15 in Vietnam two days ago: very old and future transfers are quarantined (D3-FEED-01). */
export const paidAt: string = new Date(
  Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs + Date.parse('1970-01-01T03:15:00Z'),
).toISOString()

/** `paidAt` plus so many days. */
export const paidAfter = (days: number): string => new Date(Date.parse(paidAt) + days * dayMs).toISOString()

export type TestBank = {
  url: string
  token: string
  /** Sets a fault for the next answers; without an argument removes it. */
  fault: (fault?: BankFault) => Promise<void>
  /** Advances the bank's clock. */
  pass: (seconds: number) => void
  close: () => Promise<void>
}

/** Starts a bank with a fake clock; it has one transfer per second. */
export async function startTestBank(): Promise<TestBank> {
  const token = randomUUID()
  let now = Date.parse(paidAt)
  const { url, close } = await startBank({ token, everySeconds: 1, keeps: 1000, now: () => new Date(now) })
  return {
    url,
    token,
    async fault(fault) {
      const response = await fetch(`${url}/control/fault`, {
        method: fault ? 'PUT' : 'DELETE',
        headers: { authorization: `Bearer ${token}` },
        ...(fault && { body: JSON.stringify(fault) }),
      })
      if (response.status !== 200) throw new Error(`control: ${response.status}`)
    },
    pass: (seconds) => void (now += seconds * 1000),
    close,
  }
}
