/** Golden tables and properties of days and instants in Vietnamese time. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as dates from './dates.ts'

const { readDate, readEntryDate, readInstant, readTime, readTypedDate, serialToDate } = dates
/** 20 November 2026, a Friday, 02:30 in Vietnam while it is still the 19th in UTC. */
const now = new Date('2026-11-19T19:30:00Z')

const days: [unknown, string | null][] = [
  ['19/10/2026', '2026-10-19'],
  ['19-10-2026', '2026-10-19'],
  ['19.10.2026', '2026-10-19'],
  ['2026-10-19', '2026-10-19'],
  ['1/9/2026', '2026-09-01'],
  ['10/11/2026', '2026-11-10'],
  ['11/09/2026 08:30:00', '2026-09-11'],
  ['06-10-2026 21:23:38', '2026-10-06'],
  ['2026-10-19T08:30', '2026-10-19'],
  ['2026-10-19 08:30:15.123', '2026-10-19'],
  ['2026-10-19T20:00:00Z', '2026-10-20'],
  ['2026-10-19T23:00:00+07:00', '2026-10-19'],
  [' 19/10/2026\u00a0', '2026-10-19'],
  ['１９/１０/２０２６', '2026-10-19'],
  ['29/02/2028', '2028-02-29'],
  [new Date('2026-08-19T00:00:00Z'), '2026-08-19'],
  [new Date('2026-08-19T23:59:59Z'), '2026-08-19'],
  [46269, '2026-09-04'],
  [46269.99, '2026-09-04'],
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [60, null],
  [0.5, null],
  [-1, null],
  [261018, null],
  [20261019, null],
  ['29/02/2026', null],
  ['31/04/2026', null],
  ['10/19/2026', null],
  ['2026-13-01', null],
  ['00/10/2026', null],
  ['19/10/26', null],
  ['26/10/19', null],
  ['19/10-2026', null],
  ['19/10/2026 25:00', null],
  ['19/10/2026 08:60', null],
  ['19/10/2026 lúc 8h', null],
  ['tháng 10', null],
  ['261018', null],
  ['46269', null],
  ['01/01/0026', null],
  ['', null],
  [null, null],
  [true, null],
  [new Date(Number.NaN), null],
]

test.each(days)('the day %j reads as %j (D1-Q-069)', (raw, expected) => {
  expect(readDate(raw)).toBe(expected)
})

test.each([
  ['261018', '2026-10-18'],
  [261018, '2026-10-18'],
  ['2026-10-18', '2026-10-18'],
  ['18/10/2026', '2026-10-18'],
  [46313, '2026-10-18'],
  ['261032', null],
  ['260229', null],
  ['26101', null],
  ['hôm qua', null],
])('the entry date %j reads as %j (D2-COST-47, D2-Q-187)', (raw, expected) => {
  expect(readEntryDate(raw)).toBe(expected)
})

test.each([
  ['13/10/2026 10:51:17', '2026-10-13T03:51:17.000Z'],
  ['03-10-2026 06:35', '2026-10-02T23:35:00.000Z'],
  ['2026-10-13T10:51:17', '2026-10-13T03:51:17.000Z'],
  ['2026-10-13T10:51:17Z', '2026-10-13T10:51:17.000Z'],
  ['2026-10-13T10:51:17.250-0200', '2026-10-13T12:51:17.250Z'],
  ['13/10/2026', '2026-10-12T17:00:00.000Z'],
  [new Date('2026-10-23T16:05:07Z'), '2026-10-23T09:05:07.000Z'],
  [46318.6702199074, '2026-10-23T09:05:07.000Z'],
  ['13/10/2026 24:00', null],
  ['10:51', null],
  [null, null],
])('the instant %j reads as %j (D1-Q-163)', (raw, expected) => {
  expect(readInstant(raw)).toBe(expected)
})

test.each([
  ['8:05', '08:05:00'],
  ['17:30:15', '17:30:15'],
  [0.3125, '07:30:00'],
  [new Date('1899-12-31T17:30:00Z'), '17:30:00'],
  [new Date('2026-10-23T16:05:07Z'), '16:05:07'],
  ['13/10/2026 10:51:17', '10:51:17'],
  ['13/10/2026', null],
  [new Date('2026-10-23T00:00:00Z'), null],
  ['25:00', null],
  ['', null],
])('the time of day %j reads as %j (D2-Q-153)', (raw, expected) => {
  expect(readTime(raw)).toBe(expected)
})

test.each([
  ['512', '2026-12-05'],
  ['0512', '2026-12-05'],
  ['5/12', '2026-12-05'],
  ['5-12', '2026-12-05'],
  ['051225', '2025-12-05'],
  ['05122025', '2025-12-05'],
  ['5/12/25', '2025-12-05'],
  ['05/12/2025', '2025-12-05'],
  ['7', '2026-11-07'],
  ['3102', null],
  ['31', null],
  ['abc', null],
  ['', null],
])('the input %j in a form reads as %j', (typed, expected) => {
  expect(readTypedDate(typed, now)).toBe(expected)
})

describe('display and filters', () => {
  test('an instant is shown in Vietnamese time, whatever the time zone of the machine (D1-LIST-22, D1-Q-163, D2-FMT-06)', () => {
    expect(dates.formatInstant('2026-10-19T20:00:05.000Z')).toBe('20-10-2026 03:00:05')
    expect(dates.formatShortInstant('2026-10-19T20:00:05.000Z')).toBe('20/10/2026 03:00')
    expect(dates.formatDate('2026-10-19T20:00:05.000Z')).toBe('20-10-2026')
    expect(dates.formatDate('2026-10-19')).toBe('19-10-2026')
  })

  test('an invalid date is shown as an empty text', () => {
    for (const show of [
      dates.formatDate,
      dates.formatInstant,
      dates.formatShortInstant,
      dates.toFilterDate,
    ]) {
      expect(show('')).toBe('')
    }
  })

  test('a date filter accepts DD/MM/YYYY only (D1-LIST-23)', () => {
    expect(dates.fromFilterDate('05/12/2026')).toBe('2026-12-05')
    for (const text of ['5/12/2026', '2026-12-05', '31/02/2026', ''])
      expect(dates.fromFilterDate(text)).toBeNull()
  })
})

test('today, presets and day bounds are those of Vietnam, also after midnight there (D2-FMT-09)', () => {
  expect(dates.todayVn(now)).toBe('2026-11-20')
  expect(dates.firstOfMonthVn(now)).toBe('2026-11-01')
  expect(dates.dayStart('2026-11-20')).toBe('2026-11-19T17:00:00.000Z')
  expect(dates.dayEnd('2026-11-20')).toBe('2026-11-20T17:00:00.000Z')
  expect(Object.fromEntries(dates.datePresets.map((preset) => [preset.label, preset.range(now)]))).toEqual({
    'Hôm nay': { startDate: '2026-11-20', endDate: '2026-11-20' },
    'Hôm qua': { startDate: '2026-11-19', endDate: '2026-11-19' },
    'Tuần này': { startDate: '2026-11-16', endDate: '2026-11-22' },
    'Tháng này': { startDate: '2026-11-01', endDate: '2026-11-30' },
    'Tháng trước': { startDate: '2026-10-01', endDate: '2026-10-31' },
  })
})

const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2199-12-30'), noInvalidDate: true })

test('every spelling of one day reads as the same day and is shown alike', () => {
  fc.assert(
    fc.property(instants, (date) => {
      const day = date.toISOString().slice(0, 10)
      const serial = Date.parse(day) / 86_400_000 + 25_569
      const filter = dates.toFilterDate(day)
      expect(dates.fromFilterDate(filter)).toBe(day)
      const forms = [day, filter, dates.formatDate(day), filter.replaceAll('/', '.'), serial, new Date(day)]
      for (const form of [...forms, `${filter} 23:59:59`]) expect(readDate(form)).toBe(day)
      expect(dates.addDays(dates.addDays(day, 40), -40)).toBe(day)
    }),
  )
})

test('an instant shown to the second reads back as the same second', () => {
  fc.assert(
    fc.property(instants, (date) => {
      const second = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString()
      expect(readInstant(dates.formatInstant(second))).toBe(second)
      const serial = (Date.parse(second) + 7 * 3_600_000) / 86_400_000 + 25_569
      expect(readInstant(serialToDate(serial))).toBe(second)
    }),
  )
})

test('reading a date never throws, and every day that is read exists in the calendar', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.date(), fc.anything()), (raw) => {
      const day = readDate(raw)
      return day === null || new Date(day).toISOString().startsWith(day)
    }),
  )
})
