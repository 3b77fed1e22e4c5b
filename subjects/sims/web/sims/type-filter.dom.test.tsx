/** Types of the stock as a filter, with how many numbers each has under the others (D3-SIM-02). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '#test/sent.ts'
import type { Filters, ListState } from '#kit/web/filters/list-state.ts'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { TypeFilter } from './type-filter.tsx'

function filter(first: Filters) {
  const set: Filters[] = []
  const calls = stubCalls(() => ({
    count: 2416,
    values: [
      { loai_sim: 'sim_luc_phat', count: 684 },
      { loai_sim: 'sim_ong_dia', count: 512 },
    ],
  }))
  const user = open(
    <WithState first={first}>
      {(value, put) => {
        const setFilters = (next: Filters): void => {
          set.push(next)
          put(next)
        }
        const query = { nha_mang: 'VINAPHONE', loai_sim: value.loai_sim ?? '', page: '3', count: '50' }
        return <TypeFilter state={{ filters: value, setFilters, query } as unknown as ListState} />
      }}
    </WithState>,
  )
  return { set, calls, user }
}
const control = () => screen.getByRole('button', { name: /^Loại số/ })

test('D3-SIM-02: the filter names the chosen types; in its panel each type has its count, and several can be chosen', async () => {
  const { set, user } = filter({ nha_mang: 'VINAPHONE' })
  expect(control().textContent).toContain('Mọi loại')
  await user.click(control())
  const panel = within(await screen.findByRole('group', { name: 'Loại số' }))
  expect(await panel.findByText('2,416')).toBeTruthy()
  const boxes = panel.getAllByRole('checkbox')
  expect(boxes.length).toBeGreaterThan(20)
  await user.click(boxes[1] ?? control())
  await user.click(boxes[2] ?? control())
  const [first, second] = (set.at(-1)?.loai_sim ?? '').split(',')
  expect(set).toEqual([
    { nha_mang: 'VINAPHONE', loai_sim: first },
    { nha_mang: 'VINAPHONE', loai_sim: `${first},${second}` },
  ])
  expect(control().textContent).toMatch(/, \+1/)
  await user.click(boxes[1] ?? control())
  expect(set.at(-1)).toEqual({ nha_mang: 'VINAPHONE', loai_sim: second })
  await user.click(boxes[0] ?? control())
  expect(set.at(-1)).toEqual({ nha_mang: 'VINAPHONE', loai_sim: '' })
})

test('D3-SIM-02: counts are asked for under the other filters, whatever type, page or size is chosen', async () => {
  const { calls, user } = filter({ loai_sim: 'sim_luc_phat' })
  await user.click(control())
  await screen.findByRole('group', { name: 'Loại số' })
  const asked = calls.map(({ path }) => path).filter((path) => path.includes('nha_mang=VINAPHONE'))
  expect(asked).not.toEqual([])
  for (const path of asked) expect(path).not.toMatch(/loai_sim|page=|count=/)
})
