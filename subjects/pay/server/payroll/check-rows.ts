/** Checks of an upload's preview beyond single cells: unknown people, impossible times. */
import { firstOfMonthVn, toFilterDate } from '#kit/contract/dates.ts'
import { noAccount } from '#platform/contract/messages.ts'
import { oddities } from '#subjects/pay/contract/calls/payroll.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'
import { readClocking } from './clock-times.ts'
import { limitExceeded } from './pay-values.ts'

export type Check = (
  values: Values,
) => { refused: string; field: string } | { odd: Record<string, string> } | null

export async function accountNames(db: Queryable): Promise<(name: string) => boolean> {
  const { rows } = await db.query<{ name: string }>(`SELECT to_lower(username) AS name FROM users`)
  const usernames = new Set(rows.map(({ name }) => name))
  return (name) => usernames.has(name.toLowerCase())
}

export const keptAsAnomaly = (reason: string): string => `${reason}: lưu vào chấm công bất thường`

/** Days for a sample of clock times, which are refused outside the month of the upload and in the future: the first of this month. */
export const exampleDays = (): string[] => Array<string>(2).fill(toFilterDate(firstOfMonthVn()))

/** Refuses rows with unreadable times; rows with unknown names and impossible times are kept as anomalies to decide (D3-PAY-14). */
export async function clockingCheck({ month = '' }: Record<string, string>, db: Queryable): Promise<Check> {
  const isKnown = await accountNames(db)
  return (row) => {
    const reading = readClocking(row, month)
    if (!reading.ok) return { refused: reading.reason, field: 'gioVao' }
    const name = String(row.username)
    const { vao, ra, nghi } = reading.value
    const odd = {
      ...(!isKnown(name) && { username: keptAsAnomaly(noAccount(name)) }),
      // The same punch for both times is not a day of 0 hours.
      ...(vao !== null && ra === vao && { gioRa: keptAsAnomaly(oddities.thieu_ra) }),
      ...(vao !== null && ra !== null && ra < vao && { gioRa: keptAsAnomaly(oddities.ra_truoc_vao) }),
      ...(nghi[0] && { gioVao: keptAsAnomaly(nghi.map((one) => oddities[one]).join(', ')) }),
    }
    return Object.keys(odd).length > 0 ? { odd } : null
  }
}

/** Refuses rows of unknown people. */
export async function typedCheck(_options: Record<string, string>, db: Queryable): Promise<Check> {
  const isKnown = await accountNames(db)
  return (row) => {
    const name = String(row.username)
    if (!isKnown(name)) return { refused: noAccount(name), field: 'username' }
    const slip = limitExceeded(row)
    return slip && { refused: slip[1], field: slip[0] }
  }
}
