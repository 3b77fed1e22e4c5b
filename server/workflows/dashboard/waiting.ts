/** Rows that wait for the viewer, by kind, counted as on the desk (D3-ONE-03). */
import { kindsOf } from '../../../contract/desk.ts'
import { oldAfterMinutes, type Dashboard } from '../../../contract/workflows/dashboard.ts'
import type { Ctx } from '../../kit/context.ts'
import { countOld } from '../desk/index.ts'

/** Not narrowed by the branch chosen on the screen. */
export const waiting = (ctx: Ctx): Promise<Dashboard['waiting']> =>
  countOld(kindsOf(ctx.actor), oldAfterMinutes, ctx)
