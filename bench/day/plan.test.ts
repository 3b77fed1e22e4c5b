/** The mix and the stages of `npm run load` are those of the release profile. */
import { expect, test } from 'vitest'
import { dueAt, kindsInTurn, requestsOf, shares, stagesOf } from './plan.ts'

test('the shares of the request kinds add up, and every stretch of the run keeps them', () => {
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  const next = kindsInTurn()
  for (const stretch of [100, 1_000, 10_000]) {
    const counts = Map.groupBy(Array.from({ length: stretch }, next), (kind) => kind)
    for (const [kind, share] of Object.entries(shares)) {
      const n = counts.get(kind as keyof typeof shares)?.length ?? 0
      expect(Math.abs(n - share * stretch)).toBeLessThanOrEqual(2)
    }
  }
})

test('a stage spreads as many requests as its rate says evenly, the last one just before its end', () => {
  const stage = { seconds: 20, rate: 150 }
  expect(requestsOf(stage)).toBe(3_000)
  expect(dueAt(0, 150)).toBe(0)
  expect(dueAt(150, 150)).toBe(1_000)
  expect(dueAt(requestsOf(stage) - 1, stage.rate)).toBeLessThan(20_000)
})

test('the stages fill the requested minutes, with each event once and one stage of three times the load', () => {
  for (const minutes of [3, 15, 30]) {
    const stages = stagesOf(minutes, 150)
    expect(stages.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(minutes * 60)
    const events = stages.flatMap(({ seconds, events = [] }) =>
      events.map(([after, event]) => (after < seconds ? event : `${event} too late`)),
    )
    expect(events.toSorted()).toEqual(['export', 'import', 'kill', 'payroll', 'scan'])
    expect(stages.find(({ name }) => name === 'overload')?.rate).toBe(450)
  }
  expect(() => stagesOf(1, 150)).toThrow('at least 3 minutes')
})
