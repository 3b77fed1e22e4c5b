/** Customers' search: the stock's filters, over the customers' price (D2-Q-133, D3-SIM-02). */
import sql, { join } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { spelled } from '#kit/contract/field.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import type { offers } from '#subjects/sims/contract/calls/sims.ts'
import { exact, ident, meansAll, type Condition } from '#kit/server/kinds.ts'
import { searchesBy } from '../simso/search.ts'
import { customer } from './customer.ts'

export type OfferFilters = Omit<ParsedOf<typeof offers>, 'page' | 'count' | 'sap_xep'>

const searches = searchesBy(() => 'gia_khach_hang')

/** Joins several values by commas, as in a URL. */
function textOf(value: OfferFilters[keyof OfferFilters]): string {
  const text = [value ?? ''].flat().join(',').trim()
  return meansAll(text) ? '' : text
}

function equals(name: 'nha_mang' | 'number_type' | 'trang_thai', text: string): Condition {
  const { options } = simso.fields[name]
  const value = spelled(text, options)
  const refusal = `${simso.fields[name].label} không có trong danh sách`
  if (!options.some((option) => option.value === value))
    throw new AppError('VALIDATION', refusal, { fields: { [name]: refusal } })
  // On the plain column, for which the planner has statistics.
  return exact(sql`${ident(name)} = ${name === 'number_type' ? Number(value) : value}`)
}

const allOf = (conditions: readonly Condition[]): Condition => ({
  where: join(
    conditions.map(({ where }) => where),
    ' AND ',
  ),
  searched: conditions.some(({ searched }) => searched),
})

/** Condition: the number matches; VALIDATION naming an invalid filter. */
export function offeredBy(filters: OfferFilters): Condition {
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const text = textOf(value)
    if (text === '') return []
    if (name === 'nha_mang' || name === 'number_type' || name === 'trang_thai') return [equals(name, text)]
    return searches[name]?.(text, customer) ?? []
  })
  return conditions.length === 0 ? exact(sql`true`) : allOf(conditions)
}

const forSale = exact(sql`deleted_at IS NULL AND trang_thai = sim_con_sim() AND gia_khach_hang > 0`)

/** The same, restricted to numbers for sale. */
export const offered = (filters: OfferFilters): Condition => allOf([forSale, offeredBy(filters)])
