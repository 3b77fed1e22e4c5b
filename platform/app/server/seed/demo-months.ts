/** What the recording has of a whole month, cut to the month that runs. */
import sql, { join, raw } from 'sql-template-tag'
import { todayVn } from '#kit/contract/dates.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { monthsOf } from './demo-days.ts'

/** Rows of clock times that nobody can have, which wait in the month that runs and would keep another from being closed. */
const wrong = ['sal112', 'sale212'] as const

/** Typed amounts of the running month grow with it; on its first day there are no clock times in it. */
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
