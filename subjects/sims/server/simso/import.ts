/** Import of numbers: existing ones are updated, missing types set by rule (D2-Q-128, D2-Q-129). */
import sql from 'sql-template-tag'
import { bareSim } from '#kit/contract/phone.ts'
import { simTexts } from '#subjects/sims/contract/lists/simso.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Ctx } from '#kit/server/context.ts'
import { saveRows } from '#kit/server/import.ts'
import type { Values } from '#kit/server/write.ts'
import { typesByRule, factsOf, spellings, storedSims, holderText } from './write.ts'

type Known = {
  so_dien_thoai: string
  types: string
  loai_chon_tay: number
  trang_thai: string
  nguoi_giu: string | null
  ma_don: string | null
}

const columns = sql`s.so_dien_thoai, s.types, s.loai_chon_tay, s.trang_thai, s.nguoi_giu, o.ma_don
  FROM simso s LEFT JOIN sim_order o ON o.sim_id = s.id AND o.deleted_at IS NULL`

const byNumber = (rows: Known[]): Map<string, Known> => new Map(rows.map((row) => [row.so_dien_thoai, row]))

type Refusal = { refused: string; field: string }

/** Why a row cannot be saved over the existing number, or null. */
function refusalOf(values: Values, knownSims: Known | undefined): Refusal | null {
  if (!values.types && typesByRule(factsOf(values)) === '') return { refused: simTexts.types, field: 'types' }
  const obstacle = knownSims && knownSims.trang_thai !== values.trang_thai ? holderText(knownSims) : null
  return obstacle === null ? null : { refused: obstacle, field: 'trang_thai' }
}

/** Preview check: no type, or a state set by an order or hold. */
export async function simCheck(_options: unknown, db: Queryable) {
  const { rows } = await db.query<Known>(sql`
    SELECT ${columns} WHERE s.deleted_at IS NULL AND (s.nguoi_giu IS NOT NULL OR o.id IS NOT NULL)`)
  const bound = byNumber(rows)
  return (values: Values) =>
    typeof values.so_dien_thoai === 'string'
      ? refusalOf(values, bound.get(bareSim(values.so_dien_thoai)))
      : null
}

/** The row to store; types set by hand are kept if the file has none. */
function rowOf(values: Values, knownSims: Known | undefined): Values {
  const rule = typesByRule(factsOf(values))
  const typesBefore = knownSims?.loai_chon_tay === 1 ? knownSims.types : rule
  const types = values.types || typesBefore
  return {
    ...values,
    ...spellings(values.so_dien_thoai),
    nguon_nhap: values.nguon_nhap || 'Nhập file',
    types,
    loai_chon_tay: Number(types !== rule),
  }
}

/** Saves rows; returns the number of new ones, and refusals by position, including repeated numbers. */
export async function saveSims(rows: Values[], ctx: Ctx, places: readonly number[]) {
  const numbers = rows.map(({ so_dien_thoai }) => bareSim(String(so_dien_thoai)))
  const { rows: existing } = await ctx.db.query<Known>(sql`
    SELECT ${columns} WHERE s.deleted_at IS NULL AND s.so_dien_thoai = ANY (${numbers}) ORDER BY s.id FOR UPDATE OF s`)
  const knownSims = byNumber(existing)
  const refused = new Map<number, string>()
  const good: Values[] = []
  for (const [index, values] of rows.entries()) {
    const current = knownSims.get(numbers[index] ?? '')
    const first = numbers.indexOf(numbers[index] ?? '')
    const twice = `Trùng số điện thoại với dòng ${places[first] ?? first + 1}`
    const refusal = first < index ? { refused: twice } : refusalOf(values, current)
    if (refusal) refused.set(index, refusal.refused)
    else good.push(rowOf(values, current))
  }
  return { inserted: await saveRows(storedSims, good, ctx), refused }
}
