/** A salesperson's own name is no column of their lists; others see whose a row is (D3-GRID-12). */
import { expect, test } from 'vitest'
import { resources } from '#platform/contract/lists/index.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { columnsOf } from '#kit/web/table/column.ts'

const keysOf = (resource: (typeof resources)[number], priority: 4 | 5 | 7): string[] =>
  columnsOf(resource, actorOf(priority)).map(({ key }) => key)

test('in a list of own rows a salesperson does not see the owner columns; leaders and partners do (D3-GRID-12)', () => {
  const named = resources.filter(
    ({ owner, list, fields }) =>
      owner !== undefined &&
      list.includes(owner) &&
      fields[owner]?.kind === 'staff' &&
      fields[owner].see === undefined,
  )
  expect(named.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['requestrefund', 'mfy', 'khr', 'baodo', 'moigoihomsau']),
  )
  for (const resource of named) {
    const { path, owner = '', author } = resource
    const names = [owner, author?.username, author?.name]
    const all = keysOf(resource, 4)
    expect([path, all.includes(owner), keysOf(resource, 7).includes(owner)]).toEqual([path, true, true])
    const visible = new Set(keysOf(resource, 5))
    expect([path, names.filter((name) => name !== undefined && visible.has(name))]).toEqual([path, []])
    expect(visible.size).toBeGreaterThan(1)
    // On a phone's card nobody else, such as the approver, stands where the owner would.
    const who = (priority: 4 | 5) =>
      columnsOf(resource, actorOf(priority)).filter(({ card }) => card === 'who').length
    expect([path, who(4), who(5)]).toEqual([path, 1, 0])
  }
})

test('a list of everybody’s rows keeps the author column, because the author is not the owner (D3-GRID-12)', () => {
  const blacklist = resources.find(({ path }) => path === 'blacklist')
  if (!blacklist) throw new Error('there is a blacklist')
  expect(blacklist.owner).toBeUndefined()
  const showsAuthor = (priority: 4 | 5) => keysOf(blacklist, priority).includes('nguoi_tao')
  expect(showsAuthor(5)).toBe(showsAuthor(4))
})
