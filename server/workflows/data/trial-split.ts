/** POST chiaThu: what a split would do. Reads only; nothing is locked, nothing is saved. */
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { overflowOf } from '../../../contract/split.ts'
import type { TrialSplit, trialSplit as call } from '../../../contract/workflows/data.ts'
import type { Ctx } from '../../kit/context.ts'
import { readState } from './file-state.ts'
import { remarksOn, severity } from './check-split.ts'
import { remarksOnHandOut } from './hand-out-remarks.ts'
import { planSplit, type PlanNode } from './plan-split.ts'
import { findFile } from './pool-file.ts'
import { readRequestedSplit } from './read-requested-split.ts'
import { tops, withinScope } from './within-scope.ts'

/** Plans the split and says who would have how many, with everything to know before saving. */
export async function trialSplit(input: ParsedOf<typeof call>, ctx: Ctx): Promise<TrialSplit> {
  const file = await findFile(input.FileName, ctx)
  const state = await readState(file.id, ctx)
  const plan = planSplit(state, readRequestedSplit(input.assigns, state.accounts, ctx))
  const { scope } = ctx
  const seen = ({ account }: PlanNode): boolean => scope.all || scope.ids.includes(account.id)
  const top = tops(state, ctx)
  const total = withinScope(state, ctx)
  const given = plan.nodes.reduce((sum, node) => sum + (top.has(node.account.id) ? node.after : 0), 0)
  const blocked = [...state.own.values()].reduce((sum, own) => sum + own.blocked, 0)
  // What does not fit above the caller's people still stops the save, so it is said as well.
  const told = (node: PlanNode): boolean => seen(node) || overflowOf(node) > 0
  const budget = { given, total, tops: top }
  const warnings = [
    ...remarksOn(plan, { active: file.is_activated === 1, blocked, budget }, told),
    ...(await remarksOnHandOut(plan.nodes, file.id, seen, ctx)),
  ].toSorted((a, b) => severity[a.level] - severity[b.level])
  return {
    ok: warnings.every((warning) => warning.level !== 'error'),
    nodes: plan.nodes
      .filter((node) => seen(node) && (node.named || node.before > 0 || node.after > 0))
      .map(({ account: { username, fullname, level }, before, after }) => ({
        username,
        fullname,
        level,
        before,
        after,
      })),
    given,
    left: total - given,
    warnings,
    at: new Date().toISOString(),
  }
}
