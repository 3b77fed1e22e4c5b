/** Holders of a number over time, over all files in the reader's scope, from the ledger (D3-C360-01). */
import sql from 'sql-template-tag'
import type { Page } from '#kit/contract/shapes.ts'
import { blockRows, type Movement } from '#subjects/overview/contract/calls/customer-360.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readJson } from '#kit/server/list.ts'
import { rowsOf } from './read-block.ts'

/** The newest movements of the reader's customers with this phone, and the total count. */
export function readMovements(phone: string, ctx: Ctx): Promise<Json<Page<Movement>>> {
  const { from, where } = rowsOf('customer', phone, ctx)
  return readJson(
    ctx,
    sql`
    WITH own AS MATERIALIZED (SELECT id AS customer_id, "FileName" FROM ${from} WHERE ${where})
    SELECT json_build_object(
      'values', coalesce((SELECT json_agg(r) FROM (
        SELECT m.id::text, m.at, m.kind, f.username AS from, t.username AS to, m.to_stage AS stage,
          m.by_username AS by, own."FileName"
        FROM own JOIN movements m USING (customer_id)
          LEFT JOIN users f ON f.id = m.from_holder LEFT JOIN users t ON t.id = m.to_holder
        ORDER BY m.id DESC LIMIT ${blockRows}) r), '[]'::json),
      'count', (SELECT count(*) FROM own JOIN movements m USING (customer_id))
    )::text AS body`,
  )
}
