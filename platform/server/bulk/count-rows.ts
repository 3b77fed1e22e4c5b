/** POST /api/v1/bulk/count: how many rows a declared action would affect, before confirming it (D3-DEC-04). */
import sql, { join, type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { isSteps, type Fit, type Step, type StepAction } from '#kit/contract/action.ts'
import { bulkCount, type BulkCount } from '#platform/contract/calls/bulk.ts'
import { AppError } from '#kit/contract/error.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf, sourceOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { isFilled, inState, isForOthers, readStep } from '#kit/server/actions.ts'
import { isOthers, warningsOf } from '#kit/server/approval.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { columnOf, ident, knownTo, sqlKinds, versionFor } from '#kit/server/kinds.ts'
import { searchConditions, visible } from '#kit/server/list.ts'
import { countPhoneSearches } from '#kit/server/phone-searches.ts'

type Counted = {
  rows: { id: string; version: number; name: string | null }[]
  sum: number | null
  warned: number[]
  unfit: number[]
  leftOut: number
  closed: number
}

/** Field that identifies a row in text: its phone, else its first visible column. */
function nameField({ fields, list }: Resource, visibleNames: readonly string[]): string {
  const phone = visibleNames.find((name) => fields[name]?.kind === 'phone')
  return phone ?? visibleNames[0] ?? list[0] ?? 'id'
}

const countAll = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`ARRAY[]::int[]` : sql`ARRAY[${join(parts)}]`

/** Reasons that occur, with text and count. */
const reasonCounts = (reasons: readonly (readonly [unknown, string])[], counts: readonly number[]) =>
  reasons.map(([, words], index) => ({ words, rows: counts[index] ?? 0 })).filter(({ rows }) => rows > 0)

/** If two people approve a row, the reasons the caller may not be one of them (D3-ACC-03, D3-ACC-07). */
function secondApprovalReasons(resource: Resource, { audit }: Step, { actor }: Ctx): [Sql, string][] {
  const { second } = resource.approval ?? {}
  if (!second || audit !== 'approve') return []
  const [by, turn] = [second.by, second.turn].map((name) => columnOf(name, fieldOf(resource, name)))
  const me = actor.username
  return [
    [sql`(${turn} = 2 AND ${by} = ${me}) IS TRUE`, 'bạn đã duyệt lần 1, chờ người thứ hai'],
    [
      sql`(${turn} = 2 AND ${by} = ANY ((SELECT own_hands(${me}))::text[])) IS TRUE`,
      'tài khoản cùng một tay với bạn đã duyệt lần 1, chờ người khác',
    ],
    [
      sql`(${turn} IS NOT NULL AND (SELECT too_new_words(${me})) IS NOT NULL)`,
      'cần hai người duyệt, tài khoản của bạn chưa đủ một ngày',
    ],
  ]
}

/** Number of counted rows for which an approval by the caller would be the first of two. */
async function countFirsts(
  resource: Resource,
  { audit }: Step,
  { rows }: Counted,
  { db, actor }: Ctx,
): Promise<number> {
  if (!resource.approval?.second || audit !== 'approve' || rows.length === 0) return 0
  const counted = await db.query<{ first: number }>(sql`
    SELECT first_approvals(${rows.map(({ id }) => id)}::uuid[], ${actor.username}) AS first`)
  return counted.rows[0]?.first ?? 0
}

/** Conditions under which the action or step does not apply to a row, with their texts; `amount` is the row's sum. */
function unfitOf(
  resource: Resource,
  action: StepAction,
  step: Step,
  amount: Sql | null,
  { actor }: Ctx,
): [Sql, string][] {
  const forOwnRows: [Sql, string][] =
    isForOthers(resource, action, step) && !actor.decidesOwn
      ? [[sql`NOT ${isOthers(resource, actor)}`, refusals.ownRows]]
      : []
  const foreign = [action.fits, step.fits].flatMap((fit): [Sql, string][] => {
    const columnOfFit = (one: Fit): Sql => columnOf(one.field, fieldOf(resource, one.field))
    return fit
      ? [[sql`(${columnOfFit(fit)}::text = ANY(${fit.states.map(String)})) IS NOT TRUE`, fit.words]]
      : []
  })
  const unpaid: [Sql, string][] =
    step.pays === undefined || amount === null ? [] : [[sql`${amount} <= 0`, step.pays]]
  return [...forOwnRows, ...foreign, ...unpaid]
}

/** Counts the rows of `where` as affected, skipped, and not open. */
export async function countRows(
  resource: Resource,
  action: StepAction,
  sent: Readonly<Record<string, unknown>>,
  where: Sql,
  ctx: Ctx,
): Promise<BulkCount> {
  const step = readStep(resource, action, sent)
  const warnings = warningsOf(resource, ctx.actor)
  const warningConditions = warnings.map(
    ([name]) => sql`coalesce(${knownTo(name, fieldOf(resource, name), ctx.actor)} <> '', false)`,
  )
  const warned = warningConditions.length === 0 ? sql`false` : join(warningConditions, ' OR ')
  const name = nameField(resource, visible(resource, resource.list, ctx.actor))
  const field = fieldOf(resource, name)
  const summed = visible(resource, resource.approval?.sum ?? [], ctx.actor)
  const amount =
    summed.length === 0
      ? null
      : join(
          summed.map((one) => sql`coalesce(${columnOf(one, fieldOf(resource, one))}, 0)`),
          ' + ',
        )
  const unfit = [
    ...unfitOf(resource, action, step, amount, ctx),
    ...secondApprovalReasons(resource, step, ctx),
  ]
  const { rows } = await ctx.db.query<Counted>(sql`
    SELECT coalesce(json_agg(json_build_object('id', id, 'version', version, 'name', name) ORDER BY id)
        FILTER (WHERE is_open AND NOT left_out), '[]'::json) AS rows,
      ${amount ? sql`coalesce(sum(amount) FILTER (WHERE is_open AND NOT left_out), 0)::bigint` : sql`NULL::bigint`} AS sum,
      ${countAll(unfit.map((_, index) => sql`(count(*) FILTER (WHERE unfit = ${index + 1}))::int`))} AS unfit,
      ${countAll(warnings.map((_, index) => sql`(count(*) FILTER (WHERE is_open AND doubts[${index + 1}::int]))::int`))} AS warned,
      (count(*) FILTER (WHERE is_open AND left_out))::int AS "leftOut", (count(*) FILTER (WHERE NOT is_open AND unfit = 0))::int AS closed
    FROM (SELECT id, version, name, amount, is_open AND unfit = 0 AS is_open, doubts, left_out, unfit FROM (
      SELECT id, ${versionFor(resource, ctx.actor)} AS version, ${sqlKinds[field.kind].masked(columnOf(name, field), ctx.actor)}::text AS name,
        ${amount ?? sql`NULL::bigint`} AS amount,
        ${
          unfit.length === 0
            ? sql`0`
            : sql`CASE ${join(
                unfit.map(([is], index) => sql`WHEN ${is} THEN ${index + 1}::int`),
                ' ',
              )} ELSE 0 END`
        } AS unfit,
        coalesce(${inState(resource, action, step)} AND ${isFilled(resource, action, step.reason !== undefined)}, false) AS is_open,
        ${warningConditions.length === 0 ? sql`ARRAY[]::boolean[]` : sql`ARRAY[${join(warningConditions)}]`} AS doubts,
        ${step.leavesWarned ? sql`(${warned})` : sql`false`} AS left_out
      FROM ${ident(sourceOf(resource))} WHERE ${where}) r) s`)
  const [counted] = rows
  if (!counted) throw new Error('a count was not answered')
  return {
    ...counted,
    first: await countFirsts(resource, step, counted, ctx),
    rows: counted.rows.map((row) => ({ ...row, name: showField(row.name, field) || row.id })),
    unfit: reasonCounts(unfit, counted.unfit),
    warned: reasonCounts(warnings, counted.warned),
  }
}

export function serveBulkCount(api: Api): void {
  handle(
    api,
    bulkCount,
    async (ctx, input) => {
      const declared = api.actions.get(`${input.method} ${input.path}`)
      if (!declared || !isSteps(declared.action))
        throw new AppError('VALIDATION', messages.invalid, { fields: { path: messages.invalidValue } })
      const { resource, action } = declared
      if (!can(ctx.actor, action.may)) throw new AppError('FORBIDDEN', messages.forbidden)
      const filter = input.ids ? {} : input.filter
      await countPhoneSearches(resource, filter, ctx)
      const { where } = await searchConditions(resource, filter, ctx)
      return countRows(
        resource,
        action,
        input.input,
        input.ids ? sql`${where} AND id = ANY(${input.ids}::uuid[])` : where,
        ctx,
      )
    },
    'read',
  )
}
