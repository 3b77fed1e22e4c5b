/** The kinds that wait, with their counts. */
import { expect, test } from 'vitest'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { KindsBar } from './kinds-bar.tsx'
import type { DeskFilter } from './use-desk.ts'

const nothing = (): void => undefined
const no: DeskFilter = { kinds: [], warned: false, asker: null, month: null }
const counts: Record<string, { count: number; warned: number | null }> = {
  'hoan-goi': { count: 1_200, warned: 3 },
  'nap-tien': { count: 5, warned: 1 },
  'bao-do': { count: 0, warned: 0 },
}
const kinds = waitingKinds
  .filter(({ name }) => name in counts)
  .map((kind) => ({ ...kind, kind: kind.name, ...counts[kind.name] }))

const bar = (filter: Partial<DeskFilter>, mayListAll = true, listed = kinds) =>
  read(
    <KindsBar
      kinds={listed}
      mayListAll={mayListAll}
      filter={{ ...no, ...filter }}
      onFilter={nothing}
      byPerson={false}
      onByPerson={nothing}
    />,
  )

test('D3-APR-01: each waiting kind has its count, after all of them and those with a doubt', () => {
  expect(bar({}).buttons).toEqual([
    'Tất cả 1,205',
    'Có cảnh báo 4',
    'Theo người',
    'Nạp tiền 5',
    'Hoàn gói 1,200',
  ])
})

test('D3-APR-01: the doubts are those of the chosen kinds, without a number when one is unknown', () => {
  expect(bar({ kinds: ['nap-tien'] }).buttons).toContain('Có cảnh báo 1')
  const unknown = kinds.map((kind) => (kind.name === 'hoan-goi' ? { ...kind, warned: null } : kind))
  expect(bar({}, true, unknown).buttons).toContain('Có cảnh báo')
  expect(bar({ kinds: ['nap-tien'] }, true, unknown).buttons).toContain('Có cảnh báo 1')
})

test('a kind without rows is shown while it is chosen, or where kinds cannot be combined', () => {
  expect(bar({ kinds: ['bao-do'] }).buttons).toContain('Báo đỏ 0')
  const one = bar({}, false).buttons
  expect(one).toContain('Báo đỏ 0')
  expect(one).not.toContain('Tất cả 1,205')
})

test('a month or a person of the filter can be removed', () => {
  const asker = { username: 'sale111', fullname: 'Cao Nhật Nam', count: 1, sum: 0 }
  expect(bar({ month: '10/2026', asker }).buttons).toEqual(
    expect.arrayContaining(['Tháng 10/2026 (bỏ lọc)', 'Cao Nhật Nam (bỏ lọc)']),
  )
  const pressed = bar({ kinds: ['nap-tien'], warned: true }).html.match(
    /aria-pressed="true"[^>]*><span>[^<]*/g,
  )
  expect(pressed?.map((text) => text.split('>')[2])).toEqual(['Có cảnh báo', 'Nạp tiền'])
})

/** All kinds of a manager, with as many rows as said, in declared order. */
const counted = (rows: readonly number[]) =>
  waitingKinds.map((kind, index) => ({
    ...kind,
    kind: kind.name,
    count: rows[index] ?? 0,
    warned: 0,
    sum: null,
  }))
/** The kinds of the bar, without the filters before them. */
const shownKinds = (rows: readonly number[], chosen: string[] = []): string[] =>
  bar({ kinds: chosen }, true, counted(rows)).buttons.slice(3)

test('D3-APR-01: six kinds at most stand in the bar, those with most rows in their declared order; the others are one with their sum', () => {
  const [a, b, c, d, e, f, g, h, i, j] = waitingKinds.map(({ label }) => label)
  expect(waitingKinds).toHaveLength(10)
  expect(shownKinds([5, 1, 9, 2, 8, 7, 3, 6, 4, 10])).toEqual([
    `${a} 5`,
    `${c} 9`,
    `${e} 8`,
    `${f} 7`,
    `${h} 6`,
    `${j} 10`,
    'Khác 10',
  ])
  // As many rows: the first of them.
  expect(shownKinds([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toEqual([
    ...[a, b, c, d, e, f].map((label) => `${label} 1`),
    'Khác 4',
  ])
  expect(shownKinds([1, 2, 3, 4, 5, 6])).toEqual([a, b, c, d, e, f].map((label, n) => `${label} ${n + 1}`))
  expect([g, i]).not.toContain(undefined)
})

test('D3-APR-01: a chosen kind stands in the bar however few rows it has, also one of several', () => {
  const rows = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  const last = waitingKinds.slice(-2)
  const shown = shownKinds(
    rows,
    last.map(({ name }) => name),
  )
  expect(shown).toEqual([
    ...waitingKinds.slice(0, 4).map(({ label }, n) => `${label} ${10 - n}`),
    `${last[0]?.label} 2`,
    `${last[1]?.label} 1`,
    'Khác 18',
  ])
})
