/** Whether the server can be reached, and how many writes wait for it. */
import { createStore } from './store.ts'

export type Network = {
  /** Time in ms since which nothing answers; null while connected. */
  lostSince: number | null
  /** Number of writes that wait to be sent. */
  waiting: number
  /** Number of writes sent after the last loss, shown for a moment. */
  recovered: number | null
}

/** Shown by the bar above the work area. */
export const network = createStore<Network>({ lostSince: null, waiting: 0, recovered: null })

const giveUpAfter = 60_000
/** Pauses between two checks whether the server answers, in ms: increasing. */
const firstPause = 1_500
const longestPause = 12_000

/** The connection is lost; keeps the first time. */
export const networkLost = (): void =>
  network.set((now) => (now.lostSince === null ? { ...now, lostSince: Date.now(), recovered: null } : now))

/** The server answered again. */
export const networkBack = (): void =>
  network.set((now) =>
    now.lostSince === null ? now : { lostSince: null, waiting: 0, recovered: now.waiting },
  )

/** Whether the server answers at all. */
export async function answers(): Promise<boolean> {
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    // Expected without network: the loop tries again.
    return false
  }
}

/** Resolves after `ms`, or when `signal` aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Resolves after `ms`, or earlier when the browser is online again or a request succeeded. */
const nextTry = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      unfollow()
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    const unfollow = network.subscribe(() => network.get().lostSince === null && done())
  })

async function askUntilBack(): Promise<void> {
  for (let wait = firstPause; network.get().lostSince !== null; wait = Math.min(2 * wait, longestPause)) {
    await nextTry(wait)
    if (network.get().lostSince !== null && (await answers())) networkBack()
  }
}

let asking: Promise<void> | null = null

/** Resolves when the server answers again. One loop polls for all that wait. */
export function whenBack(): Promise<void> {
  networkLost()
  asking ??= askUntilBack().finally(() => void (asking = null))
  return asking
}

/** Waits until the server answers again: true, or false after a minute or when `signal` aborts. */
export async function waitForNetwork(signal?: AbortSignal): Promise<boolean> {
  const back = whenBack().then(() => true)
  network.set((now) => ({ ...now, waiting: now.waiting + 1 }))
  const timedOut = pause(giveUpAfter, signal).then(() => false)
  if ((await Promise.race([back, timedOut])) && !signal?.aborted) return true
  network.set((now) => ({ ...now, waiting: Math.max(0, now.waiting - 1) }))
  return false
}

/** Resolves at once while connected, else when the server answers again. */
export async function connected(): Promise<void> {
  if (network.get().lostSince !== null || navigator.onLine === false) await whenBack()
}
