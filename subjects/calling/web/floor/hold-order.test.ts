import { expect, test } from 'vitest'
import { holdSections, type Section } from './hold-order.ts'

type Row = { username: string; left: number }
const row = (username: string, left = 10): Row => ({ username, left })
const section = (key: string, ...people: Row[]): Section<Row> => ({ key, people })

const before = [section('needs', row('an'), row('binh')), section('fine', row('chi'), row('dung'))]

test('D3-FLR-01: while a panel is open every row keeps its place and shows current data', () => {
  const now = [section('needs', row('chi', 3), row('binh', 9)), section('fine', row('dung', 8), row('an', 7))]
  expect(holdSections(before, now)).toEqual([
    section('needs', row('an', 7), row('binh', 9)),
    section('fine', row('chi', 3), row('dung', 8)),
  ])
})

test('D3-FLR-01: while a panel is open new people are added at the end, and people who leave keep their row', () => {
  const now = [
    section('needs', row('giang'), row('an')),
    section('fine', row('dung')),
    section('new', row('hoa')),
  ]
  expect(holdSections(before, now)).toEqual([
    section('needs', row('an'), row('binh'), row('giang')),
    section('fine', row('chi'), row('dung')),
    section('new', row('hoa')),
  ])
})

test('D3-FLR-01: nothing is shown twice, and a heading without rows is left out', () => {
  const now = [section('needs'), section('fine', row('an'), row('binh'), row('chi'), row('dung'))]
  expect(holdSections(before, now)).toEqual(before)
  expect(holdSections([], now)).toEqual([now[1]])
})
