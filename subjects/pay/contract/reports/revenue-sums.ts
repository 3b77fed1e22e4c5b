/** Shared parts of the revenue reports by staff and by branch: figures, totals and lists behind them (D2-SREV, D2-BREV). */
import { f } from '#kit/contract/field.ts'
import type { Behind } from '#kit/contract/report.ts'
import { afterRefunds, everyPackage, everyStatus } from '../lists/revenue-fields.ts'

export const revenueFigures = {
  doanhThu: f.money({ label: 'Doanh thu', width: 108 }),
  so_goi: f.number({ label: 'Số gói', width: 80 }),
  don_moi: f.number({ label: everyPackage, short: 'Gói (mọi trạng thái)', width: 148 }),
  doanh_thu_tam_tinh: f.money({ label: everyStatus, short: 'Tạm tính (mọi trạng thái)', width: 174 }),
  tong_hoan_tien: f.money({ label: 'Tổng hoàn tiền', width: 116 }),
  doanh_thu_thuc_te: f.money({ label: afterRefunds, short: 'Thực tế (trừ hoàn)', width: 137 }),
} as const

/** In column order, revenue first (D3-ONE-01); actual revenue comes after the refunds that it excludes. */
export const revenueColumns = [
  'doanhThu',
  'so_goi',
  'don_moi',
  'doanh_thu_tam_tinh',
  'tong_hoan_tien',
  'doanh_thu_thuc_te',
] as const

/** Totals over all rows of the filter (D2-REVF-35, D2-REVF-43). */
export const revenueTotals = {
  doanhThu: { sum: 'doanhThu' },
  soGoi: { sum: 'so_goi' },
  tongGoi: { sum: 'don_moi' },
  tongDoanhThuTamTinh: { sum: 'doanh_thu_tam_tinh' },
  tongHoanTien: { sum: 'tong_hoan_tien' },
  tongDoanhThuThucTe: { sum: 'doanh_thu_thuc_te' },
} as const

/** Lists behind each figure, restricted by `of` to a row or total. */
export function behindRevenue(of: Pick<Behind, 'row' | 'all'>) {
  const lines = { screen: 'report90849332', ...of } as const
  return {
    doanhThu: { ...lines, fixed: { status: 'SUCCESS' } },
    so_goi: { ...lines, fixed: { status: 'SUCCESS' } },
    don_moi: lines,
    doanh_thu_tam_tinh: lines,
    tong_hoan_tien: { screen: 'requestrefundreport', ...of, fixed: { hieu_luc: '1' } },
  } as const satisfies Record<string, Behind>
}

/** Resources whose changes affect both reports: lines, refunds, and sources of lines. */
export const revenueSources = ['dsdttinhluong', 'requestrefund', 'mfy', 'customer-message-9084'] as const

export const revenuePeriods = [
  { on: 'at', from: 'startDate', to: 'endDate', label: 'Khoảng ngày', default: 'month' },
] as const
export const revenuePaging = { sizes: [10, 20, 50], size: 10 } as const
export const revenueMay = { read: 'any', export: 'unrestricted' } as const
