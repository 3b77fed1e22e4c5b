/** Where the operations of Mfy requests differ: a new one is told to those who approve, a wrong row of an import is named. */
import type { Resource } from '../../../contract/kit/resource.ts'
import { paidBy } from '../../../contract/resources/mesbank.ts'
import { mfy } from '../../../contract/resources/mfy.ts'
import { importRows, readChunk, saveRows } from '../../kit/import.ts'
import type { Overrides } from '../../kit/routes.ts'
import type { Effect } from '../../kit/actions.ts'
import { history } from '../../kit/history.ts'
import { requireId } from '../../kit/list.ts'
import { create, readBody, remove } from '../../kit/write.ts'
import { tellEnded } from '../../resources/mesbank/tell-ended.ts'
import { saveEach } from '../../resources/save-each.ts'
import { tellApprovers, tellNext } from './tell.ts'

/** Whoever has to compose is told. */
const tellComposer: Effect = (ctx, { id }) => tellNext(ctx, id)

/** What is told of a request: its fields, and the bank message that pays it. */
const told: Resource = { ...mfy, fields: { ...mfy.fields, ...paidBy } }

export const mfyOverrides: Overrides = {
  create: async (ctx, raw) => {
    const row = await create(mfy, readBody(mfy, raw.body, ctx.actor, 'create'), ctx)
    await tellApprovers(ctx)
    return row
  },
  remove: async (ctx, raw) => {
    await remove(mfy, requireId(raw.params.id), ctx)
    await tellEnded(ctx)
    return null
  },
  history: (ctx, raw) => history(told, requireId(raw.params.id), ctx),
  effects: { approve: tellComposer, approveAgain: tellComposer, setCollection: tellEnded },
  // Row by row, so that an unknown package or company costs its own row only (D2-MFY-70).
  import: (ctx, raw) =>
    importRows(mfy, readChunk(raw.body), ctx, (rows) =>
      saveEach(rows, ctx, (row) => saveRows(mfy, [row], ctx)),
    ),
}
