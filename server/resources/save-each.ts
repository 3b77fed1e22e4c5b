/** Rows of an import that the database judges one by one: one that it refuses is named, and the others are saved. */
import type { Ctx } from '../kit/context.ts'
import { toAppError } from '../kit/refusals.ts'
import type { Values } from '../kit/write.ts'

/** Answers how many are new, and by their place why some were refused; anything but a refusal is thrown on. */
export async function saveEach(rows: readonly Values[], ctx: Ctx, save: (row: Values) => Promise<unknown>) {
  const refused = new Map<number, string>()
  for (const [index, row] of rows.entries()) {
    await ctx.db.query('SAVEPOINT one_row')
    try {
      await save(row)
    } catch (error) {
      const { code, message } = toAppError(error)
      if (code !== 'VALIDATION' && code !== 'CONFLICT') throw error
      await ctx.db.query('ROLLBACK TO SAVEPOINT one_row')
      refused.set(index, message)
    }
  }
  return { inserted: rows.length - refused.size, refused }
}
