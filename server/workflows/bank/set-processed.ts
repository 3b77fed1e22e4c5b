/** Marks a bank message as processed or not; both ways are open (D1-Q-053). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import type { Json } from '../../kit/answer.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { one, requireId } from '../../kit/list.ts'

/** Answers the row; setting what is already set changes nothing. */
export async function setProcessed(input: { id: string; is_read: number }, ctx: Ctx): Promise<Json> {
  const id = requireId(input.id)
  const { rowCount } = await ctx.db.query(sql`
    WITH changed AS (
      UPDATE mesbank AS t SET is_read = ${input.is_read},
        version = t.version + CASE WHEN t.is_read = ${input.is_read} THEN 0 ELSE 1 END
      WHERE id = ${id} AND deleted_at IS NULL
      RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'update', mesbank.path)})
    SELECT id FROM changed`)
  if (rowCount === 0) throw new AppError('NOT_FOUND', messages.notFound)
  ctx.publish(mesbank.path, [id])
  return one(mesbank, id, ctx)
}
