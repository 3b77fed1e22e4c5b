/** The raw tab names are those of the documents, neither more nor fewer. */
import { expect, test } from 'vitest'
import { resources } from './resources/index.ts'
import { screenNames, screenOf, screenOfRoute, screenOfTab } from './screens.ts'

test('there are the 40 documented raw names, each of one screen, and no name was invented (D1-Q-019)', () => {
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
  ['Chiphihoantien', '/app/chiphihoantien', 'Chi phí hoàn tiền'],
  ['Chiphiquanly', '/app/chiphiquanly', 'Chi phí quản lý'],
  ['Chiphihotro', '/app/chiphihotro', 'Chi phí hỗ trợ'],
  ['Chiphikhac', '/app/chiphikhac', 'Chi phí khác'],
  ['Doanhthutinhluong', '/app/doanhthutinhluong', 'Doanh thu tính lương'],
])(
  'the tab %s is the route %s and is called %j (D1-TAB-27, D1-TAB-28, D1-TAB-47 to 51, D2-MAP-11 to 13, D2-MAP-15 to 19, D2-Q-179, D2-Q-189)',
  (tab, route, label) => {
    const name = screenOfTab(tab)
    expect(name && screenOfRoute(route)).toBe(name)
    expect(name && screenOf(name)).toMatchObject({ label })
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
])('%s is reached by its address and the menu only (D1-Q-019)', (route) => {
  const name = screenOfRoute(route)
  expect(name && screenOf(name).tab).toBeUndefined()
  expect(name && screenOf(name).group).not.toBe('none')
})

test('a screen that lists a resource names a declared one, whose rows its readers may see', () => {
  const listed = screenNames.filter((name) => screenOf(name).resource !== undefined)
  expect(listed).toContain('blacklist')
  for (const name of listed) {
    const { resource: path, may } = screenOf(name)
    const read = resources.find((resource) => resource.path === path)?.may.read
    expect([name, read === 'any' || read === may]).toEqual([name, true])
  }
})
