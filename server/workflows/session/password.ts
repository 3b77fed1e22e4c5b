/** Password hashing behind a short queue, so that a flood of sign-ins cannot starve the other routes. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const atOnce = 2
const mostWaiting = 40
/** As many more of those from where nobody failed today: nobody can tell which of so many first tries are honest (D3-SEC-08). */
const mostClean = 160

/** Whoever is not known: from where, and how many wrong passwords came from there today. */
export type Stranger = { from: string; failures: number }

/** Somebody whose turn will come; `stranger` is null for whoever is known. */
type Waiting = { stranger: Stranger | null; go: () => void; shed: () => void }

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

/** How readily strangers of one place are turned away: after wrong passwords of today, and the more of them wait. */
const weightOf = ({ failures }: Stranger, count: number): number =>
  (failures > 0 ? 1e6 + failures : 0) + count

/**
 * The place whose strangers make room when one more comes; null when there are none. Those from where wrong passwords
 * came today go before those of clean places, an address that floods the queue before others, and all of them before
 * whoever is known (D3-SEC-04, D3-SEC-08).
 */
function crowdWith(newcomer: Stranger | null): string | null {
  const strangers = [...waiting, { stranger: newcomer }].flatMap(({ stranger }) => stranger ?? [])
  const crowds = new Map<string, { count: number; weight: number }>()
  for (const one of strangers) {
    const count = (crowds.get(one.from)?.count ?? 0) + 1
    crowds.set(one.from, { count, weight: weightOf(one, count) })
  }
  const most = Math.max(0, ...[...crowds.values()].map(({ weight }) => weight))
  // Among equals it is the newcomer who goes.
  if (newcomer && crowds.get(newcomer.from)?.weight === most) return newcomer.from
  return [...crowds].find(([, { weight }]) => weight === most)?.[0] ?? null
}

const isClean = (stranger: Stranger | null): boolean => stranger?.failures === 0

/** Whether somebody has to make room for one more. The room for clean places is for many of them, not for one. */
function isFull(newcomer: Stranger | null): boolean {
  const clean = waiting.filter(({ stranger }) => isClean(stranger)).length
  if (!isClean(newcomer)) return waiting.length - clean >= mostWaiting
  const own = waiting.filter(({ stranger }) => stranger?.from === newcomer?.from).length
  return clean >= mostClean || own >= mostWaiting
}

/** Throws BUSY when nobody would make room for one more: asked before any other work is done for a sign-in. */
export function refuseWhenFull(stranger: Stranger | null): void {
  if (isFull(stranger) && crowdWith(stranger) === (stranger?.from ?? null)) throw full()
}

/** Waits for a turn; throws BUSY for who comes to a full queue, or has to make room in it. */
function turn(stranger: Stranger | null): Promise<void> {
  refuseWhenFull(stranger)
  if (isFull(stranger)) {
    const crowd = crowdWith(stranger)
    const last = waiting.findLastIndex((one) => one.stranger?.from === crowd)
    const [shed] = waiting.splice(last, 1)
    shed?.shed()
  }
  return new Promise((go, reject) => waiting.push({ stranger, go, shed: () => reject(full()) }))
}

let turns = 0

/**
 * Who is known goes first, then who comes from where nobody failed today; each third turn is whose wait is the longest, so that
 * an office in which somebody mistyped is served too.
 */
function next(): Waiting | undefined {
  turns = (turns + 1) % 3
  const known = waiting.findIndex(({ stranger }) => stranger === null)
  const clean = turns === 0 ? -1 : waiting.findIndex(({ stranger }) => isClean(stranger))
  return waiting.splice([known, clean].find((at) => at >= 0) ?? 0, 1)[0]
}

async function queued(task: HashTask, stranger: Stranger | null = null): Promise<string | boolean> {
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
  stranger: Stranger | null = null,
): Promise<boolean> {
  const against = stored ?? (nobody ??= await hashPassword('an account that does not exist'))
  const fits = await queued({ password, stored: against }, stranger)
  return stored !== undefined && fits === true
}
