/** Overrides of Mfy requests: creation with confirmation, notifications, history with the paying message. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { paidBy } from '../../../contract/resources/mesbank.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import type { Overrides } from '../../kit/routes.ts'
import { history } from '../../kit/history.ts'
import { inUnit, requireId } from '../../kit/list.ts'
import type { Effect } from '../../kit/write.ts'
import { publishEndedTransfers } from '../../resources/mesbank/publish-ended.ts'
import { createRequest } from './create-request.ts'
import { notifyNext } from './notices.ts'

/** Collecting is the unit's own, whoever decides for all of them (D3-ACC-02). */
const collect: Effect = async (ctx, change) => {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM mfy WHERE id = ${change.id} AND ${inUnit(sql`username_nv`, ctx.scope)}`,
  )
  if (!rowCount) throw new AppError('NOT_FOUND', messages.notFound)
  return publishEndedTransfers(ctx)
}

const notifyComposer: Effect = (ctx, { id }) => notifyNext(ctx, id)

/** Fields of a request's history, with the bank message that pays it. */
const mfyWithPayment: Resource = { ...mfy, fields: { ...mfy.fields, ...paidBy } }

export const mfyOverrides: Overrides<typeof mfy> = {
  history: (ctx, raw) => history(mfyWithPayment, requireId(raw.params.id), ctx),
  create: (ctx, raw) => createRequest(ctx, raw.body),
  effects: {
    approve: notifyComposer,
    approveAgain: notifyComposer,
    setCollection: collect,
    remove: publishEndedTransfers,
  },
}
