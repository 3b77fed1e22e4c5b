import { expect, test } from 'vitest'
import type { Floor } from '#subjects/calling/contract/calls/floor.ts'
import { personOf } from '#test/floor-person.ts'
import { sectionsOf, sumOf, type View } from './sections.ts'

const people = [
  personOf('nam', { fullname: 'Cao Nhật Nam', help: ['ending'] }),
  personOf('bao', { fullname: 'Hoàng Gia Bảo', help: ['overdue'], group: 'leader12' }),
  personOf('tuan', { fullname: 'Kiều Anh Tuấn' }),
  personOf('an', { fullname: 'Trần Bảo An', group: null }),
]
const groups = ['leader11', 'leader12', 'leader13'].map((id) => ({ id, username: id, fullname: id }))
const laidOut = (view: View) =>
  sectionsOf({ people, groups } as unknown as Floor, view).map((section) => [
    section.key,
    ...section.people.map(({ username }) => username),
  ])

test('D3-FLR-01: people who need help come first in the order of the server, the others by given name', () => {
  expect(laidOut('help')).toEqual([
    ['help', 'nam', 'bao'],
    ['fine', 'an', 'tuan'],
  ])
  expect(laidOut('name')).toEqual([['all', 'an', 'bao', 'nam', 'tuan']])
})

test('D3-FLR-01: groups are separate, people without a group at the end, and an empty group is left out', () => {
  expect(laidOut('group')).toEqual([
    ['leader11', 'nam', 'tuan'],
    ['leader12', 'bao'],
    ['', 'an'],
  ])
})

test('D3-FLR-01: the sums of a section are those of its rows', () => {
  const rows = [
    personOf('a', { hour: { calls: 9, reached: 5, agreed: 1 }, left: 4, idleSeconds: 200, overdue: 1 }),
    personOf('b', { hour: { calls: 6, reached: 3, agreed: 0 }, left: 12, idleSeconds: 40 }),
  ]
  expect(sumOf(rows)).toEqual({
    hour: { calls: 15, reached: 8, agreed: 1 },
    day: { calls: 0, reached: 0, agreed: 0 },
    idleSeconds: 240,
    overdue: 1,
    left: 16,
  })
})
