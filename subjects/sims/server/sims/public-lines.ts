/** Queues of public pages: visitors wait for their turn, so that a crowd does not slow the database for staff (D3-SEC-08). */
import { AppError } from '#kit/contract/error.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'

/**
 * Limits: running at once, waiting, and longest wait in ms. While somebody waits, a place pauses after each work for `pauseFactor` times
 * its duration, so that a crowd uses at most 1 / (1 + pauseFactor) of a processor.
 */
type Bounds = { atWork: number; waiting: number; longest: number; pauseFactor?: number }
/** Runs `work` in turn, first come first served; BUSY when the queue is full or the wait too long. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Longest pause in ms: time spent waiting for locks used no processor. */
const longestRest = 250

/** Retry-After of refused visitors, in seconds. */
const retryAfter = 2

const crowded = (): AppError => new AppError('BUSY', shopTexts.crowded, { retryAfter, inner: 'public pages' })

/** Opens a queue of this process, shared by all addresses. */
export function openLine({ atWork: most, waiting: mostWaiting, longest, pauseFactor = 0 }: Bounds): Line {
  let atWork = 0
  const waiting = new Set<() => void>()

  async function turn(): Promise<void> {
    if (atWork < most) {
      atWork += 1
      return
    }
    if (waiting.size >= mostWaiting) throw crowded()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const late = setTimeout(() => {
      waiting.delete(resolve)
      reject(crowded())
    }, longest)
    await promise.finally(() => clearTimeout(late))
  }

  /** Passes a finished work's place to the first in the queue. */
  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      atWork -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  return async (work) => {
    await turn()
    const from = performance.now()
    try {
      return await work()
    } finally {
      const pause = waiting.size > 0 ? Math.min(pauseFactor * (performance.now() - from), longestRest) : 0
      if (pause > 0) setTimeout(leave, pause)
      else leave()
    }
  }
}

/** Queue for shop pages, and a second one for counts: a third of a processor each under load (D3-SEC-08). */
export const openShopLine = (): Line => openLine({ atWork: 1, waiting: 60, longest: 2_000, pauseFactor: 2 })
