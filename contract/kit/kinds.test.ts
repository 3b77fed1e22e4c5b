/** What every kind of field makes of what a spreadsheet shows instead of a value. */
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

test('a cell that shows an error is refused for that, whatever its column (D3-FILE-01)', () => {
  for (const raw of errors) {
    const why = { ok: false, why: `Gói ô đang báo lỗi ${raw.trim()}` }
    for (const field of fields) expect([raw, readField(raw, field)]).toEqual([raw, why])
  }
  expect(readField('#SALE!', f.note({ label: 'Ghi chú' }))).toEqual({ ok: true, value: '#SALE!' })
})
