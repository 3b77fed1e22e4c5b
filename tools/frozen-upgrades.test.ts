/** Proves that a migration on the list can be neither changed, deleted, renamed nor preceded, and that a new one is asked for. */
import { expect, test } from 'vitest'
import { compareUpgrades, type Frozen } from './frozen-upgrades.ts'

const first: Frozen = { name: '001-first.sql', checksum: 'a' }
const third: Frozen = { name: '003-third.sql', checksum: 'c' }
const listed = [first, third]

test('unchanged migrations are accepted', () => {
  expect(compareUpgrades(listed, listed)).toEqual({ problems: [], fresh: [] })
})

test('a new migration after all others is accepted, but must be added to the list', () => {
  const fourth = { name: '004-fourth.sql', checksum: 'd' }
  expect(compareUpgrades(listed, [...listed, fourth])).toEqual({ problems: [], fresh: [fourth] })
})

test('an edited migration is refused, and the message says to write a new one', () => {
  const { problems } = compareUpgrades(listed, [{ ...first, checksum: 'b' }, third])
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^001-first.sql was changed\. .*put it back, .*new one/)
})

test('a deleted migration is refused', () => {
  expect(compareUpgrades(listed, [first]).problems).toEqual([expect.stringMatching(/^003-third.sql is gone/)])
})

test('a renamed migration is refused', () => {
  const { problems } = compareUpgrades(listed, [first, { ...third, name: '002-third.sql' }])
  expect(problems).toEqual([
    expect.stringMatching(/^003-third.sql is gone/),
    expect.stringMatching(/^002-third.sql would come before 003-third.sql/),
  ])
})
