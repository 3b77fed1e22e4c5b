/** The desk as a whole: what is listed, ticked and decided, and what a refusal leaves. */
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { DeskBatch, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { reading, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { itemOf } from './item.fixture.ts'
import { useDeskScreen } from './use-desk-screen.ts'

const refund = (id: string, amount: number): DeskRow =>
  itemOf(id, { version: 3, fields: { number_phone: '912345678', refund_price: amount } }).row
const rows = [refund('a', 90_000), refund('b', 5_000), refund('c', 7_000)]
const asker = { username: 'sale111', fullname: 'Cao Nhật Nam', count: 40, sum: 1_000 }

const batch = (ids: readonly string[], overrides: Partial<DeskBatch> = {}): DeskBatch => ({
  kind: 'hoan-goi',
  rows: ids.map((id) => ({ id, version: 3, name: id })),
  sum: 0,
  first: 0,
  unfit: [],
  warned: [],
  leftOut: 0,
  closed: 0,
  ...overrides,
})

const counts = [
  { kind: 'hoan-goi', count: 3, sum: 102_000, warned: 1 },
  { kind: 'tin-ngan-hang', count: 4, sum: 8_000, warned: null },
]

/** The server with these rows; `count` answers what a decision would be done to. */
const server = (count: (body: Sent['body']) => unknown = () => ({ values: [] }), listed = rows): Sent[] =>
  stubCalls((path, { body }) => {
    if (path.startsWith('/api/v1/banduyet/dem')) return { values: counts }
    if (path === '/api/v1/banduyet/loat') return count(body)
    if (path.startsWith('/api/v1/banduyet')) return { values: listed, after: null }
    return { done: 1, refused: [] }
  })

async function desk(tab: Parameters<typeof hookInPage>[1] = {}) {
  const used = hookInPage(useDeskScreen, { screen: 'desk', ...tab })
  await waitFor(() => expect(used.current.list.isSuccess && used.current.head.read).toBe(true))
  return used
}
const idsOf = (items: readonly { row: DeskRow }[]): string[] => items.map(({ row }) => row.id)
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

test('D3-APR-01: the heading counts and sums the shown kinds; the rows are requested with the same filter', async () => {
  const calls = server()
  const used = await desk()
  expect(used.current.head).toMatchObject({ count: 7, money: 110_000 })
  act(() => used.current.parts.ticks.toggleAll())
  act(() => used.current.kinds.onFilter({ kinds: ['hoan-goi'], warned: true, asker: null, month: '10/2026' }))
  await waitFor(() => expect(used.current.list.isSuccess && used.current.head.read).toBe(true))
  expect(used.current.head).toMatchObject({ count: 3, money: 102_000 })
  // Of the warned ones only those are listed, and nothing chosen before stays ticked.
  expect(used.current.parts.listed).toBe(1)
  expect(used.current.parts.ticks.ticked).toEqual([])
  expect(calls.at(-1)?.path).toMatch(/\?.*thang=10%2F2026/)
  expect(calls.some(({ path }) => path.includes('kinds=hoan-goi&warned=1&thang=10%2F2026'))).toBe(true)
})

test('D3-APR-01: when the warned rows of a kind are not counted, the number of listed rows is not shown', async () => {
  server()
  const used = await desk()
  act(() => used.current.kinds.onFilter({ kinds: [], warned: true, asker: null, month: null }))
  await waitFor(() => expect(used.current.list.isSuccess).toBe(true))
  expect(used.current.parts.listed).toBeNull()
})

test('D3-APR-05: unticking one row leaves the others ticked', async () => {
  server()
  const used = await desk()
  const second = itemOf('b')
  act(() => used.current.parts.ticks.toggleAll())
  act(() => used.current.parts.ticks.toggle({ ...second, id: 'hoan-goi b' }))
  expect(idsOf(used.current.parts.ticks.ticked)).toEqual(['a', 'c'])
})

test('D3-APR-05: ticked rows are counted, confirmed, and sent with the version shown; decided ones are unticked', async () => {
  const calls = server(() => ({ values: [batch(['a', 'b'], { sum: 95_000 })] }))
  const used = await desk()
  for (const item of used.current.parts.rows.slice(0, 2)) act(() => used.current.parts.ticks.toggle(item))
  act(() => used.current.parts.decideAll('approve', used.current.parts.ticks.ticked))
  await screen.findByText(/2 đơn, 95,000 đ/)
  await press('Duyệt 2 đơn')
  await waitFor(() => expect(used.current.parts.busy).toBe(false))
  expect(written(calls)).toMatchObject([
    ['POST /api/v1/banduyet/loat', { decision: 'approve', ids: { 'hoan-goi': ['a', 'b'] } }],
    ['POST /api/v1/bulk', { ids: ['a', 'b'], versions: { a: 3, b: 3 } }],
  ])
  expect(used.current.parts.ticks.ticked).toEqual([])
})

test('D3-DEC-04: a row changed since it was shown is left out and reported', async () => {
  const calls = server(() => ({
    values: [{ ...batch(['a', 'b']), rows: [{ id: 'a', version: 4, name: 'a' }, ...batch(['b']).rows] }],
  }))
  const used = await desk()
  act(() => used.current.parts.decideAll('approve', used.current.parts.rows.slice(0, 2)))
  await screen.findByText(/Bỏ qua 1 đơn vừa thay đổi/)
  await press('Duyệt 1 đơn')
  await waitFor(() => expect(written(calls)).toHaveLength(2))
  expect(written(calls)[1]?.[1]).toMatchObject({ ids: ['b'] })
})

test('D3-DEC-05: the whole filter is sent as a filter, and only one bulk decision runs at a time', async () => {
  const calls = server(() => ({ values: [batch(['a', 'z'])] }))
  const used = await desk()
  act(() => used.current.people.choose(asker))
  await waitFor(() => expect(used.current.list.isSuccess).toBe(true))
  expect(used.current.parts.listed).toBe(40)
  act(() => used.current.parts.decideAll('reject', 'whole'))
  expect(used.current.parts.busy).toBe(true)
  act(() => used.current.parts.decideAll('approve', 'whole'))
  await userEvent.type(await screen.findByLabelText(/Lý do từ chối/), 'sai số')
  expect(reading().text).toContain('Bỏ qua 38 đơn')
  await press('Từ chối 2 đơn')
  await waitFor(() => expect(used.current.parts.busy).toBe(false))
  expect(written(calls)).toMatchObject([
    ['POST /api/v1/banduyet/loat', { decision: 'reject', username: 'sale111' }],
    ['POST /api/v1/bulk', { ids: ['a', 'z'], input: { ly_do_tu_choi: 'sai số' } }],
  ])
  expect(written(calls)[0]?.[1]).not.toHaveProperty('ids')
})

test('a refused count is shown, nothing is decided and the rows stay ticked', async () => {
  const calls = server(() => {
    throw new AppError('FORBIDDEN', 'Không được duyệt')
  })
  const used = await desk()
  act(() => used.current.parts.ticks.toggleAll())
  act(() => used.current.parts.decideAll('approve', used.current.parts.ticks.ticked))
  await screen.findByText(/Không được duyệt/)
  await waitFor(() => expect(used.current.parts.busy).toBe(false))
  expect(written(calls)).toHaveLength(1)
  expect(idsOf(used.current.parts.ticks.ticked)).toEqual(['a', 'b', 'c'])
})

test('D1-ROUTE-21: the address of bank messages lists only those, or only unreadable ones when it says so', async () => {
  server()
  const { current } = await desk({ screen: 'approval' })
  expect(current.kinds.filter.kinds).toEqual(['tin-ngan-hang'])
  expect(current.kinds.mayListAll).toBe(false)
  expect(current.kinds.kinds.map(({ name }) => name)).not.toContain('hoan-goi')
  const unread = await desk({ screen: 'approval', search: 'chua_doc=1' })
  expect(unread.current.kinds.filter.kinds).toEqual(['tin-chua-doc'])
  const linked = await desk({ search: 'kinds=hoan-goi,mfy-cho-duyet&thang=09/2026' })
  expect(linked.current.kinds.filter).toMatchObject({
    kinds: ['hoan-goi', 'mfy-cho-duyet'],
    month: '09/2026',
  })
})

test('D3-APR-04: keys move, tick and open; grouped by person they decide nothing', async () => {
  const calls = server()
  const used = await desk()
  await userEvent.keyboard('j ')
  expect(used.current.parts.current.item?.row.id).toBe('b')
  expect(idsOf(used.current.parts.ticks.ticked)).toEqual(['b'])
  await userEvent.keyboard('{Enter}')
  expect(used.current.open).toMatchObject({ dialog: 'trail', item: { row: { id: 'b' } } })
  act(() => used.current.close())
  expect(used.current.open).toBeNull()
  act(() => used.current.kinds.onByPerson(true))
  await userEvent.keyboard('a')
  expect(written(calls)).toEqual([])
})
