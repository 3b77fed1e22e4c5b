/** The rows of a list as a person meets them: only those in sight, by keys, while they load and when they fail; and as cards. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { onPhone, open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import type { AnyColumn } from './column.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './table-types.ts'

type Row = { id: string; version: number; name: string; note: string }
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    version: 1,
    name: `Tên ${index}`,
    note: `Ghi ${index}`,
  }))

const column = (key: keyof Row & string, more: Partial<AnyColumn<Row>> = {}): AnyColumn<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (row) => row[key],
  text: (row) => String(row[key]),
  ...more,
})
const columns = [
  column('name', { pin: 'left', card: 'key' }),
  column('note', { edit: () => f.text({ label: 'Ghi chú' }), typed: ({ note }) => note }),
]

/** 320 px high: ten rows of 32. */
function table(overrides: Partial<DataTableProps<Row>> = {}, layout: object = {}) {
  stubSizes({ offsetHeight: 320, offsetWidth: 1200, clientWidth: 1200, clientHeight: 320 })
  const props = {
    label: 'Đơn',
    layout: { columns, all: columns, compact: false, isHidden: () => false, ...layout },
    rows: rowsOf(3),
    ...overrides,
  } as unknown as DataTableProps<Row>
  return { user: open(<DataTable<Row> {...props} />), props }
}
const grid = () => screen.getByRole('grid')
const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
const focused = (): string | null | undefined =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent

test('of many rows only the visible ones are in the page, with empty space for the others', () => {
  table({ rows: rowsOf(200), count: 1_000 })
  expect(bodyRows().length).toBeGreaterThanOrEqual(10)
  expect(bodyRows().length).toBeLessThan(40)
  expect(grid().getAttribute('aria-rowcount')).toBe('1001')
  const room = document.querySelector<HTMLElement>('tbody tr[aria-hidden]')
  expect(room?.style.height).toBe(`${(200 - bodyRows().length) * 32}px`)
})

test('compact rows are lower', () => {
  table({ rows: rowsOf(200) }, { compact: true })
  const room = document.querySelector<HTMLElement>('tbody tr[aria-hidden]')
  expect(room?.style.height).toBe(`${(200 - bodyRows().length) * 28}px`)
})

test('rows that are ticked, open, or removed by somebody else are marked', () => {
  const selection = {
    ids: new Set(['r1']),
    all: false,
    toggle: () => undefined,
    clear: () => undefined,
  } as never
  table({ selection, openId: 'r0', gone: new Set(['r2']) })
  expect(bodyRows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
  expect(bodyRows().map(({ dataset }) => [dataset.ticked, dataset.gone])).toEqual([
    ['true', undefined],
    ['true', undefined],
    [undefined, 'true'],
  ])
  document.body.innerHTML = ''
  table({ selection: { ids: new Set(), all: true } as never })
  expect(bodyRows().every((row) => row.getAttribute('aria-selected') === 'true')).toBe(true)
})

test('D3-GRID-02: arrows move over the rows, Space ticks, Enter opens', async () => {
  const [toggle, onOpen] = [vi.fn(), vi.fn()]
  const selection = { ids: new Set(), all: false, toggle, clear: () => undefined } as never
  const { user } = table({ selection, onOpen, columns: [] } as never)
  grid().focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Tên 0')
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('Ghi 1')
  expect(document.querySelector('[data-focused]')?.textContent).toBe('Ghi 1')
  await user.keyboard(' {Enter}')
  expect(toggle).toHaveBeenCalledExactlyOnceWith('r1', false)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'r1' }))
})

test('D3-GRID-02: a value typed into a cell is saved by Enter, which moves to the row below', async () => {
  const onSave = vi.fn<NonNullable<DataTableProps<Row>['onSave']>>(async () => ({ id: 'r0', version: 2 }))
  const { user } = table({ onSave })
  grid().focus()
  await user.keyboard('{ArrowDown}{ArrowRight}mới{Enter}')
  expect(onSave.mock.calls[0]?.slice(0, 3)).toEqual([expect.objectContaining({ id: 'r0' }), 'note', 'mới'])
  expect(focused()).toBe('Ghi 1')
})

test('the table shows placeholders while the first rows load, an error that can be retried, and a text when there are no rows', async () => {
  table({ rows: undefined })
  expect(grid().getAttribute('aria-busy')).toBe('true')
  expect(bodyRows()).toEqual([])
  document.body.innerHTML = ''
  const onRetry = vi.fn()
  const failed = table({ rows: undefined, error: new AppError('INTERNAL', 'Máy chủ lỗi'), onRetry })
  expect(grid().getAttribute('aria-busy')).toBe('false')
  expect(reading().text).toContain('Máy chủ lỗi')
  await failed.user.click(screen.getByRole('button', { name: /Thử lại/ }))
  expect(onRetry).toHaveBeenCalledOnce()
  document.body.innerHTML = ''
  table({ rows: [], empty: 'Chưa có đơn' })
  expect(reading().text).toContain('Chưa có đơn')
})

test('D3-GRID-07: rows that could not be reloaded stay, with their age', () => {
  table({
    error: new AppError('INTERNAL', 'Máy chủ lỗi'),
    readAt: Date.parse('2026-11-02T02:00:00Z'),
    stale: true,
  })
  expect(bodyRows()).toHaveLength(3)
  expect(reading().text).toContain('đang xem dữ liệu lúc 02-11-2026 09:00:00')
  expect(document.querySelector('[data-stale]')).not.toBeNull()
})

const pasted = (): void => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => 'dán' } })
  fireEvent(document, event)
}

test('D3-GRID-03: a paste is previewed before it is saved, and only while the table has the keyboard', async () => {
  const save = vi.fn(async () => ({ refused: [] }))
  const { user } = table({ many: { save, undo: vi.fn() } as never, onSave: async () => undefined })
  grid().focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  grid().blur()
  pasted()
  grid().focus()
  pasted()
  expect(await screen.findByText(/Dán 1 hàng × 1 cột/)).not.toBeNull()
  expect(within(grid()).getByText('dán')).not.toBeNull()
  expect(save).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(within(grid()).queryByText('dán')).toBeNull()
})

test('D3-GRID-08: the table reports how many rows it has room for', () => {
  const onRoom = vi.fn<(rows: number) => void>()
  class Seen {
    private readonly seen: (entries: []) => void
    constructor(seen: (entries: []) => void) {
      this.seen = seen
    }
    observe(): void {
      this.seen([])
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  stubSizes({ clientHeight: 640 })
  vi.stubGlobal('ResizeObserver', Seen)
  const props = {
    label: 'Đơn',
    layout: { columns, all: columns, compact: false, isHidden: () => false },
    rows: [],
  }
  open(<DataTable<Row> {...(props as unknown as DataTableProps<Row>)} onRoom={onRoom} />)
  expect(onRoom).toHaveBeenLastCalledWith(20)
})

test('the row menu lists the possible actions, and says why one is not possible', async () => {
  const run = vi.fn()
  const actions = () => [
    { label: 'Duyệt', run },
    { label: 'Xoá', run, reason: 'Đã duyệt' },
  ]
  const { user } = table({ actions })
  await user.click(screen.getByRole('button', { name: 'Thao tác khác dòng 2' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByRole('menuitem', { name: 'Xoá' }).title).toBe('Đã duyệt')
  await user.click(menu.getByRole('menuitem', { name: 'Duyệt' }))
  expect(run).toHaveBeenCalledOnce()
})

test('D3-PHN-01: on a phone the same rows are cards, only the visible ones, with their position in the list', async () => {
  onPhone()
  const selection = { ids: new Set(['r1']), all: false, toggle: vi.fn(), clear: vi.fn() } as never
  table({ rows: rowsOf(50), count: 500, firstNumber: 51, selection, gone: new Set(['r0']), stale: true })
  const list = await screen.findByRole('list', { name: 'Đơn' })
  const cards = within(list).getAllByRole('listitem')
  expect(cards.length).toBeLessThan(20)
  expect([cards[1]?.getAttribute('aria-posinset'), cards[1]?.getAttribute('aria-setsize')]).toEqual([
    '52',
    '500',
  ])
  const ticks = within(list).getAllByRole<HTMLInputElement>('checkbox')
  expect(ticks.slice(0, 2).map(({ checked }) => checked)).toEqual([false, true])
  expect(list.querySelectorAll('[data-gone]')).toHaveLength(1)
  expect(screen.queryByRole('grid')).toBeNull()
  expect(document.querySelector('[data-stale]')).not.toBeNull()
})

test('D3-PHN-01: without a count the number of cards is that of the rows; ticking all ticks all', async () => {
  onPhone()
  table({ selection: { ids: new Set(), all: true } as never })
  const cards = await screen.findAllByRole('listitem')
  expect(cards.map((card) => card.getAttribute('aria-setsize'))).toEqual(['3', '3', '3'])
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(({ checked }) => checked)).toBe(true)
})

test('D3-PHN-01: an empty list of cards says so', async () => {
  onPhone()
  table({ rows: [], empty: 'Chưa có đơn' })
  expect(await screen.findByText('Chưa có đơn')).not.toBeNull()
})
