/** Words and figures of 'Hôm nay' (D3-NAV-06). */
import { expect, test } from 'vitest'
import type { Today } from '#subjects/overview/contract/calls/today.ts'
import { hoursText, lastDayName, lastsText, opensText, sharesByHour } from './today-words.ts'

/** 07:52 of Saturday 21-11-2026 in Vietnam. */
const now = new Date('2026-11-21T00:52:00Z')

test('the last day is named yesterday, or by weekday (D3-NAV-06)', () => {
  expect(lastDayName('2026-11-20', now)).toBe('Hôm qua')
  expect(lastDayName('2026-11-19', now)).toBe('Thứ Năm 19-11')
})

test.each([
  [null, ''],
  [{ from: '08:00', until: '20:00' }, 'giờ gọi 08:00 đến 20:00'],
  [{ from: '08:00', until: null }, 'giờ gọi từ 08:00'],
  [{ from: null, until: '20:00' }, 'giờ gọi đến 20:00'],
])('the calling hours %j are shown as %j (D3-NAV-06)', (hours, text) => expect(hoursText(hours)).toBe(text))

test.each([
  [null, ''],
  ['2026-11-21T00:52:00Z', ''],
  ['2026-11-21T01:00:00Z', '8 phút nữa tới giờ gọi'],
  ['2026-11-21T01:52:00Z', '60 phút nữa tới giờ gọi'],
  ['2026-11-21T01:53:00Z', '08:53 tới giờ gọi'],
  ['2026-11-23T01:00:00Z', '23/11/2026 08:00 tới giờ gọi'],
])('the next start of calling hours %s is shown as %j (D3-NAV-06)', (opensAt, text) =>
  expect(opensText({ opensAt }, now.getTime())).toBe(text),
)

const data = (until: string | null, shared = false, more: Partial<Today> = {}): Today => ({
  at: now.toISOString(),
  hours: { from: '08:00', until: '20:00' },
  opensAt: null,
  last: { day: '2026-11-20', received: 1, called: 1, reached: 1, agreed: 1, registered: 1, revenue: 1 },
  left: { count: 1, files: [{ id: '1', FileName: 'a', left: 1, shared }], until },
  ...more,
})

test.each([
  [data(null), ''],
  [data('2026-11-21T09:40:00Z'), 'Đủ tới khoảng 16:40 nếu gọi như hôm qua'],
  [data('2026-11-21T09:40:00Z', true), 'Đủ tới khoảng 16:40 nếu cả nhóm gọi như hôm qua'],
  [data('2026-11-21T12:59:00Z'), 'Đủ tới khoảng 19:59 nếu gọi như hôm qua'],
  [data('2026-11-21T13:00:00Z'), 'Đủ cho cả ngày nếu gọi như hôm qua'],
  [data('2026-11-21T16:59:00Z', false, { hours: null }), 'Đủ tới khoảng 23:59 nếu gọi như hôm qua'],
  [data('2026-11-21T17:00:00Z', false, { hours: null }), 'Đủ cho cả ngày nếu gọi như hôm qua'],
  [data('2026-11-21T09:40:00Z', false, { last: null }), ''],
])('the text for how long the numbers last, case %#: %s', (figures, text) =>
  expect(lastsText(figures, now)).toBe(text),
)

test('the share by hour sums all weekdays, skips hours with few calls, and runs from the first known hour to the last (D3-NAV-06)', () => {
  const hour = (weekday: number, hourOfDay: number, calls: number, reached: number) => ({
    weekday,
    hour: hourOfDay,
    calls,
    reached,
  })
  expect(
    sharesByHour([
      hour(1, 9, 3, 3),
      hour(2, 9, 2, 1),
      hour(1, 10, 4, 4),
      hour(1, 11, 5, 1),
      hour(1, 20, 4, 4),
    ]),
  ).toEqual([
    { hour: 9, share: 0.8, best: true },
    { hour: 10, share: null, best: false },
    { hour: 11, share: 0.2, best: false },
  ])
  expect(sharesByHour([])).toEqual([])
})
