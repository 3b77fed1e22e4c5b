/** The waiting rows and the bar of the ticked ones, as who decides reads them. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import type { DeskProps } from './desk-props.ts'
import { deskOf, itemOf, staffNamed, ticksOf } from './item.fixture.ts'
import { Queue } from './queue.tsx'

const refund = (id: string, amount: number, more: Parameters<typeof itemOf>[1] = {}) =>
  itemOf(id, { ...more, fields: { number_phone: '912345678', refund_price: amount, ...more.fields } })
const clean = refund('a', 90_000)
const other = refund('b', 1_000_000)
const doubtful = refund('c', 5_000, { warnings: ['Hoàn lần hai: 12-10', 'Tiền hoàn cao hơn giá gói'] })
const unread = itemOf('d', {}, 'tin-chua-doc')

test('D3-APR-01: a row shows number, kind, requester, amount, doubts and waiting time', () => {
  const { text } = read(<Queue {...deskOf([doubtful])} />)
  expect(text).toContain('0912345678')
  expect(text).toContain('Hoàn gói, Cao Nhật Nam 5,000 2 chờ 1 giờ')
})

test('D3-DEC-05: a row decided by somebody else keeps its place, says so and cannot be ticked', () => {
  const desk = deskOf([doubtful], { isGone: () => true, ticks: ticksOf([doubtful]) })
  const { text, html, ticked } = read(<Queue {...desk} />)
  expect(text).toContain('Đã có người xử lý')
  expect(text).not.toContain('chờ 1 giờ')
  expect(html).toMatch(/<input[^>]*aria-label="Chọn 0912345678[^"]*"[^>]*disabled=""/)
  expect(ticked.filter((name) => name.startsWith('Chọn 09'))).toEqual([])
})

test('D3-UX-02: ages are said in minutes below an hour, in whole hours below a day, then in days, with the full stamp on hover', () => {
  const ageAt = (now: string): string =>
    /chờ \d+ \S+/.exec(read(<Queue {...deskOf([clean], { now: Date.parse(now) })} />).text)?.[0] ?? ''
  expect(ageAt('2026-11-02T02:59:59.000Z')).toBe('chờ 59 phút')
  expect(ageAt('2026-11-02T03:00:00.000Z')).toBe('chờ 1 giờ')
  expect(ageAt('2026-11-02T19:11:00.000Z')).toBe('chờ 17 giờ')
  expect(ageAt('2026-11-03T01:59:59.000Z')).toBe('chờ 23 giờ')
  expect(ageAt('2026-11-03T02:00:00.000Z')).toBe('chờ 1 ngày')
  expect(read(<Queue {...deskOf([clean])} />).html).toMatch(/title="02-11-2026 09:00:00">chờ 1 giờ</)
})

test('D3-ACC-03: a request with a first approval names the approver, by username where the reader has no name', () => {
  const once = refund('e', 9, { fields: { luot_duyet: 2, duyet_1_boi: 'quanly2' } })
  expect(read(<Queue {...deskOf([once])} />).text).toContain('đã duyệt lần 1 bởi quanly2')
  staffNamed({ quanly2: 'Lê Thị Quản' })
  expect(read(<Queue {...deskOf([once])} />).text).toContain('đã duyệt lần 1 bởi Lê Thị Quản')
  const none = refund('e', 9, { fields: { luot_duyet: 1 } })
  expect(read(<Queue {...deskOf([none])} />).text).not.toContain('đã duyệt lần 1')
})

test('D3-APR-05: approving takes the ticked rows without a doubt, rejecting takes all of them', () => {
  const ticks = ticksOf([clean, other, doubtful, unread])
  const { text, buttons } = read(<Queue {...deskOf([clean, other, doubtful, unread], { ticks })} />)
  expect(text).toMatch(/4 đơn đã chọn ?, 2 không có cảnh báo Tổng 1,090,000, 2 đơn ở lại/)
  expect(buttons).toContain('Duyệt 2 đơn')
  expect(buttons).toContain('Từ chối 4 đơn')
})

test('D3-APR-05: when all ticked rows have a doubt they must be decided one by one', () => {
  const { off } = read(<Queue {...deskOf([doubtful], { ticks: ticksOf([doubtful]) })} />)
  expect(off['Duyệt 0 đơn']).toBe('Các đơn đã chọn phải xem từng đơn')
})

test('rows that cannot be rejected here have no reject button', () => {
  const waiting = itemOf('m', {}, 'mfy-cho-duyet')
  const { off } = read(<Queue {...deskOf([waiting], { ticks: ticksOf([waiting]) })} />)
  expect(off['Từ chối 1 đơn']).toBe('Các đơn đã chọn không từ chối ở đây')
})

test('D3-DEC-05: once all loaded rows are ticked the whole filter can be chosen, and is named as such', () => {
  const some = read(<Queue {...deskOf([clean], { listed: 1_200, ticks: ticksOf([clean]) })} />)
  expect(some.buttons).not.toContain('Chọn cả 1,200 theo bộ lọc')
  const all = read(<Queue {...deskOf([clean], { listed: 1_200, ticks: ticksOf([clean], { all: true }) })} />)
  expect(all.buttons).toContain('Chọn cả 1,200 theo bộ lọc')
  const ticks = ticksOf([doubtful], { all: true, whole: true })
  const whole = read(<Queue {...deskOf([doubtful], { listed: 1_200, ticks })} />)
  expect(whole.text).toContain('1,200 đơn đã chọn Cả những đơn chưa hiện')
  expect(whole.buttons).toEqual(expect.arrayContaining(['Duyệt tất cả', 'Từ chối tất cả']))
})

test("the bar is shown only while something is ticked, and 'more rows' only when there are some", () => {
  expect(read(<Queue {...deskOf([clean])} />).html).not.toContain('role="toolbar"')
  expect(read(<Queue {...deskOf([clean])} />).buttons).not.toContain('Xem thêm')
  expect(read(<Queue {...deskOf([clean], { more: () => undefined })} />).buttons).toContain('Xem thêm')
})

/** What the bar hands on when its buttons are pressed. */
async function pressed(overrides: Partial<DeskProps>, ...names: string[]) {
  const decided: unknown[][] = []
  const decideAll: DeskProps['decideAll'] = (...args) => void decided.push(args)
  const user = open(<Queue {...deskOf([clean, doubtful], { decideAll, ...overrides })} />)
  for (const name of names) await user.click(screen.getByRole('button', { name }))
  return decided
}

test('D3-APR-05: both buttons send all ticked rows; the server counts which of them are approved', async () => {
  const ticked = [clean, doubtful]
  expect(await pressed({ ticks: ticksOf(ticked) }, 'Duyệt 1 đơn', 'Từ chối 2 đơn')).toEqual([
    ['approve', ticked],
    ['reject', ticked],
  ])
})

test('D3-DEC-05: the whole filter is sent as a filter, not as the loaded rows', async () => {
  const ticks = ticksOf([clean, doubtful], { all: true, whole: true })
  expect(await pressed({ ticks, listed: 1_200 }, 'Duyệt tất cả', 'Từ chối tất cả')).toEqual([
    ['approve', 'whole'],
    ['reject', 'whole'],
  ])
})

test('D3-DEC-05: clicking on the whole filter chooses it', async () => {
  let chosen = 0
  const ticks = ticksOf([clean], { all: true, chooseWhole: () => void chosen++ })
  await pressed({ ticks, listed: 1_200 }, 'Chọn cả 1,200 theo bộ lọc')
  expect(chosen).toBe(1)
})

test('while a bulk decision runs the bar accepts no second one', async () => {
  const ticks = ticksOf([clean])
  expect(await pressed({ ticks, busy: true }, 'Duyệt 1 đơn', 'Từ chối 1 đơn')).toEqual([])
})
