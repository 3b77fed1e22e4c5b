/** What is looked for: when it is sent, what is refused, and what is behind 'Bộ lọc'. */
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { messages } from '#platform/contract/messages.ts'
import {
  WithState,
  notices,
  onPhone,
  open,
  reading,
  stubSizes,
} from '#platform/app/web/shell/page.fixture.tsx'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import type { FilterItem } from './filter-item.ts'
import type { Filters } from './list-state.ts'

const item = (name: string, field: FilterItem['field']): FilterItem => ({
  name,
  field,
  label: field.label,
  placeholder: '',
})
const options = [
  { value: 'cho', label: 'Chờ' },
  { value: 'xong', label: 'Xong' },
]
const items = [
  item('phone', f.phone({ label: 'Số' })),
  item('state', f.choice({ label: 'Trạng thái', options })),
  item('note', f.text({ label: 'Ghi chú' })),
]
const periods = [{ from: 'from', to: 'to', label: 'Ngày' }]
const defaults = { from: '01/11/2026', to: '02/11/2026' }

function bar(filters: Filters = defaults, more: Partial<FilterBarProps> = {}) {
  const setFilters = vi.fn<(next: Filters) => void>()
  const onRefresh = vi.fn<() => void>()
  const state = {
    filters,
    defaults,
    setFilters,
    sort: '',
    setSort: vi.fn(),
  } as unknown as FilterBarProps['state']
  const user = open(
    <FilterBar items={items} periods={periods} state={state} onRefresh={onRefresh} {...more} />,
  )
  return { user, state, setFilters, onRefresh }
}
/** The same on a phone, once its code is there. */
async function phoneBar(...options: Parameters<typeof bar>) {
  onPhone()
  const page = bar(...options)
  await screen.findAllByRole('searchbox', undefined, { timeout: 10_000 })
  return page
}
const box = (name: string) => screen.getByRole('searchbox', { name })

test('text is sent by Enter, not by each letter; a choice is sent at once, together with the typed text', async () => {
  const { user, setFilters, onRefresh } = bar()
  await user.type(box('Số'), '0912')
  expect(setFilters).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, phone: '0912' })
  await user.click(screen.getByRole('button', { name: /^Trạng thái/ }))
  await user.click(await screen.findByRole('option', { name: 'Xong' }))
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, phone: '0912', state: 'xong' })
  expect(onRefresh).not.toHaveBeenCalled()
})

test('sending the same filters again reloads the list', async () => {
  const { user, setFilters, onRefresh } = bar()
  await user.click(screen.getByRole('button', { name: 'Tra cứu' }))
  expect(onRefresh).toHaveBeenCalledOnce()
  expect(setFilters).not.toHaveBeenCalled()
})

test('D2-Q-20: a period with one end, or that ends before it begins, is marked and not sent', async () => {
  const toasts = notices()
  const half = bar({ from: '01/11/2026', to: '' })
  await half.user.type(box('Số'), '0912{Enter}')
  expect(half.setFilters).not.toHaveBeenCalled()
  expect(toasts.at(-1)).toContain(messages.bothDates)
  document.body.innerHTML = ''
  const turned = bar({ from: '02/11/2026', to: '31/10/2026' })
  await turned.user.type(box('Số'), '0912{Enter}')
  expect(turned.setFilters).not.toHaveBeenCalled()
  expect(toasts.at(-1)).toContain(messages.dateOrder)
})

test("'Xoá lọc' restores the default filters of the list", async () => {
  const { user, setFilters } = bar({ ...defaults, phone: '0912' })
  await user.click(screen.getByRole('button', { name: 'Xoá lọc' }))
  expect(setFilters).toHaveBeenCalledExactlyOnceWith(defaults)
})

test('filters changed elsewhere, as by a view, replace the typed text', async () => {
  const user = open(
    <WithState first={{ ...defaults, phone: '0912' } as Filters}>
      {(filters, set) => (
        <>
          <button type="button" onClick={() => set({ phone: '0333' })}>
            Chế độ xem
          </button>
          <FilterBar items={items} state={{ filters, defaults } as never} onRefresh={() => undefined} />
        </>
      )}
    </WithState>,
  )
  await user.type(box('Số'), '345')
  expect(box('Số')).toHaveProperty('value', '0912345')
  await user.click(screen.getByRole('button', { name: 'Chế độ xem' }))
  expect(box('Số')).toHaveProperty('value', '0333')
})

test('D3-SIM-02: a refused filter shows the reason below its box', () => {
  bar(defaults, { refused: { note: 'Quá dài' } })
  const wrong = box('Ghi chú')
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Quá dài')
  expect(box('Số').getAttribute('aria-invalid')).toBeNull()
})

test('filters that do not fit open below the bar, and the button counts those that are set', async () => {
  stubSizes({ clientWidth: 500, offsetWidth: 150 })
  const { user, setFilters } = bar({ ...defaults, state: 'cho', note: 'x' })
  expect(screen.queryByRole('searchbox', { name: 'Ghi chú' })).toBeNull()
  const more = screen.getByRole('button', { name: /^Bộ lọc/ })
  // State, note and the period.
  expect(more.textContent).toBe('Bộ lọc3')
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await user.click(more)
  await user.type(box('Ghi chú'), 'y{Enter}')
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, state: 'cho', note: 'xy' })
  await user.click(more)
  expect(screen.queryByRole('searchbox', { name: 'Ghi chú' })).toBeNull()
})

test('D3-GRID-12: a filter other than its default keeps its place in the line, one at its default leaves first', () => {
  // 150 px each: room for two filters, 'Bộ lọc' and 'Tra cứu'.
  stubSizes({ clientWidth: 650, offsetWidth: 150 })
  const kind = item('kind', f.choice({ label: 'Loại', options }))
  bar({ note: 'x' }, { items: [...items, kind], periods: [] })
  expect([box('Số'), box('Ghi chú')]).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^(Trạng thái|Loại)/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Bộ lọc/ }).textContent).toBe('Bộ lọc')
})

test("D3-GRID-12: 'Xoá lọc' restores the defaults and takes away typed text, and keeps its place", async () => {
  const set = bar({ ...defaults, state: 'cho' })
  await set.user.click(screen.getByRole('button', { name: 'Xoá lọc' }))
  expect(set.setFilters).toHaveBeenLastCalledWith(defaults)
  cleanup()
  const typed = bar()
  await typed.user.type(box('Số'), '0912')
  await typed.user.click(screen.getByRole('button', { name: 'Xoá lọc' }))
  expect(box('Số')).toHaveProperty('value', '')
  expect(typed.setFilters).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Xoá lọc' })).toBe(document.activeElement)
})

test('D3-GRID-12: filters of the screen itself and a period that have no room are counted', () => {
  stubSizes({ clientWidth: 500, offsetWidth: 150 })
  bar({ ...defaults, gia_tu: '500000', loai_sim: 'sim_lap' }, { more: <button type="button">Giá</button> })
  expect(screen.queryByRole('button', { name: 'Giá' })).toBeNull()
  // Both of the screen, and the period.
  expect(screen.getByRole('button', { name: /^Bộ lọc/ }).textContent).toBe('Bộ lọc3')
})

test('D3-GRID-12: title, filters and actions of a list are one bar, in this order', () => {
  bar(defaults, { head: <h1>Danh sách</h1>, actions: <button type="button">Tạo mới</button> })
  const { text } = reading()
  expect(text.indexOf('Danh sách')).toBeLessThan(text.indexOf('Tra cứu'))
  expect(text.indexOf('Tra cứu')).toBeLessThan(text.indexOf('Tạo mới'))
  const title = screen.getByRole('heading', { name: 'Danh sách' })
  const action = screen.getByRole('button', { name: 'Tạo mới' })
  expect(title.closest('[data-head]')).toBe(action.closest('[data-head]'))
  expect(action.closest('form')).toBeNull()
})

test('D3-PHN-01: a phone has one search box; the button counts the other filters that are set', async () => {
  const { user, setFilters } = await phoneBar({ ...defaults, state: 'cho' })
  expect(screen.getAllByRole('searchbox')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Bộ lọc/ }).textContent).toBe('Bộ lọc2')
  await user.type(box('Số'), '0912{Enter}')
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, state: 'cho', phone: '0912' })
})

test('D3-PHN-01: a phone counts the filters of the screen itself and its period too, as the wide bar does', async () => {
  await phoneBar({ ...defaults, gia_tu: '500000', loai_sim: 'sim_lap' })
  expect(screen.getByRole('button', { name: /^Bộ lọc/ }).textContent).toBe('Bộ lọc3')
})

test('D3-PHN-01: in the sheet a choice applies at once, text when the sheet closes', async () => {
  const { user, setFilters } = await phoneBar()
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Xong' }))
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, state: 'xong' })
  await user.type(sheet.getByRole('searchbox', { name: 'Ghi chú' }), 'gấp')
  expect(setFilters).toHaveBeenCalledOnce()
  await user.click(sheet.getByRole('button', { name: 'Xem' }))
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, state: 'xong', note: 'gấp' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D3-PHN-01: closing the sheet with nothing changed sends nothing; clearing restores the defaults', async () => {
  const { user, setFilters, onRefresh } = await phoneBar({ ...defaults, note: 'x' })
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  await user.click(await screen.findByRole('button', { name: 'Đóng bộ lọc' }))
  expect([setFilters.mock.calls, onRefresh.mock.calls]).toEqual([[], []])
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  await user.click(await screen.findByRole('button', { name: 'Xoá lọc' }))
  expect(setFilters).toHaveBeenCalledExactlyOnceWith(defaults)
})

const states = [
  { value: 'ok', label: 'Đã xong MFY', tone: 'green' as const },
  { value: 'cho', label: 'CHỜ DUYỆT', tone: 'amber' as const },
]
const withStates = [...items, item('duyet', f.choice({ label: 'Duyệt', options: states }))]

test('D3-PHN-02: the states of the rows are tabs, and neither in the sheet nor counted at its button', async () => {
  const { user, setFilters } = await phoneBar(
    { ...defaults, duyet: 'cho' },
    { items: withStates, count: '17', countText: '17 đơn' },
  )
  const tabs = within(screen.getByRole('group', { name: 'Duyệt' }))
  expect(
    tabs.getAllByRole('button').map((one) => [one.textContent, one.getAttribute('aria-pressed')]),
  ).toEqual([
    ['Tất cả', 'false'],
    ['Chờ duyệt 17', 'true'],
    ['Đã xong MFY', 'false'],
  ])
  expect(screen.getByRole('button', { name: /^Bộ lọc/ }).textContent, 'the period').toBe('Bộ lọc1')
  await user.click(tabs.getByRole('button', { name: 'Đã xong MFY' }))
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, duyet: 'ok' })
  await user.click(tabs.getByRole('button', { name: 'Tất cả' }))
  expect(setFilters).toHaveBeenLastCalledWith({ ...defaults, duyet: '' })
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.queryByRole('heading', { name: 'Duyệt' })).toBeNull()
  expect(sheet.getByRole('heading', { name: 'Trạng thái' })).toBeDefined()
})

test('D3-PHN-02: choices without a colour are no tabs; the count stands by itself', async () => {
  await phoneBar(defaults, { count: '17', countText: '17 đơn' })
  expect(screen.queryByRole('group', { name: 'Trạng thái' })).toBeNull()
  expect(screen.getByText('17 đơn')).toBeDefined()
})

test('D3-PHN-02: the filters of a screen itself are in the sheet, or in the bar where nothing is typed', async () => {
  const more = <button type="button">Tháng</button>
  const { user } = await phoneBar(defaults, { more })
  expect(screen.queryByRole('button', { name: 'Tháng' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Tháng' })).toBeDefined()
  cleanup()
  const { user: other } = bar(defaults, { items: items.slice(1, 2), more })
  expect(await screen.findByRole('button', { name: 'Tháng' })).toBeDefined()
  await other.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  await screen.findByRole('dialog')
  expect(screen.getAllByText('Tháng')).toHaveLength(1)
})

test('D3-PHN-02: views and actions of the list are in the sheet, which they open by themselves', async () => {
  const none = { items: items.slice(0, 1), periods: [] }
  const { user } = await phoneBar(
    {},
    { ...none, actions: <button type="button">Xuất file</button>, head: 'Cột gọn' },
  )
  await user.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByRole('button', { name: 'Xuất file' })).toBeDefined()
  expect(sheet.getByText('Cột gọn').closest('section')?.textContent).toBe('Chế độ xemCột gọn')
  cleanup()
  const { user: other } = await phoneBar({}, { ...none, items: items.slice(0, 2) })
  await other.click(screen.getByRole('button', { name: /^Bộ lọc/ }))
  await screen.findByRole('dialog')
  expect(screen.queryByText('Chế độ xem')).toBeNull()
})

test('D3-PHN-01: a refused filter inside the sheet is named in the bar', async () => {
  await phoneBar(defaults, { refused: { note: 'Quá dài' } })
  expect(screen.getByRole('alert').textContent).toBe('Ghi chú: Quá dài')
})

test('D3-PHN-01: without further filters the sheet has no button', async () => {
  await phoneBar({}, { items: items.slice(0, 1), periods: [] })
  expect(reading().buttons).toEqual([])
})
