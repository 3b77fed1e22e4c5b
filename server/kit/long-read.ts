/** Everything that a statement answers, sent while it is read: through a cursor, from one snapshot, on a connection for long reads. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { Sql } from 'sql-template-tag'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import { actorOf } from './actor.ts'
import type { Ctx } from './context.ts'

const batch = 1_000
/** Batches between two looks at the rights of whoever reads. */
const trusted = 5
/** How long a cursor may take to close before its connection is given up, in ms. */
const closing = 5_000

export type SheetRow = Record<string, unknown>
export type Batches = AsyncGenerator<SheetRow[]>

/** Whether everything the first may see, the second may see too. What was gained meanwhile is not in the answer. */
function covers({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>, now: Pick<Ctx, 'actor' | 'scope'>): boolean {
  const ids = now.scope.all ? null : new Set(now.scope.ids)
  return (
    now.actor.priority === actor.priority &&
    [...actor.permissions].every((code) => now.actor.permissions.has(code)) &&
    (ids === null || (!scope.all && scope.ids.every((id) => ids.has(id))))
  )
}

/** Throws when the account was stopped, or has fewer rights than at the beginning (threats C2). */
async function requireSameRights(ctx: Ctx): Promise<void> {
  const now = await actorOf(ctx.services.pool, ctx.actor.id)
  if (!now || !covers(ctx, now)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** All rows; `release` is through before the last bytes leave, so that whoever has them may ask for the next answer. */
async function* batches(cursor: Cursor, ctx: Ctx, release: () => Promise<void>): Batches {
  for (let read = 1; ; read++) {
    if (read % trusted === 0) await requireSameRights(ctx)
    const rows = (await cursor.read(batch)) as SheetRow[]
    if (rows.length === 0) return release()
    yield rows
  }
}

/** Ends the transaction and returns the connection. Nothing else is heard on it while a cursor is open. */
async function giveBack(client: PoolClient, cursor: Cursor | undefined): Promise<void> {
  // A connection that is gone answers nothing, not even that the cursor is closed.
  const gone = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the cursor did not close')), closing).unref()
  })
  try {
    await Promise.race([cursor?.close(), gone])
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

/** `work` at the first call; every other waits for the same. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** What is read, and how its rows become what is sent. */
export type LongRead = { rows: Sql; stream: (rows: Batches) => Readable }

/** Sends what `open` finds to read within the transaction; what it throws is the answer. */
export async function sendLong(
  ctx: Ctx,
  reply: FastifyReply,
  open: (client: PoolClient) => Promise<LongRead>,
): Promise<FastifyReply> {
  const client: PoolClient = await ctx.services.longPool.connect()
  let cursor: Cursor | undefined
  const release = once(() => giveBack(client, cursor))
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Longer than a request may take, but not for ever.
    await client.query(`SET LOCAL statement_timeout = '120s'`)
    const { rows, stream: make } = await open(client)
    cursor = client.query(new Cursor(rows.text, rows.values))
    const stream = make(batches(cursor, ctx, release))
    const end = (): void => void release()
    stream.once('close', end).once('error', end)
    // A reader who takes nothing would keep connection, snapshot and slot for as long as it likes.
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
