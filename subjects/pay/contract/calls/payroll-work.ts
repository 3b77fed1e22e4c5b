/** Rows behind each item of the closing checklist: a list with the matching filters (D3-PAY-05). */
import { addDays, toFilterDate } from '#kit/contract/dates.ts'
import { payingKinds } from '#subjects/money/contract/desk.ts'
import { addMonths, readMonth } from '#kit/contract/month.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import type { settingGroups } from '#platform/contract/settings/catalogue.ts'
import type { WorkItem } from './payroll-close.ts'

/** Settings group of the payroll parameters. */
const payGroup = 'Tính lương' satisfies keyof typeof settingGroups

/** First and last day of a month MM/YYYY as list filters. */
function span(month: string): { startDate: string; endDate: string } {
  const next = readMonth(addMonths(month, 1)) ?? ''
  return { startDate: `01/${month}`, endDate: toFilterDate(addDays(next, -1)) }
}

export type WorkRows = { screen: ScreenName; filters: Readonly<Record<string, string>> }

/** Link to the open rows of an item, or to all of its rows when none is open. */
export function workRows(
  { ma, xong, tong }: Pick<WorkItem, 'ma' | 'xong' | 'tong'>,
  month: string,
): WorkRows {
  const [isOpen, isDone] = xong === tong ? ['0', '1'] : ['1', '0']
  switch (ma) {
    case 'cham_cong':
      return { screen: 'tinhluong', filters: { startDate: month, cham_cong: isDone } }
    case 'bat_thuong':
      return { screen: 'tinhluong', filters: { startDate: month, bat_thuong: '1' } }
    case 'doi_soat':
      return { screen: 'dsdttinhluong', filters: { ...span(month), da_doi_soat: isDone } }
    case 'don_cho_duyet':
      return {
        screen: 'desk',
        filters: { kinds: payingKinds.map(({ name }) => name).join(','), thang: month },
      }
    case 'truy_thu':
      return { screen: 'requestrefundreport', filters: { ...span(month), truy_thu_luong: isOpen } }
    case 'tham_so':
      return { screen: 'settings', filters: { nhom: payGroup } }
  }
}
