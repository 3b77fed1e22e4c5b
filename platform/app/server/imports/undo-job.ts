/** Undoes an import chunk by chunk, newest first; after a crash it continues with the next one (D3-FILE-05). */
import sql, { join, type Sql } from 'sql-template-tag'
import type { Changed } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import type { JobEvent } from '#platform/contract/live.ts'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import { withTransaction, type Queryable } from '#platform/server/db/pool.ts'
import { audit, changeRows } from '#kit/server/audit.ts'
import { ringEnded } from '#kit/server/bell.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { doerOf, type Doer } from '#platform/server/accepted-work.ts'
import type { ImportRow } from './preview.ts'
import { targetOf } from './targets.ts'
import { judgedRows, lastChange, type Judged } from './undo-rows.ts'
import { undoJob, undoingOf } from './undo.ts'
import type { UndoWay } from './undo-ways.ts'

type Undoing = Pick<
  ImportRow,
  | 'id'
  | 'resource'
  | 'filename'
  | 'options'
  | 'started_at'
  | 'undo_state'
  | 'removed'
  | 'restored'
  | 'undo_msg'
> & { undo_by: string; total: number; settled: number }

async function lockUndoing(db: Queryable, id: string): Promise<Undoing | undefined> {
  const { rows } = await db.query<Undoing>(sql`
    SELECT id, resource, filename, options, started_at, undo_state, removed, restored, undo_msg, undo_by,
      (SELECT coalesce(sum(cardinality(ids)), 0)::int FROM import_chunks c WHERE c.import_id = i.id) AS total,
      (SELECT coalesce(sum(cardinality(ids)), 0)::int FROM import_chunks c
        WHERE c.import_id = i.id AND c.undone_at IS NOT NULL) AS settled
    FROM imports i WHERE id = ${id} FOR UPDATE`)
  return rows[0]
}

/** Deletes rows that the import created, each with its audit entry. */
const removing = (way: UndoWay, ctx: Ctx, ids: readonly string[]): Sql =>
  changeRows(ctx, 'remove', way.subject, {
    table: way.table,
    key: way.key,
    where: way.isOf(ids),
    set: way.gone(ctx.actor),
    returning: sql`${way.trailId} AS id`,
    ...(way.audited && { audited: way.audited }),
    after: sql`NULL::jsonb`,
  })

/** Restores the audited former values of rows that the import overwrote. */
const restoring = (way: UndoWay, importId: string, ctx: Ctx, ids: readonly string[]): Sql =>
  changeRows({ ...ctx, step: 'undo' }, 'update', way.subject, {
    table: way.table,
    key: way.key,
    from: sql`(SELECT DISTINCT ON (resource_id) resource_id, before FROM audit_log
      WHERE resource = ${way.subject.path} AND resource_id = ANY (${ids}::text[]) AND action = 'update'
        AND request_id = ${`job:${importId}`} ORDER BY resource_id, audit_log.id) f`,
    where: sql`${way.isOf(ids)} AND f.resource_id = ${way.trailId}`,
    carry: sql`f.before AS former`,
    set: sql`${join(
      way.columns.map(
        (name) =>
          sql`${ident(name)} = (jsonb_populate_record(NULL::${ident(way.table)}, was.former)).${ident(name)}`,
      ),
      ', ',
    )}, version = t.version + 1`,
    returning: sql`${way.trailId} AS id`,
    ...(way.audited && { audited: way.audited }),
  })

/** Runs a change of rows; if it is refused, it finds the refused rows by bisection. Returns the reason for each of those. */
async function orRefused(ids: readonly string[], change: (ids: readonly string[]) => Sql, ctx: Ctx) {
  const refused = new Map<string, string>()
  if (ids.length === 0) return refused
  await ctx.db.query(sql`SAVEPOINT taking_back`)
  try {
    await ctx.db.query(sql`WITH ${change(ids)} SELECT FROM changed`)
    await ctx.db.query(sql`RELEASE SAVEPOINT taking_back`)
    return refused
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.status >= 500) throw error
    await ctx.db.query(sql`ROLLBACK TO SAVEPOINT taking_back`)
    if (ids.length === 1) return refused.set(ids[0] ?? '', refusal.message)
  }
  const half = Math.ceil(ids.length / 2)
  for (const part of [ids.slice(0, half), ids.slice(half)])
    for (const [id, reason] of await orRefused(part, change, ctx)) refused.set(id, reason)
  return refused
}

/** Records the kept rows with their last change. */
const keep = (way: UndoWay, importId: string, keptRows: readonly Judged[], ctx: Ctx): Promise<unknown> =>
  ctx.db.query(sql`
    INSERT INTO import_kept (import_id, id, row, why, username, at)
    SELECT ${importId}, w.id, w.row, w.why, c.username, c.at
    FROM (SELECT j.*, (SELECT min(at) FROM import_chunks WHERE import_id = ${importId}) AS since
      FROM unnest(${keptRows.map(({ id }) => id)}::text[], ${keptRows.map(({ row }) => row)}::int[],
        ${keptRows.map(({ why }) => why)}::text[]) AS j(id, row, why)) w
    LEFT JOIN LATERAL (${lastChange(way, importId)}) c ON true
    ON CONFLICT DO NOTHING`)

/** Undoes the rows of one chunk that were not changed since, locked until it is committed. */
async function undoRows(way: UndoWay, undoing: Undoing, chunk: number, ctx: Ctx) {
  const { id } = undoing
  await way.before?.(ctx, undoing)
  await ctx.db.query(sql`
    SELECT FROM ${ident(way.table)} t JOIN (
      SELECT unnest(ids) AS id FROM import_chunks WHERE import_id = ${id} AND chunk = ${chunk}) w
      ON ${way.is(sql`w.id`)} ORDER BY ${way.trailId} FOR UPDATE OF t`)
  const { rows } = await ctx.db.query<Judged>(judgedRows(way, id, chunk))
  const free = rows.filter(({ why }) => why === null)
  const createdIds = free.filter((row) => row.made).map((row) => row.id)
  const changed = free.filter((row) => !row.made).map((row) => row.id)
  const stuck = await orRefused(createdIds, (ids) => removing(way, ctx, ids), ctx)
  const unlike = await orRefused(changed, (ids) => restoring(way, id, ctx, ids), ctx)
  const keptRows = rows.flatMap((row) => {
    const reason = row.why ?? stuck.get(row.id) ?? unlike.get(row.id)
    return reason === undefined ? [] : [{ ...row, why: reason }]
  })
  if (keptRows.length > 0) await keep(way, id, keptRows, ctx)
  return {
    removed: createdIds.length - stuck.size,
    restored: changed.length - unlike.size,
    settled: rows.length,
  }
}

async function finish(way: UndoWay, undoing: Undoing, ctx: Ctx): Promise<Undoing> {
  const { id, resource, filename, removed, restored, total } = undoing
  await way.after?.(ctx, undoing)
  const stays = total - removed - restored
  const undo_msg = undoTexts.done(filename, removed + restored, stays)
  await ctx.db.query(sql`UPDATE imports SET undo_state = 'done', undo_msg = ${undo_msg} WHERE id = ${id}`)
  await ringEnded(ctx.actor.username, { resource, text: undo_msg }, ctx.db)
  await audit(ctx, {
    action: 'undo',
    resource,
    resourceId: id,
    before: { file: filename },
    after: { removed, restored, stays },
  })
  return { ...undoing, undo_state: 'done', undo_msg }
}

/** Undoes the newest remaining chunk, in its own transaction; returns the import's new state. */
async function undoChunk(id: string, ctx: Ctx): Promise<Undoing | undefined> {
  const undoing = await lockUndoing(ctx.db, id)
  if (undoing?.undo_state !== 'running') return undoing
  const { undo: way } = targetOf(undoing.resource)
  if ('refused' in way) throw new AppError('CONFLICT', way.refused)
  await ctx.db.query(sql`SET LOCAL statement_timeout = '60s'`)
  const { rows } = await ctx.db.query<{ chunk: number }>(sql`
    SELECT chunk FROM import_chunks WHERE import_id = ${id} AND ids IS NOT NULL AND undone_at IS NULL
    ORDER BY chunk DESC LIMIT 1`)
  const [next] = rows
  if (!next) return finish(way, undoing, ctx)
  const { removed, restored, settled } = await undoRows(way, undoing, next.chunk, ctx)
  await ctx.db.query(sql`
    UPDATE import_chunks SET undone_at = now() WHERE import_id = ${id} AND chunk = ${next.chunk}`)
  await ctx.db.query(sql`
    UPDATE imports SET removed = removed + ${removed}, restored = restored + ${restored} WHERE id = ${id}`)
  ctx.publish(undoing.resource)
  ctx.publish(way.subject)
  const sums = { removed: undoing.removed + removed, restored: undoing.restored + restored }
  return { ...undoing, ...sums, settled: undoing.settled + settled }
}

/** The account that started the undo; AppError if none did, or it no longer has the right. */
async function undoer(services: Services, { id, undo_by, resource }: Undoing): Promise<Doer> {
  const { may } = targetOf(resource)
  const person = await doerOf(undoingOf(id), { userId: undo_by, may }, services.pool)
  if (person) return person
  throw new AppError('FORBIDDEN', undoTexts.lost)
}

const fail = (services: Services, id: string, reason: AppError): Promise<Undoing | undefined> =>
  withTransaction(services.pool, async (db) => {
    const undoing = await lockUndoing(db, id)
    if (undoing?.undo_state !== 'running') return undoing
    await db.query(
      sql`UPDATE imports SET undo_state = 'failed', undo_msg = ${reason.message} WHERE id = ${id}`,
    )
    const { rows } = await db.query<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${undoing.undo_by}`,
    )
    const about = { resource: undoing.resource, text: reason.message, failed: true }
    for (const { username } of rows) await ringEnded(username, about, db)
    return { ...undoing, undo_state: 'failed' as const, undo_msg: reason.message }
  })

function pushProgress(services: Services, undoing: Undoing): void {
  const event: JobEvent = {
    jobId: undoing.id,
    kind: undoJob,
    done: undoing.settled,
    total: undoing.total,
    state: undoing.undo_state ?? 'running',
    ...(undoing.undo_msg !== null && { msg: undoing.undo_msg }),
  }
  services.notify(undoing.undo_by, 'job', event)
}

async function undoAll(services: Services, first: Undoing, signal: AbortSignal) {
  const caller = { ...(await undoer(services, first)), requestId: `undo:${first.id}` }
  for (;;) {
    if (signal.aborted) throw new Error('the server is stopping')
    const undoing = await inTransaction(services, caller, (ctx) => undoChunk(first.id, ctx))
    if (undoing?.undo_state !== 'running') return undoing
    pushProgress(services, undoing)
  }
}

/**
 * The job: undoes until the first chunk or a refusal. Throws if the database is down or the server stops; the queue
 * then restarts it, and it continues after the last committed chunk.
 */
export async function runUndo(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const changed = new Set<Changed>()
  const gathering: Services = { ...services, publish: (changedList) => void changed.add(changedList) }
  const first = await withTransaction(services.pool, (client) => lockUndoing(client, id))
  if (first?.undo_state !== 'running') return
  try {
    const last = await undoAll(gathering, first, signal).catch((error: unknown) => {
      const refusal = toAppError(error)
      if (signal.aborted || refusal.code === 'BUSY') throw error
      services.log.error({ err: error, import: id }, 'taking an import back stopped')
      return fail(services, id, refusal)
    })
    if (last) pushProgress(services, last)
  } finally {
    for (const changedList of changed) services.publish(changedList)
  }
}

/** Enqueues undos again without a chunk for `idleSeconds`, as their job was lost with its server. Two jobs of one import take turns. */
export async function resumeUndos({ pool, jobs }: Services, idleSeconds: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT id FROM imports i, make_interval(secs => ${idleSeconds}) AS idle
    WHERE undo_state = 'running' AND undo_started_at <= now() - idle
      AND NOT EXISTS (SELECT FROM import_chunks c WHERE c.import_id = i.id AND c.undone_at > now() - idle)`)
  for (const { id } of rows) await jobs.enqueue(undoJob, { importId: id })
}
