/** Routes of private customers and reported sales beyond their lists. */
import type { Decision } from '../../../contract/outcomes.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { khr } from '../../../contract/resources/khr.ts'
import * as calls from '../../../contract/workflows/sales.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { decide } from './decide.ts'
import { setOutcome } from './set-outcome.ts'

/** Registers the calls of this workflow. */
export function serveSales(api: Api): void {
  const decisionOf = (value: string | number): Decision => String(value) as Decision
  handle(api, calls.decideKhr, (ctx, { id, trang_thai }) =>
    decide(khr, { id, decision: decisionOf(trang_thai) }, ctx),
  )
  handle(api, calls.decideBaodo, (ctx, { id, trang_thai_duyet }) =>
    decide(baodo, { id, decision: decisionOf(trang_thai_duyet) }, ctx),
  )
  handle(api, calls.setOutcome, (ctx, { id, trang_thai }) => setOutcome(id, trang_thai, ctx))
}
