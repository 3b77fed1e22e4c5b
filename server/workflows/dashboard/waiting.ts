/** What waits for the viewer, by kind, as the desk counts it (D3-ONE-03). */
import { kindsOf } from '../../../contract/desk.ts'
import { oldAfterMinutes, type Dashboard } from '../../../contract/workflows/dashboard.ts'
import type { Ctx } from '../../kit/context.ts'
import { countOld } from '../desk/index.ts'

/** A branch chosen on the screen does not narrow it. */
export const waiting = (ctx: Ctx): Promise<Dashboard['waiting']> =>
  Promise.all(
    kindsOf(ctx.actor).map(async (kind) => ({
      kind: kind.name,
      ...(await countOld(kind, oldAfterMinutes, ctx)),
    })),
  )
