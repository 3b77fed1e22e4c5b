/** Password hashing behind a short queue, so that a flood of sign-ins cannot starve other routes. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const atOnce = 2
const mostWaiting = 40
/** Additional places for sources without failures today: any of so many first tries may be honest (D3-SEC-08). */
const mostClean = 160

/** A sign-in from an unknown device: its source, and wrong passwords from there today. */
export type Stranger = { from: string; failures: number }

/** A waiting sign-in; `stranger` is null for a known device. */
type Waiting = { stranger: Stranger | null; go: () => void; shed: () => void }

let running = 0
const waiting: Waiting[] = []
/** Idle threads; a crashed one is not put back. */
const idle: Worker[] = []

function startWorker(): Worker {
  // Flags of the main process (test runners, profilers) must not reach the thread.
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

const full = (): AppError => new AppError('BUSY', refusals.busy, { retryAfter: 5 })

/** Weight of a source when strangers are shed: its wrong passwords today, and how many wait. */
const weightOf = ({ failures }: Stranger, count: number): number =>
  (failures > 0 ? 1e6 + failures : 0) + count

/**
 * The source whose strangers make room for a newcomer; null when there are none. Sources with wrong passwords today go
 * before clean ones, one that floods the queue before others, known devices last (D3-SEC-04, D3-SEC-08).
 */
function crowdWith(newcomer: Stranger | null): string | null {
  const strangers = [...waiting, { stranger: newcomer }].flatMap(({ stranger }) => stranger ?? [])
  const crowds = new Map<string, { count: number; weight: number }>()
  for (const stranger of strangers) {
    const count = (crowds.get(stranger.from)?.count ?? 0) + 1
    crowds.set(stranger.from, { count, weight: weightOf(stranger, count) })
  }
  const most = Math.max(0, ...[...crowds.values()].map(({ weight }) => weight))
  // Among equals the newcomer goes.
  if (newcomer && crowds.get(newcomer.from)?.weight === most) return newcomer.from
  return [...crowds].find(([, { weight }]) => weight === most)?.[0] ?? null
}

const isClean = (stranger: Stranger | null): boolean => stranger?.failures === 0

/** Whether the queue is full for this sign-in. The additional places are shared by many clean sources, not for one. */
function isFull(newcomer: Stranger | null): boolean {
  const clean = waiting.filter(({ stranger }) => isClean(stranger)).length
  if (!isClean(newcomer)) return waiting.length - clean >= mostWaiting
  const fromSource = waiting.filter(({ stranger }) => stranger?.from === newcomer?.from).length
  return clean >= mostClean || fromSource >= mostWaiting
}

/** Throws BUSY when the sign-in would be the one shed; checked before any other work. */
export function refuseWhenFull(stranger: Stranger | null): void {
  if (isFull(stranger) && crowdWith(stranger) === (stranger?.from ?? null)) throw full()
}

/** Waits for a turn; throws BUSY on a full queue, or when shed from it. */
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
 * The next to be served: known devices first, then sources without failures today; every third turn goes to the longest wait, so that an
 * office with a mistyped password is served too.
 */
function next(): Waiting | undefined {
  turns = (turns + 1) % 3
  const knownIndex = waiting.findIndex(({ stranger }) => stranger === null)
  const clean = turns === 0 ? -1 : waiting.findIndex(({ stranger }) => isClean(stranger))
  return waiting.splice([knownIndex, clean].find((index) => index >= 0) ?? 0, 1)[0]
}

async function queued(task: HashTask, stranger: Stranger | null = null): Promise<string | boolean> {
  if (running >= atOnce) await turn(stranger)
  else running += 1
  try {
    return await answerOf(task)
  } finally {
    // The slot is passed on, not released: newcomers must not overtake the queue.
    const after = next()
    if (after) after.go()
    else running -= 1
  }
}

/** argon2id hash of a password. Throws BUSY when the queue is full. */
export const hashPassword = async (password: string): Promise<string> => String(await queued({ password }))

let nobody: string | undefined

/**
 * Whether the password fits the hash; without a hash the same work is done, so that both take equally long. A
 * `stranger` (unknown device) queues, and is shed, behind the others.
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
