/** Overrides of Mfy requests: creation with confirmation, notifications, history with the paying message. */
import type { Resource } from '../../../contract/kit/resource.ts'
import { paidBy } from '../../../contract/resources/mesbank.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import type { Overrides } from '../../kit/routes.ts'
import { history } from '../../kit/history.ts'
import { requireId } from '../../kit/list.ts'
import type { Effect } from '../../kit/write.ts'
import { publishEndedTransfers } from '../../resources/mesbank/publish-ended.ts'
import { createRequest } from './create-request.ts'
import { notifyNext } from './notices.ts'

const notifyComposer: Effect = (ctx, { id }) => notifyNext(ctx, id)

/** Fields of a request's history, with the bank message that pays it. */
const mfyWithPayment: Resource = { ...mfy, fields: { ...mfy.fields, ...paidBy } }

export const mfyOverrides: Overrides<typeof mfy> = {
  history: (ctx, raw) => history(mfyWithPayment, requireId(raw.params.id), ctx),
  create: (ctx, raw) => createRequest(ctx, raw.body),
  effects: {
    approve: notifyComposer,
    approveAgain: notifyComposer,
    setCollection: publishEndedTransfers,
    remove: publishEndedTransfers,
  },
}
