/** Remembered counts of big filters: counted once for all readers, renewed in the background, recounted after changes. */
import type { Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Filters with more rows are remembered; smaller ones are counted with every page. */
export const mostCounted = 10_000
/** Counting one filter takes at most this share of the time, however often its rows change. */
const share = 0.1

/** In ms: after `trust` a total is recounted while readers still get the old one; after `longest` they wait for the new one. */
type Ages = { trust: number; longest: number }

/** Cache rules of a memory. */
export type Rules = {
  /** Most filters remembered; the least recently requested one is evicted. */
  most: number
  /** For rows not known to have changed, and for others. */
  unchanged: Ages
  changed: Ages
  /** Runs the counts in a queue; BUSY if it is too long. */
  inTurn: <T>(count: () => Promise<T>) => Promise<T>
}

const forStaff: Rules = {
  most: 200,
  unchanged: { trust: 5_000, longest: 30_000 },
  changed: { trust: 0, longest: 0 },
  inTurn: (count) => count(),
}

/** A filter of a resource; `figures` is the statement that returns `total` and, as JSON, `figures`. */
type Counting = { resource: string; figures: Sql }
export type Figures = { total: number; figures: string }
/** Sort keys of a row as text; null if the list ends before it, undefined if a key is empty. */
export type Start = string[] | null | undefined
/** The count, and the page starts found since a row last changed: order → offset → start (far-page.ts). */
export type Counted = Figures & { starts: Map<string, Map<number, Promise<Start>>> }

type Entry = {
  counted?: Counted
  /** When it was counted, and when it may be recounted. */
  countedAt: number
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
  /** How many changes of the resource are known: with the same number its rows are the same. */
  changesOf: (resource: string) => number
  /** Another memory that receives the same changes: its readers' filters evict none of this one. */
  apart: (rules: Rules) => TotalMemory
}

/** Unique key of a statement with its values. */
export const keyOf = ({ text, values }: Sql): string => JSON.stringify([text, values])

/** Stores an entry as the newest; evicts the oldest if there are too many. */
function keep(entries: Map<string, Entry>, key: string, entry: Entry, limit: number): void {
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next().value
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
}

/** Stores the result of a count that started at `from`, when `knownChanges` changes had been notified. */
function note(entry: Entry, { total, figures }: Figures, from: number, knownChanges: number): Counted {
  const { counted, changes } = entry
  const isUnchanged = counted !== undefined && changes === knownChanges && counted.total === total
  entry.counted = { total, figures, starts: isUnchanged ? counted.starts : new Map() }
  entry.countedAt = performance.now()
  entry.nextAt = entry.countedAt + (entry.countedAt - from) / share
  entry.changes = knownChanges
  return entry.counted
}

const isBusy = (error: Error): boolean => error instanceof AppError && error.code === 'BUSY'

/** Counts in the database and stores the figures. After a failure the next count is delayed, so that not every reader repeats it. */
async function countNow(
  db: Queryable,
  entry: Entry,
  counting: Counting,
  knownChanges: number,
): Promise<Counted> {
  const from = performance.now()
  try {
    const { rows } = await db.query<Figures>(counting.figures)
    const [row] = rows
    if (!row) throw new Error('a count was not answered')
    return note(entry, row, from, knownChanges)
  } catch (error) {
    entry.nextAt = performance.now() + (performance.now() - from) / share
    throw error
  }
}

/** Opens the memory of one process, with the rules for staff lists; it counts the notified changes of each resource. */
export function openTotalMemory(
  db: Queryable,
  log: { warn: (details: object, text: string) => void },
  rules: Rules = forStaff,
  changes = new Map<string, number>(),
): TotalMemory {
  const entries = new Map<string, Entry>()
  const changesOf = (resource: string): number => changes.get(resource) ?? 0

  const count = (entry: Entry, counting: Counting): Promise<Counted> =>
    (entry.flight ??= rules
      .inTurn(() => countNow(db, entry, counting, changesOf(counting.resource)))
      .finally(() => {
        delete entry.flight
      }))

  function current(entry: Entry, counted: Counted, counting: Counting): Promise<Counted> {
    const time = performance.now()
    const { trust, longest } =
      entry.changes === changesOf(counting.resource) ? rules.unchanged : rules.changed
    const age = time - entry.countedAt
    const due = entry.flight !== undefined || time >= entry.nextAt
    if (!due || age < trust) return Promise.resolve(counted)
    const renewed = count(entry, counting)
    if (age >= longest) return renewed
    renewed.catch((error: Error) => {
      if (!isBusy(error)) log.warn({ error: error.message }, 'a total was not renewed')
    })
    return Promise.resolve(counted)
  }

  function find(counting: Counting): Promise<Counted> | undefined {
    const key = keyOf(counting.figures)
    const entry = entries.get(key)
    if (!entry?.counted) return undefined
    keep(entries, key, entry, rules.most)
    return current(entry, entry.counted, counting)
  }

  return {
    find,
    count(counting) {
      const remembered = find(counting)
      if (remembered) return remembered
      const key = keyOf(counting.figures)
      const entry = entries.get(key) ?? { countedAt: 0, nextAt: 0, changes: 0 }
      keep(entries, key, entry, rules.most)
      return count(entry, counting)
    },
    async learn(counting, run) {
      const [from, knownChanges] = [performance.now(), changesOf(counting.resource)]
      const answer = await run()
      if (answer.total > mostCounted) {
        const entry: Entry = { countedAt: 0, nextAt: 0, changes: knownChanges }
        note(entry, answer, from, knownChanges)
        keep(entries, keyOf(counting.figures), entry, rules.most)
      }
      return answer
    },
    changed: (resource) => void changes.set(resource, changesOf(resource) + 1),
    changesOf,
    apart: (others) => openTotalMemory(db, log, others, changes),
  }
}
