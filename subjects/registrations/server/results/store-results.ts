/**
 * Stores registration results, from feed or file; the only place that does (D1-Q-107,
 * subjects/registrations/decisions/registration-results.md).
 */
import sql from 'sql-template-tag'
import { auditRows, changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { settleReportedSales } from '../sales/settle.ts'

/** A result from feed or file; `username_nv` is one of our accounts, or null when none is given. */
export type ArrivedResult = {
  SubAgent: string
  NumberPhone: string
  PackageCode: string
  Price: number
  /** ISO instant. */
  Time: string
  Status: number
  Result: string
  username_nv: string | null
}

/** Calls older than this do not credit the caller with a registration, in days. */
const creditDays = 31

type Stored = { id: string; phone: string; success: boolean }

/**
 * Inserts the new ones and returns them. Times may be truncated to the minute, so a call in that minute counts. A result belongs to the
 * named person, else the holder of the number at that time, else the last caller within `creditDays`, else nobody.
 */
async function insertNew(results: readonly ArrivedResult[], ctx: Ctx): Promise<Stored[]> {
  const { rows } = await ctx.db.query<Stored>(sql`
    WITH r AS (
      SELECT to_lower(btrim("SubAgent")) AS "SubAgent", "NumberPhone", btrim("PackageCode") AS "PackageCode",
        "Price", "Time", "Status", "Result", username_nv
      FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS r(
        "SubAgent" text, "NumberPhone" text, "PackageCode" text, "Price" bigint, "Time" timestamptz, "Status" int,
        "Result" text, username_nv text)
    ), changed AS (
      INSERT INTO customer_message_9084
        ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", username_nv)
      SELECT "SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", coalesce(
        (SELECT u.username FROM users u WHERE to_lower(u.username) = to_lower(r.username_nv)),
        (SELECT u.username FROM customer c JOIN users u ON u.id = c.holder_id
          WHERE c.phone = r."NumberPhone" AND c.stage = 'open' AND c.claimed_at < r."Time" + interval '1 minute'),
        (SELECT h.username FROM care_history h WHERE h.phone = r."NumberPhone" AND h.created_at < r."Time" + interval '1 minute'
            AND h.created_at > r."Time" - make_interval(days => ${creditDays})
          ORDER BY h.created_at DESC, h.id DESC LIMIT 1))
      FROM r ORDER BY "Time"
      ON CONFLICT ("NumberPhone", "PackageCode", minute, "SubAgent", "Status") DO NOTHING
      RETURNING id, "NumberPhone" AS phone, "Status" = 1 AS success, NULL::jsonb AS before,
        to_jsonb(customer_message_9084) - 'minute' AS after
    ), audited AS (${auditRows(ctx, 'create', 'customer-message-9084')})
    SELECT id, phone, success FROM changed`)
  return rows
}

/** Marks customers with a successful registration as registered (D1-Q-062), except blocked ones and those hidden from their author. */
async function markRegistered(stored: readonly Stored[], ctx: Ctx): Promise<void> {
  const phones = stored.filter(({ success }) => success).map(({ phone }) => phone)
  if (phones.length === 0) return
  const changed = changeRows(ctx, 'update', 'customer', {
    table: 'customer',
    where: sql`phone = ANY(${phones}::text[]) AND (stage IN ('open', 'called') OR (stage = 'left' AND NOT untold)) AND status <> 'REGISTERED'`,
    set: sql`status = 'REGISTERED', version = t.version + 1`,
  })
  const { rows } = await ctx.db.query<{ hand: string | null }>(
    sql`WITH ${changed} SELECT CASE WHEN stage = 'open' THEN holder_id END AS hand FROM changed`,
  )
  // The floor needs the new version of a number in hand, for releasing it.
  if (rows.length > 0)
    ctx.publish(
      'customer',
      rows.flatMap(({ hand }) => hand ?? []),
    )
}

/** Stores results in the transaction of `ctx`, with their effects; existing ones are unchanged. Returns the ids of the new ones. */
export async function storeResults(results: readonly ArrivedResult[], ctx: Ctx): Promise<string[]> {
  if (results.length === 0) return []
  const stored = await insertNew(results, ctx)
  const ids = stored.map(({ id }) => id)
  if (ids.length === 0) return ids
  await markRegistered(stored, ctx)
  await settleReportedSales(ctx, { resultIds: ids })
  ctx.publish('customer-message-9084')
  return ids
}
