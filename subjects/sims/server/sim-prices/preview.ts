/** Preview of a price change, from the same query that selects the step's numbers (D3-SIM-09). */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import {
  mostPriced,
  priceTexts,
  shownPriced,
  type PricedRow,
  type PriceFate,
  type previewPrices,
  type SimPrice,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import type { Ctx } from '#kit/server/context.ts'
import { fateCounts, judgedSims, readCounts, sumsOf, type FateCounts } from './judged.ts'
import { askedPrices } from '#subjects/sims/contract/lists/simso.ts'
import { ident } from '#kit/server/kinds.ts'

/** Refuses a filter with more numbers than a step allows. */
export function requireFew({ count }: FateCounts): void {
  if (count > mostPriced) throw new AppError('VALIDATION', priceTexts.tooMany(count))
}

/** Filter by fate; `changes` includes `low` ones. */
const isFate = (fate: PriceFate): Sql =>
  fate === 'changes' ? sql`fate IN ('changes', 'low')` : sql`fate = ${fate}`

/** Why a number keeps its prices. */
const reason: Sql = sql`CASE
  WHEN fate = 'refused' THEN 'giá mới không hợp lệ'
  WHEN fate <> 'kept' THEN NULL
  WHEN trang_thai = sim_da_ban() THEN 'đã bán'
  WHEN nguoi_giu IS NOT NULL THEN format('%s đang giữ', nguoi_giu)
  WHEN trang_thai = sim_giu_so() THEN coalesce((
    SELECT format('đơn %s chờ trả tiền', o.ma_don) FROM sim_order o WHERE o.sim_id = j.id AND o.deleted_at IS NULL), 'đang được giữ')
  ELSE 'làm tròn không đổi' END`

const pairs = (prices: readonly SimPrice[], column: (name: SimPrice) => Sql): Sql =>
  sql`json_build_object(${join(
    prices.flatMap((name) => [sql`${name}::text`, column(name)]),
    ', ',
  )})`

type Input = ParsedOf<typeof previewPrices>

/** Counts, sums and the first rows. */
export async function preview(
  ctx: Ctx,
  { change, filter, fate, part = '' }: Input,
): Promise<AnswerOf<typeof previewPrices>> {
  const judgedRows = judgedSims(ctx, filter, change)
  const counted = await ctx.db.query<FateCounts & Record<string, number>>(sql`
    SELECT ${fateCounts}, ${sumsOf(change)} FROM (${judgedRows}) j`)
  const counts = readCounts(counted.rows[0], change)
  requireFew(counts)
  const first = change.prices.find((name) => name !== 'gia_goc') ?? askedPrices[3]
  const digits = part.replace(/\D/g, '')
  const { rows } = await ctx.db.query<PricedRow>(sql`
    SELECT id, so_dien_thoai_co_dau_cham, types, fate, ${reason} AS why,
      ${pairs(change.prices, ident)} AS before, ${pairs(change.prices, (name) => ident(`new_${name}`))} AS after,
      ${ident(`new_${first}`)} - new_gia_goc AS above
    FROM (${judgedRows}) j
    WHERE true ${fate ? sql`AND ${isFate(fate)}` : empty} ${digits === '' ? empty : sql`AND so_dien_thoai LIKE ${`%${digits}%`}`}
    ORDER BY "createdAt" DESC, id DESC LIMIT ${shownPriced}`)
  return { ...counts, values: rows }
}
