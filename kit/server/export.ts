/** GET export: the filtered rows as .xlsx, read through a cursor from one snapshot, masked like the list. */
import type { FastifyReply } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import type { Field } from '#kit/contract/field.ts'
import type { Changed } from '#platform/contract/channels.ts'
import { choiceValues } from '#kit/contract/choices.ts'
import { fieldOf, sourceOf, type Resource, type SecondSheet } from '#kit/contract/resource.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { requireConfirmedFor } from '#platform/server/db/confirmed.ts'
import type { ColumnType } from '#platform/server/sheet/cell-xml.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'
import { digested } from './export-digest.ts'
import { takeSlot } from './export-slots.ts'
import { ident } from './kinds.ts'
import { searchConditions, selection, visible, type Query } from './list.ts'
import { sendLong, type Batches, type SheetRow } from './long-read.ts'
import { ordering, orderOf } from './order.ts'

type SheetColumn = { name: string; label: string; field: Field }

/** Excel type of a value: phones and codes as text, money and numbers as numbers, dates as dates. */
function cell(value: unknown, field: Field): unknown {
  if (value === null || value === undefined || (field.blankZero && value === 0)) return null
  if (field.kind === 'phone') return showPhone(String(value))
  if (field.kind === 'choices') return choiceValues(value).join(',')
  if (field.options) return field.options.find((o) => o.value === String(value))?.label ?? String(value)
  if (field.kind === 'number') return Number(value)
  return value
}

const typeOf = (field: Field): ColumnType => {
  if (field.kind === 'date' || field.kind === 'instant') return field.kind
  return field.kind === 'money' || field.kind === 'number' ? 'number' : 'text'
}

async function* cellsOf(rows: Batches, { columns, mapRow }: SheetSource): AsyncGenerator<unknown[][]> {
  for await (const batch of rows)
    yield batch.map((raw) => {
      const row = mapRow ? mapRow(raw) : raw
      return columns.map(({ name, field }) => cell(row[name], field))
    })
}

export type SheetSource = {
  file: string
  columns: SheetColumn[]
  count: Sql
  rows: Sql
  mapRow?: (row: SheetRow) => SheetRow
  second?: SecondSheet | undefined
  resource: Changed
  query: Query
}

/** Streams the rows of a statement as .xlsx; header `x-total-count` has the number of rows. */
export const sendSheet = (source: SheetSource, ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> =>
  sendLong(ctx, reply, async (client) => {
    await takeSlot(client, ctx)
    const { rows } = await client.query<{ count: number }>(source.count)
    const total = rows[0]?.count ?? 0
    await requireConfirmedFor(total, ctx)
    await audit(ctx, {
      action: 'export',
      resource: source.resource,
      resourceId: source.file,
      after: { rows: total, filter: source.query },
    })
    reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', disposition(source.file))
      .header('x-total-count', String(total))
    const stream = (batches: Batches) =>
      digested(
        writeSheet(
          source.columns.map((column) => column.label),
          cellsOf(batches, source),
          source.columns.map((column) => typeOf(column.field)),
          source.second,
        ),
        source,
        ctx,
      )
    return { rows: source.rows, stream }
  })

/** RFC 6266: an ASCII fallback and the real name. */
export const disposition = (file: string): string =>
  `attachment; filename="${file.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`

export async function exportRows(
  resource: Resource,
  query: Query,
  ctx: Ctx,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const names = visible(resource, resource.exportAs?.columns ?? resource.list, ctx.actor)
  const table = ident(sourceOf(resource))
  const { where } = await searchConditions(resource, query, ctx)
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
      resource,
      query,
    },
    ctx,
    reply,
  )
}
