/** Caches public pages: concurrent requests for the same page share one read, until a row changes (D3-SEC-08). */
import type { Line } from './public-lines.ts'

export type Keeping = {
  /** Maximum age of a page without a known change, in ms. */
  longest: number
  /** Maximum age after a known change, in ms; by default a change invalidates a page at once. */
  afterChange?: number
  /** Maximum pages kept; the oldest is evicted. */
  most: number
}

/** For list pages. */
const ofLists: Keeping = { longest: 5_000, most: 500 }

/** A page; `begun` has time and change count when its statement started, null while it waits for its turn. */
type CachedPage<T> = { page: Promise<T>; begun: { at: number; changes: number } | null }

/** Reads a page in turn, or returns the cached one of the same key. */
export type PageMemory<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Opens a cache of pages read `inTurn`; `changes` counts the known changes of their rows. */
export function openPageMemory<T>(
  inTurn: Line,
  changes: () => number,
  { longest, afterChange = 0, most }: Keeping = ofLists,
): PageMemory<T> {
  const pages = new Map<string, CachedPage<T>>()
  const isFresh = ({ begun }: CachedPage<T>): boolean =>
    begun === null || performance.now() - begun.at < (begun.changes === changes() ? longest : afterChange)

  function readAnew(key: string, read: () => Promise<T>): Promise<T> {
    const page = inTurn(() => {
      entry.begun = { at: performance.now(), changes: changes() }
      return read()
    })
    const entry: CachedPage<T> = { page, begun: null }
    pages.delete(key)
    pages.set(key, entry)
    const [oldest] = pages.keys()
    if (pages.size > most && oldest !== undefined) pages.delete(oldest)
    page.catch(() => {
      if (pages.get(key) === entry) pages.delete(key)
    })
    return page
  }

  return (key, read) => {
    const cached = pages.get(key)
    return cached && isFresh(cached) ? cached.page : readAnew(key, read)
  }
}
