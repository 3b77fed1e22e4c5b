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

/** The group of each column. */
const columns = {
  daily: 'overview',
  calls: 'care',
  leading: 'care',
  offers: 'care',
  subscribers: 'lookup',
  messages: 'lookup',
  logs: 'lookup',
  sources: 'data',
  scans: 'data',
  requests: 'refund',
  partners: 'refund',
  prices: 'refund',
  sims: 'sim',
  payroll: 'pay',
  revenue: 'pay',
  costs: 'pay',
  people: 'system',
  running: 'system',
} as const satisfies Record<string, GroupName>
export type Column = keyof typeof columns

/** What several screens show. */
export type Place = 'desk' | 'refunds' | 'sources' | 'scans' | 'revenue' | 'costs'

type Standing = {
  column: Column
  /** The place that the screen is a view of, and its name there. */
  place?: Place
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
  requestrefund: { column: 'requests', place: 'refunds', own: 'refund', short: 'Yêu cầu' },
  requestrefundreport: {
    column: 'requests',
    place: 'refunds',
    own: 'refund',
    short: 'Báo cáo',
  },
  mfy: { column: 'requests', own: 'refund' },
  tilebatso: { column: 'offers', own: 'care', short: 'Bắt số' },
  invite: { column: 'offers', own: 'refund' },
  moigoihomsau: { column: 'offers', own: 'refund', short: 'Mời hôm sau' },
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
  chiphihoantien: { column: 'costs', place: 'costs', own: 'pay', view: 'Hoàn tiền', short: 'Chi hoàn' },
  chiphiquanly: { column: 'costs', place: 'costs', own: 'pay', view: 'Quản lý', short: 'Chi quản lý' },
  chiphihotro: { column: 'costs', place: 'costs', own: 'pay', view: 'Hỗ trợ', short: 'Chi hỗ trợ' },
  chiphikhac: { column: 'costs', place: 'costs', own: 'pay', view: 'Khác', short: 'Chi khác' },
  accounts: { column: 'people' },
  roles: { column: 'people' },
  permissions: { column: 'people' },
  settings: { column: 'running', own: 'pay' },
  systemaccount: { column: 'running', short: 'TK hệ thống' },
} as const satisfies Record<Exclude<ScreenName, 'profile'>, Standing>

const names = Object.keys(standing) as (keyof typeof standing)[]
/** Where the screen stands; the profile stands nowhere. */
export const standingOf = (name: ScreenName): Standing | undefined =>
  name === 'profile' ? undefined : standing[name]

/** Name in the rail, the bar of a phone and its sheet. */
export const shortLabel = (name: ScreenName): string => standingOf(name)?.short ?? screenOf(name).label

/** The group that the screen stands in, as a note beside its name. */
export function groupLabel(name: ScreenName): string {
  const stands = standingOf(name)
  return stands ? groups[columns[stands.column]] : ''
}

/** Salespeople and partners have places instead of groups (D3-NAV-04). */
export const hasGroups = ({ priority }: Pick<Actor, 'priority'>): boolean => priority !== 5 && priority !== 7

/** A group, or a place of somebody without groups, and its screens. */
export type MenuPart = { name: GroupName | OwnPlace; label: string; screens: ScreenName[] }

/** Whether the part begins with the day of a salesperson. */
export const isDay = ({ screens }: MenuPart): boolean => screens[0] === 'homnay'

const offered = (actor: Actor): (keyof typeof standing)[] =>
  names.filter((name) => can(actor, screenOf(name).may))

/** The menu of `actor`: groups, or places, with what of them may be opened; empty ones are absent (D1-SHELL-51, D1-SHELL-52). */
export function menuOf(actor: Actor): MenuPart[] {
  const allowed = offered(actor)
  const labels = Object.entries(hasGroups(actor) ? groups : ownPlaces) as [MenuPart['name'], string][]
  const partOf = (name: keyof typeof standing): MenuPart['name'] | undefined =>
    hasGroups(actor) ? columns[standing[name].column] : standingOf(name)?.own
  return (
    labels
      .map(([name, label]) => ({ name, label, screens: allowed.filter((screen) => partOf(screen) === name) }))
      // A salesperson's day is what that place is for (D3-NAV-06).
      .map((part) => (isDay(part) ? { ...part, label: screenOf('homnay').label } : part))
      .filter(({ screens }) => screens.length > 0)
  )
}

/** A view of a place, under its name there. */
export type View = { name: ScreenName; label: string }

/** The views beside the screen in its head, itself among them; none if it stands alone (D3-NAV-05). */
export function viewsOf(name: ScreenName, actor: Actor): View[] {
  const stands = standingOf(name)
  const key = hasGroups(actor) ? 'place' : 'own'
  if (stands?.[key] === undefined) return []
  const views = offered(actor)
    .filter((screen) => standingOf(screen)?.[key] === stands[key])
    .map((screen) => {
      const { view, short } = standingOf(screen) ?? {}
      const label = (key === 'place' ? view : undefined) ?? short ?? screenOf(screen).label
      return { name: screen, label }
    })
  return views.length > 1 ? views : []
}
