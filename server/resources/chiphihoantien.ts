/** Refund costs: one amount under two names (D2-Q-184). */
import { chiphihoantien } from '../../contract/resources/chiphihoantien.ts'
import { isObject } from '../../contract/kit/is-object.ts'
import { importRows, readChunk } from '../kit/import.ts'
import { requireId } from '../kit/list.ts'
import type { Overrides } from '../kit/routes.ts'
import { create, readBody, update } from '../kit/write.ts'

const [stored, other] = ['tong_truy_thu_sau_tru_chiet_khau', 'trong_truy_thu_sau_tru_chiet_khau'] as const

/** The body with the amount under the name it is stored by, which wins where both are sent. */
const spelled = (body: unknown): unknown =>
  isObject(body) && other in body ? { [stored]: body[other], ...body } : body

export const refundCostOverrides: Overrides = {
  create: (ctx, raw) =>
    create(chiphihoantien, readBody(chiphihoantien, spelled(raw.body), ctx.actor, 'create'), ctx),
  update: (ctx, raw) => update(chiphihoantien, requireId(raw.params.id), spelled(raw.body), ctx),
  import: (ctx, raw) => {
    const { rows, ...chunk } = readChunk(raw.body)
    return importRows(
      chiphihoantien,
      { ...chunk, rows: rows.map((row) => spelled(row) as Record<string, unknown>) },
      ctx,
    )
  },
}
