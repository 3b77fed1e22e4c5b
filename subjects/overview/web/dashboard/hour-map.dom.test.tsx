/** The share of answered calls by weekday and hour: shades with their words, and figures with one press. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stubCalls } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { HourMap } from './hour-map.tsx'

const hour = (weekday: number, hourOfDay: number, calls: number, reached: number) => ({
  weekday,
  hour: hourOfDay,
  calls,
  reached,
})
const drawn = (values: ReturnType<typeof hour>[]) => {
  stubCalls(() => ({ start: '2026-10-05', end: '2026-11-01', values }))
  return open(<HourMap team="" wide />)
}
beforeEach(() => queryClient.clear())

test('D1-HOME-02: an hour shows its share and its calls, but no share for few calls', async () => {
  const user = drawn([hour(1, 9, 100, 60), hour(2, 10, 100, 40), hour(2, 9, 4, 4)])
  await screen.findByTitle('T2 9h: gặp 60% (60/100)')
  expect(reading().rows).toEqual([
    ['', '9h', '10h'],
    ['T2', '60%', '–'],
    ['T3', '–', '40%'],
  ])
  screen.getByTitle('T3 9h: 4 cuộc gọi, quá ít để tính')
  const figures = screen.getByRole('button', { name: 'Hiện số' })
  await user.click(figures)
  expect(figures.getAttribute('aria-pressed')).toBe('true')
})

test('D1-HOME-02: without calls there is a text instead of a map', async () => {
  drawn([])
  await screen.findByText(/^Chưa có cuộc gọi nào/)
  expect(screen.queryByRole('table')).toBeNull()
})
