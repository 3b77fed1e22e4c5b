import { expect, test } from 'vitest'
import type { Handed } from '#subjects/calling/contract/calls/floor.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { colleaguesOf, inOrder } from './colleagues.ts'
import { sinceOf } from './floor-data.ts'
import { personOf } from '#test/floor-person.ts'
import { handedText } from './handed.ts'
import { countProblem } from './move-form.tsx'
import { reasonProblems } from './release-form.tsx'
import { firstTask, receivesNumbers } from './tasks.ts'
import { stepFrom } from './use-floor-keys.ts'

const inHand = { customer: 'c', version: 1, phone: '****31877' }

test('D3-FLR-02: the first suggested help is the release, the hand-over, or more numbers; nothing when there is nothing to give', () => {
  expect(firstTask(personOf('a', { help: ['forgotten', 'ending'], inHand }))).toBe('release')
  // The number has left the hand since the floor was read.
  expect(firstTask(personOf('a', { help: ['forgotten', 'ending'] }))).toBe('move')
  expect(firstTask(personOf('a', { help: ['absent', 'overdue'], left: 198 }))).toBe('handOver')
  expect(firstTask(personOf('a', { help: ['absent'], left: 0 }))).toBeNull()
  expect(firstTask(personOf('a', { help: ['idle'] }))).toBeNull()
  expect(receivesNumbers(personOf('a', { help: ['ending'] }))).toBe(true)
  expect(receivesNumbers(personOf('a', { left: 0 }))).toBe(true)
  expect(receivesNumbers(personOf('a'))).toBe(false)
})

test('D3-FLR-02: numbers go to those who run out first, to absent people last, and come from those with the most', () => {
  const people = [
    personOf('away', { state: 'absent', left: 0 }),
    personOf('rich', { left: 140 }),
    personOf('ends', { left: 30, help: ['ending'] }),
    personOf('poor', { left: 4 }),
  ]
  expect(inOrder(people, false).map(({ id }) => id)).toEqual(['ends', 'poor', 'rich', 'away'])
  expect(inOrder(people, true).map(({ id }) => id)).toEqual(['rich', 'ends', 'poor'])
})

test('D3-FLR-02: neither the person, nor locked accounts, nor another branch is offered', () => {
  const people = [personOf('me'), personOf('beside'), personOf('far'), personOf('gone', { state: 'stopped' })]
  const staff = people.map(({ id }) => ({
    id,
    role_priority: 5,
    brand_id: id === 'far' ? 'branch2' : 'branch1',
  })) as unknown as Staff[]
  const [me] = people
  expect(me && colleaguesOf(me, people, staff).map(({ id }) => id)).toEqual(['beside'])
  expect(me && colleaguesOf(me, people, []).map(({ id }) => id)).toEqual(['beside', 'far'])
})

test('D3-FLR-02: a count of numbers is whole, at least one, and at most what is available', () => {
  expect(['', '0', '1.5', '-3', 'x'].map((typed) => countProblem(typed, 9))).toEqual(
    Array.from({ length: 5 }, () => 'Nhập số lượng từ 1 trở lên'),
  )
  expect(countProblem('10', 9)).toBe('Người này chỉ còn 9 số chưa gọi')
  expect(countProblem('1', 0)).toBe('Người này không còn số chưa gọi')
  expect(countProblem(' 9 ', 9)).toBeUndefined()
})

test("D3-FLR-02: the reason 'other' must be written", () => {
  expect(reasonProblems({ reason: 'other', note: '  ' })).toEqual({ note: 'Ghi lý do' })
  expect(reasonProblems({ reason: 'other', note: 'Mất điện' })).toEqual({})
  expect(reasonProblems({ reason: 'forgot', note: '' })).toEqual({})
})

test('D3-FLR-02: the confirmation names everybody who got numbers', () => {
  const to = [
    { handover: '1', username: 'a', fullname: 'Cao Nhật Nam', numbers: 1_116, appointments: 3 },
    { handover: '2', username: 'b', fullname: 'Phan Thị Ngọc Lan', numbers: 82, appointments: 0 },
  ]
  const handed: Handed = { numbers: 1_198, appointments: 3, to }
  expect(handedText(handed, 'Đã bàn giao')).toBe(
    'Đã bàn giao 1,116 số, 3 lịch hẹn cho Cao Nhật Nam; 82 số cho Phan Thị Ngọc Lan',
  )
})

test('D3-FLR-02: arrow keys stop at the first and at the last row', () => {
  const ids = ['a', 'b', 'c']
  expect([stepFrom(ids, 'a', 1), stepFrom(ids, 'c', 1), stepFrom(ids, 'a', -1)]).toEqual(['b', 'c', 'a'])
  expect([stepFrom(ids, undefined, 1), stepFrom([], 'a', 1)]).toEqual(['a', undefined])
})

test('D3-FLR-01: a person who has not begun counts as absent from the start of the day, and not before', () => {
  const absent = { state: 'absent', since: null } as const
  expect(sinceOf(absent, '2026-11-20T07:40:00Z')).toBe('2026-11-20T08:00:00+07:00')
  expect(sinceOf(absent, '2026-11-20T00:30:00Z')).toBeNull()
  expect(sinceOf({ state: 'idle', since: null }, '2026-11-20T07:40:00Z')).toBeNull()
})
