/** Requests that come in an import: one that the database refuses is named, and the others are saved (D2-MFY-70). */
import { mfy } from '../../../contract/resources/mfy.ts'
import type { Ctx } from '../../kit/context.ts'
import { saveRows } from '../../kit/import.ts'
import { toAppError } from '../../kit/refusals.ts'
import type { Values } from '../../kit/write.ts'

/** Saves one row; answers why it was refused, or null. */
async function refusalOf(row: Values, ctx: Ctx): Promise<string | null> {
  await ctx.db.query('SAVEPOINT one_row')
  try {
    await saveRows(mfy, [row], ctx)
    return null
  } catch (error) {
    const { code, message } = toAppError(error)
    if (code !== 'VALIDATION') throw error
    await ctx.db.query('ROLLBACK TO SAVEPOINT one_row')
    return message
  }
}

/** Row by row, so that an unknown package or company costs its own row only. */
export async function saveRequests(rows: readonly Values[], ctx: Ctx) {
  const refused = new Map<number, string>()
  for (const [index, row] of rows.entries()) {
    const why = await refusalOf(row, ctx)
    if (why !== null) refused.set(index, why)
  }
  return { inserted: rows.length - refused.size, refused }
}
