/** File of the rows of an import to correct, as in the source, with a 'Lỗi' column (D3-FILE-03). */
import type { FastifyReply } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { disposition } from '#kit/server/export.ts'
import { digested } from '#kit/server/export-digest.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { findImport } from './preview.ts'

const batch = 1_000

type ErrorRow = { row: number; cells: unknown[]; reason: string }

/** The reason comes after the widest row, so that the file can be uploaded again unchanged. */
async function* errorRows(db: Queryable, id: string, width: number): AsyncGenerator<unknown[][]> {
  let after = 0
  for (;;) {
    const { rows } = await db.query<ErrorRow>(sql`
      SELECT row, cells, reason FROM import_rows
      WHERE import_id = ${id} AND verdict = 'bad' AND row > ${after} ORDER BY row LIMIT ${batch}`)
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    yield rows.map(({ row, cells, reason }) => [
      ...Array.from({ length: width }, (_, index) => cells[index] ?? null),
      `Dòng ${row}: ${reason}`,
    ])
  }
}

/** 'LOI-thue-bao-10k.xlsx', whatever the original extension was. */
const errorsName = (filename: string): string => `LOI-${filename.replace(/\.[a-z0-9]{1,7}$/i, '')}.xlsx`

/** Streams the invalid rows of an import as .xlsx. Rows replaced by a later row of the file are omitted: uploading them again would restore older values. */
export async function sendErrors(ctx: Ctx, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const row = await findImport(ctx, id)
  const total = row.counts.bad
  await audit(ctx, {
    action: 'export',
    resource: row.resource,
    resourceId: errorsName(row.filename),
    after: { rows: total },
  })
  const header = [...row.header, 'Lỗi']
  const sheet = writeSheet(
    header,
    errorRows(ctx.services.pool, row.id, row.header.length),
    header.map(() => 'text'),
  )
  const stream = digested(sheet, { resource: row.resource, file: errorsName(row.filename) }, ctx)
  reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', disposition(errorsName(row.filename)))
    .header('x-total-count', String(total))
  return reply.send(stream)
}
