/** Saves the valid rows of an import in chunks; after a crash it continues with the next chunk (threats F1). */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Changed } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Verdict } from '#platform/contract/calls/imports.ts'
import { fileLoaded, messages } from '#platform/contract/messages.ts'
import type { JobEvent } from '#platform/contract/live.ts'
import { withTransaction, type Queryable } from '#platform/server/db/pool.ts'
import { audit } from '#kit/server/audit.ts'
import { ringEnded } from '#kit/server/bell.ts'
import type { Ctx, SavedRow, Services } from '#kit/server/context.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Values } from '#kit/server/write.ts'
import { doerOf, type Doer } from '#platform/server/accepted-work.ts'
import { toSave, type ImportRow } from './preview.ts'
import { importJob, savedSoFar, savingOf } from './save.ts'
import { targetOf } from './targets.ts'
import { noteChunk } from './undo-rows.ts'

/** Rows per transaction; docs/decisions/import-pipeline.md explains why it differs from the 200 of an import call. */
export const chunkRows = 5_000
/** Shortest time between two progress pushes, in ms. */
const progressEvery = 200
/** Delays before a failed chunk is retried, in ms (D2-Q-15). */
const retryAfter = [200, 1_000]

type Saving = Pick<
  ImportRow,
  | 'id'
  | 'resource'
  | 'filename'
  | 'options'
  | 'state'
  | 'counts'
  | 'saved'
  | 'saved_row'
  | 'msg'
  | 'user_id'
  | 'leave_stored'
> & { sha256: string; last_row: number }

async function lockImport(db: Queryable, id: string): Promise<Saving | undefined> {
  const { rows } = await db.query<Saving>(sql`
    SELECT id, resource, filename, sha256, options, state, counts, saved, saved_row, msg, user_id, leave_stored,
      (SELECT coalesce(max(r.row), 0) FROM import_rows r WHERE r.import_id = imports.id) AS last_row
    FROM imports WHERE id = ${id} FOR UPDATE`)
  return rows[0]
}

/** Marks the import as done, in the transaction of its last chunk. */
async function finish(ctx: Ctx, saving: Saving, saved: number): Promise<Saving> {
  const { id, resource, filename, counts } = saving
  const msg = fileLoaded(filename, saved, targetOf(resource).sheet.sheet.unit)
  await ctx.db.query(
    sql`UPDATE imports SET state = 'done', msg = ${msg}, finished_at = now() WHERE id = ${id}`,
  )
  await ringEnded(ctx.actor.username, { resource, text: msg }, ctx.db)
  await audit(ctx, {
    action: 'import',
    resource,
    resourceId: id,
    after: { file: filename, ...counts, saved },
  })
  return { ...saving, state: 'done', msg, saved }
}

/**
 * Valid rows within a range of row numbers. A range, not LIMIT: without statistics of the new preview the planner would
 * fetch and sort all remaining rows for each chunk.
 */
async function goodRows(
  db: Queryable,
  { id, leave_stored }: Saving,
  from: number,
  to: number,
): Promise<{ row: number; values: Values }[]> {
  const good: Verdict[] = [
    'new',
    'update',
    'same',
    'repaired',
    'odd',
    ...(leave_stored ? [] : ['stored' as const]),
  ]
  const { rows } = await db.query<{ row: number; values: Values }>(sql`
    SELECT row, "values" FROM import_rows
    WHERE import_id = ${id} AND row BETWEEN ${from} AND ${to} AND verdict = ANY (${good}) ORDER BY row`)
  return rows
}

/** Saves the valid rows of the chunk after the last saved one; returns the import's new state. */
async function saveChunk(id: string, ctx: Ctx) {
  const saving = await lockImport(ctx.db, id)
  if (saving?.state !== 'saving') return saving
  const target = targetOf(saving.resource)
  const { firstRow } = target.sheet.sheet
  const { last_row: lastRow } = saving
  const from = Math.max(saving.saved_row + 1, firstRow)
  if (from > lastRow) return finish(ctx, saving, saving.saved)
  const to = Math.min(from + chunkRows - 1, lastRow)
  const rows = await goodRows(ctx.db, saving, from, to)
  const values = rows.map((row) => row.values)
  const chunk = { rows: values, importId: id, chunk: to, extra: saving.options }
  const wrote: SavedRow[] = []
  const inserted = rows.length === 0 ? 0 : await target.save(values, chunk, { ...ctx, wrote })
  await ctx.db.query(sql`
    INSERT INTO import_chunks (import_id, chunk, hash, response)
    VALUES (${id}, ${to}, ${saving.sha256}, ${JSON.stringify({ saved: rows.length, inserted, errors: [] })}::jsonb)`)
  await noteChunk(ctx, { id, chunk: to, target, wrote, rows })
  const saved = saving.saved + rows.length
  await ctx.db.query(
    sql`UPDATE imports SET done = ${saved}, saved = ${saved}, saved_row = ${to} WHERE id = ${id}`,
  )
  ctx.publish(saving.resource)
  const progress = { ...saving, saved, saved_row: to }
  return to === lastRow ? finish(ctx, progress, saved) : progress
}

/** One chunk in one transaction, retried twice after a transient failure. */
async function chunkOnce(services: Services, id: string, owner: Doer) {
  for (let tries = 0; ; tries++) {
    try {
      return await inTransaction(services, { ...owner, requestId: `job:${id}` }, (ctx) => saveChunk(id, ctx))
    } catch (error) {
      const wait = retryAfter[tries]
      if (error instanceof AppError || wait === undefined) throw error
      services.log.warn({ error: String(error), import: id }, 'import chunk failed, trying again')
      await sleep(wait)
    }
  }
}

/** Stops an import that cannot continue, and stores the reason and its progress. */
async function fail(services: Services, id: string, reason: AppError): Promise<Saving | undefined> {
  return withTransaction(services.pool, async (client) => {
    const saving = await lockImport(client, id)
    if (saving?.state !== 'saving') return saving
    const msg = `${messages.errorPrefix} ${reason.message.replace(/\.$/, '')}. ${savedSoFar(saving.saved, toSave(saving))}`
    await client.query(
      sql`UPDATE imports SET state = 'failed', msg = ${msg}, finished_at = now() WHERE id = ${id}`,
    )
    const { rows } = await client.query<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${saving.user_id}`,
    )
    const about = { resource: saving.resource, text: msg, failed: true }
    for (const { username } of rows) await ringEnded(username, about, client)
    return { ...saving, state: 'failed' as const, msg }
  })
}

/** The account that started saving; AppError if none did, or it no longer has the right. */
async function ownerOf(services: Services, { id, user_id, resource }: Saving): Promise<Doer> {
  const { may } = targetOf(resource)
  const owner = await doerOf(savingOf(id), { userId: user_id, may }, services.pool)
  if (owner) return owner
  throw new AppError('FORBIDDEN', 'Tài khoản đã khoá hoặc không còn quyền tải file lên')
}

function pushProgress(services: Services, saving: Saving): void {
  const state = saving.state === 'saving' || saving.state === 'ready' ? 'running' : saving.state
  const event: JobEvent = {
    jobId: saving.id,
    kind: 'import',
    done: saving.saved,
    total: toSave(saving),
    state: state === 'reading' ? 'running' : state,
    ...(saving.msg !== null && { msg: saving.msg }),
  }
  services.notify(saving.user_id, 'job', event)
}

async function saveAll(services: Services, first: Saving, signal: AbortSignal) {
  const owner = await ownerOf(services, first)
  let toldAt = 0
  for (;;) {
    if (signal.aborted) throw new Error('the server is stopping')
    const saving = await chunkOnce(services, first.id, owner)
    if (saving?.state !== 'saving') return saving
    if (performance.now() - toldAt < progressEvery) continue
    toldAt = performance.now()
    pushProgress(services, saving)
  }
}

/**
 * The job: saves until the last row, a cancel or a refusal. Throws if the database is down or the server stops; the
 * queue then restarts it, and it continues after the last committed chunk.
 */
export async function runImport(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const changed = new Set<Changed>()
  // Screens are notified once at the end, instead of reloading their lists for every chunk.
  const gathering: Services = { ...services, publish: (changedList) => void changed.add(changedList) }
  const first = await withTransaction(services.pool, (client) => lockImport(client, id))
  if (first?.state !== 'saving') return
  try {
    const last = await saveAll(gathering, first, signal).catch((error: unknown) => {
      const refusal = toAppError(error)
      if (signal.aborted || refusal.code === 'BUSY') throw error
      services.log.error({ err: error, import: id }, 'import stopped')
      return fail(services, id, refusal)
    })
    if (last) pushProgress(services, last)
  } finally {
    for (const changedList of changed) services.publish(changedList)
  }
}

/**
 * Enqueues imports again that saved no chunk for `idleSeconds`, as their job was lost with its server. Harmless if it
 * was not: two jobs of one import take turns.
 */
export async function resumeImports({ pool, jobs }: Services, idleSeconds: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT id FROM imports i, make_interval(secs => ${idleSeconds}) AS idle
    WHERE state = 'saving' AND started_at <= now() - idle
      AND NOT EXISTS (SELECT FROM import_chunks c WHERE c.import_id = i.id AND c.at > now() - idle)`)
  for (const { id } of rows) await jobs.enqueue(importJob, { importId: id })
}
