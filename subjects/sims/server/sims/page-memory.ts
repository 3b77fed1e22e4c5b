/** Pages that strangers just read: whoever asks for the same meanwhile gets the same, until a row changes (D3-SEC-08). */
import type { Line } from './public-lines.ts'

export type Keeping = {
  /** How far behind a change that nobody told of a page may be, in ms. */
  longest: number
  /** How far behind a change that is known, in ms; by default it ends a page at once. */
  afterChange?: number
  /** Most pages kept; the oldest goes. */
  most: number
}

/** For pages of the list. */
const ofLists: Keeping = { longest: 5_000, most: 500 }

/** A page; `at` and `changes` are those when its statement began, null while it waits for its turn. */
type Kept<T> = { page: Promise<T>; begun: { at: number; changes: number } | null }

/** Reads a page in its turn, or answers the one just read under the same key. */
export type PageMemory<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Opens a memory of pages that are read `inTurn`; `changes` counts the known changes of their rows. */
export function openPageMemory<T>(
  inTurn: Line,
  changes: () => number,
  { longest, afterChange = 0, most }: Keeping = ofLists,
): PageMemory<T> {
  const kept = new Map<string, Kept<T>>()
  const isFresh = ({ begun }: Kept<T>): boolean =>
    begun === null || performance.now() - begun.at < (begun.changes === changes() ? longest : afterChange)

  function readAnew(key: string, read: () => Promise<T>): Promise<T> {
    const page = inTurn(() => {
      entry.begun = { at: performance.now(), changes: changes() }
      return read()
    })
    const entry: Kept<T> = { page, begun: null }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    page.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return page
  }

  return (key, read) => {
    const known = kept.get(key)
    return known && isFresh(known) ? known.page : readAnew(key, read)
  }
}
