/** Computes in the database what a price change does to each number of a filter (D3-SIM-09). */
import sql, { join, type Sql } from 'sql-template-tag'
import { askedPrices, simso } from '#subjects/sims/contract/lists/simso.ts'
import { pricesOfSim, type PriceChange, type SimPrice } from '#subjects/sims/contract/calls/sim-prices.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { conditions } from '#kit/server/list.ts'

/** A price column of `t` after the change: rounded to thousands, half up. 0 means no price, and stays. */
export function priceAfter(name: SimPrice, { prices, direction, unit, amount }: PriceChange): Sql {
  const column = sql`t.${ident(name)}`
  if (!prices.includes(name)) return column
  const sign = direction === 'up' ? 1 : -1
  const exact =
    unit === 'dong'
      ? sql`(${column} + ${sign * amount}::bigint)::numeric`
      : sql`${column}::numeric * ${10_000 + sign * Math.round(amount * 100)}::int / 10000`
  return sql`CASE WHEN ${column} = 0 THEN 0 ELSE round(${exact}, -3)::bigint END`
}

const anyOf = (parts: readonly Sql[]): Sql => sql`(${join(parts, ' OR ')})`

const newPrice = (name: SimPrice): Sql => ident(`new_${name}`)

/** Limits of the form's fields. */
const { min, max } = simso.fields.gia_khach_hang

/**
 * `SELECT …, fate` of the numbers of `filter`: 'kept' for numbers held, ordered or sold, and those that rounding leaves unchanged;
 * 'refused' when a price would be 0 or too high; 'low' when it falls below the base price, or further below.
 */
export function judgedSims(ctx: Ctx, filter: Record<string, string>, change: PriceChange): Sql {
  const { where } = conditions(simso, filter, ctx)
  const chosen = change.prices.map((name) => ({ was: ident(name), is: newPrice(name) }))
  const differs = anyOf(chosen.map(({ was, is }) => sql`${is} <> ${was}`))
  const outside = anyOf(
    chosen.map(({ was, is }) => sql`${is} <> ${was} AND NOT ${is} BETWEEN ${min} AND ${max}`),
  )
  const falls = anyOf(
    askedPrices.map(
      (name) =>
        sql`${newPrice(name)} < ${newPrice('gia_goc')} AND ${newPrice(name)} - ${newPrice('gia_goc')} < ${ident(name)} - gia_goc`,
    ),
  )
  return sql`
    SELECT p.*, CASE WHEN trang_thai <> sim_con_sim() OR NOT ${differs} THEN 'kept' WHEN ${outside} THEN 'refused'
      WHEN ${falls} THEN 'low' ELSE 'changes' END AS fate
    FROM (
      SELECT id, version, so_dien_thoai, so_dien_thoai_co_dau_cham, types, trang_thai, nguoi_giu, giu_den, "createdAt",
        ${join(
          pricesOfSim.map((name) => sql`${ident(name)}, ${priceAfter(name, change)} AS ${newPrice(name)}`),
          ', ',
        )}
      FROM simso t WHERE ${where}) p`
}

/** Sums of the selected prices over changing rows, as columns `b0, a0, b1, a1, …` of `judgedSims`. */
export const sumsOf = ({ prices }: PriceChange): Sql =>
  join(
    prices.map(
      (
        name,
        index,
      ) => sql`coalesce(sum(${ident(name)}) FILTER (WHERE fate IN ('changes', 'low')), 0)::bigint AS ${ident(`b${index}`)},
        coalesce(sum(${newPrice(name)}) FILTER (WHERE fate IN ('changes', 'low')), 0)::bigint AS ${ident(`a${index}`)}`,
    ),
    ', ',
  )

/** Counts by fate. */
export const fateCounts: Sql = sql`count(*)::int AS count, count(*) FILTER (WHERE fate IN ('changes', 'low'))::int AS changes,
  count(*) FILTER (WHERE fate = 'low')::int AS low, count(*) FILTER (WHERE fate = 'kept')::int AS kept,
  count(*) FILTER (WHERE fate = 'refused')::int AS refused`

export type FateCounts = { count: number; changes: number; low: number; kept: number; refused: number }
type Counted = FateCounts & Readonly<Record<string, number>>

/** The counts, and the sums by price. */
export function readCounts(counted: Counted | undefined, { prices }: PriceChange) {
  const { count = 0, changes = 0, low = 0, kept = 0, refused = 0 } = counted ?? {}
  const sums = prices.map((price, index) => ({
    price,
    before: counted?.[`b${index}`] ?? 0,
    after: counted?.[`a${index}`] ?? 0,
  }))
  return { count, changes, low, kept, refused, sums }
}
