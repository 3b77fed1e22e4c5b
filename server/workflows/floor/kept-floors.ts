/** Floors that a process keeps: a refresh reads who has called since, the others are judged by the time that passes (D3-FLR-05). */
import { randomUUID } from 'node:crypto'
import { byName } from '../../../contract/workflows/floor.ts'
import { seesPhones } from '../../../contract/abilities.ts'
import type { Ctx } from '../../kit/context.ts'
import type { FloorChanges } from '../../kit/floor-changes.ts'
import { clockOf, judge, type Clock } from './help.ts'
import { hourStartOf, readPeople, readUnit, type Known, type Unit } from './read-people.ts'

/** Everybody is judged anew by the time after so long, in ms. */
const judgeEvery = 5_000
/** A floor is given out for so long without a known change, in ms: it also says how much time has passed. */
const longest = 1_000
/** Everybody is read again after so long, in ms: appointments fall due although nobody calls. */
const wholeEvery = 60_000
/** What one process has read, the others have heard of after so long, in ms. */
const heardWithin = 1_000
/** Most floors kept; the one begun longest ago goes. */
const most = 50

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
  /** Changes that were known before it was read. */
  changes: number
  /** Answers made of it. */
  texts: Map<string, string>
}

type Reading = { group: string | undefined; ctx: Ctx; changes: FloorChanges }

export const judged = (people: readonly Known[], clock: Clock): Judged[] =>
  people.map((known) => ({ ...known, ...judge(known, clock) })).toSorted(byName)

async function readWhole({ group, ctx, changes }: Reading, former?: KeptFloor): Promise<KeptFloor> {
  const [known, readAt] = [changes.count(), performance.now()]
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
    changes: known,
    texts: new Map(),
  }
}

const looksSame = (one: Judged, now: ReturnType<typeof judge>): boolean =>
  one.state === now.state && one.help.join() === now.help.join()

/** The floor a moment later. Who has not called and looks the same stays as it was shown, so that sums and rows agree. */
async function readChanged(reading: Reading, former: KeptFloor): Promise<KeptFloor> {
  const known = reading.changes.count()
  const callers = reading.changes.since(former.changes)
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
    changes: known,
    texts: new Map(),
  }
}

/** What of the reader a floor depends on. Who is not of headquarters shares with the own windows alone. */
const readerOf = ({ actor, scope }: Ctx): unknown[] => [
  actor.priority,
  seesPhones(actor),
  scope.all || [actor.id, scope],
]

/**
 * Opens the floors of one process. Answers the floor of the caller's scope, or of a `group` of it, with every known
 * change: the same one for everybody of the same question and rights. NOT_FOUND for a group outside the scope.
 */
export function openKeptFloors(
  changes: FloorChanges,
): (group: string | undefined, ctx: Ctx) => Promise<KeptFloor> {
  const floors = new Map<string, { changes: number; at: number; floor: Promise<KeptFloor> }>()

  function begin(key: string, reading: Reading): Promise<KeptFloor> {
    const before = floors.get(key)?.floor
    const floor = before
      ? before.then(
          (former) => readChanged(reading, former),
          () => readWhole(reading),
        )
      : readWhole(reading)
    const kept = { changes: changes.count(), at: performance.now(), floor }
    floors.delete(key)
    floors.set(key, kept)
    const oldest = floors.keys().next().value
    if (floors.size > most && oldest !== undefined) floors.delete(oldest)
    return floor.catch((error: unknown) => {
      if (floors.get(key) === kept) floors.delete(key)
      throw error
    })
  }

  return (group, ctx) => {
    const reading = { group, ctx, changes }
    const key = JSON.stringify([group, ...readerOf(ctx)])
    const kept = floors.get(key)
    if (!kept || kept.changes !== changes.count() || performance.now() - kept.at >= longest)
      return begin(key, reading)
    // Who began it may have gone away, or been refused for a reason of its own.
    return kept.floor.catch(() => readWhole(reading))
  }
}

/** The JSON text of an answer, made once for all who are answered the same. */
export function once({ texts }: KeptFloor, name: string, make: () => unknown): string {
  const text = texts.get(name) ?? JSON.stringify(make())
  texts.set(name, text)
  return text
}

/** What a reader sends as `since` the next time. */
export const markOf = ({ id, n, at }: KeptFloor): string => `${id}.${n}.${at.getTime()}`

/**
 * Who has changed since a reader's answer; null when that is not known, and everybody is to be sent. After an answer of
 * another process these are also the changes that it may not have heard of yet.
 */
export function changedSince({ id, people, whole }: KeptFloor, mark: string): readonly Kept[] | null {
  const [itsId, n, at] = mark.split('.')
  if (itsId === id) {
    const last = Number(n)
    return last >= whole.n ? people.filter(({ news }) => news.n > last) : null
  }
  const from = Number(at) - heardWithin
  return from >= whole.at ? people.filter(({ news }) => news.at > from) : null
}
