/** Message for a repeated decision: the first decider, the decision and the time (D3-TRL-01). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { readAuditAction, actionLabel } from '#platform/contract/audit-actions.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { fromOf, isSteps, type Action, type Step } from '#kit/contract/action.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { alreadyDecided, messages } from '#platform/contract/messages.ts'
import { sameRows } from '#platform/contract/lists/index.ts'
import type { Ctx } from './context.ts'

type Decision = { at: Date; decider: string; action: string; state: string | null }

/** The newest audited change by which row `id` left the step's states; undefined if there is none, e.g. for rows imported as decided. */
async function lastDecision(
  resource: Resource,
  action: Action,
  states: readonly string[],
  id: string,
  ctx: Pick<Ctx, 'db' | 'actor'>,
): Promise<Decision | undefined> {
  const column = fieldOf(resource, action.field).from ?? action.field
  const { rows } = await ctx.db.query<Decision>(sql`
    SELECT a.at, coalesce(u.fullname, a.username) AS decider, a.action, a.after ->> ${column} AS state
    FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
    WHERE a.resource = ANY(${sameRows(resource.path)}) AND a.resource_id = ${id}
      AND coalesce(a.before ->> ${column}, '') = ANY(${states}) AND a.after ? ${column}
      AND coalesce(a.after ->> ${column}, '') <> ALL(${states})
    ORDER BY a.id DESC LIMIT 1`)
  return rows[0]
}

/** Whether `actor` may know the decider: by the right to see that field. */
function seesDecider(resource: Resource, { stamp }: Action, { actor }: Pick<Ctx, 'actor'>): boolean {
  const see = stamp?.by === undefined ? undefined : resource.fields[stamp.by]?.see
  return see === undefined || can(actor, see)
}

/** 'Đơn này đã được Lê Thị Hoa duyệt lúc 23-11-2026 09:10:05'; the declared text if no decision is audited. */
export async function decidedWords(
  resource: Resource,
  action: Action,
  step: Step | null,
  id: string,
  ctx: Pick<Ctx, 'db' | 'actor'>,
): Promise<string> {
  const from = fromOf(action, step)
  if (!from) return messages.decided
  const decision = await lastDecision(
    resource,
    action,
    from.states.map((state) => String(state ?? '')),
    id,
    ctx,
  )
  if (!decision) return from.refusal
  // A state set by a setter counts as the step with that target.
  const led = isSteps(action) ? action.steps.find(({ to }) => String(to) === decision.state) : undefined
  const actionName = readAuditAction(decision.action === 'update' && led ? led.audit : decision.action)
  const verb =
    actionName === 'approve' || actionName === 'reject'
      ? actionLabel(actionName).label.toLowerCase()
      : 'xử lý'
  const by = decision.decider === '__AUTO' ? 'hệ thống' : decision.decider
  return alreadyDecided(
    resource.noun,
    seesDecider(resource, action, ctx) ? by : null,
    verb,
    formatInstant(decision.at.toISOString()),
  )
}
