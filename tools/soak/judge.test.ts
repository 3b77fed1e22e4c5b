/** Proves what a soak calls growth: shares of memory, connections, dead rows, WAL, and tables beyond their rows. */
import { expect, test } from 'vitest'
import { growthFaults, swollen, type Sample } from './judge.ts'

/** A soak of ten minutes with 300 looks in which nothing grows; `more` changes a look by its place from 0 to 1. */
const soak = (more: (share: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 300 }, (_, n) => ({
    minute: n / 30,
    played: new Date(Date.UTC(2026, 10, 29, n)),
    calls: n * 100,
    memory: 300 + (n % 7),
    connections: 40 + (n % 5),
    tables: 100 + n / 100,
    dead: 4_000 + (n % 10) * 100,
    wal: 200,
    written: n * 2,
    ...more(n / 299),
  }))

test('a soak without growth has no fault, in spite of short peaks', () => {
  expect(
    growthFaults(
      soak(() => ({})),
      256,
    ),
  ).toEqual([])
  expect(
    growthFaults(
      soak((share) => (share > 0.45 && share < 0.5 ? { memory: 900, connections: 90 } : {})),
      256,
    ),
  ).toEqual([])
})

test('growing memory, connections, dead rows and WAL are each reported', () => {
  const faults = (more: (share: number) => Partial<Sample>): string[] => growthFaults(soak(more), 256)
  expect(faults((share) => ({ memory: 200 + share * 300 }))).toEqual([
    expect.stringMatching(/^memory grew from 2\d\d/),
  ])
  expect(faults((share) => ({ connections: 30 + share * 30 }))).toEqual([
    expect.stringMatching(/^connections grew/),
  ])
  expect(faults((share) => ({ dead: share * 90_000 }))).toEqual([expect.stringMatching(/^dead rows grew/)])
  expect(faults((share) => ({ wal: 100 + share * 400 }))).toEqual(['WAL takes 500 MB, 256 are its limit'])
  expect(faults((share) => ({ written: share * share * share * 600 }))).toEqual([
    expect.stringMatching(/^WAL of 1,000 calls grew/),
  ])
})

test('a soak too short to be divided into thirds is not judged', () => {
  expect(
    growthFaults(
      soak((share) => ({ minute: share * 3, memory: 100 + share * 900 })),
      256,
    ),
  ).toEqual([])
})

test('a table may grow in proportion to its rows, and no further', () => {
  const mb = 1_000_000
  const before = [{ name: 'audit_log', rows: 10_000, bytes: 10 * mb }]
  expect(swollen(before, [{ name: 'audit_log', rows: 30_000, bytes: 32 * mb }])).toEqual([])
  expect(swollen(before, [{ name: 'audit_log', rows: 10_000, bytes: 40 * mb }])).toEqual([
    'audit_log grew from 10.0 to 40.0 MB with 0 more rows',
  ])
  // A queue that is empty again, and a table that was not there.
  expect(
    swollen(
      [{ name: 'balance_deltas', rows: 0, bytes: mb }],
      [{ name: 'balance_deltas', rows: 0, bytes: 9 * mb }],
    ),
  ).toHaveLength(1)
  expect(swollen([], [{ name: 'imports', rows: 20, bytes: mb }])).toEqual([])
})
