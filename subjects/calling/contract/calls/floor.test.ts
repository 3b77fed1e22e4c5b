import { expect, test } from 'vitest'
import { personOf } from '#test/floor-person.ts'
import { withChanges, type Floor } from './floor.ts'

const floorOf = (people: Floor['people'], more: Partial<Floor> = {}): Floor => ({
  at: '2026-11-27T03:00:00.000Z',
  mark: 'x.1.0',
  whole: true,
  hourStart: '2026-11-27T03:00:00.000Z',
  title: 'Toàn công ty',
  people,
  groups: [],
  sums: {
    people: people.length,
    states: { calling: 0, held: 0, idle: 0, absent: 0, stopped: 0 },
    hour: { calls: 0, reached: 0, agreed: 0 },
    idleSeconds: 0,
    day: { calls: 0, reached: 0, agreed: 0 },
    overdue: 0,
    appointments: 0,
    left: 0,
    endsAt: null,
    bars: [],
  },
  more: false,
  ...more,
})
const names = ({ people }: Floor): string[] => people.map(({ username }) => username)

test('changes replace the known data of a person, and the floor is sorted by who needs help (D3-FLR-01, D3-FLR-05)', () => {
  const former = floorOf([personOf('a'), personOf('b'), personOf('c')])
  const heldState = { state: 'held', help: ['forgotten'], since: '2026-11-27T02:00:00.000Z' } as const
  const answer = floorOf([personOf('c', { ...heldState, help: [...heldState.help] }), personOf('d')], {
    whole: false,
    mark: 'x.2.0',
  })
  const next = withChanges(former, answer)
  expect(names(next)).toEqual(['c', 'a', 'b', 'd'])
  expect(next).toMatchObject({ whole: true, mark: 'x.2.0' })
  const earlier = { since: '2026-11-27T01:00:00.000Z', state: 'held' as const, help: ['forgotten' as const] }
  expect(names(withChanges(next, floorOf([personOf('b', earlier)], { whole: false })))).toEqual([
    'b',
    'c',
    'a',
    'd',
  ])
})

test('a complete floor replaces the known one, including people who left (D3-FLR-05)', () => {
  const whole = floorOf([personOf('b')])
  expect(withChanges(floorOf([personOf('a'), personOf('b')]), whole)).toBe(whole)
})
