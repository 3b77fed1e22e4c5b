/** Days are read in the forms a hand types. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { readTyped } from './read-typed.ts'

test('a short date is read in a form and in a cell', () => {
  const year = new Date().getUTCFullYear()
  const reading = readTyped('512', f.date({ label: 'Ngày' }))
  expect([`${year}-12-05`, `${year + 1}-12-05`]).toContain(reading.ok && reading.value)
})

test('an entry date of costs is read as YYMMDD (D2-COST-47)', () => {
  expect(readTyped('261105', f.date({ label: 'Ngày nhập', entry: true }))).toEqual({
    ok: true,
    value: '2026-11-05',
  })
  expect(readTyped('261105', f.date({ label: 'Ngày' }))).toEqual({ ok: true, value: '2005-11-26' })
})

test('an invalid day is refused with the name of the field', () => {
  expect(readTyped('31/02/2026', f.date({ label: 'Ngày' }))).toEqual({
    ok: false,
    reason: 'Ngày không hợp lệ',
  })
})
