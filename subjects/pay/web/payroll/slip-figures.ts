/** Groups and texts of a payslip's lines. */
import { formatMoney } from '#kit/contract/money.ts'
import { type Slip, type SlipRow } from '#subjects/pay/contract/calls/payslip.ts'
import { slipGroups, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'

export type Group = {
  label: string
  less: boolean
  rows: readonly SlipRow[]
  /** Signed, in đồng. */
  sum: number
  note: string
}

/** An amount of the slip; deductions have a minus, except 0. */
export const signed = (amount: number, less: boolean): string => formatMoney(less ? -amount || 0 : amount)

/** A line of 0 without any comment. */
export const isQuiet = ({ gia_tri, trang_thai, trao_doi }: SlipRow): boolean =>
  gia_tri === 0 && trao_doi.length === 0 && trang_thai !== 'da_doi'

/** The basis of a line's amount, in a few words. */
export function noteOf({ hang }: Slip, line: SlipLine): string {
  const notes: Partial<Record<SlipLine, string>> = {
    luongTheoNgayCong: `${hang.ngayCongThucTe.toFixed(1)} công, lương cơ bản ${formatMoney(hang.luongCoBan)}`,
    hoaHongThucTinh: `${hang.hoaHongPhanTram.toFixed(1)}% của ${formatMoney(hang.tongDoanhThuVasTinhLuong)}`,
    phiCongDoan: `của tổng lương tháng ${formatMoney(hang.tongLuongThang)}`,
    tongCheTai: hang.canCuCheTai ?? '',
  }
  return notes[line] ?? ''
}

/** The groups with their lines and sums. */
export const groupsOf = (slip: Slip): Group[] =>
  slipGroups.map(({ label, less, lines }) => {
    const rows = slip.dong.filter(({ cot }) => lines.includes(cot))
    const [first] = lines
    return {
      label,
      less,
      rows,
      sum: rows.reduce((total, { gia_tri }) => total + (less ? -gia_tri : gia_tri), 0),
      note: less || !first ? '' : noteOf(slip, first),
    }
  })

/** Lines that one click confirms: all but the confirmed ones and those waiting for an answer. */
export const unconfirmed = ({ dong }: Slip): SlipRow[] =>
  dong.filter(({ trang_thai }) => trang_thai !== 'xac_nhan' && trang_thai !== 'thac_mac')
