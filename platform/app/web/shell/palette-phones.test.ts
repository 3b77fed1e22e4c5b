/** What the palette searches at the server, and how it shows what was found. */
import { expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { blocks } from '#subjects/overview/contract/calls/customer-360.ts'
import { searchedBlocks, type FoundPhones } from '#subjects/numbers/contract/calls/find-phones.ts'
import { creatingCalls } from '#subjects/money/contract/calls/refunds.ts'
import { actorOf } from './actor.fixture.ts'
import { everyday } from '#platform/web/everyday.ts'
import { listScreens, phoneHits, searchedDigits } from './palette-phones.ts'
import { findInPalette } from './palette-search.ts'

test('partial digits are searched at the end of numbers, a whole number in any spelling as itself, other text not at all (D3-PAL-01, D2-MASK-04)', () => {
  for (const typed of ['0912005610', '+84 912 005 610', '84.912.005.610', '(+84) 912005610'])
    expect(searchedDigits(typed, actorOf(5))).toBe('912005610')
  for (const typed of ['5', '56', '15610', '5610']) expect(searchedDigits(typed, actorOf(5))).toBe(typed)
  for (const typed of ['', 'VD90', '****5610', '912005610912'])
    expect(searchedDigits(typed, actorOf(1))).toBe('')
  expect([searchedDigits('005610', actorOf(5)), searchedDigits('005610', actorOf(2))]).toEqual(['', '005610'])
})

const found: FoundPhones = {
  phones: [
    {
      key: 'k'.repeat(22),
      phone: '****05610',
      package: 'VD90',
      holder: 'sale111',
      lists: ['customer'],
      khong_goi: null,
    },
  ],
  count: 1,
  lists: [
    { name: 'customer', count: 1 },
    { name: 'hoantien', count: 201 },
  ],
  orders: [
    {
      list: 'hoantien',
      id: '7',
      phone: '****05610',
      amount: 90_000,
      about: 'Nạp tiền, VD90',
      state: 'CHỜ DUYỆT',
      at: '2026-11-24T02:31:00Z',
      waiting: true,
    },
  ],
  left: { left: 46, most: 50 },
}

test('customers are listed before single orders, and these before the lists with their row counts (D3-PAL-01)', () => {
  const hits = phoneHits(found, '5610', actorOf(1))
  expect(hits.map(({ group, label, note }) => [group, label, note])).toEqual([
    ['customers', '****05610', 'VD90, sale111 giữ'],
    ['orders', '90,000', 'CHỜ DUYỆT 24/11/2026 09:31'],
    ['rows', 'Khách hàng', '1 dòng'],
    ['rows', 'Yêu cầu hoàn tiền', 'hơn 200 dòng'],
  ])
})

test('every list opens with the filter that searches its phone field (D3-PAL-01)', () => {
  for (const name of searchedBlocks) {
    const { resource, screen, phone } = blocks[name]
    const [opened, parameter] = listScreens[name]
    const filter = Reflect.get(resource.filter, parameter) as { on?: string } | undefined
    expect([name, opened, filter?.on]).toEqual([name, screen, phone])
    expect(fieldOf(resource, phone).kind).toBe('phone')
  }
})

/** The declared list behind the screen of an action. */
const paths: Readonly<Record<string, string>> = {
  customers: 'customer',
  registrationResults: 'customer-message-9084',
  bankLookup: 'mesbank',
}

test('an everyday action is offered exactly to those whom the list allows it (D3-PAL-01)', () => {
  for (const { label, screen, errand, may } of everyday) {
    if (errand === 'next') continue
    const resource = resources.find(({ path }) => path === (paths[screen] ?? screen))
    const right = screen === 'requestrefund' ? creatingCalls[screen].refund.may : resource?.may[errand]
    expect([label, right]).toEqual([label, may])
    for (const priority of [1, 2, 3, 4, 5, 7] as const) {
      const actor = actorOf(priority)
      const labels = findInPalette(label, actor).map((hit) => hit.label)
      expect([label, priority, labels.includes(label)]).toEqual([label, priority, can(actor, may)])
    }
  }
})

test('the next customer is one key away, found without diacritics (D3-PAL-01)', () => {
  expect(findInPalette('tiep theo', actorOf(5)).map(({ label }) => label)).toContain('Khách hàng tiếp theo')
})

test('a phone on the do-not-call list first shows by whom and since when (D3-RULE-03)', () => {
  const khong_goi = { nguon: '5656', createdAt: '2026-11-24T02:31:00Z', den_ngay: '2026-12-01' } as const
  const [phone] = found.phones
  if (!phone) throw new Error('no phone')
  const [hit] = phoneHits({ ...found, phones: [{ ...phone, khong_goi }] }, '5610', actorOf(2))
  expect(hit?.note).toBe(
    'Số trong blacklist: Danh sách 5656, từ 24-11-2026 đến hết 01-12-2026, VD90, sale111 giữ',
  )
})
