/** The recording's times keep their order and hours, whatever the day and hour of the demo's start. */
import { expect, test } from 'vitest'
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import { hour, minute, monthsOf, weekdayOf } from './demo-days.ts'
import { demoTime, recordedAt } from './demo-time.ts'

/** Every hour of some days, and some hours of every day of two years including a leap year. */
function* starts(): Generator<Date> {
  for (let day = '2027-01-01', n = 0; day < '2029-01-01'; day = addDays(day, 1), n++) {
    const midnight = Date.parse(dayStart(day))
    const every = n % 122 === 0
    for (let h = every ? 0 : n % 11; h < 24; h += every ? 1 : 11)
      yield new Date(midnight + h * hour + (n % 59) * minute)
    if (n % 13 === 0) yield new Date(midnight + 4 * minute)
  }
}

/** Positions from long before the quarter to the recording, in order. */
const positions: (readonly [back: number, millis: number])[] = []
for (let back = 200; back > 0; back--)
  for (const clock of [0, 7, 8, 11.9, 16, 21.5, 23.9]) positions.push([back, clock * hour])
for (let millis = 0; millis <= recordedAt; millis += 7 * minute) positions.push([0, millis])

test('shifted times keep their order, none is in the future, and all are within the quarter', () => {
  let count = 0
  for (const now of starts()) {
    const time = demoTime(now)
    const first = Date.parse(dayStart(monthsOf(now)[0]))
    const written = positions.map(([back, millis]) => time.instant(back, millis))
    expect(written.filter((time, n) => time < (written[n - 1] ?? first) || time > now.getTime())).toEqual([])
    count++
  }
  expect(count).toBeGreaterThan(1_500)
})

test('a past day keeps its hours and is never a Sunday; there are as many days as the quarter has', () => {
  for (const now of starts()) {
    const time = demoTime(now)
    expect(time.oldest).toBeGreaterThan(48)
    expect(time.oldest).toBeLessThan(79)
    const days = Array.from({ length: time.oldest }, (_, n) => time.day(n + 1))
    expect(days.filter((day) => weekdayOf(day) === 0)).toEqual([])
    expect(new Set([todayVn(now), ...days]).size).toBe(time.oldest + 1)
    for (const back of [1, 17, time.oldest])
      expect(time.instant(back, 9.25 * hour) - Date.parse(dayStart(time.day(back)))).toBe(9.25 * hour)
  }
})

test('the last half hour is shifted to the second, except just after midnight', () => {
  for (const now of starts()) {
    if (now.getTime() - Date.parse(dayStart(todayVn(now))) < 70 * minute) continue
    for (const ago of [0, 1.5, 12, 29])
      expect(now.getTime() - demoTime(now).instant(0, recordedAt - ago * minute)).toBe(ago * minute)
  }
})

test('future events stay in the future: of the same day until the evening, else on working days', () => {
  for (const now of starts()) {
    const time = demoTime(now)
    const later = [0.1, 0.5, 1, 3, 6].map((hours) => time.instant(0, recordedAt + hours * hour))
    expect(later.filter((time) => time <= now.getTime())).toEqual([])
    const days = [time.day(-1), time.day(-2), time.day(-30)]
    expect(days.filter((day, n) => weekdayOf(day) === 0 || day <= (days[n - 1] ?? todayVn(now)))).toEqual([])
  }
})

test('started at the time of the recording, the demo has the recorded times', () => {
  const now = new Date('2026-08-31T04:30:00Z')
  const time = demoTime(now)
  for (const [back, millis] of positions.filter(
    ([back, millis]) => back < 78 || (back === 78 && millis >= 8 * hour),
  ))
    expect(time.instant(back, millis)).toBe(Date.parse(dayStart(time.day(back))) + millis)
  expect(time.oldest).toBe(78)
})
