/** Running clocks of Mfy and who kept them. */
import { beforeEach, expect, test } from 'vitest'
import { todayVn } from '#kit/contract/dates.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { clocks, punctuality, type Punctuality } from '#subjects/money/contract/calls/mfy.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { answered, hookValue, signIn, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { HandOverDialog, useReceivers } from './hand-over-dialog.tsx'
import type { RunningClock } from './use-clocks.ts'

const clock = (id: string, seconds: number, username_nv = 'an'): RunningClock =>
  ({
    id,
    lan: 1,
    so_dien_thoai: '912345678',
    ma_goi: id,
    username_nv,
    ten_nv: `Tên ${username_nv}`,
    until: performance.now() + seconds * 1_000,
  }) as unknown as RunningClock

const [year, month] = todayVn().split('-')
const person = (username_nv: string, dung_han: number, qua_han: number): Punctuality => ({
  username_nv,
  ten_nv: username_nv,
  so_lan_cho: dung_han + qua_han,
  dung_han,
  qua_han,
  truy_thu: 0,
})

function panel(running: RunningClock[], people: Punctuality[] = []): Reading {
  queryClient.setQueryData([mfy.path, clocks.path], running)
  answered(mfy.path, punctuality, { thang: `${month}/${year}` }, { values: people })
  return read(<ClockPanel onHandOver={() => undefined} />)
}

beforeEach(() => {
  queryClient.clear()
  signIn()
})

test('D3-CLK-03: clocks are grouped by time left, the most urgent first', () => {
  const { text } = panel([clock('A', 30), clock('B', 61), clock('C', 179), clock('D', 300)])
  expect(text).toMatch(/Dưới 1 phút 1 .* A .*Dưới 3 phút 2 .* B .* C .*Từ 3 phút 1 .* D /)
  expect(panel([clock('D', 300)]).text).not.toContain('Dưới')
  expect(panel([]).text).toContain('Không có đồng hồ nào đang chạy')
})

test('D3-CLK-03: leaders can hand over clocks, salespeople only see theirs', () => {
  expect(panel([clock('A', 30)]).buttons).toContain('Giao 0912345678')
  signIn(actorOf(5))
  expect(panel([clock('A', 30)]).buttons).toEqual([])
})

test('D3-CLK-04: the panel shows who composed in time, as count and share; without a wait nobody was late', () => {
  const { text } = panel([], [person('an', 2, 1), person('binh', 0, 0)])
  expect(text).toContain('an 2/3 66.7%')
  expect(text).toContain('binh 0/0 100.0%')
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => person(name, 1, 0))
  const short = panel([], many)
  expect(short.buttons).toContain('Tất cả 5 người')
  expect(short.text).not.toContain('e 1/1')
  expect(panel([], many.slice(1)).buttons).toEqual([])
})

test("D3-CLK-03: a request is handed to anybody but its holder, with each person's running clocks shown", () => {
  const staff = ['an', 'binh', 'chi'].map(
    (username) => [username, { id: username, username, fullname: username }] as const,
  )
  queryClient.setQueryData(['users', 'findAllNoLimit'], new Map(staff))
  queryClient.setQueryData(
    [mfy.path, clocks.path],
    [clock('A', 90), clock('B', 30, 'binh'), clock('C', 30, 'binh')],
  )
  const request = { id: 'A', version: 1, so_dien_thoai: '912345678', username_nv: 'an', ten_nv: 'Trần An' }
  const dialog = (overrides: Partial<typeof request> = {}): Reading =>
    read(<HandOverDialog request={{ ...request, ...overrides }} onClose={() => undefined} />)
  expect(dialog().text).toContain('Đang ở Trần An, đồng hồ chạy tiếp')
  expect(dialog().text).toContain('Giao 0912345678 01:30')
  // Nobody is chosen yet.
  expect(Object.keys(dialog().off)).toEqual(['Giao Enter'])
  expect(dialog({ id: 'other' }).text).not.toContain('đồng hồ chạy tiếp')
  expect(hookValue(() => useReceivers(request)).map(({ note }) => note)).toEqual([
    'binh, 2 đồng hồ',
    'chi, rảnh',
  ])
})
