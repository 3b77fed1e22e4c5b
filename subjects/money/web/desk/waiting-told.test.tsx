/** What waits is told by the bell in the words and figures of the desk, and opens there (D3-ONE-03). */
import { beforeEach, expect, test } from 'vitest'
import { kindsOf } from '#subjects/money/contract/desk.ts'
import { deskCounts } from '#subjects/money/contract/calls/desk.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { answered, read, signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { Waiting } from '#platform/app/web/shell/waiting.tsx'
import { KindsBar } from './kinds-bar.tsx'

const nothing = (): void => undefined
const manager = actorOf(1)
/** As many rows as no other kind has; one kind has none. */
const kinds = kindsOf(manager).map((kind, index) => ({
  ...kind,
  kind: kind.name,
  count: index * 1_001,
  sum: null,
  warned: 0,
}))

beforeEach(() => {
  queryClient.clear()
  answered('waiting', deskCounts, { warned: '0' }, { values: kinds })
})

test('D3-ONE-03: the bell names each kind like the desk, with the same number, and opens the desk at it', () => {
  signIn(manager)
  // Chosen, a kind stands in the bar and not under 'Khác'.
  const desk = kinds
    .slice(1)
    .flatMap(({ name, label }) =>
      read(
        <KindsBar
          kinds={kinds}
          mayListAll
          filter={{ kinds: [name], warned: false, asker: null, month: null }}
          onFilter={nothing}
          byPerson={false}
          onByPerson={nothing}
        />,
      ).buttons.filter((text) => text.startsWith(`${label} `)),
    )
  const bell = read(<Waiting />).html
  const entries = [...bell.matchAll(/<li><a href="([^"]*)">(.*?)<\/a><\/li>/g)]
  expect(entries.map(([, , text = '']) => text.replace(/<[^>]*>/g, ''))).toEqual(desk)
  expect(desk.length).toBe(kinds.length - 1)
  expect(entries.map(([, address]) => address)).toEqual(
    kinds.slice(1).map(({ name }) => `/app/banduyet?kinds=${name}`),
  )
})

test('D3-ONE-03: a user who decides only some kinds is notified of these alone, one who decides none of nothing', () => {
  signIn(actorOf(4))
  const names = kindsOf(actorOf(4)).map(({ name }) => name)
  expect(names.length).toBeLessThan(kinds.length)
  const linkedKinds = [...read(<Waiting />).html.matchAll(/kinds=([^"]*)/g)].map(([, name]) => name)
  expect(linkedKinds).toEqual(
    names.filter((name) => kinds.some((kind) => kind.name === name && kind.count > 0)),
  )
  signIn(actorOf(5))
  expect(read(<Waiting />).text).toBe('')
})
