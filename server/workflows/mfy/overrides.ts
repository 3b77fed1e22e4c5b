/** Where the operations of Mfy requests differ: a new one is told to those who approve, a wrong row of an import is named. */
import { mfy } from '../../../contract/resources/mfy.ts'
import { importRows, readChunk } from '../../kit/import.ts'
import type { Overrides } from '../../kit/routes.ts'
import { create, readBody } from '../../kit/write.ts'
import type { Effect } from '../../kit/actions.ts'
import { saveRequests } from './import.ts'
import { tellApprovers, tellNext } from './tell.ts'

/** Whoever has to compose is told. */
const told: Effect = (ctx, { id }) => tellNext(ctx, id)

export const mfyOverrides: Overrides = {
  create: async (ctx, raw) => {
    const row = await create(mfy, readBody(mfy, raw.body, ctx.actor, 'create'), ctx)
    await tellApprovers(ctx)
    return row
  },
  effects: { approve: told, approveAgain: told },
  import: (ctx, raw) => importRows(mfy, readChunk(raw.body), ctx, (rows) => saveRequests(rows, ctx)),
}
