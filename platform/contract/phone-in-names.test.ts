/** Public names contain no phone, in any spelling. */
import { expect, test } from 'vitest'
import { holdsPhone } from '#kit/contract/phone.ts'

test.each([
  'Khách 0912345678',
  'Khách ۰۹۱۲۳۴۵۶۷۸',
  'Khách ٠٩١٢ ٣٤٥ ٦٧٨',
  'Khách ０９１２３４５６７８',
  '⓪⑨①②③④⑤⑥⑦⑧',
  '\u{1d7ce}\u{1d7d7}\u{1d7cf}\u{1d7d0}\u{1d7d1}\u{1d7d2}\u{1d7d3}\u{1d7d4}\u{1d7d5}\u{1d7d6}',
  'o912345678',
  'gọi O9O1 234 567',
  'о9ο2345678',
  '0\u03369\u03361\u03362\u03363\u03364\u03365\u03366\u03367\u03368\u0336',
  '+84 ๙๑๒ ๓๔๕ ๖๗๘',
])('%j contains a phone and is refused as a public name (D3-GRID-06)', (name) =>
  expect(holdsPhone(name)).toBe(true),
)

test.each([
  'Gói VD120, giá 120,000',
  'Từ 01/11/2026 đến 15/11/2026',
  'Kho 12345',
  'Nhóm ①, ②, ③',
  'Số O, quý 4',
  'Cho 12345678',
  'Tháng 11 · ۱۲',
])('%j contains no phone (D3-GRID-06)', (name) => expect(holdsPhone(name)).toBe(false))
