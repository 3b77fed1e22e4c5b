/** Approving and rejecting: once, by those who may, in the statement that looks whether it is still open. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { fieldOf, tableOf, type Approval, type Resource } from '../../../contract/kit/resource.ts'
import type { Decision } from '../../../contract/outcomes.ts'
import { maskPhone } from '../../../contract/phone.ts'
import { texts } from '../../../contract/workflows/sales.ts'
import { noticed } from '../../kit/answer.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { isPending } from '../../kit/approval.ts'
import { columnOf, ident } from '../../kit/kinds.ts'
import { ownRow, requireId, selection, wireNames } from '../../kit/list.ts'
import { rowNow } from '../../kit/write.ts'

type Decidable = Resource & { approval: Approval }
type Request = { id: string; decision: Decision }

/**
 * Decides an open row of the scope and answers it as `{ channel, message, status, data }` (D1-KHR-42, D1-BAODO-45).
 * NOT_FOUND outside the scope; CONFLICT with the row as it is now when somebody was first (D1-Q-128).
 */
export async function decide(resource: Decidable, { id: text, decision }: Request, ctx: Ctx) {
  const id = requireId(text)
  const { field: on } = resource.approval
  const { rows } = await ctx.db.query<{ row: Record<string, unknown> }>(sql`
    WITH changed AS (
      UPDATE ${ident(tableOf(resource))} AS t SET ${columnOf(on, fieldOf(resource, on))} = ${decision},
        nguoi_phe_duyet = ${ctx.actor.username}, version = t.version + 1
      WHERE ${ownRow(resource, id, ctx)} AND ${isPending(resource)}
      RETURNING t.*, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, decision === '1' ? 'approve' : 'reject', resource.path)})
    SELECT row_to_json(r) AS row FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM changed) r`)
  const row = rows[0]?.row
  if (!row) throw await taken(resource, id, ctx)
  ctx.publish(resource.path, [id])
  tell(resource, row, decision, ctx)
  return noticed({
    channel: resource.title,
    message: decision === '1' ? texts.approved : texts.rejected,
    status: 'Unknown',
    data: row,
  })
}

/** Rings the bell of whose row it is, the number masked as that person sees it; nobody is told of an own decision. */
function tell(resource: Resource, row: Record<string, unknown>, decision: Decision, ctx: Ctx): void {
  const { username_nv: username, so_dien_thoai: phone } = row
  if (typeof username !== 'string' || username === ctx.actor.username) return
  const text = texts.decided(resource.title, maskPhone(String(phone)), decision === '1')
  ctx.after(() => ctx.services.announce({ username }, text))
}

/** Why nothing was decided: unknown to the caller, or decided by somebody before. */
async function taken(resource: Resource, id: string, ctx: Ctx): Promise<AppError> {
  const now = await rowNow(resource, id, ctx)
  return now
    ? new AppError('CONFLICT', texts.decidedAlready, { current: now.row })
    : new AppError('NOT_FOUND', messages.notFound)
}
