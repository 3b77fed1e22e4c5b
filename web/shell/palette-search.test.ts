/** What the palette finds for what is typed or pasted. */
import { afterEach, expect, test, vi } from 'vitest'
import { blacklist } from '../../contract/resources/blacklist.ts'
import { customer } from '../../contract/resources/customer.ts'
import { findInPalette } from './palette-search.ts'
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
])('the phone %s opens the customers and the blacklist with their filter (D1-Q-157)', (text) => {
  const hits = findInPalette(` ${text} `, admin)
  expect(hits.map(({ label }) => label)).toContain('Tìm 0912345678')
  expect(hits.map(({ key }) => key)).toEqual(expect.arrayContaining(['phone customers', 'phone blacklist']))
  expect(hits.map(addressOf)).toEqual(
    expect.arrayContaining(['/sys/customers?phone=0912345678', '/app/blacklist?message=0912345678']),
  )
})

test('the parameters of those addresses are filters of the lists', () => {
  expect(customer.filter).toHaveProperty('phone')
  expect(blacklist.filter).toHaveProperty('message')
})

test('half a phone or a masked one is no phone', () => {
  for (const text of ['091234', '****45678']) expect(findInPalette(text, admin)).toEqual([])
})

test('screens are found without marks, by words in any order', () => {
  const labels = (text: string) => findInPalette(text, admin).map(({ label }) => label)
  expect(labels('nhat ky cham soc')).toContain('Nhật ký chăm sóc')
  expect(labels('SOC cham')).toContain('Chăm sóc khách hàng')
  expect(labels('gia hoan')).toEqual(['Giá hoàn tiền'])
})

const known = {
  staff: [
    { username: 'sale111', fullname: 'Nguyễn Thị Mai' },
    { username: 'leader11', fullname: 'Trần Mạnh' },
  ],
  packages: ['VD90', 'VD149', 'BK149'],
}

test('staff are found by name or user name without marks and open the screens of a person (D1-ACC-54)', () => {
  const chief = { ...admin, permissions: new Set(['user.get']) }
  const hits = findInPalette('thi mai', chief, known)
  expect(hits.map(({ label }) => label)).toContain('Nguyễn Thị Mai (sale111)')
  expect(hits.map(addressOf)).toEqual(
    expect.arrayContaining(['/sys/accounts?username=sale111', '/app/care-history?username=sale111']),
  )
  expect(findInPalette('leader11', chief, known).map(({ key }) => key)).toContain('staff leader11 accounts')
  expect(findInPalette('thi mai', actorOf(5), known)).toEqual([])
})

test('packages are found by name and open their prices, for those who have that screen', () => {
  const hits = findInPalette('149', admin, known)
  expect(hits.map(({ label }) => label)).toEqual(['Gói VD149', 'Gói BK149'])
  expect(addressOf(hits[0])).toBe('/sys/giahoantien?ten_goi_cuoc=VD149')
  expect(findInPalette('149', actorOf(5), known)).toEqual([])
})

test('only screens that the signed-in person may open are found', () => {
  expect(findInPalette('nhan vien', actorOf(5))).toEqual([])
  expect(findInPalette('', actorOf(5)).map(({ key }) => key)).toContain('blacklist')
})
