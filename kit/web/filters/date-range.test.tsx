/** A list's default period is said by its name; its days are in the accessible name (D3-GRID-12). */
import { afterEach, expect, test, vi } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { DateRange } from './date-range.tsx'

afterEach(() => vi.useRealTimers())

/** Visible text and accessible name of the field on 18 November 2026. */
function field(start: string, end: string): { text: string; name: string | undefined } {
  vi.useFakeTimers({ now: new Date('2026-11-18T03:00:00Z') })
  const { text, buttons } = read(<DateRange start={start} end={end} onChange={() => undefined} />)
  return { text, name: buttons[0] }
}

test.each([
  ['Từ đầu tháng', '01/11/2026', '18/11/2026'],
  ['Hôm nay', '18/11/2026', '18/11/2026'],
])('D3-GRID-12: %s is the period from %s to %s on 18 November', (name, start, end) => {
  const { text, name: spoken } = field(start, end)
  expect(text).toBe(name)
  expect(spoken).toContain(`${start} – ${end}`)
})

test('D3-GRID-12: any other period is said by its days', () => {
  expect(field('02/11/2026', '18/11/2026').text).toBe('02/11/2026 – 18/11/2026')
  expect(field('01/11/2026', '17/11/2026').text).toBe('01/11/2026 – 17/11/2026')
  expect(field('17/11/2026', '17/11/2026').text).toBe('17/11/2026 – 17/11/2026')
  expect(field('', '').text).toBe('Mọi ngày')
})

test('D3-GRID-12: on the first of a month its first day is today', () => {
  vi.useFakeTimers({ now: new Date('2026-11-01T03:00:00Z') })
  const { text } = read(<DateRange start="01/11/2026" end="01/11/2026" onChange={() => undefined} />)
  expect(text).toBe('Hôm nay')
})
