/** The flyout of a group: its screens in named columns, what is one thing as one entry (D3-NAV-04, D3-NAV-05). */
import { standingOf, type Column, type Place } from './menu.ts'
import { screenOf, type ScreenName } from './screens.ts'

/** Columns in order. */
const columnLabels: Readonly<Record<Column, string>> = {
  daily: 'Hằng ngày',
  calls: 'Gọi khách',
  leading: 'Điều hành',
  offers: 'Mời gói',
  subscribers: 'Thuê bao',
  messages: 'Tin nhắn',
  logs: 'Nhật ký',
  sources: 'Nguồn số',
  scans: 'Quét data',
  requests: 'Yêu cầu',
  partners: 'Đối tác',
  prices: 'Bảng giá',
  sims: 'Kho và đơn',
  payroll: 'Lương',
  revenue: 'Doanh thu',
  costs: 'Chi phí',
  people: 'Người dùng',
  running: 'Vận hành',
}

/** A place with the name of its column is that column, and its views are the entries. */
const placeLabels: Readonly<Record<Place, string>> = {
  desk: 'Bàn duyệt',
  refunds: 'Yêu cầu hoàn tiền',
  sources: 'Nguồn số',
  scans: 'Quét data',
  revenue: 'Doanh thu',
  costs: 'Chi phí',
}

/** A screen, or a place that opens with its first view. */
export type MenuEntry = { name: ScreenName; label: string }
export type MenuColumn = { label: string; entries: MenuEntry[] }

function entriesOf(column: string, screens: readonly ScreenName[]): MenuEntry[] {
  const seen = new Set<string>()
  return screens.flatMap((name) => {
    const place = standingOf(name)?.place
    const label = place && placeLabels[place]
    if (label === undefined || label === column) return { name, label: screenOf(name).label }
    if (seen.has(label)) return []
    seen.add(label)
    return { name, label }
  })
}

/** The columns of a group's screens. */
export const columnsOf = (screens: readonly ScreenName[]): MenuColumn[] =>
  Object.entries(columnLabels)
    .map(([column, label]) => ({
      label,
      entries: entriesOf(
        label,
        screens.filter((name) => standingOf(name)?.column === column),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
