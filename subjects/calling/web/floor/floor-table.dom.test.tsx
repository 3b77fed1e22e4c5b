/** The table of the floor: what a row opens, which columns there are, and what the sums are of (D3-FLR-01). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { floorOf, personOf, threePeople } from '#test/floor-person.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { FloorTable, type TableProps } from './floor-table.tsx'
import { sectionsOf } from './sections.ts'

function table(people: FloorPerson[], overrides: Partial<TableProps> = {}) {
  document.body.innerHTML = ''
  const done: unknown[][] = []
  const floor = floorOf(people)
  const view = overrides.view ?? 'help'
  const user = open(
    <FloorTable
      floor={floor}
      sections={sectionsOf(floor, view)}
      view={view}
      wide={false}
      current={
        { id: 'binh', choose: (id: string) => void done.push(['choose', id]) } as TableProps['current']
      }
      panels={
        {
          panel: { id: 'chi' },
          open: async (...args: unknown[]) => void done.push(args),
        } as unknown as TableProps['panels']
      }
      dragging={{ from: null, over: null, set: () => undefined, drop: () => undefined }}
      {...overrides}
    />,
  )
  return { done, user }
}
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const headings = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('D3-FLR-01: a row opens its person, its dots open the suggested help; by Enter the first step is chosen', async () => {
  const { done, user } = table(threePeople())
  await user.click(screen.getByRole('row', { name: /^An/ }))
  await user.click(row('Chi').getByRole('button', { name: 'Thao tác, Chi' }))
  row('An').getByRole('button', { name: /^An/ }).focus()
  await user.keyboard('{Enter}')
  expect(done).toEqual([
    ['an', null],
    ['chi', 'handOver'],
    ['choose', 'an'],
    ['an', 'move'],
  ])
})

test('D3-FLR-02: the open row is marked as open, and only one row is reached by Tab', () => {
  table(threePeople())
  const names = ['An', 'Bình', 'Chi'].map((name) =>
    row(name).getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  expect(names.map((name) => name.getAttribute('aria-expanded'))).toEqual(['false', 'false', 'true'])
  expect(names.map((name) => name.tabIndex)).toEqual([-1, 0, -1])
})

test('D3-FLR-01: sections show their count and reason; sorted by name there are none', () => {
  const people = [...threePeople(), personOf('dung', { fullname: 'Dũng', help: ['ending'] })]
  table(people)
  expect(headings()).toEqual(['Cần giúp 3chưa vào ca, sắp hết số', 'Đang ổn 1theo tên'])
  table(people, { view: 'name' })
  expect(screen.queryAllByRole('rowheader')).toEqual([])
})

test('D3-FLR-01: a group shows the sums of its own people, the footer those of the floor', () => {
  const counts = { calls: 1_100, reached: 7, agreed: 2 }
  const people = [personOf('an', { left: 140, hour: counts }), personOf('binh', { group: null, left: 1_004 })]
  table(people, { view: 'group' })
  expect(cells(/^Tổ một/)).toEqual(expect.arrayContaining(['1,100', '7', '140']))
  expect(cells(/^Ngoài nhóm/)).toContain('1,004')
  expect(cells(/^Tất cả 2 người/)).toContain('204')
})

test('D3-FLR-05: with many people the column of the waiting time is dropped; a wide window has all columns', () => {
  const many = Array.from({ length: 41 }, (_, index) => personOf(`p${index}`))
  table(many.slice(1))
  expect(heads()).toContain('Lúc')
  expect(heads()).not.toContain('Theo giờ')
  table(many)
  expect(heads()).not.toContain('Lúc')
  table(many, { wide: true })
  expect(heads()).toEqual(expect.arrayContaining(['Lúc', 'Theo giờ']))
  // Every row is as wide as the table, whatever columns there are.
  const widths = [...document.querySelectorAll('tr')].map((line) =>
    [...line.children].reduce((sum, cell) => sum + ((cell as HTMLTableCellElement).colSpan || 1), 0),
  )
  expect(new Set(widths).size).toBe(1)
})
