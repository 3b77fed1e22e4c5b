/** The kinds under 'Khác'. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { KindsBar } from './kinds-bar.tsx'
import type { DeskFilter } from './use-desk.ts'

const nothing = (): void => undefined

test("D3-APR-01: the menu of 'Khác' has each other kind with its count, and choosing one lists it", async () => {
  const filters: DeskFilter[] = []
  const kinds = waitingKinds.map((kind, index) => ({
    ...kind,
    kind: kind.name,
    count: 1_010 - index,
    warned: 0,
    sum: null,
  }))
  const user = open(
    <KindsBar
      kinds={kinds}
      mayListAll
      filter={{ kinds: [], warned: true, asker: null, month: null }}
      onFilter={(filter) => void filters.push(filter)}
      byPerson={false}
      onByPerson={nothing}
    />,
  )
  await user.click(screen.getByRole('button', { name: /^Khác/ }))
  const others = kinds.slice(6)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(
    others.map(({ label, count }) => `${label}${count.toLocaleString('en')}`),
  )
  await user.click(items[1] as HTMLElement)
  expect(filters).toEqual([{ kinds: [others[1]?.name], warned: true, asker: null, month: null }])
})
