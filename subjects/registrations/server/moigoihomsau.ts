/** Offers for tomorrow: each row with the customer's latest registration since it was created (D3-OTP-07). */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { saysAgain } from '#kit/contract/again.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { doNotCallField } from '#platform/contract/do-not-call.ts'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { instant } from '#kit/contract/shapes.ts'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { offerTexts } from '#subjects/registrations/contract/calls/offers.ts'
import { entryOf } from '#kit/server/do-not-call.ts'
import type { ListExtra, Overrides } from '#kit/server/routes.ts'
import { create, readBody, type Effect } from '#kit/server/write.ts'

/** Empty for rows whose author may not learn about the phone (D3-SEC-05). */
const extra: ListExtra = {
  shape: {
    /** The customer's latest successful registration since, by any account: package and time, no name. */
    da_dang_ky: z.nullable(z.strictObject({ package: z.nullable(z.string()), at: instant })),
    ...doNotCallField,
  },
  select: ({ actor }) => sql`(
    SELECT json_build_object('package', l.goi_cuoc, 'at', l.ngay_thanh_cong) FROM revenue_line l
    WHERE l.so_dien_thoai_cs = moigoihomsau.phone AND l.ngay_thanh_cong > moigoihomsau."createdAt"
      AND l.status = 'SUCCESS' AND l.deleted_at IS NULL AND (${seesPhones(actor)} OR NOT moigoihomsau.untold)
    ORDER BY l.ngay_thanh_cong DESC LIMIT 1) AS da_dang_ky,
    CASE WHEN ${seesPhones(actor)} OR NOT moigoihomsau.untold THEN ${entryOf(sql`moigoihomsau.phone`)} END AS khong_goi`,
}

/** AGAIN when any account has set the same number aside today; concurrent creations are serialised, and no name is revealed. */
const requireFirstOfDay: Effect = async ({ db }, { id, after }) => {
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${after.phone}, 45))`)
  const { rows } = await db.query<{ at: Date; package: string }>(sql`
    SELECT "createdAt" AS at, package FROM moigoihomsau
    WHERE phone = ${after.phone} AND deleted_at IS NULL AND id <> ${id}
      AND ("createdAt" AT TIME ZONE 'Asia/Ho_Chi_Minh')::date = (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date
    ORDER BY 1 DESC LIMIT 1`)
  const [first] = rows
  if (first)
    throw new AppError('AGAIN', offerTexts.again(first.package, formatShortInstant(first.at.toISOString())))
}

export const offerOverrides: Overrides = {
  extra,
  create(ctx, { body }) {
    const values = readBody(moigoihomsau, body, ctx.actor, 'create')
    const agreed = isObject(body) && saysAgain(body)
    // Beyond the daily limit of phones nothing is revealed about one (D3-SEC-05).
    const asks: Effect = async (within, change) => {
      if (!agreed && change.after.untold !== true) await requireFirstOfDay(within, change)
    }
    return create(moigoihomsau, values, ctx, asks)
  },
}
