/** POST handleFileUserQuantityOption: splits a file, all quantities or none (D1-SPLIT-10 to 18). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { type saveSplit as call, splitTexts } from '#subjects/numbers/contract/calls/split.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { beginMovements, takeTime } from '../customer/moving.ts'
import { readState, fileItself } from './file-state.ts'
import { checkedPlan } from './check-split.ts'
import type { RequestedSplit } from '#subjects/numbers/contract/split.ts'
import type { PlanNode } from './plan-split.ts'
import { lockFile, type PoolFile } from './pool-file.ts'
import { readRequestedSplit } from './read-requested-split.ts'

type Run = { from: string; to: string; n: number }

/** Pairs givers with takers in order; each number of a change is in exactly one run. */
function runsOf(changes: ReadonlyMap<string, number>): Run[] {
  const givers = [...changes].flatMap(([id, n]) => (n < 0 ? [{ id, n: -n }] : []))
  const runs: Run[] = []
  for (const [to, change] of changes) {
    let open = change
    while (open > 0) {
      const from = givers[0]
      if (!from) throw new Error('a split that does not sum to zero')
      const n = Math.min(open, from.n)
      runs.push({ from: from.id, to, n })
      open -= n
      from.n -= n
      if (from.n === 0) givers.shift()
    }
  }
  return runs
}

// One statement over all runs would join two numbered lists, which the planner, not knowing their length, compares pair
// by pair: a minute for 200,000 numbers instead of seconds.
async function moveRun(fileId: string, { from, to, n }: Run, ctx: Pick<Ctx, 'db'>): Promise<number> {
  const holder = from === fileItself ? sql`holder_id IS NULL` : sql`holder_id = ${from}::uuid`
  const status = to === fileItself ? 'NORMAL' : 'ASSIGNED'
  // Written so that no index serves the outer condition: the planner's statistics predate the last split, so it would
  // expect a single row there and scan the whole run for each.
  const { rowCount } = await ctx.db.query(sql`
    WITH run AS MATERIALIZED (
      SELECT id FROM customer WHERE file_id = ${fileId} AND ${holder} AND stage = 'left' AND rank >= 0
      ORDER BY rank, id LIMIT ${n})
    UPDATE customer c SET holder_id = ${to === fileItself ? null : to}::uuid, status = ${status}
    FROM run WHERE c.id = run.id AND c.stage = 'left'
      AND c.holder_id IS NOT DISTINCT FROM ${from === fileItself ? null : from}::uuid`)
  return rowCount ?? 0
}

/**
 * Moves numbers of a file between holders: complete rows in hand-out order, one statement per run. Takes the first
 * free numbers of holders with a negative change and gives them to holders with a positive one, in the order of
 * `changes`. Returns how many moved: fewer than planned when somebody drew numbers meanwhile.
 */
async function moveNumbers(
  fileId: string,
  changes: ReadonlyMap<string, number>,
  ctx: Pick<Ctx, 'db'>,
): Promise<number> {
  let moved = 0
  for (const run of runsOf(changes)) moved += await moveRun(fileId, run, ctx)
  return moved
}

/** Quantities by account id, as stored with a batch. */
export type Quantities = Record<string, number>

export async function readQuantities(fileId: string, ctx: Pick<Ctx, 'db'>): Promise<Quantities> {
  const { rows } = await ctx.db.query<{ user_id: string; quantity: number }>(
    sql`SELECT user_id, quantity FROM data_quotas WHERE file_id = ${fileId} ORDER BY user_id`,
  )
  return Object.fromEntries(rows.map((row) => [row.user_id, row.quantity]))
}

/** Sets the quantities named in `changes`, and removes those that are null; others are not touched. */
export async function writeQuantities(
  fileId: string,
  changes: ReadonlyMap<string, number | null>,
  ctx: Pick<Ctx, 'db'>,
): Promise<void> {
  const [ids, quantities] = [[...changes.keys()], [...changes.values()]]
  const named = sql`unnest(${ids}::uuid[], ${quantities}::int[]) AS a(user_id, quantity)`
  await ctx.db.query(sql`
    DELETE FROM data_quotas q USING ${named}
    WHERE q.file_id = ${fileId} AND q.user_id = a.user_id AND a.quantity IS NULL`)
  await ctx.db.query(sql`
    INSERT INTO data_quotas AS q (file_id, user_id, quantity)
    SELECT ${fileId}, user_id, quantity FROM ${named} WHERE quantity IS NOT NULL
    ON CONFLICT (file_id, user_id) DO UPDATE SET quantity = EXCLUDED.quantity, "updatedAt" = now()
    WHERE q.quantity <> EXCLUDED.quantity`)
}

const mostPasses = 5

/**
 * Moves numbers until the plan is met. Claims wait for the file's lock but the blacklist does not: numbers that it blocks during a pass are
 * planned again in the next one.
 */
async function moveAll(file: PoolFile, requested: RequestedSplit, ctx: Ctx): Promise<number> {
  let moved = 0
  for (let pass = 0; pass < mostPasses; pass++) {
    const { changes } = checkedPlan(await readState(file.id, ctx), requested)
    const planned = [...changes.values()].reduce((sum, n) => sum + Math.max(n, 0), 0)
    const movedNow = await moveNumbers(file.id, changes, ctx)
    moved += movedNow
    if (movedNow === planned) return moved
  }
  throw new AppError('CONFLICT', 'Số của file đang thay đổi, hãy thử lại')
}

const quantities = (nodes: PlanNode[], quantity: (node: PlanNode) => number | null) =>
  Object.fromEntries(
    nodes.filter((node) => node.named).map((node) => [node.account.username, quantity(node)]),
  )

/**
 * Sets the quantities of the named accounts and moves the numbers; returns the batch for undo, or null when nothing
 * changed. VALIDATION with a message per username when it does not fit.
 */
export async function saveSplit(input: ParsedOf<typeof call>, ctx: Ctx) {
  await takeTime(ctx)
  const file = await lockFile(input.FileName, ctx)
  // A concurrent account lock is either visible here, or it moves these numbers to the leader with the rest.
  await ctx.db.query(
    sql`SELECT FROM users WHERE username = ANY(${Object.keys(input.assigns)}) ORDER BY id FOR SHARE`,
  )
  const state = await readState(file.id, ctx)
  const requested = readRequestedSplit(input.assigns, state.accounts, ctx)
  const { nodes } = checkedPlan(state, requested)
  const before = await readQuantities(file.id, ctx)
  const after = { ...before }
  for (const [id, quantity] of requested) {
    if (quantity === null) delete after[id]
    else after[id] = quantity
  }
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO split_batches (file_id, by_username, quotas_before, quotas_after, moved)
    VALUES (${file.id}, ${ctx.actor.username}, ${JSON.stringify(before)}, ${JSON.stringify(after)}, 0) RETURNING id`)
  const batch = rows[0]?.id ?? ''
  await beginMovements(ctx, 'split', batch)
  const moved = await moveAll(file, requested, ctx)
  await writeQuantities(file.id, requested, ctx)
  if (moved === 0 && JSON.stringify(before) === JSON.stringify(after)) {
    await ctx.db.query(sql`DELETE FROM split_batches WHERE id = ${batch}`)
    return withMsg({ batch: null, moved, is_activated: file.is_activated }, splitTexts.splitSaved)
  }
  await ctx.db.query(sql`UPDATE split_batches SET moved = ${moved} WHERE id = ${batch}`)
  await audit(ctx, {
    action: 'split',
    resource: 'uploadchiadata',
    resourceId: file.id,
    before: quantities(nodes, (node) => (state.quotas.has(node.account.id) ? node.before : null)),
    after: quantities(nodes, (node) => (node.hasQuantity ? node.after : null)),
  })
  ctx.publish('uploadchiadata')
  ctx.publish('customer')
  return withMsg({ batch, moved, is_activated: file.is_activated }, splitTexts.splitSaved)
}
