/** What of a list differs from its view, and what a view keeps of it (D3-GRID-06). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { f, type Field } from '#kit/contract/field.ts'
import { withDays, withDayWords, type ViewContent } from '#kit/contract/views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import type { ListState } from '../filters/list-state.ts'
import type { AnyColumn } from '../table/column.ts'
import { emptyLayout } from '../table/layout.ts'
import { changesOf, type Listed, type ListViews } from './use-list-views.ts'
import { contentOf } from './view-content.ts'

// A Monday, on which today is this week as well.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const item = (name: string, label: string, field: Field = f.text({ label })) => ({
  name,
  field,
  label,
  placeholder: '',
})
const items = [item('trang_thai', 'Trạng thái'), item('phone', 'Số', f.phone({ label: 'Số' }))]
const periods = [{ on: 'ngay', from: 'startDate', to: 'endDate', label: 'Ngày' }]
const column = (key: string): AnyColumn<never> => ({ key, title: key, width: 80, cell: () => null })
const all = ['so_dien_thoai', 'trang_thai', 'tu_man_hinh'].map(column)

const viewWith = (content: Partial<ViewContent>): View => ({
  id: 'v',
  list: 'khr',
  scope: 'own',
  name: 'Chờ',
  owner: '',
  content: { filters: {}, sort: '', size: null, columns: null, ...content },
  left_out: 0,
  default_for: [],
  version: 1,
  may: { update: true, remove: true },
})
const listWith = (state: Partial<ListState>, stored = emptyLayout) => {
  const full = { filters: {}, changed: state.filters ?? {}, defaults: {}, sort: '', size: 20, ...state }
  return {
    name: 'khr',
    list: 'khr',
    items,
    periods,
    usualSize: 20,
    columns: stored,
    state: { fit: { on: false }, ...full } as ListState,
    layout: { all, stored, reset: () => undefined },
    source: { key: ['khr', 'list'], read: () => Promise.resolve({ count: 0 }) },
    views: { lists: ['khr'], values: [], chosen: {} },
    view: undefined,
  } satisfies Listed & Partial<ListViews>
}
const thisWeek = { startDate: '23/11/2026', endDate: '29/11/2026' }
const today = { startDate: '23/11/2026', endDate: '23/11/2026' }

test('a named period is stored by its name, and means the days at the time of opening (D3-GRID-06)', () => {
  expect(withDayWords(thisWeek, periods)).toEqual({ startDate: '@week', endDate: '@week' })
  expect(withDays({ startDate: '@week', endDate: '@week' }, periods)).toEqual(thisWeek)
  const filters = { startDate: '02/11/2026', endDate: '05/11/2026', a: '@week' }
  expect(withDays(withDayWords(filters, periods), periods)).toEqual(filters)
})

test('differences from the saved view are named: filters, days, order, page size, columns, but not a phone (D3-GRID-06)', () => {
  const view = viewWith({ filters: { trang_thai: '0', startDate: '@week', endDate: '@week' }, sort: '-ngay' })
  const same = { filters: { trang_thai: '0', ...thisWeek, phone: '45678' }, sort: '-ngay' }
  expect(changesOf(view, listWith(same))).toEqual([])
  const other = { filters: { trang_thai: '1', ...today }, sort: '', size: 50 }
  expect(changesOf(view, listWith(other))).toEqual(['lọc Trạng thái', 'lọc Ngày', 'thứ tự dòng', 'số dòng'])
  const layout = (part: object) => listWith(same, { ...emptyLayout, ...part })
  expect(changesOf(view, layout({ hidden: ['trang_thai'] }))).toEqual(['cột trang_thai'])
  expect(changesOf(view, layout({ widths: { trang_thai: 90 } }))).toEqual(['thứ tự và độ rộng cột'])
  expect(changesOf(view, layout({}))).toEqual([])
})

test('a view stores filters without phones, both days of a period, and the declared columns (D3-GRID-06)', () => {
  const filters = { trang_thai: '0', phone: '45678', startDate: '01/11/2026', endDate: '05/11/2026' }
  const own = { trang_thai: '0', phone: '45678', endDate: '05/11/2026' }
  const columns = {
    order: ['tu_man_hinh', 'trang_thai'],
    hidden: [],
    widths: { tu_man_hinh: 50 },
    compact: true,
  }
  const list = listWith({ filters, changed: own, sort: '-ngay', size: 50 }, columns)
  expect(contentOf(list as unknown as ListViews)).toEqual({
    filters: { trang_thai: '0', startDate: '01/11/2026', endDate: '05/11/2026' },
    sort: '-ngay',
    size: 50,
    columns: { order: ['trang_thai'], hidden: [], widths: {}, compact: true },
  })
  const spoken = listWith({ filters: { trang_thai: '0912345678' } })
  expect(contentOf(spoken as unknown as ListViews)).toMatchObject({ filters: {}, size: null, columns: null })
})
