/** Formula of each figure: text, terms, parameters, and source rows (D2-PAYF). */
import { formatMoney } from '#kit/contract/money.ts'
import type { PayRowsKind } from '#subjects/pay/contract/pay-components.ts'
import {
  payFacts,
  payFigures,
  termsOf,
  type PayComponent,
  type PayFigure,
} from '#subjects/pay/contract/pay-lists.ts'
import type { PayrollKey } from '#subjects/pay/contract/payroll-settings.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'

/** Source rows of a figure: rows of its kind, or typed values. */
export type SourceKind = PayRowsKind | 'typed'

export type Formula = {
  words: string
  /** Terms of the figure; −1 for subtracted ones. */
  parts: readonly (readonly [PayComponent, 1 | -1])[]
  sum: boolean
  params: readonly PayrollKey[]
  /** Rows that add up to `of`: the figure itself or one of its terms. */
  source?: { kind: SourceKind; of: PayFigure }
  /** The formula text with its values: `row` has the figures, `p` the parameters. */
  textOf?: (row: PayRow, p: Readonly<Record<string, unknown>>) => string
}

const days = (value: number): string => value.toFixed(1)
const money = formatMoney

const standard: PayrollKey = 'tinh_luong_ngay_cong_chuan'

/** Formula texts of figures with more values than their terms. */
const filledIn: Partial<Record<PayFigure, NonNullable<Formula['textOf']>>> = {
  luongTheoNgayCong: (row, p) =>
    `${money(row.luongCoBan)} / ${String(p[standard])} × ${days(row.ngayCongThucTe)} = ${money(row.luongTheoNgayCong)}`,
  chuyenCan: (row, p) =>
    `${days(row.ngayCongThucTe)} ${row.ngayCongThucTe >= Number(p[standard]) ? '≥' : '<'} ${String(p[standard])}: ${money(row.chuyenCan)}`,
  binhQuanDoanhThuTheoNgay: (row) =>
    `${money(row.tongDoanhThuVasTinhLuong)} / ${days(row.ngayCongThucTe)} = ${money(row.binhQuanDoanhThuTheoNgay)}`,
  hoaHongPhanTram: (row) =>
    `${money(row.binhQuanDoanhThuTheoNgay)} một ngày: ${row.hoaHongPhanTram.toFixed(1)}%`,
  hoaHongThucTinh: (row) =>
    `${money(row.tongDoanhThuVasTinhLuong)} × ${row.hoaHongPhanTram.toFixed(1)}% = ${money(row.hoaHongThucTinh)}`,
  phiCongDoan: (row, p) =>
    `${money(Math.max(0, row.tongLuongThang))} × ${String(p.tinh_luong_phi_cong_doan)}%, tối đa ${money(Number(p.tinh_luong_phi_cong_doan_toi_da))} = ${money(row.phiCongDoan)}`,
}

/** Figure that the rows of a kind add up to. */
const sumOfRows: Readonly<Record<PayRowsKind, PayFigure>> = {
  days: 'ngayCongThucTe',
  pay: 'tongDoanhThuVasTinhLuong',
  success: 'tongDoanhThuGiaGoc',
  owed: 'truyThuSauChietKhau',
  adjusted: 'dieuChinh',
}

/** Text 'a + b − c' of a sum's terms. */
const sumWords = (terms: Formula['parts']): string =>
  terms
    .map(([name, sign], index) => {
      const { label, formulaName = label } = payFacts[name]
      return index === 0 ? formulaName : `${sign < 0 ? '−' : '+'} ${formulaName}`
    })
    .join(' ')

function formulaOf(name: PayFigure): Formula {
  const { formula, of = [], params = [], rows, typed } = payFacts[name]
  const terms = termsOf(name)
  if (typed !== undefined)
    return { words: 'Như đã nhập', sum: false, parts: [], params, source: { kind: 'typed', of: name } }
  if (terms.length > 0) return { words: sumWords(terms), sum: true, parts: terms, params }
  return {
    words: formula ?? '',
    sum: false,
    parts: of.map((part) => [part as PayComponent, 1]),
    params,
    ...(rows && { source: { kind: rows, of: sumOfRows[rows] } }),
    ...(filledIn[name] && { textOf: filledIn[name] }),
  }
}

export const formulas = Object.fromEntries(payFigures.map((name) => [name, formulaOf(name)])) as Readonly<
  Record<PayFigure, Formula>
>

/** Label of a typed amount, for adjustments. */
export const typedLabel = (name: string): string | undefined =>
  name in payFacts ? payFacts[name as PayComponent].label : undefined
