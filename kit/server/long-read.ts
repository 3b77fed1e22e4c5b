/** Streams all rows of a statement: through a cursor, from one snapshot, on a connection for long reads. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Ctx } from './context.ts'

const batch = 1_000
/** Time for a cursor to close before its connection is dropped, in ms. */
const closing = 5_000

export type SheetRow = Record<string, unknown>
export type Batches = AsyncGenerator<SheetRow[]>

/** Whether `now` covers all that the first may see. Rights gained meanwhile do not affect the answer. */
function covers({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>, now: Pick<Ctx, 'actor' | 'scope'>): boolean {
  const ids = now.scope.all ? null : new Set(now.scope.ids)
  return (
    now.actor.priority === actor.priority &&
    [...actor.permissions].every((code) => now.actor.permissions.has(code)) &&
    (ids === null || (!scope.all && scope.ids.every((id) => ids.has(id))))
  )
}

/** Throws if the session ended or its account was locked or lost rights since the start (threats C2, D3-SEC-12). */
async function requireSameRights(ctx: Ctx): Promise<void> {
  const now = await ctx.still?.()
  if (now && !covers(ctx, now)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** All rows; `release` finishes before the last bytes are sent, so that the client may start the next export at once. */
async function* batches(cursor: Cursor, ctx: Ctx, release: () => Promise<void>): Batches {
  for (;;) {
    await requireSameRights(ctx)
    const rows = (await cursor.read(batch)) as SheetRow[]
    if (rows.length === 0) return release()
    yield rows
  }
}

/** Ends the transaction and returns the connection, which is busy while a cursor is open. */
async function giveBack(client: PoolClient, cursor: Cursor | undefined): Promise<void> {
  // A broken connection never confirms that the cursor is closed.
  const closeTimeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the cursor did not close')), closing).unref()
  })
  try {
    await Promise.race([cursor?.close(), closeTimeout])
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

/** Runs `work` at the first call; later calls await the same promise. */
function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => (result ??= work())
}

/** A connection for a long read, to a replica with little lag or to the primary. */
export async function longReader({ services: { reads, longPool } }: Ctx): Promise<PoolClient> {
  const pool = await reads.choose(longPool)
  return pool.connect()
}

/** The rows to read, and how they are encoded. */
export type LongRead = { rows: Sql; stream: (rows: Batches) => Readable }

/** Streams the rows that `open` prepares within the transaction; its errors become the response. */
export async function sendLong(
  ctx: Ctx,
  reply: FastifyReply,
  open: (client: PoolClient) => Promise<LongRead>,
): Promise<FastifyReply> {
  const client = await longReader(ctx)
  let cursor: Cursor | undefined
  const release = once(() => giveBack(client, cursor))
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Longer than the limit of a request, but bounded.
    await client.query(`SET LOCAL statement_timeout = '120s'`)
    const { rows, stream: make } = await open(client)
    cursor = client.query(new Cursor(rows.text, rows.values))
    const stream = make(batches(cursor, ctx, release))
    const end = (): void => void release()
    stream.once('close', end).once('error', end)
    // A stalled client would hold connection, snapshot and slot indefinitely.
    reply.raw.setTimeout(ctx.services.exportIdleMs ?? 120_000, () => {
      stream.destroy(new Error('export: the reader stopped reading'))
    })
    const cut = (error?: Error): void => void stream.destroy(error ?? new Error('export: connection lost'))
    client.on('error', cut).on('end', cut)
    stream.once('close', () => client.off('error', cut).off('end', cut))
    return reply.send(stream)
  } catch (error) {
    void release()
    throw error
  }
}
