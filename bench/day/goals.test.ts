/** How a run is judged. */
import { expect, test } from 'vitest'
import { recoveredAfter } from './goals.ts'
import { figuresOf, newTally, outcomeOf } from './tally.ts'

test('a 503 with Retry-After counts as a refusal, a 503 without it as a failure, and a status that a screen shows as an answer', () => {
  expect([
    outcomeOf(200, undefined),
    outcomeOf(404, undefined),
    outcomeOf(409, undefined),
    outcomeOf(503, '2'),
    outcomeOf(503, undefined),
    outcomeOf(429, '1'),
    outcomeOf(500, undefined),
    outcomeOf(401, undefined),
  ]).toEqual(['answered', 'answered', 'answered', 'busy', 'failed', 'limited', 'failed', 'failed'])
})

test('percentiles cover answered requests only, and refused ones are counted apart', () => {
  const tally = newTally()
  for (let n = 1; n <= 100; n += 1) tally.note('day', 'list', '/a', n, 'answered')
  tally.note('day', 'list', '/a', 30_000, 'busy')
  tally.note('overload', 'list', '/a', 9_000, 'answered')
  const lines = tally.kinds(['day']).get('list')
  expect(figuresOf(lines ? [lines] : [])).toMatchObject({ n: 101, p50: 51, p95: 96, p99: 100, busy: 1 })
  expect([...tally.paths(['day', 'overload']).get('/a')!.times].length).toBe(101)
})

test('the recovery time is the first second, by when requests were due, after which no second is slow again', () => {
  const list = (second: number, ms: number) => ({ at: 1_000 * second + ms, ms })
  const calm = [0, 1, 2, 3, 4, 5].map((second) => list(second, 20))
  expect(recoveredAfter(calm, 0, 150)).toBe(0)
  expect(recoveredAfter([...calm, list(0, 4_000), list(2, 900)], 0, 150)).toBe(3)
  expect(recoveredAfter([...calm, list(5, 900)], 0, 150)).toBeNull()
  expect(recoveredAfter([], 0, 150)).toBeNull()
})
