import { expect, test } from 'vitest'
import type { ScanCarrier } from '#subjects/scans/contract/calls/scans.ts'
import { leftOutWords, leftWords, stateOf, timeWords, withNights } from './scan-words.ts'

const row = { trang_thai: 'running' } as const
const pace = { open: true, openFor: 300, from: '07:00', until: '21:00' }
const progress = (minutesLeft: number | null, waitsFor: ScanCarrier[] = []) => ({
  perMinute: 40,
  minutesLeft,
  waitsFor,
})

test('the time left is shown in minutes and hours, only for a running scan (D3-SCN-04)', () => {
  expect(leftWords(row, pace, progress(10))).toBe('10 phút')
  expect(leftWords(row, pace, progress(null))).toBe('-')
  expect(leftWords({ ...row, trang_thai: 'stopped' }, pace, progress(40))).toBe('-')
  expect([0.4, 59.2, 60, 61, 60_001].map(timeWords)).toEqual([
    'dưới 1 phút',
    '1 giờ',
    '1 giờ',
    '1 giờ 1 phút',
    '1,000 giờ 1 phút',
  ])
})

test('the time left includes the nights in which nothing is scanned (D3-SCN-04, D3-SCN-02)', () => {
  // Five hours are left of this day of fourteen; a night takes ten.
  expect([10, 300, 301, 300 + 840, 300 + 841].map((minutes) => withNights(minutes, pace))).toEqual([
    10,
    300,
    301 + 600,
    300 + 840 + 600,
    300 + 841 + 1_200,
  ])
  expect(leftWords(row, pace, progress(360))).toBe('16 giờ')
})

test('a running scan says what holds it up: the carrier or the hours (D3-SCN-03, D3-SCN-02)', () => {
  const paused = progress(null, ['MOBIFONE', 'KHAC'])
  expect([leftWords(row, pace, paused), stateOf('running', pace, paused).label]).toEqual([
    'chờ Mobifone, Nhà mạng khác',
    'Tạm dừng',
  ])
  const closed = { ...pace, open: false }
  expect([leftWords(row, closed, progress(40)), stateOf('running', closed, progress(40)).label]).toEqual([
    'chờ 07:00',
    'Ngoài giờ',
  ])
  expect(
    ['running', 'stopped', 'done'].map((state) => stateOf(state as 'done', pace, progress(40)).label),
  ).toEqual(['Đang quét', 'Đã dừng', 'Xong'])
})

test('numbers left out of a subscriber file are counted by reason (D3-SCN-05)', () => {
  const made = { FileName: 'a', saved: 5, blacklisted: 1200, held: 0, unknown: 2, unanswered: 0 }
  expect(leftOutWords(made)).toBe('; bỏ 1,200 số blacklist, 2 số không tìm thấy')
  expect(leftOutWords({ ...made, blacklisted: 0, unknown: 0 })).toBe('')
})
