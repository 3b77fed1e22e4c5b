/** Stored working days missing in a timekeeping file: lost when it replaces a person's month (D3-FILE-09). */
import sql from 'sql-template-tag'
import type { LostDays } from '#platform/contract/calls/imports.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'
import { readClocking } from './clock-times.ts'

/** The stored days of `month` (YYYY-MM-01) that are not in `rows`, by person in name order. */
export async function lostDays(rows: readonly Values[], month: string, db: Queryable): Promise<LostDays[]> {
  const daysInFile = new Map<string, Set<string>>()
  for (const row of rows) {
    const reading = readClocking(row, month)
    if (!reading.ok) continue
    const name = String(row.username).toLowerCase()
    const days = daysInFile.get(name) ?? new Set<string>()
    if (reading.value.ngay !== null) days.add(reading.value.ngay)
    daysInFile.set(name, days)
  }
  const { rows: stored } = await db.query<{ username: string; days: string[] }>(sql`
    SELECT username, array_agg(DISTINCT ngay::text ORDER BY ngay::text) AS days FROM timekeeping
    WHERE thang = ${month}::date AND ngay IS NOT NULL AND to_lower(username) = ANY (${[...daysInFile.keys()]}::text[])
    GROUP BY username ORDER BY username`)
  return stored.flatMap(({ username, days }) => {
    const lost = days.filter((day) => !daysInFile.get(username.toLowerCase())?.has(day))
    return lost.length === 0 ? [] : [{ username, days: lost }]
  })
}
