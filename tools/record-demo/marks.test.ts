/** A text of the played demo that is recorded and loaded at the same instant is the same text. */
import { expect, test } from 'vitest'
import { marksAt, rowId } from '#platform/app/server/seed/demo-marks.ts'
import { sign } from '#platform/app/server/seed/demo-recording.ts'
import { demoTime } from '#platform/app/server/seed/demo-time.ts'
import { marksOf, type Known, type Way } from './marks.ts'
import { recordedOn } from './play.ts'

const account = '0198e000-0000-7000-8000-0000000000aa'
const known = (): Known => ({
  accounts: new Map([[account, 'sale111']]),
  rows: new Map(),
  since: new Set([recordedOn.getTime() - 60_000]),
})

const load = (text: string, now: Date): string =>
  marksAt(now, demoTime(now), new Map([['sale111', account]]))(text)

const there: readonly { text: string; way: Way; back?: string }[] = [
  { text: '2026-08-14 02:15:30.25+00', way: 'working', back: '2026-08-14T02:15:30.25+00:00' },
  {
    text: '{"at": "2026-07-01T03:00:00+00:00"}',
    way: 'working',
    back: '{"at": "2026-07-01T03:00:00+00:00"}',
  },
  { text: '2026-08-31 04:29:00+00', way: 'since', back: '2026-08-31T04:29:00+00:00' },
  { text: '2026-09-04 02:00:00+00', way: 'working', back: '2026-09-04T02:00:00+00:00' },
  { text: '2026-08-03', way: 'working' },
  { text: '{2026-08-02,2026-09-06}', way: 'calendar' },
  { text: 'hẹn 09:15 ngày 02/09', way: 'working' },
  { text: 'VCB 90,000 đ 21-08-2026 14:05', way: 'working' },
  { text: 'Từ ngày 12/08/2026 đến ngày 12/08/2026', way: 'working' },
  { text: `sale111 810004518 hoan ${Date.parse('2026-08-20T08:00:00Z')}`, way: 'working' },
  { text: `{"by": "${account}"}`, way: 'working' },
  { text: '30/4, 0810001791 D159V 9203120251', way: 'working' },
]

test.each(there)('$text', ({ text, way, back }) => {
  const recorded = marksOf(recordedOn, known())(text, way)
  expect(recorded.includes(sign)).toBe(text !== there.at(-1)?.text)
  expect(load(recorded, recordedOn)).toBe(back ?? text)
})

test('started later, days shift by working days, those of a package by calendar days, months accordingly', () => {
  const write = marksOf(recordedOn, known())
  // A Wednesday; the recording is of a Monday.
  const now = new Date('2026-12-02T05:00:00Z')
  expect(load(write('2026-08-28', 'working'), now)).toBe('2026-11-30')
  expect(load(write('2026-08-29 03:00:00+00', 'working'), now)).toBe('2026-12-01T03:00:00+00:00')
  expect(load(write('2026-08-30', 'calendar'), now)).toBe('2026-12-01')
  expect(load(write('2026-08-31 04:29:00+00', 'since'), now)).toBe('2026-12-02T04:59:00+00:00')
  expect(load(`${sign}g2${sign}`, now)).toBe('2026-10-01')
  expect(load(`${sign}m2${sign}`, now)).toBe('2026-11-01')
})

test('a Sunday is moved into the last hours of the Saturday before, in order', () => {
  const write = marksOf(recordedOn, known())
  const at = (text: string): string => load(write(text, 'working'), recordedOn)
  const days = [
    '2026-08-29 13:00:00+00',
    '2026-08-29 15:00:00+00',
    '2026-08-30 03:00:00+00',
    '2026-08-30 16:59:00+00',
  ]
  const written = days.map(at)
  expect(written).toEqual(written.toSorted())
  expect(written.every((text) => text < '2026-08-29T17:00')).toBe(true)
})

test('ids are numbered in order of appearance, and an unknown account is reported', () => {
  const write = marksOf(recordedOn, known())
  const a = '019f9e79-f831-7bc3-bc37-1708ccb7f3e8'
  const b = '019feea7-c440-7333-8960-702e0dc2b02c'
  expect(load(write(`${b} ${a} ${b}`, 'working'), recordedOn)).toBe(`${rowId(1)} ${rowId(2)} ${rowId(1)}`)
  expect(() => load(`${sign}pnobody${sign}`, recordedOn)).toThrow(/needs the account 'nobody'/)
})
