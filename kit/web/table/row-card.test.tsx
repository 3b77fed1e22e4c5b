/** A row of a list as a card on a phone. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { CardList } from './card-list.tsx'
import type { AnyColumn } from './column.ts'
import { RowCard } from './row-card.tsx'
import type { DataTableProps, Grid, RowAction, ShownRow } from './table-types.ts'

type Row = {
  id: string
  version: number
  phone: string
  state: string
  money: string
  note: string
  who: string
  at: string
}
const row: Row = {
  id: 'r',
  version: 1,
  phone: '0912345678',
  state: 'CHỜ',
  money: '90,000',
  note: 'Bận',
  who: 'sale111',
  at: '2025-03-04T05:06:07.000Z',
}
const nothing = (): void => undefined

const column = (key: keyof Row & string, more: Partial<AnyColumn<Row>> = {}): AnyColumn<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (one) => one[key],
  text: (one) => String(one[key]),
  ...more,
})
const note = f.note({ label: 'Ghi chú' })
const text = (key: string, value: string): AnyColumn<Row> => ({ ...column('note'), key, text: () => value })
const columns = [
  column('phone', { card: 'key' }),
  column('state', { card: 'state' }),
  column('money', { card: 'money', numeric: true }),
  column('note', { title: 'Ghi chú', edit: () => note }),
]

/** What a list of orders shows. */
const cards: AnyColumn<Row>[] = [
  column('who', { card: 'who' }),
  columns[0],
  text('package', 'KC90'),
  text('type', 'Trả trước'),
  columns[1],
  columns[2],
  column('note', { grows: true }),
  column('at', { card: 'time' }),
].flatMap((one) => one ?? [])

const gridOf = (props: Partial<DataTableProps<Row>>, visible = columns): Grid<Row> =>
  ({
    columns: visible,
    props: { label: 'Đơn', rows: [row], ...props },
    edits: { of: () => undefined },
    act: nothing,
    open: nothing,
    toggle: nothing,
    edit: () => true,
    openMenu: nothing,
  }) as unknown as Grid<Row>

const card = (props: Partial<DataTableProps<Row>> = {}, overrides: Partial<ShownRow<Row>> = {}) =>
  read(
    <RowCard
      grid={gridOf(props)}
      row={row}
      rowIndex={2}
      cells={undefined}
      ticked={false}
      open={false}
      gone={false}
      {...overrides}
    />,
  )

test('D3-PHN-01, D3-PHN-02: key and amount lead the card, then what it is and its state, then who and when', () => {
  const { text, html } = card({}, { grid: gridOf({ onOpen: nothing }, cards) })
  expect(text).toBe('0912345678 90,000 KC90 Trả trước CHỜ sale111 Bận 04-03-2025 12:06')
  expect(html).toMatch(/data-part="key">0912345678</)
  expect(html).toMatch(/data-part="money"[^>]*>90,000</)
  expect(html).toMatch(
    /data-part="time"[^>]*><time dateTime="2025-03-04T05:06:07.000Z" title="04-03-2025 12:06:07"/,
  )
})

test('D3-PHN-02: two texts say what the row is, a third stands below where there is no note', () => {
  const more = cards.filter(({ grows }) => !grows).concat(text('third', 'Viettel'), text('fourth', 'Zalo'))
  expect(card({}, { grid: gridOf({ onOpen: nothing }, more) }).text).toBe(
    '0912345678 90,000 KC90 Trả trước CHỜ sale111 Viettel 04-03-2025 12:06',
  )
})

test('D3-PHN-02: where nobody is named, the line begins with the note', () => {
  const unnamed = { ...row, who: '' }
  expect(card({}, { grid: gridOf({ onOpen: nothing }, cards), row: unnamed }).text).toContain('CHỜ Bận 04-03')
  const html = card({}, { grid: gridOf({ onOpen: nothing }, cards), row: { ...row, who: '-' } }).text
  expect(html).toContain('CHỜ Bận')
})

test('D3-PHN-02: a day is shown as it is written; without an amount the state is beside the key, the time beside the texts', () => {
  const visible = cards.filter(({ card: part }) => part !== 'money')
  const day = { ...row, at: '2025-03-04' }
  const column = {
    ...visible.find(({ card: part }) => part === 'time'),
    text: () => '04-03-2025',
  } as AnyColumn<Row>
  const grid = gridOf({ onOpen: nothing }, [...visible.filter(({ card: part }) => part !== 'time'), column])
  expect(card({}, { grid, row: day }).text).toBe('0912345678 CHỜ KC90 Trả trước 04-03-2025 sale111 Bận')
})

test('D3-PHN-02: what says nothing without its heading is left out: figures, dates, yes and no, nothing', () => {
  const silent = ['0', '12,000', '-', '', 'Có', 'Không', '01-02-2025', '01-02-2025 10:11:12'].map(
    (text, index) => ({
      ...column('note'),
      key: `silent ${index}`,
      text: () => text,
    }),
  )
  const grid = gridOf({ onOpen: nothing }, [
    columns[0],
    ...silent,
    column('state', { text: () => 'KC90' }),
  ] as AnyColumn<Row>[])
  expect(card({}, { grid }).text).toBe('0912345678 KC90')
})

test('D3-PHN-02: in a list whose rows do not open three figures have their headings, and a tap shows all values', () => {
  const figures = ['a', 'b', 'zero', 'c', 'd'].map((key) => ({
    ...column('note', { numeric: true, text: () => (key === 'zero' ? '0' : '7') }),
    key,
    title: key,
    cell: () => (key === 'zero' ? '0' : '7'),
  }))
  const visible: AnyColumn<Row>[] = [...columns.slice(0, 3), ...figures]
  const first = visible.map((one) => (one.key === 'd' ? { ...one, card: 'figure' as const } : one))
  expect(card({}, { grid: gridOf({}, first) }).text).toBe('0912345678 90,000 CHỜ d 7 a 7 b 7')
  const closed = card({}, { grid: gridOf({}, visible) })
  expect(closed.text).toBe('0912345678 90,000 CHỜ a 7 b 7 c 7')
  expect(closed.buttons).toEqual(['Xem cả 0912345678'])
  expect(closed.html).toContain('aria-expanded="false"')
  const two = visible.filter(({ key }) => !['zero', 'c', 'd'].includes(key))
  expect(card({}, { grid: gridOf({}, two) }).buttons, 'all of them are in sight').toEqual([])
  const opens = card({}, { grid: gridOf({ onOpen: nothing }, visible) })
  expect(opens.text, 'the drawer has them').toBe('0912345678 90,000 CHỜ')
  expect(card({}, { grid: gridOf({}, columns.slice(0, 3)) }).buttons, 'nothing else to show').toEqual([])
})

test('D3-PHN-01: a card opens by its key, is ticked by its row number, and turns grey once its row is gone', () => {
  const selection = { ids: new Set<string>(), all: false } as never
  const { buttons, html } = card({ onOpen: nothing, selection, firstNumber: 11 })
  expect(buttons).toContain('Mở 0912345678')
  expect(html).toContain('aria-label="Chọn dòng 13"')
  expect(card().html).not.toContain('Chọn dòng')
  expect(card({ selection }, { ticked: true }).ticked).toEqual(['Chọn dòng 3'])
  expect(card({}, { gone: true }).html).toContain('data-gone')
})

test('D3-PHN-01: a state is edited by its own button in lists that save cells', () => {
  const state = column('state', { title: 'Trạng thái', card: 'state', edit: () => note })
  const grid = (props: Partial<DataTableProps<Row>>) => gridOf(props, [...columns.slice(0, 1), state])
  expect(card({}, { grid: grid({ onSave: async () => row }) }).buttons).toContain('Sửa Trạng thái')
  expect(card({}, { grid: grid({}) }).buttons).not.toContain('Sửa Trạng thái')
})

test('D3-PHN-01: two possible steps are buttons; other steps and delete are in the dots menu; a refused step has no button', () => {
  const action = (label: string, more: Partial<RowAction> = {}): RowAction => ({
    label,
    icon: null,
    run: nothing,
    ...more,
  })
  const actions = (): RowAction[] => [
    action('Duyệt'),
    action('Chốt', { reason: 'Chưa duyệt' }),
    action('Từ chối'),
    action('Sửa'),
    action('Xoá', { danger: true, inRow: true }),
  ]
  const buttons = (props: Partial<DataTableProps<Row>>) =>
    card({}, { grid: gridOf(props, columns.slice(0, 3)) }).buttons
  expect(buttons({ actions })).toEqual(['Duyệt dòng 3', 'Từ chối dòng 3', 'Thao tác khác dòng 3'])
  const edit = (): RowAction[] => [action('Sửa', { inMenu: true, inRow: true })]
  expect(buttons({ actions: edit }), 'nothing waits').toEqual(['Thao tác khác dòng 3'])
  expect(buttons({ actions: edit, onOpen: nothing }), 'the drawer has it').toEqual(['Mở 0912345678'])
  expect(buttons({ actions: () => [action('Duyệt')] })).toEqual(['Duyệt dòng 3'])
  expect(buttons({ actions: () => [action('Duyệt', { reason: 'Đã duyệt' })] })).toEqual([])
})

test('D3-PHN-01: the sums stand above the cards, the amount first; placeholders show while loading', () => {
  const more = [column('note', { title: 'Lần', numeric: true }), ...columns.slice(0, 3)]
  const sums = read(<CardList grid={gridOf({ totals: { note: '12', money: '90,000', state: 'x' } }, more)} />)
  expect(sums.text).toMatch(/^money 90,000 Lần 12/)
  const waiting = { label: 'Đơn', rows: undefined } as Partial<DataTableProps<Row>>
  const { html } = read(<CardList grid={gridOf(waiting)} />)
  expect(html).toContain('aria-busy="true"')
  expect(html.match(/<li/g)).toHaveLength(6)
  const failed = read(<CardList grid={gridOf({ ...waiting, error: new Error('x') })} />)
  expect(failed.html).not.toMatch(/<li/)
})
