/** Approves or rejects what a bank message says of phone and package: once, by one person (D1-BANK-23 to 29). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { one, requireId } from '../../kit/list.ts'

type Decision = '1' | '2'

/** Why the guarded change met no row. */
async function refusal(id: string, ctx: Ctx): Promise<AppError> {
  const { rows } = await ctx.db.query<{ decided: boolean }>(sql`
    SELECT trang_thai_duyet_thong_tin IS NOT NULL AS decided FROM mesbank WHERE id = ${id} AND deleted_at IS NULL`)
  const row = rows[0]
  if (!row) return new AppError('NOT_FOUND', messages.notFound)
  return new AppError('CONFLICT', row.decided ? bankTexts.decided : bankTexts.incomplete)
}

/** Stores the decision ('1' approved, '2' rejected) and its maker; CONFLICT when decided or not filled in. */
export async function decide(text: string, decision: Decision, ctx: Ctx): Promise<Json> {
  const id = requireId(text)
  const { rowCount } = await ctx.db.query(sql`
    WITH changed AS (
      UPDATE mesbank AS t SET trang_thai_duyet_thong_tin = ${decision},
        username_duyet_trang_thai_duyet_thong_tin = ${ctx.actor.username}, version = t.version + 1
      WHERE id = ${id} AND deleted_at IS NULL AND cho_duyet = 1
      RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, decision === '1' ? 'approve' : 'deny', mesbank.path)})
    SELECT id FROM changed`)
  if (rowCount === 0) throw await refusal(id, ctx)
  ctx.publish(mesbank.path, [id])
  return one(mesbank, id, ctx)
}
