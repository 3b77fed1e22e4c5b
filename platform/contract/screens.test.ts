/** The raw tab names are exactly those of the documents. */
import { expect, test } from 'vitest'
import { titles } from '#test/screen-titles.ts'
import { resources } from './lists/index.ts'
import { screenNames, screenOf, screenOfRoute, screenOfTab } from './screens.ts'

test('the 40 documented raw names exist, each for one screen, and there are no others (D1-Q-019)', () => {
  const tabs = screenNames.flatMap((name) => screenOf(name).tab ?? [])
  expect(tabs).toHaveLength(40)
  expect(new Set(tabs).size).toBe(40)
  for (const name of screenNames) {
    const { tab, routes } = screenOf(name)
    expect([name, tab && screenOfTab(tab)]).toEqual([name, tab && name])
    for (const route of routes) expect([route, screenOfRoute(route)]).toEqual([route, name])
  }
})

test.each([
  ['ReportstaffrevenueList', '/app/reportstaffrevenue', 'Doanh thu theo nhân viên'],
  ['ReportbranchrevenueList', '/app/reportbranchrevenue', 'Doanh thu theo chi nhánh'],
  ['TilebatsoList', '/app/tilebatso', 'Tỉ lệ bắt số'],
  ['CustomerCareList', '/app/customer-care', 'Chăm sóc khách hàng'],
  ['CustomerCareList', '/app/chamsoc', 'Chăm sóc khách hàng'],
  ['Khr', '/app/khr', 'Khách hàng riêng'],
  ['Mfy', '/app/mfy', 'Mfy'],
  ['Blacklist', '/app/blacklist', 'Blacklist'],
  ['Baodo', '/app/baodo', 'Báo đỏ'],
  ['CustomerCareHistoryList', '/app/care-history', 'Nhật ký chăm sóc'],
  ['CustomerLookup', '/app/customer-lookup', 'Tra cứu thông tin thuê bao'],
  ['CustomerMessage999', '/app/customer-message-999', 'Trung tâm tin nhắn'],
  ['CustomerMessage9084', '/app/customer-message-9084', 'Kết quả đăng ký'],
  ['BankLookup', '/app/bank-lookup', 'Tin nhắn ngân hàng'],
  ['LstracuuLookup', '/sys/lstracuu', 'Nhật ký tra cứu'],
  ['Requestrefund', '/app/requestrefund', 'Yêu cầu hoàn tiền'],
  ['Requestrefundreport', '/app/requestrefundreport', 'Báo cáo yêu cầu hoàn tiền'],
  ['Invitation', '/app/invite', 'Mời gói'],
  ['AccountList', '/sys/accounts', 'Nhân viên'],
  ['RoleList', '/sys/roles', 'Vai trò'],
  ['Giahoantien', '/sys/giahoantien', 'Giá hoàn tiền'],
  ['Giagoimfy', '/sys/giagoimfy', 'Giá gói mfy'],
  ['Uploadchiadata', '/sys/uploadchiadata', 'Upload chia data'],
  ['Phanquyendata', '/sys/phanquyendata', 'Phân quyền data'],
  ['Chiadata', '/sys/chiadata', 'Chia data'],
  ['Account', '/sys/profile', 'Thông tin cá nhân'],
  ['TinhluongList', '/app/tinhluong', 'Tính lương'],
  ['Report90849332List', '/app/report90849332', 'Doanh thu chi tiết'],
  ['DsdttinhluongList', '/app/dsdttinhluong', 'Đối soát doanh thu tính lương'],
  ['Simso', '/app/simso', 'Quản lý sim số'],
  ['Order', '/app/order', 'Quản lý đơn hàng'],
  ['Systemaccount', '/sys/systemaccount', 'Tài khoản hệ thống'],
  ['Quetdata', '/sys/quetdata', 'Quét data'],
  ['Quetdatakhonggoi', '/sys/quetdatakhonggoi', 'Quét data không gói'],
  ['Quetdtct', '/sys/quetdtct', 'Quét đối tượng chương trình'],
  ['Chiphihoantien', '/app/chiphihoantien', 'Chi phí hoàn tiền'],
  ['Chiphiquanly', '/app/chiphiquanly', 'Chi phí quản lý'],
  ['Chiphihotro', '/app/chiphihotro', 'Chi phí hỗ trợ'],
  ['Chiphikhac', '/app/chiphikhac', 'Chi phí khác'],
  ['Doanhthutinhluong', '/app/doanhthutinhluong', 'Doanh thu tính lương'],
])(
  'the tab %s has the route %s and the title %j (D1-TAB-13 to 51, D1-Q-143, D1-ROUTE-24, D1-ROUTE-28 to 30, D1-ROUTE-36, D1-ROUTE-37, D1-ROUTE-55 to 58, D1-SHELL-22, D2-ROLE-02, D2-ROLE-05 to 07, D2-MAP-01 to 04, D2-MAP-06 to 08, D2-MAP-11 to 24, D1-Q-017, D2-Q-179, D2-Q-189)',
  (tab, route, label) => {
    const name = screenOfTab(tab)
    expect(name && screenOfRoute(route)).toBe(name)
    expect(name && screenOf(name)).toMatchObject({ label })
  },
)

test.each(['chiphihoantien', 'chiphiquanly', 'chiphihotro', 'chiphikhac', 'doanhthutinhluong'] as const)(
  '%s needs its own permission and has its own address (D1-SHELL-46, D1-SHELL-48 to 50, D1-SHELL-53, D1-SHELL-55 to 57, D1-Q-012, D2-MAP-82, D2-ROLE-08)',
  (name) => {
    const { may, routes } = screenOf(name)
    expect([may, routes]).toEqual([`${name}.get`, [`/app/${name}`]])
  },
)

test.each([
  '/app/moigoihomsau',
  '/sys/customers',
  '/sys/permissions',
  '/sys/upload',
  '/sys/division',
  '/sys/bangiao',
  '/app/approval',
  '/sys/settings',
])('%s opens only by its address and the menu (D1-Q-019)', (route) => {
  const name = screenOfRoute(route)
  expect(name && screenOf(name).tab).toBeUndefined()
  expect(name && screenOf(name).group).not.toBe('none')
})

test('the dashboard has a menu entry and two addresses, under one raw name (D1-HOME-01, D1-ROUTE-12, D1-ROUTE-51, D1-TAB-12, D1-SHELL-21)', () => {
  const { label, title, group, may } = screenOf('dashboard')
  expect([label, title, may]).toEqual(['Bảng điều khiển', undefined, 'any'])
  expect(group).not.toBe('none')
  for (const route of ['/app/dashboard', '/sys/dashboard']) expect(screenOfRoute(route)).toBe('dashboard')
  expect(screenOfTab('Dashboard')).toBe('dashboard')
})
test.each([
  ['LstracuuLookup', '/sys/lstracuu', 'Nhật ký tra cứu'],
  ['BankLookup', '/app/bank-lookup', 'Tin nhắn ngân hàng'],
])(
  'the look-up log and the bank messages are two screens: %s has the route %s and the title %j (D1-TAB-23, D1-TAB-33, D1-ROUTE-18, D1-ROUTE-43, D1-BLH-01, D1-SHELL-20, D1-Q-143)',
  (tab, route, label) => {
    const name = screenOfTab(tab)
    expect(name && screenOfRoute(route)).toBe(name)
    expect(name && screenOf(name)).toMatchObject({ label })
  },
)

test('a screen that lists a resource names a declared one, whose rows its readers may see', () => {
  const listed = screenNames.filter((name) => screenOf(name).resource !== undefined)
  expect(listed).toContain('blacklist')
  for (const name of listed) {
    const { resource: path, may } = screenOf(name)
    const read = resources.find((resource) => resource.path === path)?.may.read
    expect([name, read === 'any' || read === may]).toEqual([name, true])
  }
})

test.each([
  ['/app/banduyet', 'Bàn duyệt', 'decides'],
  ['/app/chotluong', 'Chốt lương', 'managesPay'],
  ['/app/phieuluong', 'Phiếu lương', 'any'],
  ['/app/radatruythu', 'Ra-đa truy thu', 'managesPay'],
  ['/app/ketquathang', 'Kết quả tháng', 'managesPay'],
  ['/app/khachhang360', 'Khách hàng 360', 'any'],
])('%s has the title %j and no raw tab name (D3-NAV-01)', (route, label, may) => {
  const name = screenOfRoute(route)
  expect(name && screenOf(name)).toMatchObject({ label, may })
  expect(name && screenOf(name).tab).toBeUndefined()
})

// That each screen appears under it as the active tab is tested in the browser (e2e/accessibility.test.ts), a third of them per change.
test.each(Object.entries(titles))(
  '%s is the address of one screen, with the title %j (D1-ROUTE-13 to 19, 21 to 29, 31 to 50, 52 to 61, D1-UPL-01, D1-DPERM-01, D1-SPLIT-01, D1-SPLIT-02, D1-KHR-01, D1-BAODO-01, D1-TAB-02, D1-SHELL-10, D1-SHELL-11, D1-SHELL-13, D1-SHELL-15 to 19, D2-MAP-05, D2-ROLE-04, D2-Q-01, D1-Q-022, D1-Q-108, D1-Q-115, D1-Q-122)',
  (route, title) => {
    const name = screenOfRoute(route)
    const screen = name && screenOf(name)
    expect(screen?.title ?? screen?.label).toBe(title)
  },
)
