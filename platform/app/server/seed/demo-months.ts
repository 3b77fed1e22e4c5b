/** Data that the recording has for a whole month, cut to the current month's elapsed part. */
import sql, { join, raw } from 'sql-template-tag'
import { todayVn } from '#kit/contract/dates.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { monthsOf } from './demo-days.ts'

/** Accounts of anomalous clock times, which wait for a decision in the current month; in another they would prevent its closing. */
const wrong = ['sal112', 'sale212'] as const

/** Typed amounts of the current month grow with it; on its first day there are no clock times. */
export async function saveMonths(now: Date, client: PoolClient): Promise<void> {
  const [, , running] = monthsOf(now)
  const elapsed = (Number(todayVn(now).slice(8)) - 1) / 31
  const amounts = typedNames.map((name) => raw(`"${name}" = round("${name}" * p.part / 5000) * 5000`))
  await client.query(sql`
    UPDATE payroll_input SET ${join(amounts)} FROM (SELECT ${elapsed}::numeric AS part) p WHERE thang = ${running}::date`)
  await client.query(sql`
    DELETE FROM timekeeping WHERE thang < ${running}::date
      AND (username = ${wrong[0]} OR username = ${wrong[1]} AND ra > 86400)`)
}
