/** Explanation of a figure: formula, values, parameters with their dates, and underlying rows (D3-PAY-03). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { figureLabel, tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { isFigure, payFacts, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { payrollDefaults, payrollSettings, type PayrollKey } from '#subjects/pay/contract/payroll-settings.ts'
import { showSetting, type SettingValue } from '#platform/contract/settings/kinds.ts'
import type { Explanation, explainFigure, PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import type { Ctx } from '#kit/server/context.ts'
import { parametersOf } from '../reports/tinhluong.ts'
import { formulas, type Formula } from './formulas.ts'
import { sourcesFor, sourcesOf } from './sources.ts'
import { currentRow, payOwner, type PayOwner } from './pay-owner.ts'

/** Origin of a parameter value; user, time and reason are null when the audit log has none. */
type InForce = {
  key: PayrollKey
  tu_ngay: string
  username: string | null
  at: Date | null
  ly_do: string | null
}

const ownBases: PayrollKey = 'tinh_luong_luong_co_ban_nv'

type Values = Readonly<Record<string, unknown>>

/** Parameter values of a month; for a closed month the stored ones. */
async function valuesOf(month: string, { db }: Ctx): Promise<Values> {
  const { rows } = await db.query<{ values: Values }>(sql`SELECT ${parametersOf(month)} AS values`)
  return rows[0]?.values ?? payrollDefaults
}

/**
 * Who set the values of a month and when, by key; without unset keys (D3-PAY-02). For personal bases it is the last write that changed the
 * person's own one, as those of others are private.
 */
async function inForce({ month, username }: PayOwner, { db }: Ctx): Promise<ReadonlyMap<string, InForce>> {
  const { rows } = await db.query<InForce>(sql`
    WITH known AS (SELECT * FROM dated_setting WHERE tu_ngay < ${month}::date + interval '1 month'),
    bases AS (
      SELECT tu_ngay, value ->> ${username}::text AS own, lag(value ->> ${username}::text) OVER (ORDER BY tu_ngay) AS was
      FROM known WHERE key = ${ownBases}
    )
    (SELECT DISTINCT ON (key) key, tu_ngay, username, at, ly_do FROM known WHERE key <> ${ownBases} ORDER BY key, tu_ngay DESC)
    UNION ALL
    (SELECT ${ownBases}::text, b.tu_ngay, a.username, a.at, a.after ->> 'ly_do' FROM bases b LEFT JOIN LATERAL (
        SELECT * FROM audit_log WHERE resource = 'setting' AND resource_id = ${ownBases} AND after ->> 'tu_ngay' = b.tu_ngay::text
          AND before -> 'value' ->> ${username}::text IS DISTINCT FROM after -> 'value' ->> ${username}::text
        ORDER BY id DESC LIMIT 1) a ON true
      WHERE b.own IS DISTINCT FROM b.was ORDER BY b.tu_ngay DESC LIMIT 1)`)
  return new Map(rows.map((row) => [row.key, row]))
}

function parameters(
  { params }: Formula,
  { set, values }: { set: ReadonlyMap<string, InForce>; values: Values },
  username: string,
): Explanation['tham_so'] {
  return params.map((key) => {
    const current = set.get(key)
    const setting = payrollSettings[key]
    const value = values[key] as SettingValue
    // Only the person's own base may be shown.
    const ownBase = key === ownBases ? (value as Record<string, number>)[username] : undefined
    const text =
      key === ownBases
        ? ownBase === undefined
          ? 'không có'
          : `${formatMoney(ownBase)} đồng`
        : showSetting(value, setting) || 'không có'
    return {
      key,
      nhan: setting.label,
      gia_tri: text,
      tu_ngay: current?.tu_ngay ?? null,
      username: current?.username ?? null,
      at: current?.at?.toISOString() ?? null,
      ly_do: current?.ly_do ?? null,
    }
  })
}

/** Typed amounts without a column, by name. */
async function typedAmountsOf(owner: PayOwner, { db }: Ctx): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ typed: Record<string, unknown> | null }>(sql`
    SELECT jsonb_object_agg(ma, so) AS typed FROM ${sourcesFor(owner)} s WHERE loai = 'nhap_tay'`)
  return rows[0]?.typed ?? {}
}

async function partsOf(
  { parts }: Formula,
  row: PayRow,
  owner: PayOwner,
  ctx: Ctx,
): Promise<Explanation['thanh_phan']> {
  const typedAmounts = parts.some(([name]) => !isFigure(name)) ? await typedAmountsOf(owner, ctx) : {}
  return parts.map(([name, dau]) =>
    isFigure(name)
      ? { cot: name, nhan: figureLabel(name), gia_tri: row[name], dau }
      : { cot: null, nhan: payFacts[name].label, gia_tri: Number(typedAmounts[name] ?? 0), dau },
  )
}

const shownValue = (name: PayFigure, value: number): string =>
  tinhluong.fields[name].kind === 'number' ? value.toFixed(1) : formatMoney(value)

/** Text 'a + b − c = d' for a sum; the value alone for an input. */
function calculation(
  name: PayFigure,
  formula: Formula,
  parts: Explanation['thanh_phan'],
  row: PayRow,
): string {
  if (!formula.sum) return shownValue(name, row[name])
  const terms = parts.map(({ gia_tri, dau }, index) => {
    const less = dau * gia_tri < 0
    const sign = index === 0 ? (less ? '−' : '') : less ? ' − ' : ' + '
    return sign + formatMoney(Math.abs(gia_tri))
  })
  return `${terms.join('')} = ${formatMoney(row[name])}`
}

const pageOf = (page: number | undefined, count: number | undefined) => {
  const limit = Math.min(Math.max(Math.trunc(count ?? 50) || 50, 1), 500)
  return { limit, offset: Math.max(Math.trunc(page ?? 0) || 0, 0) * limit }
}

/** GET giaithich; NOT_FOUND for a person outside the scope, or without a row in the month. */
export async function explain(ctx: Ctx, input: ParsedOf<typeof explainFigure>): Promise<Explanation> {
  const owner = await payOwner({ username: input.username, month: input.startDate, field: 'startDate' }, ctx)
  const row = await currentRow(owner, ctx)
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  const name = input.cot
  const formula = formulas[name]
  const [set, values] = [await inForce(owner, ctx), await valuesOf(owner.month, ctx)]
  const parts = await partsOf(formula, row, owner, ctx)
  const { source } = formula
  return {
    cot: name,
    nhan: figureLabel(name),
    gia_tri: row[name],
    cong_thuc: formula.words,
    phep_tinh: formula.textOf?.(row, values) ?? calculation(name, formula, parts, row),
    la_tong: formula.sum,
    thanh_phan: parts,
    tham_so: parameters(formula, { set, values }, owner.username),
    nguon: source
      ? {
          cua: source.of,
          ...(await sourcesOf(
            { kind: source.kind, name: source.of, page: pageOf(input.page, input.count) },
            owner,
            ctx,
          )),
        }
      : null,
  }
}
