/** Whether the server can be reached, and how many writes wait for it. */
import { createStore } from './store.ts'

export type Network = {
  /** Since when nothing answers, in milliseconds; null while all is well. */
  lostSince: number | null
  /** Writes that wait to be sent. */
  waiting: number
  /** Writes sent after the last loss, shown for a moment. */
  recovered: number | null
}

/** Followed by the bar above the work area. */
export const network = createStore<Network>({ lostSince: null, waiting: 0, recovered: null })

const giveUpAfter = 60_000
/** Between two questions whether the server answers, in ms: ever longer. */
const firstPause = 1_500
const longestPause = 12_000

/** The network is gone; keeps the first moment. */
export const networkLost = (): void =>
  network.set((now) => (now.lostSince === null ? { ...now, lostSince: Date.now(), recovered: null } : now))

/** Something answered again. */
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
    // Expected while there is no network: the loop asks again.
    return false
  }
}

/** Resolves after so many ms, or when `signal` ends it. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Ends after so many ms, or before as soon as the browser says that there is a network or something has answered. */
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

/** Resolves when the server answers again. However many wait for it, one asks for all. */
export function whenBack(): Promise<void> {
  networkLost()
  asking ??= askUntilBack().finally(() => void (asking = null))
  return asking
}

/** Waits until the server answers again: true, or false when it does not within a minute or `signal` ends it. */
export async function waitForNetwork(signal?: AbortSignal): Promise<boolean> {
  const back = whenBack().then(() => true)
  network.set((now) => ({ ...now, waiting: now.waiting + 1 }))
  const given = pause(giveUpAfter, signal).then(() => false)
  if ((await Promise.race([back, given])) && !signal?.aborted) return true
  network.set((now) => ({ ...now, waiting: Math.max(0, now.waiting - 1) }))
  return false
}

/** Resolves at once where nothing says that the connection is lost, else when the server answers again. */
export async function connected(): Promise<void> {
  if (network.get().lostSince !== null || navigator.onLine === false) await whenBack()
}
