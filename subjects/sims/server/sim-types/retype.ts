/** Applies the type rules to the stock: as a preview, then as a job; manually set types are kept (D3-SIM-03). */
import sql from 'sql-template-tag'
import { typesOf, type SimFacts } from '#subjects/sims/contract/sim-types.ts'
import { retypedWords, type Retyped } from '#subjects/sims/contract/calls/sim-types.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { ringEnded } from '#kit/server/bell.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { doerOf } from '#platform/server/accepted-work.ts'
import { noteRules, rulesDigest } from './rules-state.ts'

export const retypeJob = 'retype-sims'
/** Name of the job as accepted work (platform/server/accepted-work.ts). */
export const retypingOf = (userId: string): string => `${retypeJob} ${userId}`
/** Numbers per step: about a tenth of a second of rules. */
const step = 10_000
/** Maximum differences sent per step. */
const sentDifferences = 100
const beginning = '00000000-0000-0000-0000-000000000000'

/** The rules; replaced in tests. */
export type Rules = (facts: SimFacts) => readonly string[]
type Change = Retyped & { version: number }
type Step = { looked: number; after: string | null; changes: Change[] }

/** The next numbers typed by rule, with the current result of the rules; a number that matches no rule any more keeps its types. */
async function nextStep(db: Queryable, after: string, rules: Rules): Promise<Step> {
  const { rows } = await db.query<Omit<Change, 'sau'> & SimFacts>(sql`
    SELECT id, so_dien_thoai_co_dau_cham, so_dien_thoai AS number, nha_mang AS carrier, number_type AS kind, types AS truoc, version
    FROM simso WHERE id > ${after} AND deleted_at IS NULL AND loai_chon_tay = 0 ORDER BY id LIMIT ${step}`)
  const changes = rows.flatMap(({ number, carrier, kind, ...row }) => {
    const sau = rules({ number, carrier, kind }).join(',')
    return sau === '' || sau === row.truoc ? [] : [{ ...row, sau }]
  })
  const last = rows.at(-1)
  return { looked: rows.length, after: rows.length === step && last ? last.id : null, changes }
}

/** Differences among the next numbers. */
export async function previewStep(db: Queryable, after: string = beginning, rules: Rules = typesOf) {
  const result = await nextStep(db, after, rules)
  return {
    looked: result.looked,
    after: result.after,
    changed: result.changes.length,
    values: result.changes.slice(0, sentDifferences).map(({ id, so_dien_thoai_co_dau_cham, truoc, sau }) => ({
      id,
      so_dien_thoai_co_dau_cham,
      truoc,
      sau,
    })),
  }
}

/** Writes the differences of the next numbers; skips numbers changed meanwhile. */
async function applyStep(
  ctx: Ctx,
  after: string,
  rules: Rules,
): Promise<{ after: string | null; changed: number }> {
  const result = await nextStep(ctx.db, after, rules)
  const changed = changeRows(ctx, 'update', 'simso', {
    table: 'simso',
    from: sql`jsonb_to_recordset(${JSON.stringify(result.changes)}::jsonb) AS r(id uuid, sau text, version bigint)`,
    carry: sql`r.sau`,
    where: sql`t.id = r.id AND t.version = r.version AND t.deleted_at IS NULL`,
    set: sql`types = was.sau, version = t.version + 1`,
  })
  const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  if (rowCount) ctx.publish('simso')
  return { after: result.after, changed: rowCount ?? 0 }
}

/**
 * The job. After a stop it starts over; finished numbers are skipped. Does nothing without a request by an account that still has the
 * permission.
 */
export async function retypeSims(
  services: Services,
  userId: string,
  signal: AbortSignal,
  rules: Rules = typesOf,
  digest: string = rulesDigest,
): Promise<void> {
  const owner = await doerOf(retypingOf(userId), { userId, may: 'below3' }, services.pool)
  if (!owner) return
  const caller = { ...owner, requestId: `job:${retypeJob}` }
  let changed = 0
  for (let after: string | null = beginning; after !== null;) {
    if (signal.aborted) throw new Error('the server is stopping')
    const from: string = after
    const done = await inTransaction(services, caller, (ctx) => applyStep(ctx, from, rules))
    changed += done.changed
    after = done.after
    if (after !== null) continue
    await noteRules(services.pool, digest)
    services.publish('simso')
    await ringEnded(owner.actor.username, { resource: 'simso', text: retypedWords(changed) }, services.pool)
  }
}
