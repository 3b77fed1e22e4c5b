/** Remembered counts of big filters: counted once for all readers, renewed in the background, recounted after changes. */
import type { Sql } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'

/** Filters with more rows are remembered; smaller ones are counted with every page. */
export const mostCounted = 10_000
/** An older total is recounted, in ms; the first reader still gets the old one. */
const trust = 5_000
/** Totals older than this are never shown, in ms. */
const longest = 30_000
/** Counting one filter takes at most this share of the time, however often its rows change. */
const share = 0.1
/** Most filters remembered. */
const most = 200

/** A filter of a resource; `figures` is the statement that returns `total` and, as JSON, `figures`. */
type Counting = { resource: string; figures: Sql }
export type Figures = { total: number; figures: string }
/** Sort keys of a row as text; null when the list ends before it, undefined when one key is empty. */
export type Start = string[] | null | undefined
/** The count, and the page starts found since a row last changed: order → offset → start (far-page.ts). */
export type Counted = Figures & { starts: Map<string, Map<number, Promise<Start>>> }

type Entry = {
  counted?: Counted
  /** When it was counted, and when it may be recounted. */
  at: number
  nextAt: number
  /** Number of known changes of the resource when counting began. */
  changes: number
  flight?: Promise<Counted>
}

export type TotalMemory = {
  /** The remembered totals of a filter; undefined for a new one. */
  find: (counting: Counting) => Promise<Counted> | undefined
  /** The totals of a filter; concurrent readers share one count. */
  count: (counting: Counting) => Promise<Counted>
  /** Runs a statement that also returns totals, and remembers them when there are many rows. */
  learn: <T extends Figures>(counting: Counting, run: () => Promise<T>) => Promise<T>
  /** Rows of the resource changed: earlier counts are outdated. */
  changed: (resource: string) => void
}

const keyOf = ({ figures: { text, values } }: Counting): string => JSON.stringify([text, values])

/** Keeps an entry as the newest one; the oldest goes when there are too many. */
function keep(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next().value
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}

/** Notes what a statement counted that began at `from`, when `known` changes were known. */
function note(entry: Entry, { total, figures }: Figures, from: number, known: number): Counted {
  const { counted, changes } = entry
  const same = counted !== undefined && changes === known && counted.total === total
  entry.counted = { total, figures, starts: same ? counted.starts : new Map() }
  entry.at = performance.now()
  entry.nextAt = entry.at + (entry.at - from) / share
  entry.changes = known
  return entry.counted
}

/** Opens the memory of one process. */
export function openTotalMemory(
  db: Queryable,
  log: { warn: (details: object, text: string) => void },
): TotalMemory {
  const entries = new Map<string, Entry>()
  const changes = new Map<string, number>()
  const changesOf = ({ resource }: Counting): number => changes.get(resource) ?? 0

  async function fly(entry: Entry, counting: Counting): Promise<Counted> {
    const [from, known] = [performance.now(), changesOf(counting)]
    try {
      const { rows } = await db.query<Figures>(counting.figures)
      const [row] = rows
      if (!row) throw new Error('a count was not answered')
      return note(entry, row, from, known)
    } catch (error) {
      // A count that exceeds its time limit is not repeated for every reader.
      entry.nextAt = performance.now() + (performance.now() - from) / share
      throw error
    } finally {
      delete entry.flight
    }
  }

  const count = (entry: Entry, counting: Counting): Promise<Counted> =>
    (entry.flight ??= fly(entry, counting))

  function current(entry: Entry, counted: Counted, counting: Counting): Promise<Counted> {
    const time = performance.now()
    const changed = entry.changes !== changesOf(counting)
    const age = time - entry.at
    const due = entry.flight !== undefined || time >= entry.nextAt
    if (!due || (!changed && age < trust)) return Promise.resolve(counted)
    const renewed = count(entry, counting)
    if (changed || age > longest) return renewed
    renewed.catch((error: Error) => log.warn({ error: error.message }, 'a total was not renewed'))
    return Promise.resolve(counted)
  }

  function find(counting: Counting): Promise<Counted> | undefined {
    const key = keyOf(counting)
    const entry = entries.get(key)
    if (!entry?.counted) return undefined
    keep(entries, key, entry)
    return current(entry, entry.counted, counting)
  }

  return {
    find,
    count(counting) {
      const remembered = find(counting)
      if (remembered) return remembered
      const key = keyOf(counting)
      const entry = entries.get(key) ?? { at: 0, nextAt: 0, changes: 0 }
      keep(entries, key, entry)
      return count(entry, counting)
    },
    async learn(counting, run) {
      const [from, known] = [performance.now(), changesOf(counting)]
      const answer = await run()
      if (answer.total > mostCounted) {
        const entry: Entry = { at: 0, nextAt: 0, changes: known }
        note(entry, answer, from, known)
        keep(entries, keyOf(counting), entry)
      }
      return answer
    },
    changed: (resource) => void changes.set(resource, (changes.get(resource) ?? 0) + 1),
  }
}
