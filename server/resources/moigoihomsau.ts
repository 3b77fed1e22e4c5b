/** Offers for tomorrow: each row with the customer's last registration since it was set aside (D3-OTP-07). */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { doNotCallField } from '../../contract/do-not-call.ts'
import { seesPhones } from '../../contract/abilities.ts'
import { instant } from '../../contract/kit/shapes.ts'
import { entryOf } from '../kit/do-not-call.ts'
import type { ListExtra, Overrides } from '../kit/routes.ts'

/** Nothing where the writer of the row may be told nothing about its phone (D3-SEC-05). */
const extra: ListExtra = {
  shape: {
    /** The customer's last successful registration since, by anybody: package and time, no name. */
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

export const offerOverrides: Overrides = { extra }
