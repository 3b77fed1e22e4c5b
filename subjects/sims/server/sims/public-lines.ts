/** Lines of public pages: strangers wait for their turn, so that a crowd leaves the database to the staff (D3-SEC-08). */
import { AppError } from '#kit/contract/error.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'

/**
 * How many are at work at once, how many more may wait, and how long one waits, in ms. While somebody waits, a place rests
 * after each work for `rest` times as long as it took, so that a crowd has 1 / (1 + rest) of a processor at most.
 */
type Bounds = { atWork: number; waiting: number; longest: number; rest?: number }
/** Runs `work` in its turn, first come first served; BUSY when the line is full or its turn did not come. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Longest rest in ms: what waited for a lock took no processor. */
const longestRest = 250

/** Seconds after which a refused visitor may come again. */
const retryAfter = 2

const crowded = (): AppError => new AppError('BUSY', shopTexts.crowded, { retryAfter, inner: 'public pages' })

/** Opens a line of this process, over all addresses. */
export function openLine({ atWork: most, waiting: mostWaiting, longest, rest = 0 }: Bounds): Line {
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

  /** The place of one that is done goes to the first who waits. */
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
      const pause = waiting.size > 0 ? Math.min(rest * (performance.now() - from), longestRest) : 0
      if (pause > 0) setTimeout(leave, pause)
      else leave()
    }
  }
}

/** What the shop has for its pages, and another for its counts: a third of a processor each while a crowd waits (D3-SEC-08). */
export const openShopLine = (): Line => openLine({ atWork: 1, waiting: 60, longest: 2_000, rest: 2 })
