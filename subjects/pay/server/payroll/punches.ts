/** Raw punches of a time clock, one per row: the first of a person and day is the arrival, the last the departure (D3-FILE-09). */
import { formatDate } from '#kit/contract/dates.ts'
import { noAccount } from '#platform/contract/messages.ts'
import { oddities } from '#subjects/pay/contract/calls/payroll.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'
import { accountNames, keptAsAnomaly, type Check } from './check-rows.ts'
import { clockText, readClocking } from './clock-times.ts'

/** Punches closer than this count as one, in seconds: people punch again when unsure whether it was read. */
const again = 60

type Punch = { row: number; values: Values; notes: Record<string, string> | null }
type Working = Punch & { odd: boolean; reason: string | null; parts: number[] }

/** Refuses a punch without a time or a day; unknown names, and a day that contradicts the time, are kept as anomalies (D3-PAY-14). */
export async function punchCheck({ month = '' }: Record<string, string>, db: Queryable): Promise<Check> {
  const isKnown = await accountNames(db)
  return (row) => {
    const reading = readClocking(row, month, 'Giờ bấm')
    if (!reading.ok) return { refused: reading.reason, field: 'gioVao' }
    if (reading.value.ngay === null) return { refused: 'Lượt bấm không có ngày', field: 'ngay' }
    const name = String(row.username)
    const odd = {
      ...(!isKnown(name) && { username: keptAsAnomaly(noAccount(name)) }),
      ...(reading.value.nghi.includes('lech_ngay') && { ngay: keptAsAnomaly(oddities.lech_ngay) }),
    }
    return Object.keys(odd).length > 0 ? { odd } : null
  }
}

/** A day from its first punch to the last; with a single punch it has no departure, and waits for a decision. */
function workingDay(punches: readonly (Punch & { at: number; day: string })[]): Working[] {
  const [first] = punches
  if (!first) return []
  const times = punches.map(({ at }) => at)
  const [vao, last] = [Math.min(...times), Math.max(...times)]
  const ra = last - vao < again ? null : last
  const moment = (seconds: number): string => `${formatDate(first.day)} ${clockText(seconds) ?? ''}`
  const odd = ra === null || punches.some(({ notes }) => notes?.username || notes?.ngay)
  const lacking = ra === null ? { gioVao: keptAsAnomaly(oddities.thieu_ra) } : null
  const notes = punches.reduce<Record<string, string>>((merged, one) => ({ ...one.notes, ...merged }), {
    ...lacking,
  })
  return [
    {
      row: first.row,
      values: { ...first.values, gioVao: moment(vao), gioRa: ra === null ? null : moment(ra) },
      notes: Object.keys(notes).length === 0 ? null : notes,
      odd,
      reason: ra === null ? null : `Vào ${clockText(vao)}, ra ${clockText(ra)} (${punches.length} lượt)`,
      parts: punches.slice(1).map(({ row }) => row),
    },
  ]
}

/** The working days of a file of punches, in any order. */
export function joinPunches(punches: readonly Punch[]): Working[] {
  const read = punches.flatMap((punch) => {
    const reading = readClocking(punch.values, null)
    if (!reading.ok || reading.value.ngay === null || reading.value.vao === null) return []
    return [{ ...punch, at: reading.value.vao, day: reading.value.ngay }]
  })
  const days = Map.groupBy(read, ({ values, day }) => `${String(values.username).toLowerCase()} ${day}`)
  return [...days.values()].flatMap(workingDay)
}
