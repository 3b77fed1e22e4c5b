/** The search over the page: typing, choosing by keys, groups, and customers by their number (D3-PAL-01). */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { findPhones } from '#subjects/numbers/contract/calls/find-phones.ts'
import { stubCalls } from '#test/sent.ts'
import { counts } from '#kit/web/counts.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from './actor.fixture.ts'
import { open, reading } from './page.fixture.tsx'
import { Palette } from './palette.tsx'
import { signIn } from './reading.fixture.tsx'

const nothing = { phones: [], count: 0, lists: [], orders: [], left: null }

function palette(answer: () => unknown = () => nothing, priority: Priority = 2) {
  signIn(actorOf(priority))
  const staff = [['an', { id: 'an', username: 'khanh', fullname: 'Trần Khánh' }] as const]
  queryClient.setQueryData(['users', 'findAllNoLimit'], new Map(staff as never))
  queryClient.setQueryData(['giahoantien', 'prices'], [{ name: 'KH90', price: 90_000 }])
  const sent = stubCalls((path) => (path.startsWith(findPhones.path) ? answer() : []))
  const onClose = vi.fn<() => void>()
  const user = open(<Palette onClose={onClose} />)
  return { user, onClose, sent, box: screen.getByRole<HTMLInputElement>('combobox') }
}
const chosen = (): string | null | undefined =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')
    ?.textContent
const options = (): HTMLElement[] => screen.queryAllByRole('option')

test('D3-PAL-01: arrow keys cycle through the results, and Enter opens the marked one', async () => {
  const { user, onClose } = palette()
  const all = options().map((option) => option.textContent)
  expect(chosen()).toBe(all[0])
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe(all[1])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()).toBe(all.at(-1))
  await user.keyboard('{ArrowDown}')
  const before = location.pathname
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(location.pathname).not.toBe(before)
})

test('D3-PAL-01: the first result is marked after typing; a click opens the clicked result', async () => {
  const { user, onClose } = palette()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await user.keyboard('khach hang')
  expect(chosen()).toBe(options()[0]?.textContent)
  await user.click(screen.getByRole('option', { name: /^Khách hàng riêng/ }))
  expect([onClose.mock.calls.length, location.pathname]).toEqual([1, expect.stringContaining('khr')])
})

test('D3-PAL-01: Tab cycles through the groups with results and back to all', async () => {
  const { user } = palette()
  await user.keyboard('kh')
  const pressed = (): string[] =>
    within(screen.getByRole('group', { name: 'Nhóm kết quả' }))
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent.replace(/\d/g, '').trim())
  expect(pressed()).toEqual(['Tất cả'])
  const focused: string[] = []
  do {
    await user.keyboard('{Tab}')
    focused.push(...pressed())
  } while (focused.at(-1) !== 'Tất cả' && focused.length < 9)
  expect(focused).toEqual(expect.arrayContaining(['Màn hình', 'Nhân viên', 'Gói cước', 'Tất cả']))
  expect(focused).not.toContain('Khách')
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(pressed()).toEqual([focused.at(-2)])
  await user.keyboard('a')
  expect(pressed()).toEqual(['Tất cả'])
})

test('Enter that ends the composition of a letter chooses nothing; without results Enter does nothing', async () => {
  const { user, box, onClose } = palette()
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  await user.keyboard('không có gì như vậy{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  expect(reading().text).toContain('Không tìm thấy')
})

test('a screen shows how many rows wait in it', () => {
  counts.set({ khr: 1_200 } as never)
  palette()
  expect(reading().text).toContain('1,200 đang chờ')
  counts.set({} as never)
})

test('D3-PAL-01: typed last digits are sent to the server after a pause, and its results are shown', async () => {
  const found = {
    key: 'k'.repeat(22),
    phone: '912005610',
    package: 'VD90',
    holder: null,
    lists: [],
    khong_goi: null,
  }
  const { user, sent } = palette(() => ({
    ...nothing,
    phones: [found],
    count: 1,
    left: { left: 4, most: 50 },
  }))
  await user.keyboard('5610')
  expect(await screen.findByRole('option', { name: /091200 ?5610/ })).not.toBeNull()
  expect(sent.filter(({ path }) => path.startsWith(findPhones.path))).toHaveLength(1)
  expect(reading().text).toContain('Khách có đuôi 5610 1 số còn 4 / 50 lượt hỏi số hôm nay')
})

test("D3-PAL-01: a few digits use up one of a masked reader's daily searches, so they are sent only on request", async () => {
  const { user, sent, onClose } = palette(() => nothing, 5)
  await user.keyboard('56')
  const offer = await screen.findByRole('option', { name: /Tìm khách có đuôi 56/ })
  expect(sent.filter(({ path }) => path.startsWith(findPhones.path))).toEqual([])
  await user.click(offer)
  await vi.waitFor(() => expect(sent.filter(({ path }) => path.startsWith(findPhones.path))).toHaveLength(1))
  expect(onClose).not.toHaveBeenCalled()
})

test('a refused search shows the reason', async () => {
  const { user } = palette(() => {
    throw new AppError('RATE_LIMITED', 'Đã hết lượt hỏi hôm nay')
  })
  await user.keyboard('5610')
  expect(await screen.findByText('Đã hết lượt hỏi hôm nay')).not.toBeNull()
})
