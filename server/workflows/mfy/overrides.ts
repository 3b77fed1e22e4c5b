/** Where Mfy requests differ: a new one beside an open one is asked about, and told to those who approve. */
import type { Resource } from '../../../contract/kit/resource.ts'
import { paidBy } from '../../../contract/resources/mesbank.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import type { Overrides } from '../../kit/routes.ts'
import { history } from '../../kit/history.ts'
import { requireId } from '../../kit/list.ts'
import type { Effect } from '../../kit/write.ts'
import { tellEnded } from '../../resources/mesbank/tell-ended.ts'
import { createRequest } from './create-request.ts'
import { tellNext } from './tell.ts'

/** Whoever has to compose is told. */
const tellComposer: Effect = (ctx, { id }) => tellNext(ctx, id)

/** What is told of a request: its fields, and the bank message that pays it. */
const told: Resource = { ...mfy, fields: { ...mfy.fields, ...paidBy } }

export const mfyOverrides: Overrides<typeof mfy> = {
  history: (ctx, raw) => history(told, requireId(raw.params.id), ctx),
  create: (ctx, raw) => createRequest(ctx, raw.body),
  effects: {
    approve: tellComposer,
    approveAgain: tellComposer,
    setCollection: tellEnded,
    remove: tellEnded,
  },
}
