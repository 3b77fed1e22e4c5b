/** Where the work of a checklist is found: screens with their filters in the address. */
import { addDays, toFilterDate } from '../../../contract/dates.ts'
import { payingKinds } from '../../../contract/desk.ts'
import { addMonths, readMonth } from '../../../contract/month.ts'
import { screens, type ScreenName } from '../../../contract/screens.ts'
import type { CloseWork } from '../../../contract/workflows/payroll-close.ts'
import { queryText } from '../../kit/client.ts'

const address = (screen: ScreenName, filters: Record<string, string>): string =>
  screens[screen].routes[0] + queryText(filters)

/** First and last day of a month MM/YYYY, as the lists take them. */
function span(month: string): { startDate: string; endDate: string } {
  const next = readMonth(addMonths(month, 1)) ?? ''
  return { startDate: `01/${month}`, endDate: toFilterDate(addDays(next, -1)) }
}

/** The screen that mends an item of the checklist. */
export function workLink(work: CloseWork, month: string): { href: string; label: string } {
  switch (work) {
    case 'cham_cong':
      return { href: payrollLink(month), label: 'Xem chấm công' }
    case 'bat_thuong':
      return { href: address('tinhluong', { startDate: month, bat_thuong: '1' }), label: 'Sửa chấm công' }
    case 'doi_soat':
      return {
        href: address('dsdttinhluong', { ...span(month), da_doi_soat: '0' }),
        label: 'Xem đối soát',
      }
    case 'don_cho_duyet':
      return {
        href: address('desk', { kinds: payingKinds.map(({ name }) => name).join(',') }),
        label: 'Duyệt đơn',
      }
    case 'truy_thu':
      return {
        href: address('requestrefundreport', {
          ...span(month),
          trang_thai_truy_thu_hoan_theo_goi: 'truy_thu',
        }),
        label: 'Xem truy thu',
      }
    case 'tham_so':
      return { href: address('settings', {}), label: 'Xem tham số' }
  }
}

/** The payroll of a month, of one person where one is named. */
export const payrollLink = (month: string, username?: string): string =>
  address('tinhluong', { startDate: month, ...(username !== undefined && { username }) })

/** The checklist of a month. */
export const closeLink = (month: string): string => address('chotluong', { startDate: month })
