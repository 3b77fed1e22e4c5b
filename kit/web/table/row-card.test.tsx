/** A row of a list as a card on a phone. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { CardList } from './card-list.tsx'
import type { AnyColumn } from './column.ts'
import { RowCard } from './row-card.tsx'
import type { DataTableProps, Grid, RowAction, ShownRow } from './table-types.ts'

type Row = { id: string; version: number; phone: string; state: string; money: string; note: string }
const row: Row = { id: 'r', version: 1, phone: '0912345678', state: 'CHỜ', money: '90,000', note: 'Bận' }
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
const columns = [
  column('phone', { card: 'key' }),
  column('state', { card: 'state' }),
  column('money', { card: 'money', numeric: true }),
  column('note', { title: 'Ghi chú', edit: () => note }),
]

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

test('D3-PHN-01: key and amount lead the card, the state follows, the other values stand under their headings', () => {
  const { text, html } = card()
  expect(text).toBe('0912345678 90,000 CHỜ Ghi chú Bận')
  expect(html).toMatch(/data-part="key">0912345678</)
  expect(html).toMatch(/data-part="money"[^>]*>90,000</)
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

test('D3-PHN-01: a value is edited by its own button in lists that save cells', () => {
  expect(card({ onSave: async () => row }).buttons).toContain('Sửa Ghi chú')
  expect(card().buttons).not.toContain('Sửa Ghi chú')
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
  expect(card({ actions }).buttons).toEqual(['Duyệt dòng 3', 'Từ chối dòng 3', 'Thao tác khác dòng 3'])
  expect(card({ actions: () => [action('Duyệt')] }).buttons).toEqual(['Duyệt dòng 3'])
  expect(card({ actions: () => [action('Duyệt', { reason: 'Đã duyệt' })] }).buttons).toEqual([])
})

test('D3-PHN-01: values beyond the fourth are behind a button, unless the card itself opens', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
    ...column('note', { grows: true }),
    key,
    title: key,
  }))
  const cardOf = (props: Partial<DataTableProps<Row>>) =>
    read(
      <RowCard
        grid={gridOf(props, [...columns.slice(0, 3), ...many])}
        row={row}
        rowIndex={0}
        cells={undefined}
        ticked={false}
        open={false}
        gone={false}
      />,
    )
  expect(cardOf({}).buttons).toEqual(['Xem cả 5 mục'])
  expect(cardOf({}).text).toContain('a Bận b Bận c Bận d Bận Xem cả 5 mục')
  expect(cardOf({ onOpen: nothing }).buttons).toEqual(['Mở 0912345678'])
})

test('D3-PHN-01: the sums stand above the cards, the amount first; placeholders show while loading', () => {
  const more = [column('note', { title: 'Lần', numeric: true }), ...columns.slice(0, 3)]
  const sums = read(<CardList grid={gridOf({ totals: { note: '12', money: '90,000', state: 'x' } }, more)} />)
  expect(sums.text).toMatch(/^money 90,000 Lần 12/)
  const waiting = { label: 'Đơn', rows: undefined } as Partial<DataTableProps<Row>>
  const { html } = read(<CardList grid={gridOf(waiting)} />)
  expect(html).toContain('aria-busy="true"')
  expect(html.match(/<li/g)).toHaveLength(5)
  const failed = read(<CardList grid={gridOf({ ...waiting, error: new Error('x') })} />)
  expect(failed.html).not.toMatch(/<li/)
})
