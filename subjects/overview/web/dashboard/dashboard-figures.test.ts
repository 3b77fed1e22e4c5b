/** How the dashboard writes its figures, and where they lead. */
import { expect, test } from 'vitest'
import { axisMarks, heatOf, millions, shareText } from './dashboard-figures.ts'
import { appointmentsBetween, funnelLinks, salesBetween, waitingLink } from './dashboard-links.ts'

test('shares are left out when there is nothing to compare with (D1-HOME-02)', () => {
  expect([shareText(59, 100), shareText(1, 3), shareText(0, 0)]).toEqual(['59%', '33.3%', ''])
})

test('the axis has round marks up to the highest day (D1-HOME-02)', () => {
  expect(axisMarks(41_000_000).map(millions)).toEqual(['0', '15', '30', '45'])
  for (const most of [0, 1, 90_000, 6_400_000, 99_999_999]) {
    expect(axisMarks(most).at(-1)).toBeGreaterThanOrEqual(most)
  }
})

test('the heat map leaves out hours without calls and gives no share for few calls (D1-HOME-02)', () => {
  const hour = (weekday: number, hourOfDay: number, calls: number, reached: number) => ({
    weekday,
    hour: hourOfDay,
    calls,
    reached,
  })
  const heat = heatOf([hour(1, 3, 1, 1), hour(1, 9, 100, 60), hour(2, 11, 100, 40), hour(2, 9, 4, 4)])
  expect(heat.columns).toEqual([9, 10, 11])
  expect(heat.rows.map(({ cells }) => cells.map(({ share }) => share))).toEqual([
    [0.6, null, null],
    [null, null, 0.4],
  ])
  expect([heat.low, heat.high]).toEqual([0.4, 0.6])
})

test('figures link to lists with their filters, including the chosen branch (D1-HOME-02, D1-Q-146)', () => {
  expect(salesBetween('2026-11-01', '2026-11-20', '')).toBe(
    '/app/report90849332?startDate=01%2F11%2F2026&endDate=20%2F11%2F2026&status=SUCCESS',
  )
  expect(salesBetween('2026-11-01', '2026-11-20', 'chinhanh1')).toMatch(/&team=chinhanh1$/)
  expect(funnelLinks({ start: '2026-11-20', end: '2026-11-20' }, '').reached).toMatch(
    /care-history\?.*gap_khach=1$/,
  )
  const late = new URLSearchParams(appointmentsBetween('2026-10-01', '2026-11-20', '', 'tre').split('?')[1])
  expect(Object.fromEntries(late)).toEqual({
    startDate: '',
    endDate: '',
    startDateHen: '01/10/2026',
    endDateHen: '20/11/2026',
    lich_hen: 'tre',
  })
  expect([waitingLink(), waitingLink('nap-tien')]).toEqual(['/app/banduyet', '/app/banduyet?kinds=nap-tien'])
})
