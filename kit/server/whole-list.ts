/** GET listNoLimit: every row of the filter at once; more than a page is streamed. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { exportThreshold, sourceOf, type Resource } from '#kit/contract/resource.ts'
import { wireNames } from '#kit/contract/row-schema.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { requireConfirmedFor } from '#platform/server/db/confirmed.ts'
import { bodyOf } from './answer.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'
import { digested } from './export-digest.ts'
import { takeSlot } from './export-slots.ts'
import { ident } from './kinds.ts'
import { list, searchConditions, selection, type Query } from './list.ts'
import { sendLong, type Batches } from './long-read.ts'
import { ordering, orderOf } from './order.ts'
import { figuresJson } from './read-page.ts'

const everyRow = { page: '0', count: '9999999999' }

/** At most one such list per person at a time over all processes; the lock ends with the transaction. */
async function takeTurn(client: PoolClient, { actor }: Ctx): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`whole list ${actor.id}`}, 0)) AS taken`)
  if (!rows[0]?.taken) throw new AppError('RATE_LIMITED', refusals.oneWholeList, { retryAfter: 5 })
}

/** Body of the response, in pieces. */
async function* textOf(rows: Batches, figures: string): AsyncGenerator<string> {
  let before = '{"status":"success","data":{"values":['
  for await (const batch of rows) {
    yield before + batch.map(({ row }) => String(row)).join(',')
    before = ','
  }
  yield `${before === ',' ? '' : before}],${figures.slice(1)}}`
}

/** Streams all rows visible to the caller; as an export (D2-Q-44) it takes an export slot and is audited. */
export async function sendWhole(
  resource: Resource,
  query: Query,
  ctx: Ctx,
  reply: FastifyReply,
): Promise<string | FastifyReply> {
  const isExport = resource.listNoLimit === 'unrestricted'
  const from = ident(sourceOf(resource))
  const { where } = await searchConditions(resource, query, ctx)
  reply.type('application/json; charset=utf-8')
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM ${from} WHERE ${where} LIMIT ${exportThreshold + 1}`,
  )
  // Lists for pickers are short, and several windows of a user request them at once.
  if (!isExport && (rowCount ?? 0) <= exportThreshold)
    return bodyOf(await list(resource, { ...query, ...everyRow }, ctx))
  return sendLong(ctx, reply, async (client) => {
    await (isExport ? takeSlot(client, ctx) : takeTurn(client, ctx))
    const { path } = resource
    const { rows } = await client.query<{ total: number; figures: string }>(
      sql`SELECT ${figuresJson(resource, { from, where, query }, ctx)}`,
    )
    const total = rows[0]?.total ?? 0
    await requireConfirmedFor(total, ctx)
    if (isExport) {
      await audit(ctx, {
        action: 'export',
        resource,
        resourceId: path,
        after: { rows: total, filter: query },
      })
    }
    const columns = selection(resource, wireNames(resource), ctx.actor)
    const order = ordering(resource, orderOf(resource, query, ctx.actor))
    return {
      rows: sql`SELECT row_to_json(r)::text AS row FROM (SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order}) r`,
      stream(batches) {
        const text = Readable.from(textOf(batches, rows[0]?.figures ?? '{}'), { objectMode: false })
        return isExport ? digested(text, { resource, file: path }, ctx) : text
      },
    }
  })
}
