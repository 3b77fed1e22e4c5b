/** Import of registration results from a file, shared by POST import and the upload (D1-Q-107). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { storeResults, type ArrivedResult } from './store-results.ts'

/** Refuses rows with an unknown username: a sale must not silently become another person's. */
async function requireStaff(rows: readonly Values[], ctx: Ctx): Promise<void> {
  const names = [...new Set(rows.flatMap((row) => (row.username_nv ? [String(row.username_nv)] : [])))]
  if (names.length === 0) return
  const { rows: unknown } = await ctx.db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${names}::text[]) AS name
    WHERE NOT EXISTS (SELECT FROM users u WHERE to_lower(u.username) = to_lower(name))`)
  if (unknown.length === 0) return
  throw new AppError('VALIDATION', `Không có nhân viên ${unknown.map(({ name }) => name).join(', ')}`)
}

const arrived = (row: Values): ArrivedResult => ({
  SubAgent: String(row.SubAgent),
  NumberPhone: String(row.NumberPhone),
  PackageCode: String(row.PackageCode),
  Price: Number(row.Price),
  Time: String(row.Time),
  Status: Number(row.Status),
  Result: String(row.Result ?? ''),
  username_nv: row.username_nv ? String(row.username_nv) : null,
})

/** Saves rows of a file in the transaction of `ctx`; returns how many are new. VALIDATION for an unknown username. */
export async function importedResults(rows: readonly Values[], ctx: Ctx): Promise<number> {
  await requireStaff(rows, ctx)
  return (await storeResults(rows.map(arrived), ctx)).length
}
