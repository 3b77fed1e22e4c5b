/** Password hashing behind a short queue, so that a flood of sign-ins cannot starve the other routes. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const atOnce = 2
const mostWaiting = 40

/** Somebody whose turn will come. `stranger`: from where, for whoever is not known; null for the others. */
type Waiting = { stranger: string | null; go: () => void; shed: () => void }

let running = 0
const waiting: Waiting[] = []
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

const full = (): AppError => new AppError('BUSY', messages.busy, { retryAfter: 5 })

/**
 * From where the most strangers wait when one more comes; null when there are none. One address that floods the queue
 * sheds its own before those of others, and strangers before whoever is known (D3-SEC-04).
 */
function crowdWith(newcomer: string | null): string | null {
  const crowds = new Map<string, number>()
  for (const { stranger } of [...waiting, { stranger: newcomer }]) {
    if (stranger !== null) crowds.set(stranger, (crowds.get(stranger) ?? 0) + 1)
  }
  const most = Math.max(0, ...crowds.values())
  // Among equals it is the newcomer who goes.
  if (newcomer !== null && crowds.get(newcomer) === most) return newcomer
  return [...crowds].find(([, count]) => count === most)?.[0] ?? null
}

/** Throws BUSY when nobody would make room for one more: asked before any other work is done for a sign-in. */
export function refuseWhenFull(stranger: string | null): void {
  if (waiting.length >= mostWaiting && crowdWith(stranger) === stranger) throw full()
}

/** Waits for a turn; throws BUSY for who comes to a full queue, or has to make room in it. */
function turn(stranger: string | null): Promise<void> {
  refuseWhenFull(stranger)
  if (waiting.length >= mostWaiting) {
    const crowd = crowdWith(stranger)
    const [shed] = waiting.splice(
      waiting.findLastIndex((one) => one.stranger === crowd),
      1,
    )
    shed?.shed()
  }
  return new Promise((go, reject) => waiting.push({ stranger, go, shed: () => reject(full()) }))
}

/** Who is known goes first. */
function next(): Waiting | undefined {
  const known = waiting.findIndex(({ stranger }) => stranger === null)
  return waiting.splice(Math.max(0, known), 1)[0]
}

async function queued(task: HashTask, stranger: string | null = null): Promise<string | boolean> {
  if (running >= atOnce) await turn(stranger)
  else running += 1
  try {
    return await answerOf(task)
  } finally {
    // Handed on, not given back: whoever comes this moment must not take the place of one who waits.
    const after = next()
    if (after) after.go()
    else running -= 1
  }
}

/** argon2id hash of a password. Throws BUSY when too many wait. */
export const hashPassword = async (password: string): Promise<string> => String(await queued({ password }))

let nobody: string | undefined

/**
 * Whether the password fits the hash; without a hash the work is done all the same, so that both take as long.
 * `stranger` says from where somebody tries who is not known: those wait, and are shed, behind the others.
 */
export async function passwordFits(
  stored: string | undefined,
  password: string,
  stranger: string | null = null,
): Promise<boolean> {
  const against = stored ?? (nobody ??= await hashPassword('an account that does not exist'))
  const fits = await queued({ password, stored: against }, stranger)
  return stored !== undefined && fits === true
}
