/** 'Mọi ngày' is one click in every range of every list and report (D3-GRID-08). */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import type { Period } from '#kit/contract/resource.ts'
import { onPhone, open } from '#platform/app/web/shell/page.fixture.tsx'
import { anyDay } from './any-day.ts'
import { FilterBar } from './filter-bar.tsx'
import { defaultPeriods, useListState } from './list-state.ts'

const all = [...resources, ...reports].flatMap(({ path, periods = [] }) =>
  periods.length > 0 ? [{ path, periods: periods as readonly Period[] }] : [],
)
/** Lists with the same ranges are walked once. */
const declared = [
  ...Map.groupBy(all, ({ periods }) => periods.map(({ from, label }) => from + label).join()),
].map(([, alike]) => ({ paths: alike.map(({ path }) => path).join(', '), periods: alike[0]?.periods ?? [] }))
/** Every range of a list has days at first, so that each has some to lose. */
const first = { startDate: '01/11/2026', endDate: '02/11/2026' }
const daysOf = (periods: readonly Period[], [start, end] = [first.startDate, first.endDate]) =>
  Object.fromEntries(
    periods.flatMap(({ from, to }) => [
      [from, start],
      [to, end],
    ]),
  )

/** Panel and sheet come with the first of them, which takes a moment on a busy machine. */
const patient = { timeout: 15_000 }

/** The bar of a list with its ranges alone, and what it asks for now. */
function bar(periods: readonly Period[]) {
  const queries: Record<string, unknown>[] = []
  function Bar() {
    const names = periods.flatMap(({ from, to }) => [from, to])
    const state = useListState({ names, defaults: { ...defaultPeriods(periods), ...daysOf(periods) } })
    queries.push(state.link)
    return <FilterBar items={[]} periods={periods} state={state} onRefresh={() => undefined} />
  }
  return { user: open(<Bar />), now: () => queries.at(-1) }
}

test.each(declared)('$paths: the period filter works in the filter bar', async ({ periods }) => {
  const { user, now } = bar(periods)
  expect(now()).toEqual(daysOf(periods))
  for (const { from, to, label } of periods) {
    const before = now()
    await user.click(screen.getByRole('button', { name: `${label} ${first.startDate} – ${first.endDate}` }))
    await user.click(await screen.findByRole('button', { name: anyDay }, patient))
    const { [from]: _, [to]: __, ...others } = before ?? {}
    expect(now()).toEqual(others)
    screen.getByRole('button', { name: `${label} ${anyDay}` })
  }
})

test.each(declared)('$paths: the period filter works in the filter sheet of a phone', async ({ periods }) => {
  onPhone()
  const { user, now } = bar(periods)
  await user.click(await screen.findByRole('button', { name: /^Bộ lọc/ }, patient))
  for (const { label } of periods) {
    const group = await screen.findByRole('group', { name: label }, patient)
    const all = [...group.querySelectorAll('button')].find((one) => one.textContent === anyDay)
    if (!all) throw new Error(`${label} has no ${anyDay}`)
    await user.click(all)
  }
  expect(now()).toEqual({})
})

test('the lists with period filters are among those tested', () => {
  expect(all.length).toBeGreaterThan(20)
})
