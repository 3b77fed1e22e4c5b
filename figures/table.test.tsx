import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { Table, type TableColumn } from './table.tsx'

type Row = { name: string; amount: number }
const rows: Row[] = [
  { name: 'An', amount: 5 },
  { name: 'Bình', amount: 0 },
]
const columns: TableColumn<Row>[] = [
  { title: '#', numeric: true, cell: (_row, index) => index + 1 },
  { title: 'Tên', heads: true, cell: ({ name }) => name, tip: ({ name }) => `${name}, nhân viên` },
  { title: 'Số tiền', numeric: true, look: 'strong', cell: ({ amount }) => amount },
]
const keyOf = ({ name }: Row) => name

test('a table has its headings, a row for each entry, and row headers for screen readers', () => {
  const { rows: lines, html } = read(<Table label="Tiền" columns={columns} rows={rows} keyOf={keyOf} />)
  expect(lines).toEqual([
    ['#', 'Tên', 'Số tiền'],
    ['1', 'An', '5'],
    ['2', 'Bình', '0'],
  ])
  expect(html).toContain('aria-label="Tiền"')
  expect(html.match(/<th scope="row"[^>]*title="[^"]*"/g)).toEqual([
    '<th scope="row" title="An, nhân viên"',
    '<th scope="row" title="Bình, nhân viên"',
  ])
  expect(html.match(/data-numeric="true"/g)).toHaveLength(6)
  expect(html).not.toContain('<colgroup>')
})

test('column sums stand below the rows; a table without sums has no footer', () => {
  const summed = columns.map((column) => (column.numeric ? { ...column, sum: 5 } : column))
  const { rows: lines } = read(<Table columns={summed} rows={rows} keyOf={keyOf} />)
  expect(lines.at(-1)).toEqual(['5', '', '5'])
  const [number, ...others] = summed
  const joined = [{ ...number, sumSpan: 2 } as TableColumn<Row>, ...others]
  expect(read(<Table columns={joined} rows={rows} keyOf={keyOf} />).rows.at(-1)).toEqual(['5', '5'])
  expect(read(<Table columns={columns} rows={rows} keyOf={keyOf} />).html).not.toContain('<tfoot>')
})

test("a bare table has rows without headings, marks a row by its look, and keeps a column's fixed width", () => {
  const [, name = columns[0], amount = name] = columns
  const wide = [{ ...amount, width: 80 } as TableColumn<Row>]
  const { rows: lines, html } = read(
    <Table
      bare
      columns={wide}
      rows={rows}
      keyOf={keyOf}
      lookOf={({ amount: left }) => (left === 0 ? 'over' : undefined)}
    />,
  )
  expect(lines).toEqual([['5'], ['0']])
  expect(html.match(/<tr data-look="over">/g)).toHaveLength(1)
  expect(html).toContain('width:80px')
  expect(html).toContain('data-fixed="true"')
})

test('a sortable heading is a button, and the sorted one tells the direction', () => {
  const sorts = columns.map((column) => ({
    ...column,
    sort: { way: column.heads ? ('desc' as const) : undefined, turn: () => undefined },
  }))
  const { buttons, html } = read(<Table columns={sorts} rows={rows} keyOf={keyOf} />)
  expect(buttons).toEqual(['#', 'Tên', 'Số tiền'])
  expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"'])
  expect(html.match(/<svg/g)).toHaveLength(1)
})

test('a cell has the look that its column derives from the row, and may span several columns', () => {
  const spread: TableColumn<Row>[] = [
    { title: 'Tên', span: ({ amount }) => (amount === 0 ? 2 : 1), cell: ({ name }) => name },
    {
      title: 'Số tiền',
      look: ({ amount }) => (amount > 4 ? 'amber' : undefined),
      cell: ({ amount }) => amount,
    },
  ]
  const { rows: lines, html } = read(<Table bare columns={spread} rows={rows} keyOf={keyOf} />)
  expect(lines).toEqual([['An', '5'], ['Bình']])
  expect(html.match(/colSpan="2"|data-look="amber"/gi)).toEqual(['data-look="amber"', 'colSpan="2"'])
})
