/** Overrides of the two revenue-line lists: a line is also found by its source (D2-Q-169, D2-Q-170). */
import type { Resource } from '#kit/contract/resource.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import type { ResourceName } from '#platform/contract/lists/index.ts'
import { assign, assignList, countAssign, readAssign } from '#kit/server/assign.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { withPayScope } from '../reports/pay-scope.ts'
import { lineOf } from './line-of.ts'
import { saveLine, saveLines } from './save-lines.ts'

const overridesOf = (resource: Resource): Overrides => ({
  findId: lineOf,
  create: (ctx, raw) => saveLine(resource, raw.body, ctx),
  assignList: (ctx, raw) => assignList(resource, raw.query, withPayScope(ctx)),
  countAssign: (ctx) => countAssign(resource, withPayScope(ctx)),
  assign: (ctx, raw) => assign(resource, readAssign(raw.body), withPayScope(ctx)),
  save: (rows, ctx) => saveLines(resource, rows, ctx),
})

export const revenueOverrides: Readonly<Partial<Record<ResourceName, Overrides>>> = {
  [dsdttinhluong.path]: overridesOf(dsdttinhluong),
  [report90849332.path]: overridesOf(report90849332),
}
