/** Overrides of Mfy requests: creation with confirmation, notifications, history with the paying message. */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { paidBy } from '#subjects/money/contract/lists/mesbank.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { history } from '#kit/server/history.ts'
import { inUnit, requireId } from '#kit/server/list.ts'
import type { Effect } from '#kit/server/write.ts'
import { publishEndedTransfers } from '../mesbank/publish-ended.ts'
import { createRequest } from './create-request.ts'
import { notifyNext } from './notices.ts'
import { updateFields } from './update.ts'

/**
 * The payment state is set within the own unit, also by those who decide for all units (D3-ACC-02). Only managers undo a transfer that a
 * manager recorded, because that also resets the difference, which only managers set (D3-QR-02).
 */
const collect: Effect = async (ctx, change) => {
  const { rows } = await ctx.db.query<{ recorded: boolean }>(sql`
    SELECT EXISTS (SELECT FROM transfer_use u WHERE u.order_id = mfy.id AND u.ended_at = now()) AS recorded
    FROM mfy WHERE id = ${change.id} AND ${inUnit(sql`username_nv`, ctx.scope)}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  if (rows[0].recorded && !can(ctx.actor, 'below3'))
    throw new AppError('FORBIDDEN', mfyTexts.transferRecorded)
  return publishEndedTransfers(ctx)
}

const notifyComposer: Effect = (ctx, { id }) => notifyNext(ctx, id)

/** Fields of a request's history, with the bank message that pays it. */
const mfyWithPayment: Resource = { ...mfy, fields: { ...mfy.fields, ...paidBy } }

export const mfyOverrides: Overrides<typeof mfy> = {
  history: (ctx, raw) => history(mfyWithPayment, requireId(raw.params.id), ctx),
  update: (ctx, raw) => updateFields(ctx, requireId(raw.params.id), raw.body),
  create: (ctx, raw) => createRequest(ctx, raw.body),
  effects: {
    approve: notifyComposer,
    approveAgain: notifyComposer,
    setCollection: collect,
    remove: publishEndedTransfers,
  },
}
