/** Unknown packages: the screen asks for confirmation before recording one, and the log marks it. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { unknownPackage } from '#subjects/calling/contract/calls/care.ts'
import type { Ctx } from '#kit/server/context.ts'

/** UNPRICED on `package` when neither the price table nor customer `id` has it, unless the call has `goi_khong_gia`. */
export async function askForPackage(code: string | null, id: string, ctx: Ctx): Promise<void> {
  if (code === null || ctx.unpriced) return
  const { rows } = await ctx.db.query<{ known: boolean }>(sql`SELECT known_package(${code}, ${id}) AS known`)
  if (rows[0]?.known) return
  const msg = unknownPackage(code)
  throw new AppError('UNPRICED', msg, { fields: { package: msg } })
}
