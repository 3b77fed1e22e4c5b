/** GET export: the filtered rows as .xlsx, read through a cursor from one snapshot, masked like the list. */
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import sql, { type Sql } from 'sql-template-tag'
import type { Field } from '../../contract/kit/field.ts'
import { chosen } from '../../contract/choices.ts'
import { AppError } from '../../contract/kit/error.ts'
import { fieldOf, sourceOf, type Resource, type SecondSheet } from '../../contract/kit/resource.ts'
import { messages } from '../../contract/messages.ts'
import { showPhone } from '../../contract/phone.ts'
import type { ColumnType } from '../sheet/cell-xml.ts'
import { writeSheet } from '../sheet/write-sheet.ts'
import { actorOf } from './actor.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'
import { takeSlot } from './export-slots.ts'
import { ident } from './kinds.ts'
import { conditions, selection, visible, type Query } from './list.ts'
import { ordering, orderOf } from './order.ts'

const batch = 1_000

export type SheetColumn = { name: string; label: string; field: Field }

/** Excel's view of a value: phones and codes as text, money and numbers as numbers, dates as dates. */
function cell(value: unknown, field: Field): unknown {
  if (value === null || value === undefined || (field.blankZero && value === 0)) return null
  if (field.kind === 'phone') return showPhone(String(value))
  if (field.kind === 'choices') return chosen(value).join(',')
  if (field.options) return field.options.find((o) => o.value === String(value))?.label ?? String(value)
  if (field.kind === 'number') return Number(value)
  return value
}

const typeOf = (field: Field): ColumnType => {
  if (field.kind === 'date' || field.kind === 'instant') return field.kind
  return field.kind === 'money' || field.kind === 'number' ? 'number' : 'text'
}

type SheetRow = Record<string, unknown>

/** Batches between two looks at the rights of whoever exports. */
const trusted = 5

/** Whether everything the first may see, the second may see too. What was gained meanwhile is not in the sheet. */
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

/** All rows; `release` is through before the sheet's last bytes leave, so that whoever has them may ask for the next sheet. */
async function* batches(
  cursor: Cursor,
  { columns, mapRow }: SheetSource,
  ctx: Ctx,
  release: () => Promise<void>,
): AsyncGenerator<unknown[][]> {
  for (let read = 1; ; read++) {
    if (read % trusted === 0) await requireSameRights(ctx)
    const rows = (await cursor.read(batch)) as SheetRow[]
    if (rows.length === 0) return release()
    yield rows.map((read) => {
      const row = mapRow ? mapRow(read) : read
      return columns.map(({ name, field }) => cell(row[name], field))
    })
  }
}

export type SheetSource = {
  file: string
  columns: SheetColumn[]
  count: Sql
  rows: Sql
  /** Turns a row into what the sheet shows of it. */
  mapRow?: (row: SheetRow) => SheetRow
  second?: SecondSheet | undefined
  resource: string
  query: Query
}

/** How long a cursor may take to close before its connection is given up, in ms. */
const closing = 5_000

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

/** Streams any statement's rows as .xlsx; `x-total-count` states the number of rows first. */
export async function sendSheet(source: SheetSource, ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const client: PoolClient = await ctx.services.longPool.connect()
  let cursor: Cursor | undefined
  const release = once(() => giveBack(client, cursor))
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await takeSlot(client, ctx)
    // Longer than a request may take, but not for ever.
    await client.query(`SET LOCAL statement_timeout = '120s'`)
    const { rows } = await client.query<{ count: number }>(source.count)
    const total = rows[0]?.count ?? 0
    await audit(ctx, {
      action: 'export',
      resource: source.resource,
      resourceId: source.file,
      after: { rows: total, filter: source.query },
    })
    cursor = client.query(new Cursor(source.rows.text, source.rows.values))
    const stream = writeSheet(
      source.columns.map((column) => column.label),
      batches(cursor, source, ctx, release),
      source.columns.map((column) => typeOf(column.field)),
      source.second,
    )
    const end = (): void => void release()
    stream.once('close', end).once('error', end)
    // A reader who takes nothing would keep connection, snapshot and slot for as long as it likes.
    reply.raw.setTimeout(ctx.services.exportIdleMs ?? 120_000, () => {
      stream.destroy(new Error('export: the reader stopped reading'))
    })
    const cut = (error?: Error): void => void stream.destroy(error ?? new Error('export: connection lost'))
    client.on('error', cut).on('end', cut)
    stream.once('close', () => client.off('error', cut).off('end', cut))
    reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', disposition(source.file))
      .header('x-total-count', String(total))
    return reply.send(stream)
  } catch (error) {
    void release()
    throw error
  }
}

/** RFC 6266: an ASCII fallback and the real name. */
export const disposition = (file: string): string =>
  `attachment; filename="${file.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`

/** The export of a declared resource. */
export function exportRows(
  resource: Resource,
  query: Query,
  ctx: Ctx,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const names = visible(resource, resource.exportAs?.columns ?? resource.list, ctx.actor)
  const table = ident(sourceOf(resource))
  const { where } = conditions(resource, query, ctx)
  const order = ordering(resource, orderOf(resource, query, ctx.actor))
  return sendSheet(
    {
      file: resource.exportAs?.file ?? `${resource.path}.xlsx`,
      columns: names.map((name) => ({
        name,
        label: fieldOf(resource, name).label,
        field: fieldOf(resource, name),
      })),
      count: sql`SELECT count(*) AS count FROM ${table} WHERE ${where}`,
      rows: sql`SELECT ${selection(resource, names, ctx.actor)} FROM ${table} WHERE ${where} ORDER BY ${order}`,
      second: resource.exportAs?.second,
      resource: resource.path,
      query,
    },
    ctx,
    reply,
  )
}
