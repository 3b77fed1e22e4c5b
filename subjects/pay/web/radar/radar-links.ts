/** Links to the rows behind a piece of evidence (D3-PAY-12). */
import { addDays, formatDate, readDate, toFilterDate } from '#kit/contract/dates.ts'
import { addMonths, formatMonth } from '#kit/contract/month.ts'
import type { RadarKind } from '#subjects/pay/contract/reports/radatruythu.ts'
import type { ScreenName } from '#platform/contract/screens.ts'

export type Evidence = {
  id: string
  loai: RadarKind
  luc: string
  username_nv: string | null
  so_dien_thoai: string | null
}
type Filters = Readonly<Record<string, string>>
export type Behind = { label: string; screen: ScreenName; filters: Filters }

/** Days before and after the evidence that the lists cover: one package cycle. */
const cycle = 31

/** The evidence's day in Vietnam, YYYY-MM-DD. */
const dayOf = ({ luc }: Evidence): string => readDate(formatDate(luc)) ?? luc.slice(0, 10)

/** First and last day of the month of a day, as filters. */
function monthAround(day: string): Filters {
  const month = formatMonth(day)
  const next = addMonths(month, 1)
  const last = addDays(`${next.slice(3)}-${next.slice(0, 2)}-01`, -1)
  return { startDate: `01/${month}`, endDate: toFilterDate(last) }
}

/** The lists, the most relevant first. */
export function behindEvidence(row: Evidence): Behind[] {
  const day = dayOf(row)
  const daysAround = {
    startDate: toFilterDate(addDays(day, -cycle)),
    endDate: toFilterDate(addDays(day, cycle)),
  }
  const phone = row.so_dien_thoai ?? ''
  const lines: Behind = {
    label: 'Doanh thu',
    screen: 'report90849332',
    filters: { ...daysAround, message: phone },
  }
  const refunds: Behind = {
    label: 'Đơn hoàn, nạp',
    screen: 'requestrefundreport',
    filters: { ...daysAround, message: phone },
  }
  const mfy: Behind = { label: 'Mfy', screen: 'mfy', filters: { ...daysAround, phone } }
  const results: Behind = {
    label: 'Kết quả đăng ký',
    screen: 'registrationResults',
    filters: { ...daysAround, message: phone },
  }
  switch (row.loai) {
    case 'hoan_hai_lan':
      return [refunds, lines]
    case 'tin_hai_don':
      return [
        {
          label: 'Tin ngân hàng',
          screen: 'bankLookup',
          filters: { startDate: toFilterDate(day), endDate: toFilterDate(day), message: phone },
        },
        refunds,
        mfy,
      ]
    case 'khong_xac_nhan':
      return [lines, { label: 'Báo đỏ', screen: 'baodo', filters: { phone } }, results]
    case 'mat_thanh_cong':
      return [lines, mfy]
    case 'khong_dang_ky':
      return [{ label: 'Cuộc gọi', screen: 'careHistory', filters: { ...daysAround, phone } }, results]
    case 'ti_le_hoan': {
      const month = { ...monthAround(day), username: row.username_nv ?? '' }
      return [
        { label: 'Đơn hoàn', screen: 'requestrefundreport', filters: { ...month, hieu_luc: '1' } },
        { label: 'Doanh thu', screen: 'report90849332', filters: { ...month, status: 'SUCCESS' } },
      ]
    }
  }
}
