/** Password hashing behind a short queue, so that a flood of sign-ins cannot starve the other routes. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const atOnce = 2
const mostWaiting = 40

let running = 0
const waiting: (() => void)[] = []
/** Threads without work; one that fell over is simply not put back. */
const idle: Worker[] = []

function startWorker(): Worker {
  // Flags of the main process (test runners, profilers) do not belong in the thread.
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] })
  worker.unref()
  return worker
}

async function answerOf(task: HashTask): Promise<string | boolean> {
  const worker = idle.pop() ?? startWorker()
  worker.ref()
  worker.postMessage(task)
  const [answer] = (await once(worker, 'message')) as [HashAnswer]
  worker.unref()
  idle.push(worker)
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.value
}

/** Throws BUSY when too many wait: asked before any other work is done for a sign-in. */
export function refuseWhenFull(): void {
  if (waiting.length >= mostWaiting) throw new AppError('BUSY', messages.busy, { retryAfter: 5 })
}

async function queued(task: HashTask): Promise<string | boolean> {
  if (running >= atOnce) {
    refuseWhenFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await answerOf(task)
  } finally {
    // Handed on, not given back: whoever comes this moment must not take the place of one who waits.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** argon2id hash of a password. Throws BUSY when too many wait. */
export const hashPassword = async (password: string): Promise<string> => String(await queued({ password }))

let nobody: string | undefined

/** Whether the password fits the hash; without a hash the work is done all the same, so that both take as long. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (nobody ??= await hashPassword('an account that does not exist'))
  const fits = await queued({ password, stored: against })
  return stored !== undefined && fits === true
}
