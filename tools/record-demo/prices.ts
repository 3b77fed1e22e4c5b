/** How the demo's prices have changed. Rows before a change are written first, with the prices of their day. */
import sql, { raw } from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { instantAt } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages } from './packages.ts'

type PriceTable = 'giahoantien' | 'giagoimfy'
type Change = {
  daysAgo: number
  column: string
  /** Added to the price, đồng. */
  more: number
  /** Monthly packages with these prices. */
  from: number
  to: number
  by: 'quanly' | 'admin'
}

/** Oldest first. */
const changes: Readonly<Record<PriceTable, readonly Change[]>> = {
  giahoantien: [
    { daysAgo: 66, column: 'gia_nang_cap_g1', more: 3_000, from: 120_000, to: 169_000, by: 'admin' },
    { daysAgo: 41, column: 'gia_gia_han', more: 3_000, from: 70_000, to: 120_000, by: 'quanly' },
    { daysAgo: 20, column: 'gia_gia_han', more: 2_000, from: 90_000, to: 120_000, by: 'quanly' },
    { daysAgo: 8, column: 'gia_gia_han', more: -1_000, from: 90_000, to: 90_000, by: 'admin' },
  ],
  giagoimfy: [
    { daysAgo: 58, column: 'gia_t1', more: 2_000, from: 90_000, to: 120_000, by: 'admin' },
    { daysAgo: 33, column: 'gia_t3', more: -3_000, from: 90_000, to: 169_000, by: 'quanly' },
    { daysAgo: 13, column: 'gia_t1', more: 1_500, from: 70_000, to: 120_000, by: 'quanly' },
  ],
}

/** Records the prices as entered, before any change. */
export async function pricesEntered(table: PriceTable, client: PoolClient): Promise<void> {
  await client.query(sql`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, after)
    SELECT t."createdAt", u.id, u.username, r.name, 'create', ${table}, t.id::text, to_jsonb(t) - 'version'
    FROM ${raw(table)} t, users u JOIN roles r ON r.id = u.role_id WHERE u.username = 'admin' ORDER BY t."createdAt", t.id`)
}

async function change(table: PriceTable, when: number, of: Change, client: PoolClient): Promise<void> {
  const codes = demoPackages
    .filter(({ months, price }) => months === 1 && price >= of.from && price <= of.to)
    .map(({ code }) => code)
  const column = raw(of.column)
  await client.query(sql`
    WITH changed AS (
      UPDATE ${raw(table)} SET ${column} = ${column} + ${of.more}, version = version + 1
      WHERE ten_goi_cuoc = ANY(${codes})
      RETURNING id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ) INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, before, after)
    SELECT ${new Date(when)}, u.id, u.username, r.name, 'update', ${table}, c.id::text, c.before, c.after
    FROM changed c, users u JOIN roles r ON r.id = u.role_id WHERE u.username = ${of.by} ORDER BY c.id`)
}

/** Calls `save` with the rows up to each price change of the table, then changes the prices; once for each table. */
export async function atPricesOfTheDay<Row extends { at: number }>(
  table: PriceTable,
  rows: readonly Row[],
  now: Date,
  client: PoolClient,
  save: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let remaining = rows
  for (const one of changes[table]) {
    const when = instantAt(addDays(todayVn(now), -one.daysAgo), 9.7)
    await save(remaining.filter((row) => row.at < when))
    await change(table, when, one, client)
    remaining = remaining.filter((row) => row.at >= when)
  }
  await save(remaining)
}
