/** PUT setTrangThai: a state set by hand, or a client's report that the wait is over (D2-MFY-50, D2-MFY-84, D2-Q-103). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { expiryOf } from '#subjects/money/contract/mfy.ts'
import { mfy, setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { mfyTexts, type setState } from '#subjects/money/contract/calls/mfy.ts'
import { runAction, readActionCall } from '#kit/server/actions.ts'
import { withMes, type Reply } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { rowInScope, requireId } from '#kit/server/list.ts'
import { currentRow } from '#kit/server/write.ts'
import { notifyNext } from './notices.ts'

type Input = ParsedOf<typeof setState>

const isExpiry = (state: string): state is keyof typeof expiryOf => state in expiryOf

/** Due requests were expired before this call: refuses the report for one that still waits, returns one that moved on unchanged. */
async function hearTimeout(ctx: Ctx, { id, trang_thai }: Input): Promise<Reply<Row>> {
  if (!isExpiry(trang_thai)) {
    throw new AppError('VALIDATION', messages.invalidValue, { fields: { trang_thai: messages.invalidValue } })
  }
  const { rows } = await ctx.db.query<{ waits: boolean }>(sql`
    SELECT trang_thai = ${expiryOf[trang_thai]} AS waits FROM mfy WHERE ${rowInScope(mfy, requireId(id), ctx)}`)
  const current = await currentRow(mfy, requireId(id), ctx)
  if (!rows[0] || !current) throw new AppError('NOT_FOUND', refusals.notFound)
  if (rows[0].waits) throw new AppError('CONFLICT', mfyTexts.notOver, { current: current.row })
  return withMes<Row>(current.row, mfyTexts.updated)
}

/** Setting the state requires priority 1 or 2; any account may report that a wait is over. */
export async function setRequestState(ctx: Ctx, input: Input): Promise<Reply<Row>> {
  if (Number(input.tu_dong ?? 0) === 1) return hearTimeout(ctx, input)
  if (!can(ctx.actor, setMfyState.may)) throw new AppError('FORBIDDEN', messages.forbidden)
  const action = readActionCall(mfy, setMfyState, { params: {}, query: {}, body: input })
  return runAction(mfy, setMfyState, action, ctx, async (_, { id, before, after }) => {
    if (before.trang_thai !== after.trang_thai) await notifyNext(ctx, id)
  })
}
