/** Result feed of the simulated carrier: one registration every few minutes of the working day, always the same. */
import { todayVn } from '#kit/contract/dates.ts'
import { catalogue } from './catalogue.ts'
import { chanceOf } from './random.ts'

/** A row as in docs/providers.md; tests add others, including broken ones. */
type FeedRow = {
  SubAgent: string
  NumberPhone: string
  PackageCode: string
  Price: number
  Time: string
  Status: number
  Result: string
  staff: string | null
}

const minute = 60_000
const slotMs = 6 * minute
/** How far the feed goes back for a new reader. */
const memoryMs = 120 * minute

const agents = ['d1', 'd1', 'vg8', 'dag9', 'ga22', 'ga23', 'tr8', 'd9', 'ga24'] as const
/** Prefixes of invented numbers, as in the demo: followed by 000. */
const prefixes = ['91', '94', '88', '90', '93', '89'] as const
/** Sellers included in the contract data; the product finds the others by the number. */
const sellers = ['sale111', 'sale112', 'sale121', 'sale211', 'QCMB01', 'HNIMB01', null, null, null] as const
const refusals = [
  'Tài khoản không đủ tiền để đăng ký gói',
  'Thuê bao không thuộc đối tượng của gói',
  'Thuê bao đang có gói cùng nhóm',
] as const

/** Result of a time slot, empty outside working hours. */
function resultOf(slot: number): FeedRow[] {
  const time = slot * slotMs
  const hour = new Date(time + 7 * 60 * minute).getUTCHours()
  if (hour < 8 || hour >= 18) return []
  const chance = chanceOf('registration', slot)
  const pack = chance.pick(catalogue)
  const won = chance.happens(0.82)
  const instant = new Date(time + chance.between(0, 5 * 60) * 1000)
  return [
    {
      SubAgent: chance.pick(agents),
      NumberPhone: `${chance.pick(prefixes)}000${String(chance.between(0, 9999)).padStart(4, '0')}`,
      PackageCode: pack.code,
      Price: pack.price,
      Time: instant.toISOString(),
      Status: won ? 1 : 0,
      Result: won
        ? `Đăng ký thành công gói ${pack.code} ngày ${todayVn(instant)}: ${pack.gives}`
        : chance.pick(refusals),
      staff: chance.pick(sellers),
    },
  ]
}

export type ResultFeed = {
  /** The page after `cursor`; a repeated cursor gives the same rows, possibly followed by later ones. */
  page: (cursor: string, limit: number) => { rows: unknown[]; cursor: string; more: boolean }
  /** Adds raw rows to the feed. */
  place: (rows: readonly unknown[]) => void
}

/** The feed until `now`; `stream` generates results, otherwise there are only added ones. */
export function newResultFeed({ now, stream }: { now: () => Date; stream: boolean }): ResultFeed {
  const placed: unknown[] = []
  const slotAt = (ms: number): number => Math.floor(ms / slotMs)
  return {
    place: (rows) => void placed.push(...rows),
    page(cursor, limit) {
      const parts = /^(\d{1,12})\.(\d{1,9})$/.exec(cursor)
      let slot = parts ? Number(parts[1]) : slotAt(now().getTime() - memoryMs)
      let pageRows = Math.min(parts ? Number(parts[2]) : 0, placed.length)
      const rows: unknown[] = []
      // A slot is reported after it ended, so that its result is never in the future.
      const last = stream ? slotAt(now().getTime()) : slot
      for (; slot < last && rows.length < limit; slot++) rows.push(...resultOf(slot))
      const more = placed.slice(pageRows, pageRows + limit - rows.length)
      pageRows += more.length
      rows.push(...more)
      return { rows, cursor: `${slot}.${pageRows}`, more: slot < last || pageRows < placed.length }
    },
  }
}
