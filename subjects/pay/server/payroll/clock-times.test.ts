import { expect, test } from 'vitest'
import { readClocking } from './clock-times.ts'

const read = (ngay: string, gioVao: string, gioRa: string) => {
  const reading = readClocking({ ngay, gioVao, gioRa }, '2026-11-01')
  return reading.ok ? reading.value : reading.reason
}

test('times without a date belong to the day of their row; a date of their own takes precedence (D3-PAY-14, D2-Q-153)', () => {
  const hours = { vao: 8 * 3600, ra: 17 * 3600, nghi: [] as string[] }
  expect(read('03/11/2026', '08:00', '17:00')).toEqual({ ngay: '2026-11-03', ...hours })
  expect(read('03/11/2026', '04/11/2026 08:00', '04/11/2026 17:00')).toEqual({
    ngay: '2026-11-04',
    ...hours,
    nghi: ['lech_ngay'],
  })
  expect(read('gì đó', '04/11/2026 08:00', '17:00')).toEqual({ ngay: '2026-11-04', ...hours })
  expect(read('', '08:00', '17:00')).toEqual({ ngay: null, ...hours })
  expect(read('03/11/2026', '22:00', '06:00')).toEqual({
    ngay: '2026-11-03',
    ...hours,
    vao: 22 * 3600,
    ra: 30 * 3600,
  })
  expect(read('03/11/2026', '', '17:00')).toEqual({ ngay: '2026-11-03', ...hours, vao: null })
})

test('times that both have a date do not cross midnight; otherwise a night of more than 12 hours is doubtful (D3-PAY-14)', () => {
  const hour = 3600
  const on = (day: string, from: string, to: string) => read('', `${day} ${from}`, `${day} ${to}`)
  expect(on('04/11/2026', '17:00', '08:00')).toMatchObject({
    ngay: '2026-11-04',
    vao: 17 * hour,
    ra: 8 * hour,
  })
  expect(read('', '04/11/2026 08:00', '03/11/2026 17:00')).toMatchObject({ vao: 8 * hour, ra: -7 * hour })
  expect(read('', '04/11/2026 22:00', '05/11/2026 06:00')).toMatchObject({ ra: 30 * hour, nghi: [] })
  expect(read('04/11/2026', '19:00', '07:00')).toMatchObject({ ra: 31 * hour, nghi: [] })
  expect(read('04/11/2026', '19:00', '07:01')).toMatchObject({ nghi: ['doi_gio'] })
})

test('an invalid date, or one of another month, is refused with its row (D3-PAY-14)', () => {
  expect(read('hôm qua', '08:00', '17:00')).toBe("Ngày 'hôm qua' không phải ngày")
  expect(read('15/07/2024', '08:00', '17:00')).toBe('Ngày 15-07-2024 không thuộc tháng 11/2026')
})

test('time texts of time clocks are read: half days, h, 24:00, two-digit years; others are refused (D3-FILE-09)', () => {
  const hour = 3600
  const readTimes = (gioVao: string, gioRa: string) => read('03/11/2026', gioVao, gioRa)
  expect(readTimes('8:02:11 SA', '5:31:40 CH')).toMatchObject({
    vao: 8 * hour + 131,
    ra: 17 * hour + 31 * 60 + 40,
  })
  expect(readTimes('08:05 AM', '05:30 PM')).toMatchObject({ vao: 8 * hour + 300, ra: 17.5 * hour })
  expect(readTimes('12:05 SA', '12:30 ch')).toMatchObject({ vao: 300, ra: 12.5 * hour })
  expect(readTimes('8h05', '17h')).toMatchObject({ vao: 8 * hour + 300, ra: 17 * hour })
  expect(readTimes('08:00', '24:00')).toMatchObject({ vao: 8 * hour, ra: 24 * hour, nghi: [] })
  expect(readTimes('22:00', '01/01/1900 02:15:00')).toMatchObject({ vao: 22 * hour, ra: 26.25 * hour })
  expect(readTimes('08:00', '01/01/1900')).toMatchObject({ ra: 24 * hour })
  expect(read('06/11/26', '08:00', '17:00')).toMatchObject({ ngay: '2026-11-06' })
  expect(read('', '06/11/26 8:00 SA', '06/11/26 5:00 CH')).toMatchObject({
    ngay: '2026-11-06',
    vao: 8 * hour,
    ra: 17 * hour,
  })
  expect(readTimes('13:00 SA', '17:00')).toBe("Giờ vào '13:00 SA' không phải giờ")
  expect(readTimes('24:00', '17:00')).toBe("Giờ vào '24:00' không phải giờ")
  expect(readTimes('08:00', '24:30')).toBe("Giờ ra '24:30' không phải giờ")
  expect(readTimes('08:00', '7h75')).toBe("Giờ ra '7h75' không phải giờ")
})
