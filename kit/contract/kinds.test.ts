/** How each kind of field reads what spreadsheets show in place of a value. */
import { expect, test } from 'vitest'
import { f } from './field.ts'
import { readField } from './kinds.ts'

const errors = [
  '#N/A',
  '#DIV/0!',
  '#NAME?',
  '#FIELD!',
  '#BUSY!',
  '#CONNECT!',
  '#ERROR!',
  'Err:502',
  ' #BUSY! ',
]
const fields = [
  f.text({ label: 'Gói' }),
  f.money({ label: 'Gói' }),
  f.phone({ label: 'Gói' }),
  f.date({ label: 'Gói' }),
]

test('a cell with a spreadsheet error is refused, whatever its column (D3-FILE-01)', () => {
  for (const raw of errors) {
    const refused = { ok: false, reason: `Gói ô đang báo lỗi ${raw.trim()}` }
    for (const field of fields) expect([raw, readField(raw, field)]).toEqual([raw, refused])
  }
  expect(readField('#SALE!', f.note({ label: 'Ghi chú' }))).toEqual({ ok: true, value: '#SALE!' })
})

test('D3-FILE-07: a text field refuses a number that has lost digits, and a name also a value that a spreadsheet turned into a date or a power', () => {
  const [text, name] = [f.text({ label: 'Gói' }), f.text({ label: 'Gói', name: true })]
  const staff = f.staff({ label: 'Gói' })
  const day = new Date('2026-03-01')
  const isAccepted = (raw: unknown, field: Parameters<typeof readField>[1]) => readField(raw, field).ok
  const raws = [
    999_999_999_999_999,
    1e15,
    1e-7,
    day,
    '01/03/2026',
    '3.00E+90',
    '1-Mar',
    '01-Thg3',
    '3E90',
    'MAR-1',
  ]
  expect(raws.filter((raw) => !isAccepted(raw, text))).toEqual([1e15, 1e-7])
  for (const field of [
    name,
    staff,
    f.text({ label: 'Gói', code: true }),
    f.text({ label: 'Gói', suggest: 'packages' }),
  ])
    expect(raws.filter((raw) => isAccepted(raw, field))).toEqual([999_999_999_999_999, '3E90', 'MAR-1'])
  // Values that another system compares literally may have any form; their cells may not.
  const literal = f.text({ label: 'Gói', verbatim: true })
  expect(raws.filter((raw) => !isAccepted(raw, literal))).toEqual([1e15, 1e-7, day])
  // Times of day are parsed by their workflow.
  expect(isAccepted(1e-7, f.text({ label: 'Giờ', anyCell: true }))).toBe(true)
})

test('D3-FILE-07: ="…" is read as the text inside it in every kind of field, except where the text is taken verbatim', () => {
  expect(readField('="0912 345 678"', f.phone({ label: 'SĐT' }))).toEqual({ ok: true, value: '912345678' })
  expect(readField('="90,000"', f.money({ label: 'Giá' }))).toEqual({ ok: true, value: 90_000 })
  expect(readField('="A""B"', f.note({ label: 'Ghi chú' }))).toEqual({ ok: true, value: 'A"B' })
  expect(readField('=""', f.note({ label: 'Ghi chú' }))).toEqual({ ok: true, value: null })
  expect(readField('="A"&B1', f.note({ label: 'Ghi chú' }))).toEqual({ ok: true, value: '="A"&B1' })
  expect(readField('="x"', f.text({ label: 'Mật khẩu', verbatim: true }))).toEqual({
    ok: true,
    value: '="x"',
  })
})
