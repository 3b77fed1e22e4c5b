/** What the palette finds for what is typed or pasted. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Resource } from '#kit/contract/resource.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { findInPalette, phoneScreens, staffScreens } from './palette-search.ts'
import { actorOf } from './actor.fixture.ts'

const admin = actorOf(1)
afterEach(() => vi.unstubAllGlobals())

/** The address that the hit opens. */
function addressOf(hit: { open: () => void } | undefined): string {
  const pushState = vi.fn()
  vi.stubGlobal('history', { pushState })
  hit?.open()
  return String(pushState.mock.calls[0]?.[2])
}

test.each([
  '0912345678',
  '0912 345 678',
  '+84912345678',
  '+84 912-345-678',
  '0084 912.345.678',
  '84912345678',
])('the phone %s finds customers and blacklist with their filter (D1-Q-157)', (text) => {
  const hits = findInPalette(` ${text} `, admin)
  expect(hits.map(({ label }) => label)).toContain('Tìm 0912345678')
  expect(hits.map(({ key }) => key)).toEqual(expect.arrayContaining(['phone customers', 'phone blacklist']))
  expect(hits.map(addressOf)).toEqual(
    expect.arrayContaining([
      '/app/customer-lookup?phone=0912345678',
      '/sys/customers?phone=0912345678&startDate=&endDate=',
      '/app/care-history?phone=0912345678&startDate=&endDate=',
    ]),
  )
})

const lists: Partial<Record<ScreenName, Resource>> = {
  customers: customer,
  careHistory,
  khr,
  baodo,
  registrationResults,
  blacklist,
}

test('every phone and every person opens a list with a filter that the list knows (D1-Q-142, D1-Q-157)', () => {
  // The look-ups take the number into their box; the accounts are no declared list.
  for (const [name, parameter] of [...phoneScreens, ...staffScreens]) {
    if (name === 'customerLookup' || name === 'accounts') continue
    expect([name, Object.keys(lists[name]?.filter ?? {})]).toEqual([
      name,
      expect.arrayContaining([parameter]),
    ])
  }
})

test('a partial or masked phone counts as no phone', () => {
  for (const text of ['091234', '****45678']) expect(findInPalette(text, admin)).toEqual([])
})

test('screens are found without diacritics, by words in any order', () => {
  const labels = (text: string) => findInPalette(text, admin).map(({ label }) => label)
  expect(labels('nhat ky cham soc')).toContain('Nhật ký chăm sóc')
  expect(labels('SOC cham')).toContain('Chăm sóc khách hàng')
  expect(labels('gia hoan')[0]).toBe('Giá hoàn tiền')
})

const catalogue = {
  staff: [
    { username: 'sale111', fullname: 'Nguyễn Thị Mai' },
    { username: 'leader11', fullname: 'Trần Mạnh' },
  ],
  packages: ['VD90', 'VD149', 'BK149'],
}

test.each(['dang hong', 'Đặng Hồng', 'Ðặng hồng'])(
  '%s finds a name with the letter Eth (D3-TXT-01)',
  (text) => {
    const staff = [{ ...catalogue.staff[0]!, fullname: 'Ðặng Hồng Nhung' }]
    expect(findInPalette(text, admin, { staff, packages: [] })[0]?.label).toContain('Ðặng Hồng Nhung')
  },
)

test('staff are found by name or user name without diacritics and open the screens of a person (D1-ACC-54)', () => {
  const chief = { ...admin, permissions: new Set(['user.get']) }
  const hits = findInPalette('thi mai', chief, catalogue)
  expect(hits.map(({ label }) => label)).toContain('Nguyễn Thị Mai (sale111)')
  expect(hits.map(addressOf)).toEqual(
    expect.arrayContaining(['/sys/accounts?username=sale111', '/app/care-history?username=sale111']),
  )
  expect(findInPalette('leader11', chief, catalogue).map(({ key }) => key)).toContain(
    'staff leader11 accounts',
  )
  expect(findInPalette('thi mai', actorOf(5), catalogue)).toEqual([])
})

test('packages are found by name and open their prices, for roles with that screen', () => {
  const hits = findInPalette('149', admin, catalogue)
  expect(hits.map(({ label }) => label)).toEqual(['Gói VD149', 'Gói BK149'])
  expect(addressOf(hits[0])).toBe('/sys/giahoantien?ten_goi_cuoc=VD149')
  expect(findInPalette('149', actorOf(5), catalogue)).toEqual([])
})

test('the package or person of exactly that name comes first, however many others contain it', () => {
  const many = ['12VD90', '3VD90', '6VD90', 'VD90-3T', 'BVD90', 'VD90']
  const labels = findInPalette('vd90', admin, { staff: [], packages: many }).map(({ label }) => label)
  expect(labels).toEqual(['Gói VD90', 'Gói VD90-3T', 'Gói 12VD90', 'Gói 3VD90'])
  const staff = ['sale1111', 'sale1112', 'sale1113', 'sale1114', 'sale111'].map((username) => ({
    ...catalogue.staff[0]!,
    username,
  }))
  expect(findInPalette('sale111', admin, { staff, packages: [] })[0]?.label).toBe('Nguyễn Thị Mai (sale111)')
})

test('only screens that the signed-in person may open are found', () => {
  expect(findInPalette('nhan vien', actorOf(5)).map(({ key }) => key)).toEqual(['reportstaffrevenue'])
  expect(findInPalette('', actorOf(5)).map(({ key }) => key)).toContain('blacklist')
})
