/** Where each screen stands in the menu: group, column, and the place that it is a view of (D3-NAV-04, D3-NAV-05). */
import { can, type Actor } from './abilities.ts'
import { screenOf, type ScreenName } from './screens.ts'

/** The groups in the order of the menu; `G` and their number open them. */
export const groups = {
  overview: 'Tổng quan',
  care: 'Chăm sóc',
  lookup: 'Tra cứu',
  data: 'Data',
  refund: 'Hoàn tiền',
  sim: 'Sim số',
  pay: 'Lương & tiền',
  system: 'Hệ thống',
} as const
type GroupName = keyof typeof groups

/** The places of salespeople and partners, who have no groups: every screen of theirs is a view of one. */
const ownPlaces = {
  overview: 'Tổng quan',
  care: 'Chăm sóc',
  customers: 'Khách riêng',
  lookup: 'Tra cứu',
  refund: 'Hoàn tiền',
  sim: 'Sim số',
  pay: 'Lương',
} as const
type OwnPlace = keyof typeof ownPlaces

/** Columns of the groups, in order. */
const columns = {
  daily: { group: 'overview', label: 'Hằng ngày' },
  calls: { group: 'care', label: 'Gọi khách' },
  leading: { group: 'care', label: 'Điều hành' },
  offers: { group: 'care', label: 'Mời gói' },
  subscribers: { group: 'lookup', label: 'Thuê bao' },
  messages: { group: 'lookup', label: 'Tin nhắn' },
  logs: { group: 'lookup', label: 'Nhật ký' },
  sources: { group: 'data', label: 'Nguồn số' },
  scans: { group: 'data', label: 'Quét data' },
  requests: { group: 'refund', label: 'Yêu cầu' },
  partners: { group: 'refund', label: 'Đối tác' },
  prices: { group: 'refund', label: 'Bảng giá' },
  sims: { group: 'sim', label: 'Kho và đơn' },
  payroll: { group: 'pay', label: 'Lương' },
  revenue: { group: 'pay', label: 'Doanh thu' },
  costs: { group: 'pay', label: 'Chi phí' },
  people: { group: 'system', label: 'Người dùng' },
  running: { group: 'system', label: 'Vận hành' },
} as const satisfies Record<string, { group: GroupName; label: string }>

/** What several screens show; with the name of its column it is that column, and its views are the entries. */
const places = {
  desk: 'Bàn duyệt',
  refunds: 'Yêu cầu hoàn tiền',
  sources: 'Nguồn số',
  scans: 'Quét data',
  revenue: 'Doanh thu',
  costs: 'Chi phí',
} as const

type Standing = {
  column: keyof typeof columns
  /** The place that the screen is a view of, and its name there. */
  place?: keyof typeof places
  view?: string
  /** Where it stands for salespeople and partners; without it they never have it. */
  own?: OwnPlace
  /** Name in the rail, which has 70 px. */
  short?: string
}

/** Every screen but the profile, which the avatar opens. The order is that of the columns and views. */
const standing = {
  homnay: { column: 'daily', own: 'overview' },
  dashboard: { column: 'daily', own: 'overview', short: 'Điều khiển' },
  firstDay: { column: 'daily' },
  care: { column: 'calls', own: 'care', short: 'Gọi khách' },
  khr: { column: 'calls', own: 'customers', short: 'Khách riêng' },
  baodo: { column: 'calls', own: 'care' },
  careHistory: { column: 'calls', own: 'care', short: 'Nhật ký gọi' },
  customers: { column: 'calls', own: 'customers' },
  blacklist: { column: 'calls', own: 'care' },
  floor: { column: 'leading' },
  handovers: { column: 'leading' },
  tilebatso: { column: 'offers', own: 'care', short: 'Bắt số' },
  invite: { column: 'offers', own: 'refund' },
  moigoihomsau: { column: 'offers', own: 'refund', short: 'Mời hôm sau' },
  customerLookup: { column: 'subscribers', own: 'lookup', short: 'Thuê bao' },
  customer360: { column: 'subscribers', own: 'customers', short: 'Khách 360' },
  registrationResults: { column: 'subscribers', own: 'lookup', short: 'Đăng ký' },
  messageCentre: { column: 'messages', own: 'lookup', short: 'Tin nhắn' },
  bankLookup: { column: 'messages', own: 'lookup', short: 'Ngân hàng' },
  lookupLog: { column: 'logs', own: 'lookup', short: 'Đã tra cứu' },
  upload: { column: 'sources', place: 'sources' },
  uploadchiadata: { column: 'sources', place: 'sources', view: 'File', short: 'File số' },
  phanquyendata: {
    column: 'sources',
    place: 'sources',
    own: 'care',
    view: 'Phân quyền',
    short: 'Phân quyền',
  },
  division: { column: 'sources', place: 'sources', view: 'Chia chi nhánh', short: 'Chia CN' },
  chiadata: { column: 'sources', place: 'sources', own: 'care' },
  luatmoilai: { column: 'sources', place: 'sources' },
  quetdata: { column: 'scans', place: 'scans', view: 'Có gói' },
  quetdatakhonggoi: { column: 'scans', place: 'scans', view: 'Không gói', short: 'Quét trống' },
  quetdtct: { column: 'scans', place: 'scans', view: 'Đối tượng chương trình', short: 'Quét ĐTCT' },
  desk: { column: 'requests', place: 'desk', own: 'refund', view: 'Hàng chờ' },
  approval: { column: 'requests', place: 'desk', own: 'refund', view: 'Tin ngân hàng', short: 'Duyệt tin' },
  requestrefund: { column: 'requests', place: 'refunds', own: 'refund', view: 'Yêu cầu', short: 'Yêu cầu' },
  requestrefundreport: {
    column: 'requests',
    place: 'refunds',
    own: 'refund',
    view: 'Báo cáo',
    short: 'BC yêu cầu',
  },
  mfy: { column: 'requests', own: 'refund' },
  reportdoitac: { column: 'partners', own: 'refund', short: 'Đơn đối tác' },
  lechdoitac: { column: 'partners', own: 'refund', short: 'Lệch sao kê' },
  giahoantien: { column: 'prices', own: 'refund', short: 'Giá hoàn' },
  giagoimfy: { column: 'prices', short: 'Giá mfy' },
  simso: { column: 'sims', own: 'sim', short: 'Sim' },
  order: { column: 'sims', own: 'sim', short: 'Đơn hàng' },
  phieuluong: { column: 'payroll', own: 'pay' },
  tinhluong: { column: 'payroll', own: 'pay' },
  chotluong: { column: 'payroll', own: 'pay' },
  danhsachchitra: { column: 'payroll', own: 'pay', short: 'Chi trả' },
  radatruythu: { column: 'payroll', own: 'pay', short: 'Truy thu' },
  ketquathang: { column: 'payroll', own: 'pay', short: 'Kết quả' },
  report90849332: { column: 'revenue', place: 'revenue', own: 'pay', view: 'Chi tiết', short: 'DT chi tiết' },
  reportstaffrevenue: {
    column: 'revenue',
    place: 'revenue',
    own: 'pay',
    view: 'Theo nhân viên',
    short: 'DT người',
  },
  reportbranchrevenue: {
    column: 'revenue',
    place: 'revenue',
    own: 'pay',
    view: 'Theo chi nhánh',
    short: 'DT đơn vị',
  },
  dsdttinhluong: { column: 'revenue', own: 'pay', short: 'Đối soát' },
  doanhthutinhluong: { column: 'revenue', own: 'pay', short: 'DT lương' },
  chiphihoantien: { column: 'costs', place: 'costs', own: 'pay', view: 'Hoàn tiền', short: 'CP hoàn' },
  chiphiquanly: { column: 'costs', place: 'costs', own: 'pay', view: 'Quản lý', short: 'CP quản lý' },
  chiphihotro: { column: 'costs', place: 'costs', own: 'pay', view: 'Hỗ trợ', short: 'CP hỗ trợ' },
  chiphikhac: { column: 'costs', place: 'costs', own: 'pay', view: 'Khác', short: 'CP khác' },
  accounts: { column: 'people' },
  roles: { column: 'people' },
  permissions: { column: 'people' },
  settings: { column: 'running', own: 'pay' },
  systemaccount: { column: 'running', short: 'TK hệ thống' },
} as const satisfies Record<Exclude<ScreenName, 'profile'>, Standing>

const names = Object.keys(standing) as (keyof typeof standing)[]
const standingOf = (name: ScreenName): Standing | undefined =>
  name === 'profile' ? undefined : standing[name]

/** Name in the rail, the bar of a phone and its sheet. */
export const shortLabel = (name: ScreenName): string => standingOf(name)?.short ?? screenOf(name).label

/** The group that the screen stands in, as a note beside its name. */
export function groupLabel(name: ScreenName): string {
  const stands = standingOf(name)
  return stands ? groups[columns[stands.column].group] : ''
}

/** Salespeople and partners have places instead of groups (D3-NAV-04). */
export const hasGroups = ({ priority }: Pick<Actor, 'priority'>): boolean => priority !== 5 && priority !== 7

/** An entry of a flyout: a screen, or a place that opens with its first view. */
export type MenuEntry = { name: ScreenName; label: string }
type MenuColumn = { label: string; entries: MenuEntry[] }
/** A group, or a place of somebody without groups, which has no columns. */
export type MenuPart = {
  name: GroupName | OwnPlace
  label: string
  screens: ScreenName[]
  columns: MenuColumn[]
}

const offered = (actor: Actor): (keyof typeof standing)[] =>
  names.filter((name) => can(actor, screenOf(name).may))

function entriesOf(label: string, screens: readonly ScreenName[]): MenuEntry[] {
  const seen = new Set<string>()
  return screens.flatMap((name) => {
    const place = standingOf(name)?.place
    if (place === undefined || places[place] === label) return { name, label: screenOf(name).label }
    if (seen.has(place)) return []
    seen.add(place)
    return { name, label: places[place] }
  })
}

/** The menu of `actor`: groups with what of them may be opened, or places; empty ones are absent (D1-SHELL-51, D1-SHELL-52). */
export function menuOf(actor: Actor): MenuPart[] {
  const all = offered(actor)
  if (!hasGroups(actor))
    return (Object.keys(ownPlaces) as OwnPlace[])
      .map((name) => ({
        name,
        label: ownPlaces[name],
        screens: all.filter((screen) => standingOf(screen)?.own === name),
        columns: [],
      }))
      .filter(({ screens }) => screens.length > 0)
  return (Object.keys(groups) as GroupName[])
    .map((name) => ({
      name,
      label: groups[name],
      screens: all.filter((screen) => columns[standing[screen].column].group === name),
      columns: Object.entries(columns)
        .filter(([, { group }]) => group === name)
        .map(([column, { label }]) => ({
          label,
          entries: entriesOf(
            label,
            all.filter((screen) => standing[screen].column === column),
          ),
        }))
        .filter(({ entries }) => entries.length > 0),
    }))
    .filter(({ screens }) => screens.length > 0)
}

/** The views beside the screen in its head, itself among them; none if it stands alone (D3-NAV-05). */
export function viewsOf(name: ScreenName, actor: Actor): MenuEntry[] {
  const stands = standingOf(name)
  const key = hasGroups(actor) ? 'place' : 'own'
  if (stands?.[key] === undefined) return []
  const views = offered(actor)
    .filter((screen) => standingOf(screen)?.[key] === stands[key])
    .map((screen) => {
      const { view, short } = standingOf(screen) ?? {}
      const label = (key === 'place' ? view : short) ?? screenOf(screen).label
      return { name: screen, label }
    })
  return views.length > 1 ? views : []
}
