/** Links from the items of a checklist to the screens that show their rows. */
import { screens, type ScreenName } from '#platform/contract/screens.ts'
import type { CloseWork, WorkItem } from '#subjects/pay/contract/calls/payroll-close.ts'
import { workRows } from '#subjects/pay/contract/calls/payroll-work.ts'
import { queryText } from '#kit/web/client.ts'

const address = (screen: ScreenName, filters: Readonly<Record<string, string>>): string =>
  screens[screen].routes[0] + queryText(filters)

const labels: Readonly<Record<CloseWork, string>> = {
  cham_cong: 'Xem chấm công',
  bat_thuong: 'Sửa chấm công',
  doi_soat: 'Xem đối soát',
  don_cho_duyet: 'Duyệt đơn',
  truy_thu: 'Xem truy thu',
  tham_so: 'Xem tham số',
}

/** Link to the rows that an item counts. */
export function workLink(item: WorkItem, month: string): { href: string; label: string } {
  const { screen, filters } = workRows(item, month)
  return { href: address(screen, filters), label: labels[item.ma] }
}

/** The payroll of a month, optionally of one person. */
export const payrollLink = (month: string, username?: string): string =>
  address('tinhluong', { startDate: month, ...(username !== undefined && { username }) })

/** The checklist of a month. */
export const closeLink = (month: string): string => address('chotluong', { startDate: month })
