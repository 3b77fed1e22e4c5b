/** A column of boxes under one for all of them (D1-DPERM-11, D1-DPERM-12). */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithState, open, readOpen } from '#platform/app/web/shell/page.fixture.tsx'
import { CheckColumn } from './check-column.tsx'

const choices = [
  { value: 'a', label: 'T10.xlsx', note: '120 số' },
  { value: 'b', label: 'T11.xlsx' },
]

/** The column, with these ticked at first; what it was changed to, in its order. */
function column(first: string[], overrides: { disabled?: boolean; none?: boolean } = {}) {
  const changes: string[][] = []
  const user = open(
    <WithState<ReadonlySet<string>> first={new Set(first)}>
      {(chosen, set) => (
        <CheckColumn
          title="File"
          empty="Chưa có file"
          choices={overrides.none ? [] : choices}
          chosen={chosen}
          disabled={overrides.disabled ?? false}
          onChange={(next) => {
            changes.push([...next].toSorted())
            set(next)
          }}
        />
      )}
    </WithState>,
  )
  return { changes, user }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('D1-DPERM-11: the box above ticks all, then none, and shows how many are ticked', async () => {
  const { changes, user } = column([])
  expect(screen.getByText('0 / 2')).toBeTruthy()
  await user.click(box('Tất cả file'))
  expect(screen.getByText('2 / 2')).toBeTruthy()
  expect(box('T10.xlsx, 120 số').checked).toBe(true)
  await user.click(box('Tất cả file'))
  expect(changes).toEqual([['a', 'b'], []])
})

test('D1-DPERM-12: with some ticked the box above is mixed, and a click ticks the rest', async () => {
  const { changes, user } = column(['a'])
  expect([box('Tất cả file').checked, box('Tất cả file').indeterminate]).toEqual([false, true])
  await user.click(box('Tất cả file'))
  expect(changes).toEqual([['a', 'b']])
  expect([box('Tất cả file').checked, box('Tất cả file').indeterminate]).toEqual([true, false])
})

test('D1-DPERM-11: a single box changes only itself', async () => {
  const { changes, user } = column(['a'])
  await user.click(box('T11.xlsx'))
  await user.click(box('T10.xlsx, 120 số'))
  expect(changes).toEqual([['a', 'b'], ['b']])
})

test('D1-DPERM-11: ticked entries that are not offered here are not counted', () => {
  column(['a', 'gone'])
  expect(screen.getByText('1 / 2')).toBeTruthy()
})

test('when nothing may be changed, or the list is empty, no box can be clicked', async () => {
  const { changes, user } = column(['a'], { disabled: true })
  for (const name of ['Tất cả file', 'T10.xlsx, 120 số']) await user.click(box(name))
  expect(changes).toEqual([])
  const none = readOpen(
    <CheckColumn
      title="File"
      empty="Chưa có file"
      choices={[]}
      chosen={new Set()}
      disabled={false}
      onChange={() => undefined}
    />,
  )
  expect(none.text).toContain('Chưa có file')
  expect([box('Tất cả file').disabled, box('Tất cả file').checked]).toEqual([true, false])
})
