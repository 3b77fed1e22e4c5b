/** POST chiaThu: preview of a split. Read-only, without locks. */
import sql from 'sql-template-tag'
import { sourcesWords, type BlockedBySource } from '#platform/contract/do-not-call.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { overflowOf } from '#subjects/numbers/contract/split.ts'
import type { TrialSplit, trialSplit as call } from '#subjects/numbers/contract/calls/split.ts'
import type { Ctx } from '#kit/server/context.ts'
import { blockedBySource } from '#kit/server/do-not-call.ts'
import { readState } from './file-state.ts'
import { remarksOn, severity } from './check-split.ts'
import { handOutWarnings } from './hand-out-warnings.ts'
import { planSplit, type PlanNode } from './plan-split.ts'
import { findFile } from './pool-file.ts'
import { readRequestedSplit } from './read-requested-split.ts'
import { topAccounts, withinScope } from './within-scope.ts'

/** Sources of the file's blocked numbers, as text. */
async function blockedBy(fileId: string, { db }: Ctx): Promise<string> {
  const { rows } = await db.query<{ sources: BlockedBySource[] }>(sql`
    SELECT ${blockedBySource(sql`c.file_id = ${fileId}`)} AS sources`)
  return sourcesWords(rows[0]?.sources ?? [])
}

/** Plans the split and returns all shares with all warnings. */
export async function trialSplit(input: ParsedOf<typeof call>, ctx: Ctx): Promise<TrialSplit> {
  const file = await findFile(input.FileName, ctx)
  const state = await readState(file.id, ctx)
  const plan = planSplit(state, readRequestedSplit(input.assigns, state.accounts, ctx))
  const { scope } = ctx
  const isVisible = ({ account }: PlanNode): boolean => scope.all || scope.ids.includes(account.id)
  const top = topAccounts(state, ctx)
  const total = withinScope(state, ctx)
  const distributed = plan.nodes.reduce((sum, node) => sum + (top.has(node.account.id) ? node.after : 0), 0)
  const blocked = [...state.byHolder.values()].reduce((sum, counts) => sum + counts.blocked, 0)
  // Overflows above the caller's people also prevent saving, so they are reported too.
  const isReported = (node: PlanNode): boolean => isVisible(node) || overflowOf(node) > 0
  const budget = { distributed, total, tops: top }
  const facts = {
    active: file.is_activated === 1,
    blocked,
    blockedBy: blocked > 0 ? await blockedBy(file.id, ctx) : '',
    budget,
  }
  const warnings = [
    ...remarksOn(plan, facts, isReported),
    ...(await handOutWarnings(plan.nodes, file.id, isVisible, ctx)),
  ].toSorted((a, b) => severity[a.level] - severity[b.level])
  return {
    ok: warnings.every((warning) => warning.level !== 'error'),
    nodes: plan.nodes
      .filter((node) => isVisible(node) && (node.named || node.before > 0 || node.after > 0))
      .map(({ account: { username, fullname, level }, before, after }) => ({
        username,
        fullname,
        level,
        before,
        after,
      })),
    given: distributed,
    left: total - distributed,
    warnings,
    at: new Date().toISOString(),
  }
}
