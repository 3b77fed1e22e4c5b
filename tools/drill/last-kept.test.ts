/** The drill upgrades from the version that people have, not from one that happens to be listed first. */
import { expect, test } from 'vitest'
import { lastKept } from './last-kept.ts'

test('of kept versions without a new migration between them the one of the latest commit is the last', () => {
  const day = ['2026-11-27-0957-0d5a001d', '2026-11-27-1637-3f2edc79', '2026-11-27-1310-101c8aae']
  const names = [...day, '2026-11-21-fefae73', '2026-11-26-2047-c7f18fa1'].map((name) => `${name}.sql.gz`)
  for (const listed of [names, names.toReversed(), names.toSorted()])
    expect(lastKept([...listed, 'README.md'])).toBe('2026-11-27-1637-3f2edc79.sql.gz')
  expect(() => lastKept([])).toThrow('no version is kept')
})
