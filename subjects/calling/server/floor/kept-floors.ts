/** Floors that a process keeps: a refresh reads who has called since, the others are judged by the time that passes (D3-FLR-05). */
import { randomUUID } from 'node:crypto'
import { byName } from '#subjects/calling/contract/calls/floor.ts'
import { seesPhones } from '#platform/contract/abilities.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { FloorChanges } from '#platform/server/floor-changes.ts'
import { clockOf, judge, type Clock } from './help.ts'
import { hourStartOf, readPeople, readUnit, type Known, type Unit } from './read-people.ts'

/** Everybody is judged anew by the time after so long, in ms. */
const judgeEvery = 5_000
/** A floor is given out for so long without a known change, in ms: it also says how much time has passed. */
const givenOutFor = 1_000
/** Everybody is read again after so long, in ms: appointments fall due although nobody calls. */
const wholeEvery = 60_000
/** What one process has read, the others have heard of after so long, in ms. */
const heardWithin = 1_000
/** Most floors kept; the one read longest ago goes. Those that would be read whole anyway go before. */
const mostFloors = 1_000

export type Judged = Known & ReturnType<typeof judge>
/** `news`: number and time of the floor with which the person came to look like this. */
type Kept = Judged & { news: { n: number; at: number } }

/** A floor as it was read; it does not change. */
export type KeptFloor = {
  id: string
  /** Counts the readings of this floor. */
  n: number
  at: Date
  unit: Unit | null
  /** By name. */
  people: readonly Kept[]
  /** The last reading of everybody; `readAt` by the clock of the process. */
  whole: { n: number; at: number; readAt: number }
  /** When everybody was judged by the time. */
  judgedAt: number
  /** How many changes were known before it was read. */
  seen: number
  /** Answers made of it. */
  texts: Map<string, string>
}

type Reading = { group: string | undefined; ctx: Ctx; changes: FloorChanges }

export const judged = (people: readonly Known[], clock: Clock): Judged[] =>
  people.map((known) => ({ ...known, ...judge(known, clock) })).toSorted(byName)

async function readWhole({ group, ctx, changes }: Reading, former?: KeptFloor): Promise<KeptFloor> {
  const [seen, readAt] = [changes.count(), performance.now()]
  const unit = await readUnit(group, ctx)
  const { at, people } = await readPeople({ unit }, ctx)
  const n = (former?.n ?? 0) + 1
  const news = { n, at: at.getTime() }
  return {
    id: former?.id ?? randomUUID(),
    n,
    at,
    unit,
    people: judged(people, clockOf(at)).map((one) => ({ ...one, news })),
    whole: { ...news, readAt },
    judgedAt: news.at,
    seen,
    texts: new Map(),
  }
}

const looksSame = (one: Judged, now: ReturnType<typeof judge>): boolean =>
  one.state === now.state && one.help.join() === now.help.join()

/** The floor a moment later. Who has not called and looks the same stays as it was shown, so that sums and rows agree. */
async function readChanged(reading: Reading, former: KeptFloor): Promise<KeptFloor> {
  const seen = reading.changes.count()
  const callers = reading.changes.since(former.seen)
  if (!callers || performance.now() - former.whole.readAt >= wholeEvery) return readWhole(reading, former)
  const { at, people } = await readPeople({ unit: former.unit, only: [...callers] }, reading.ctx)
  const rows = new Map(people.map((row) => [row.id, row]))
  const gone = former.people.some(({ id }) => callers.has(id) && !rows.has(id))
  if (gone || hourStartOf(at) !== hourStartOf(former.at)) return readWhole(reading, former)
  const clock = clockOf(at)
  const news = { n: former.n + 1, at: at.getTime() }
  const everybody = news.at - former.judgedAt >= judgeEvery
  const present = former.people.map((one): Kept => {
    const row = rows.get(one.id)
    if (!row && !everybody) return one
    rows.delete(one.id)
    const now = judge(row ?? one, clock)
    return row || !looksSame(one, now) ? { ...(row ?? one), ...now, news } : one
  })
  const arrived = judged([...rows.values()], clock).map((one): Kept => ({ ...one, news }))
  return {
    ...former,
    n: news.n,
    at,
    people: arrived.length > 0 ? [...present, ...arrived].toSorted(byName) : present,
    judgedAt: everybody ? news.at : former.judgedAt,
    seen,
    texts: new Map(),
  }
}

/** What of the reader a floor depends on. Who is not of headquarters shares with the own windows alone. */
const readerOf = ({ actor, scope }: Ctx): unknown[] => [
  actor.priority,
  seesPhones(actor),
  scope.all || [actor.id, scope],
]

/** `next` waits for `floor`: it has not begun, so whoever asks now is answered by it too. */
type Entry = { seen: number; at: number; floor: Promise<KeptFloor>; next?: Promise<KeptFloor> }

/**
 * Opens the floors of one process. Answers the floor of the caller's scope, or of a `group` of it, with every known
 * change: the same one for everybody of the same question and rights. NOT_FOUND for a group outside the scope.
 */
export function openKeptFloors(
  changes: FloorChanges,
): (group: string | undefined, ctx: Ctx) => Promise<KeptFloor> {
  const floors = new Map<string, Entry>()

  function keep(key: string, entry: Entry): void {
    floors.delete(key)
    floors.set(key, entry)
    for (const [oldest, { at }] of floors) {
      if (floors.size <= mostFloors && entry.at - at < wholeEvery) return
      floors.delete(oldest)
    }
  }

  function begin(key: string, reading: Reading, former?: KeptFloor): Promise<KeptFloor> {
    const [seen, at] = [changes.count(), performance.now()]
    const floor = former ? readChanged(reading, former) : readWhole(reading)
    const entry: Entry = { seen, at, floor }
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
    const isNew = entry?.seen === changes.count() && performance.now() - entry.at < givenOutFor
    const own = entry === undefined || (!isNew && entry.next === undefined)
    const floor = isNew ? entry.floor : read(key, reading)
    // Who began it may have gone away, or been refused for a reason of its own.
    return own ? floor : floor.catch(() => read(key, reading))
  }
}

/** The JSON text of an answer, made once for all who are answered the same. */
export function textOf({ texts }: KeptFloor, name: string, make: () => unknown): string {
  const text = texts.get(name) ?? JSON.stringify(make())
  texts.set(name, text)
  return text
}

/** What a reader sends as `since` the next time: this floor, its time, and that of the reading of everybody it has. */
export const markOf = ({ id, n, at }: KeptFloor, wholeAt: number): string =>
  [id, n, at.getTime(), wholeAt].join('.')

/** People to send to a reader; `name` is the same for readers that are sent the same. */
type Sent = { name: string; people: readonly Kept[]; wholeAt: number }

/**
 * Who has changed since a reader's answer; null when that is not known, and everybody is to be sent. Of another process's
 * answer these are also the changes that it may not have heard of or judged yet, unless this one has read everybody later
 * than the reader was sent them.
 */
export function changedSince({ id, people, whole }: KeptFloor, mark: string): Sent | null {
  const [itsId, n, at, wholeAt] = mark.split('.')
  const its = { n: Number(n), at: Number(at), wholeAt: Number(wholeAt) }
  if (itsId === id)
    return its.n >= whole.n
      ? { name: `n ${its.n}`, people: people.filter(({ news }) => news.n > its.n), wholeAt: whole.at }
      : null
  if (!(its.wholeAt >= whole.at)) return null
  const from = its.at - judgeEvery - heardWithin
  return { name: `at ${from}`, people: people.filter(({ news }) => news.at > from), wholeAt: its.wholeAt }
}
