/** The result of a reported sale, set by hand: it stands apart from the approval and above what was found (D1-Q-133). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import type { Outcome } from '../../../contract/outcomes.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { texts } from '../../../contract/workflows/sales.ts'
import { noticed } from '../../kit/answer.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { ownRow, requireId, selection, wireNames } from '../../kit/list.ts'

/** PUT baodo/setTrangThai: answers the row; NOT_FOUND outside the scope (D1-BAODO-44). */
export async function setOutcome(text: string, outcome: Outcome, ctx: Ctx) {
  const id = requireId(text)
  const { rows } = await ctx.db.query<{ row: Record<string, unknown> }>(sql`
    WITH changed AS (
      UPDATE baodo AS t SET trang_thai = ${outcome}, nguoi_dat_trang_thai = ${ctx.actor.username},
        version = t.version + 1
      WHERE ${ownRow(baodo, id, ctx)}
      RETURNING t.*, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'update', baodo.path)})
    SELECT row_to_json(r) AS row FROM (
      SELECT ${selection(baodo, wireNames(baodo), ctx.actor)} FROM changed) r`)
  const row = rows[0]?.row
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  ctx.publish(baodo.path, [id])
  return noticed({ channel: baodo.title, message: texts.outcomeSet, status: 'Unknown', data: row })
}
