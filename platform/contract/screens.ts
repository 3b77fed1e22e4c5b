/** Screens: raw tab name, routes, title, ability; for router, tabs, menu and palette. */
import type { Ability } from './abilities.ts'

/** Pages of the guide (`docs/guides/screens/`); where screens stand in the menu says `menu.ts`. */
export const guideGroups = [
  'home',
  'care',
  'lookup',
  'refund',
  'sim',
  'revenue',
  'cost',
  'income',
  'admin',
  'none',
] as const

export type Screen = {
  /** Short label for tab and menu. */
  label: string
  /** Title of the screen; the label by default. */
  title?: string
  /** Raw tab name (D1-TAB-12 to D1-TAB-51); screens without one are identified by their route (D3-NAV-02). */
  tab?: string
  /** Routes of the screen; the first is its URL. */
  routes: readonly string[]
  /** Its page of the guide. */
  group: (typeof guideGroups)[number]
  may: Ability
  /** Path of its declared resource; a plain one needs no code in the web. */
  resource?: string
  /** Path of its declared report. */
  report?: string
}

export const screens = {
  dashboard: {
    label: 'Bảng điều khiển',
    tab: 'Dashboard',
    routes: ['/app/dashboard', '/sys/dashboard'],
    group: 'home',
    may: 'any',
  },
  homnay: { label: 'Hôm nay', routes: ['/app/homnay'], group: 'home', may: 'sells' },
  care: {
    label: 'Chăm sóc khách hàng',
    tab: 'CustomerCareList',
    routes: ['/app/customer-care', '/app/chamsoc'],
    group: 'care',
    may: 'any',
  },
  khr: { label: 'Khách hàng riêng', tab: 'Khr', routes: ['/app/khr'], group: 'care', may: 'any' },
  baodo: { label: 'Báo đỏ', tab: 'Baodo', routes: ['/app/baodo'], group: 'care', may: 'any' },
  careHistory: {
    label: 'Nhật ký chăm sóc',
    tab: 'CustomerCareHistoryList',
    routes: ['/app/care-history'],
    group: 'care',
    may: 'any',
  },
  customer360: {
    label: 'Khách hàng 360',
    routes: ['/app/khachhang360'],
    group: 'care',
    may: 'any',
  },
  floor: {
    label: 'Sàn gọi',
    // The second one is the large display (D3-FLR-04).
    routes: ['/app/sangoi', '/app/sangoi/manhinhlon'],
    group: 'care',
    may: 'below5',
  },
  tilebatso: {
    label: 'Tỉ lệ bắt số',
    tab: 'TilebatsoList',
    routes: ['/app/tilebatso'],
    group: 'care',
    may: 'calls',
  },
  blacklist: {
    label: 'Blacklist',
    tab: 'Blacklist',
    routes: ['/app/blacklist'],
    group: 'care',
    may: 'any',
    resource: 'blacklist',
  },
  customerLookup: {
    label: 'Tra cứu thông tin thuê bao',
    tab: 'CustomerLookup',
    routes: ['/app/customer-lookup'],
    group: 'lookup',
    may: 'any',
  },
  messageCentre: {
    label: 'Trung tâm tin nhắn',
    tab: 'CustomerMessage999',
    routes: ['/app/customer-message-999'],
    group: 'lookup',
    may: 'any',
  },
  registrationResults: {
    label: 'Kết quả đăng ký',
    tab: 'CustomerMessage9084',
    routes: ['/app/customer-message-9084'],
    group: 'lookup',
    may: 'any',
  },
  bankLookup: {
    label: 'Tin nhắn ngân hàng',
    tab: 'BankLookup',
    routes: ['/app/bank-lookup'],
    group: 'lookup',
    may: 'any',
  },
  desk: { label: 'Bàn duyệt', routes: ['/app/banduyet'], group: 'refund', may: 'decides' },
  approval: { label: 'Duyệt tin ngân hàng', routes: ['/app/approval'], group: 'lookup', may: 'decidesMoney' },
  lookupLog: {
    label: 'Nhật ký tra cứu',
    tab: 'LstracuuLookup',
    routes: ['/sys/lstracuu'],
    group: 'lookup',
    may: 'any',
  },
  requestrefund: {
    label: 'Yêu cầu hoàn tiền',
    tab: 'Requestrefund',
    routes: ['/app/requestrefund'],
    group: 'refund',
    may: 'refunds',
  },
  requestrefundreport: {
    label: 'Báo cáo yêu cầu hoàn tiền',
    tab: 'Requestrefundreport',
    routes: ['/app/requestrefundreport'],
    group: 'refund',
    may: 'refunds',
  },
  mfy: { label: 'Mfy', tab: 'Mfy', routes: ['/app/mfy'], group: 'refund', may: 'any' },
  moigoihomsau: {
    label: 'Mời gói hôm sau',
    routes: ['/app/moigoihomsau'],
    group: 'refund',
    may: 'any',
  },
  invite: { label: 'Mời gói', tab: 'Invitation', routes: ['/app/invite'], group: 'refund', may: 'any' },
  giahoantien: {
    label: 'Giá hoàn tiền',
    tab: 'Giahoantien',
    routes: ['/sys/giahoantien'],
    group: 'refund',
    may: 'seesPrices',
    resource: 'giahoantien',
  },
  giagoimfy: {
    label: 'Giá gói mfy',
    tab: 'Giagoimfy',
    routes: ['/sys/giagoimfy'],
    group: 'refund',
    may: 'below5',
    resource: 'giagoimfy',
  },
  simso: { label: 'Quản lý sim số', tab: 'Simso', routes: ['/app/simso'], group: 'sim', may: 'any' },
  order: { label: 'Quản lý đơn hàng', tab: 'Order', routes: ['/app/order'], group: 'sim', may: 'any' },
  tinhluong: {
    label: 'Tính lương',
    tab: 'TinhluongList',
    routes: ['/app/tinhluong'],
    group: 'revenue',
    may: 'any',
  },
  chotluong: { label: 'Chốt lương', routes: ['/app/chotluong'], group: 'revenue', may: 'managesPay' },
  danhsachchitra: {
    label: 'Danh sách chi trả',
    routes: ['/app/danhsachchitra'],
    group: 'revenue',
    may: 'managesPay',
  },
  reportdoitac: {
    label: 'Đơn theo đối tác',
    title: 'Đơn theo đối tác và ngày',
    routes: ['/app/reportdoitac'],
    group: 'refund',
    may: 'managesPay',
    report: 'reportdoitac',
  },
  lechdoitac: {
    label: 'Lệch sao kê đối tác',
    routes: ['/app/lechdoitac'],
    group: 'refund',
    may: 'managesPay',
    report: 'lechdoitac',
  },
  ketquathang: { label: 'Kết quả tháng', routes: ['/app/ketquathang'], group: 'revenue', may: 'managesPay' },
  phieuluong: { label: 'Phiếu lương', routes: ['/app/phieuluong'], group: 'revenue', may: 'any' },
  radatruythu: { label: 'Ra-đa truy thu', routes: ['/app/radatruythu'], group: 'revenue', may: 'managesPay' },
  dsdttinhluong: {
    label: 'Đối soát doanh thu tính lương',
    tab: 'DsdttinhluongList',
    routes: ['/app/dsdttinhluong'],
    group: 'revenue',
    may: 'any',
  },
  report90849332: {
    label: 'Doanh thu chi tiết',
    tab: 'Report90849332List',
    routes: ['/app/report90849332'],
    group: 'revenue',
    may: 'any',
  },
  reportstaffrevenue: {
    label: 'Doanh thu theo nhân viên',
    tab: 'ReportstaffrevenueList',
    routes: ['/app/reportstaffrevenue'],
    group: 'revenue',
    may: 'any',
    report: 'reportstaffrevenue',
  },
  reportbranchrevenue: {
    label: 'Doanh thu theo chi nhánh',
    tab: 'ReportbranchrevenueList',
    routes: ['/app/reportbranchrevenue'],
    group: 'revenue',
    may: 'seesBranches',
    report: 'reportbranchrevenue',
  },
  chiphihoantien: {
    label: 'Chi phí hoàn tiền',
    tab: 'Chiphihoantien',
    routes: ['/app/chiphihoantien'],
    group: 'cost',
    may: 'chiphihoantien.get',
  },
  chiphiquanly: {
    label: 'Chi phí quản lý',
    tab: 'Chiphiquanly',
    routes: ['/app/chiphiquanly'],
    group: 'cost',
    may: 'chiphiquanly.get',
  },
  chiphihotro: {
    label: 'Chi phí hỗ trợ',
    tab: 'Chiphihotro',
    routes: ['/app/chiphihotro'],
    group: 'cost',
    may: 'chiphihotro.get',
  },
  chiphikhac: {
    label: 'Chi phí khác',
    tab: 'Chiphikhac',
    routes: ['/app/chiphikhac'],
    group: 'cost',
    may: 'chiphikhac.get',
  },
  doanhthutinhluong: {
    label: 'Doanh thu tính lương',
    tab: 'Doanhthutinhluong',
    routes: ['/app/doanhthutinhluong'],
    group: 'income',
    may: 'doanhthutinhluong.get',
  },
  firstDay: { label: 'Bắt đầu', routes: ['/app/batdau'], group: 'admin', may: 'admin' },
  customers: { label: 'Khách hàng', routes: ['/sys/customers'], group: 'care', may: 'any' },
  chiadata: {
    label: 'Chia data',
    tab: 'Chiadata',
    routes: ['/sys/chiadata'],
    group: 'admin',
    may: 'below5or7',
  },
  luatmoilai: { label: 'Luật mời lại', routes: ['/app/luatmoilai'], group: 'admin', may: 'below3' },
  division: {
    label: 'Chia danh sách',
    title: 'Chia data cho các chi nhánh',
    routes: ['/sys/division'],
    group: 'admin',
    may: 'below5',
  },
  uploadchiadata: {
    label: 'Upload chia data',
    tab: 'Uploadchiadata',
    routes: ['/sys/uploadchiadata'],
    group: 'admin',
    may: 'below5',
  },
  upload: { label: 'Upload', routes: ['/sys/upload'], group: 'admin', may: 'below5' },
  phanquyendata: {
    label: 'Phân quyền data',
    title: 'Phần quyền data',
    tab: 'Phanquyendata',
    routes: ['/sys/phanquyendata'],
    group: 'admin',
    may: 'below5or7',
  },
  quetdata: {
    label: 'Quét data',
    tab: 'Quetdata',
    routes: ['/sys/quetdata'],
    group: 'admin',
    may: 'below3',
  },
  quetdatakhonggoi: {
    label: 'Quét data không gói',
    tab: 'Quetdatakhonggoi',
    routes: ['/sys/quetdatakhonggoi'],
    group: 'admin',
    may: 'below3',
  },
  quetdtct: {
    label: 'Quét đối tượng chương trình',
    tab: 'Quetdtct',
    routes: ['/sys/quetdtct'],
    group: 'admin',
    may: 'below3',
  },
  systemaccount: {
    label: 'Tài khoản hệ thống',
    tab: 'Systemaccount',
    routes: ['/sys/systemaccount'],
    group: 'admin',
    may: 'below3',
    resource: 'systemaccount',
  },
  accounts: {
    label: 'Nhân viên',
    tab: 'AccountList',
    routes: ['/sys/accounts'],
    group: 'admin',
    may: ['below5', 'user.get'],
  },
  handovers: { label: 'Bàn giao số', routes: ['/sys/bangiao'], group: 'admin', may: 'below5' },
  roles: {
    label: 'Vai trò',
    tab: 'RoleList',
    routes: ['/sys/roles'],
    group: 'admin',
    may: ['below5', 'role.get'],
  },
  permissions: {
    label: 'Quyền',
    routes: ['/sys/permissions'],
    group: 'admin',
    may: ['below5', 'role.get'],
  },
  settings: { label: 'Cài đặt', routes: ['/sys/settings'], group: 'admin', may: 'settings' },
  profile: {
    label: 'Thông tin cá nhân',
    tab: 'Account',
    routes: ['/sys/profile', '/app/request-sms'],
    group: 'none',
    may: 'any',
  },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
export const screenNames = Object.keys(screens) as ScreenName[]

/** A screen by name, typed with its optional properties. */
export const screenOf = (name: ScreenName): Screen => screens[name]

/** Address of a screen with query parameters; those without a value are omitted, an empty one clears a default. */
export function addressWith(
  name: ScreenName,
  params: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const query = parameters.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')
  return (screenOf(name).routes[0] ?? '') + (query && `?${query}`)
}

/** Screen of a raw tab name, or undefined for an unknown one. */
export const screenOfTab = (tab: string): ScreenName | undefined =>
  screenNames.find((name) => screenOf(name).tab === tab)

/** Screen of a route, or undefined for an unknown one, which goes to /404. */
export const screenOfRoute = (path: string): ScreenName | undefined =>
  screenNames.find((name) => screenOf(name).routes.includes(path))

/** Routes without a session, besides the sign-in (D1-ROUTE-01 to 06). */
const publicRoutes = ['/', '/login', '/logout', '/refresh-cache', '/register']

/** Whether the web app has a page at the path; others are 404. */
export const isPage = (path: string): boolean =>
  path === homeRoute || publicRoutes.includes(path) || screenOfRoute(path) !== undefined

/** Route of the tab workspace and its home (D1-ROUTE-11). */
export const homeRoute = '/app/home'
