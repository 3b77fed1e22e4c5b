/** Lines of public pages: strangers wait for their turn, so that a crowd leaves the database to the staff (D3-SEC-08). */
import { AppError } from '../../../contract/kit/error.ts'
import { shopTexts } from '../../../contract/shop.ts'

/** How many are at work at once, how many more may wait, and how long one waits, in ms. */
type Bounds = { atWork: number; waiting: number; longest: number }
/** Runs `work` in its turn, first come first served; BUSY when the line is full or its turn did not come. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Seconds after which a refused visitor may come again. */
const retryAfter = 2

const crowded = (): AppError => new AppError('BUSY', shopTexts.crowded, { retryAfter, inner: 'public pages' })

/** Opens a line of this process, over all addresses. */
export function openLine({ atWork: most, waiting: mostWaiting, longest }: Bounds): Line {
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
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
