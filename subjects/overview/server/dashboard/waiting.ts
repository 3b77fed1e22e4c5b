/** Rows waiting for the viewer by kind, counted as at the desk (D3-ONE-03). */
import { kindsOf } from '#subjects/money/contract/desk.ts'
import { oldAfterMinutes, type Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import type { Ctx } from '#kit/server/context.ts'
import { countOld } from '#subjects/money/server/index.ts'

/** Independent of the branch selected on the screen. */
export const waiting = (ctx: Ctx): Promise<Dashboard['waiting']> =>
  countOld(kindsOf(ctx.actor), oldAfterMinutes, ctx)
