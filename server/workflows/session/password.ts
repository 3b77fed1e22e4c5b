/** Password hashing behind a short queue, so that a flood of sign-ins cannot starve the other routes. */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const mostWaiting = 40

let running = 0
const waiting: (() => void)[] = []

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('BUSY', messages.busy, { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** argon2id hash of a password. Throws BUSY when too many wait. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, cost))

// Checked against when the account does not exist, so that both cases take the same time.
const nobody = hashPassword('an account that does not exist')

/** Whether the password fits the hash; without a hash the work is done all the same. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobody)
  const fits = await queued(() => verify(against, password))
  return stored !== undefined && fits
}
