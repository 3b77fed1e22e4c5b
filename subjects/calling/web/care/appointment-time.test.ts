/** What a typed appointment time means. */
import { expect, test } from 'vitest'
import { appointmentInFull, quickTimes, readAppointmentTime, typedAppointment } from './appointment-time.ts'

const now = new Date('2026-11-20T07:34:10Z')

test.each([
  ['21/11 09:00', '2026-11-21T02:00:00.000Z'],
  ['21-11-2026 09:05', '2026-11-21T02:05:00.000Z'],
  ['2111 9:00', '2026-11-21T02:00:00.000Z'],
  ['16:30', '2026-11-20T09:30:00.000Z'],
  ['9h', '2026-11-20T02:00:00.000Z'],
  ['21/11 9h30', '2026-11-21T02:30:00.000Z'],
  ['21/11/2026 09:00:30', '2026-11-21T02:00:30.000Z'],
  ['02/01 08:00', '2027-01-02T01:00:00.000Z'],
  ['19/11 08:00', '2027-11-19T01:00:00.000Z'],
])('"%s" reads as %s (D1-CARE-23)', (typed, instant) => {
  expect(readAppointmentTime(typed, now)).toBe(instant)
})

test.each(['', '21/11', 'mai', '21/11 09:0', '31/02 09:00', '25:00'])(
  '"%s" reads as no time (D1-CARE-33)',
  (typed) => {
    expect(readAppointmentTime(typed, now)).toBeNull()
  },
)

test('the full form shows the weekday, and the filled-in text can be read again', () => {
  const instant = '2026-11-21T02:00:00.000Z'
  expect(appointmentInFull(instant)).toBe('Thứ Bảy, 21-11-2026 09:00:00')
  expect(typedAppointment(instant, now)).toBe('21/11 09:00')
  expect(readAppointmentTime(typedAppointment(instant, now), now)).toBe(instant)
})

test('a quick choice in the past is not offered', () => {
  expect(quickTimes(now).map(({ label }) => label)).toEqual([
    '15 phút nữa',
    '1 giờ nữa',
    'Chiều nay 16:00',
    'Sáng mai 09:00',
  ])
  const evening = quickTimes(new Date('2026-11-20T11:00:00Z')).map(({ label }) => label)
  expect(evening).not.toContain('Chiều nay 16:00')
})
