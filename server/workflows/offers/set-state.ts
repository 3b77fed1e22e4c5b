/** Marks an offer as made, once more each time, or as not made (D2-Q-122). */
import sql, { empty } from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { Row } from '../../../contract/kit/row-schema.ts'
import { messages } from '../../../contract/messages.ts'
import { moigoihomsau } from '../../../contract/resources/moigoihomsau.ts'
import type { setOfferState } from '../../../contract/workflows/offers.ts'
import type { Json } from '../../kit/answer.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { one, requireId } from '../../kit/list.ts'
import { stale } from '../../kit/write.ts'
import { requireOwn } from '../../resources/moigoihomsau.ts'

function readState(sent: string | number | null | undefined): 0 | 1 {
  const text = String(sent ?? 1).trim()
  if (text === '1') return 1
  if (text === '0') return 0
  throw new AppError('VALIDATION', messages.invalidValue, { fields: { status: messages.invalidValue } })
}

/** Answers the row. NOT_FOUND outside the scope, FORBIDDEN for another's row, CONFLICT for a stale version. */
export async function setState(input: ParsedOf<typeof setOfferState>, ctx: Ctx): Promise<Json<Row>> {
  const id = requireId(input.id)
  const state = readState(input.status)
  await requireOwn(id, ctx)
  const guard = typeof input.version === 'number' ? sql`AND version = ${input.version}` : empty
  const { rowCount } = await ctx.db.query(sql`
    WITH changed AS (
      UPDATE moigoihomsau SET status = ${state}, so_lan_moi = so_lan_moi + ${state}, version = version + 1
      WHERE id = ${id} ${guard}
      RETURNING id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, state === 1 ? 'invite' : 'update', moigoihomsau.path)})
    SELECT id FROM changed`)
  if (rowCount === 0) throw await stale(moigoihomsau, id, ctx)
  ctx.publish(moigoihomsau.path)
  return one(moigoihomsau, id, ctx)
}
