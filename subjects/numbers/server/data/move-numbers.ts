/** Moves numbers of a file between holders: complete rows in hand-out order, one statement per run. */
import sql from 'sql-template-tag'
import type { Ctx } from '#kit/server/context.ts'
import { fileItself } from './file-state.ts'

type Run = { from: string; to: string; n: number }

/** Pairs givers with takers in order; each number of a change is in exactly one run. */
function runsOf(changes: ReadonlyMap<string, number>): Run[] {
  const givers = [...changes].flatMap(([id, n]) => (n < 0 ? [{ id, n: -n }] : []))
  const runs: Run[] = []
  for (const [to, wanted] of changes) {
    let open = wanted
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
 * Takes the first free numbers of holders with a negative change and gives them to holders with a positive one, in the
 * order of `changes`. Returns how many moved: fewer than planned when somebody drew numbers meanwhile.
 */
export async function moveNumbers(
  fileId: string,
  changes: ReadonlyMap<string, number>,
  ctx: Pick<Ctx, 'db'>,
): Promise<number> {
  let moved = 0
  for (const run of runsOf(changes)) moved += await moveRun(fileId, run, ctx)
  return moved
}
