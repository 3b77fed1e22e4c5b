/** Unknown packages: the screen asks before recording one, and the log marks it. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { unknownPackage } from '../../../contract/workflows/care.ts'
import type { Ctx } from '../../kit/context.ts'

/** VALIDATION on `package` when neither the price table nor customer `id` has it. */
export async function askForPackage(code: string | null, id: string, ctx: Ctx): Promise<void> {
  if (code === null) return
  const { rows } = await ctx.db.query<{ known: boolean }>(sql`SELECT known_package(${code}, ${id}) AS known`)
  if (rows[0]?.known) return
  const msg = unknownPackage(code)
  throw new AppError('VALIDATION', msg, { fields: { package: msg } })
}
