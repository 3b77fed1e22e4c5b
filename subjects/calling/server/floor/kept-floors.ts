/** Floors cached per process: a refresh reads only people with a new call and re-judges the others by elapsed time (D3-FLR-05). */
import { randomUUID } from 'node:crypto'
import { byName } from '#subjects/calling/contract/calls/floor.ts'
import { seesPhones } from '#platform/contract/abilities.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { FloorChanges } from '#platform/server/floor-changes.ts'
import { clockOf, judge, type Clock } from './help.ts'
import { hourStartOf, readPeople, readUnit, type Known, type Unit } from './read-people.ts'

/** Interval at which everybody is judged again by elapsed time, in ms. */
const judgeEvery = 5_000
/** How long a floor is served without a known change, in ms; its figures also depend on elapsed time. */
const givenOutFor = 1_000
/** Interval at which everybody is read again, in ms: appointments fall due without any call. */
const wholeEvery = 60_000
/** Time after which the other processes have heard of a change that one process has read, in ms. */
const heardWithin = 1_000
/** Maximum floors kept. Those due for a full read are evicted first, then the least recently read. */
const mostFloors = 1_000

export type Judged = Known & ReturnType<typeof judge>
/** `news`: number and time of the reading in which the person changed last. */
type Kept = Judged & { news: { n: number; at: number } }

/** A floor as read; immutable. */
export type KeptFloor = {
  id: string
  /** Ordinal of this reading of the floor. */
  n: number
  at: Date
  unit: Unit | null
  /** Sorted by name. */
  people: readonly Kept[]
  /** The last full reading; `readAt` by the clock of the process. */
  whole: { n: number; at: number; readAt: number }
  /** When everybody was last judged by elapsed time. */
  judgedAt: number
  /** Number of changes known before the reading. */
  knownChanges: number
  /** JSON texts of answers, by name. */
  texts: Map<string, string>
}

type Reading = { group: string | undefined; ctx: Ctx; changes: FloorChanges }

export const judgeAll = (people: readonly Known[], clock: Clock): Judged[] =>
  people.map((person) => ({ ...person, ...judge(person, clock) })).toSorted(byName)

async function readWhole({ group, ctx, changes }: Reading, former?: KeptFloor): Promise<KeptFloor> {
  const [knownChanges, readAt] = [changes.count(), performance.now()]
  const unit = await readUnit(group, ctx)
  const { at, people } = await readPeople({ unit }, ctx)
  const n = (former?.n ?? 0) + 1
  const news = { n, at: at.getTime() }
  return {
    id: former?.id ?? randomUUID(),
    n,
    at,
    unit,
    people: judgeAll(people, clockOf(at)).map((one) => ({ ...one, news })),
    whole: { ...news, readAt },
    judgedAt: news.at,
    knownChanges,
    texts: new Map(),
  }
}

const looksSame = (one: Judged, verdict: ReturnType<typeof judge>): boolean =>
  one.state === verdict.state && one.help.join() === verdict.help.join()

/**
 * Reads the people changed since the former floor. People without a call who look the same keep their former row, so that sums and rows
 * agree.
 */
async function readChanged(reading: Reading, former: KeptFloor): Promise<KeptFloor> {
  const knownChanges = reading.changes.count()
  const callers = reading.changes.since(former.knownChanges)
  if (!callers || performance.now() - former.whole.readAt >= wholeEvery) return readWhole(reading, former)
  const { at, people } = await readPeople({ unit: former.unit, only: [...callers] }, reading.ctx)
  const rows = new Map(people.map((row) => [row.id, row]))
  const hasLeft = former.people.some(({ id }) => callers.has(id) && !rows.has(id))
  if (hasLeft || hourStartOf(at) !== hourStartOf(former.at)) return readWhole(reading, former)
  const clock = clockOf(at)
  const news = { n: former.n + 1, at: at.getTime() }
  const everybody = news.at - former.judgedAt >= judgeEvery
  const present = former.people.map((one): Kept => {
    const row = rows.get(one.id)
    if (!row && !everybody) return one
    rows.delete(one.id)
    const verdict = judge(row ?? one, clock)
    return row || !looksSame(one, verdict) ? { ...(row ?? one), ...verdict, news } : one
  })
  const arrived = judgeAll([...rows.values()], clock).map((one): Kept => ({ ...one, news }))
  return {
    ...former,
    n: news.n,
    at,
    people: arrived.length > 0 ? [...present, ...arrived].toSorted(byName) : present,
    judgedAt: everybody ? news.at : former.judgedAt,
    knownChanges,
    texts: new Map(),
  }
}

/** Properties of the reader on which a floor depends. Outside headquarters a floor is shared only between windows of one account. */
const readerOf = ({ actor, scope }: Ctx): unknown[] => [
  actor.priority,
  seesPhones(actor),
  scope.all || [actor.id, scope],
]

/** `next` waits for `floor` and has not begun, so a request arriving now may share it. */
type Entry = { knownChanges: number; startedAt: number; floor: Promise<KeptFloor>; next?: Promise<KeptFloor> }

/**
 * Opens the floor cache of one process. It returns the floor of the caller's scope, or of a `group` in it, with every known change, shared
 * by all requests with the same question and rights. NOT_FOUND for a group outside the scope.
 */
export function openKeptFloors(
  changes: FloorChanges,
): (group: string | undefined, ctx: Ctx) => Promise<KeptFloor> {
  const floors = new Map<string, Entry>()

  function keep(key: string, entry: Entry): void {
    floors.delete(key)
    floors.set(key, entry)
    for (const [oldest, { startedAt }] of floors) {
      if (floors.size <= mostFloors && entry.startedAt - startedAt < wholeEvery) return
      floors.delete(oldest)
    }
  }

  function begin(key: string, reading: Reading, former?: KeptFloor): Promise<KeptFloor> {
    const [knownChanges, startedAt] = [changes.count(), performance.now()]
    const floor = former ? readChanged(reading, former) : readWhole(reading)
    const entry: Entry = { knownChanges, startedAt, floor }
    keep(key, entry)
    return floor.catch((error: unknown) => {
      if (floors.get(key) === entry) floors.delete(key)
      throw error
    })
  }

  function read(key: string, reading: Reading): Promise<KeptFloor> {
    const entry = floors.get(key)
    if (!entry) return begin(key, reading)
    return (entry.next ??= entry.floor.then(
      (former) => begin(key, reading, former),
      () => begin(key, reading),
    ))
  }

  return (group, ctx) => {
    const reading = { group, ctx, changes }
    const key = JSON.stringify([group, ...readerOf(ctx)])
    const entry = floors.get(key)
    const isNew = entry?.knownChanges === changes.count() && performance.now() - entry.startedAt < givenOutFor
    const startedHere = entry === undefined || (!isNew && entry.next === undefined)
    const floor = isNew ? entry.floor : read(key, reading)
    // The request that started the reading may have been aborted, or refused for its own rights.
    return startedHere ? floor : floor.catch(() => read(key, reading))
  }
}

/** JSON text of an answer, built once for all readers of the same answer. */
export function cachedText({ texts }: KeptFloor, name: string, make: () => unknown): string {
  const text = texts.get(name) ?? JSON.stringify(make())
  texts.set(name, text)
  return text
}

/** Mark that a reader sends as `since` next time: floor, reading, its time, and the time of the last full reading the reader has. */
export const sinceMark = ({ id, n, at }: KeptFloor, wholeAt: number): string =>
  [id, n, at.getTime(), wholeAt].join('.')

/** People to send to a reader; readers with the same `name` get the same people. */
type Sent = { name: string; people: readonly Kept[]; wholeAt: number }

/**
 * People changed since a reader's answer; null when unknown, so that everybody is sent. For an answer of another process this includes
 * changes that it may not have heard of or judged yet, unless this process has done a full reading after the reader's.
 */
export function changedSince({ id, people, whole }: KeptFloor, mark: string): Sent | null {
  const [itsId, n, at, wholeAt] = mark.split('.')
  const sent = { n: Number(n), at: Number(at), wholeAt: Number(wholeAt) }
  if (itsId === id)
    return sent.n >= whole.n
      ? { name: `n ${sent.n}`, people: people.filter(({ news }) => news.n > sent.n), wholeAt: whole.at }
      : null
  if (!(sent.wholeAt >= whole.at)) return null
  const from = sent.at - judgeEvery - heardWithin
  return { name: `at ${from}`, people: people.filter(({ news }) => news.at > from), wholeAt: sent.wholeAt }
}
