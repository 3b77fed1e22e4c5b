/** What a form asks for, reads and complains of. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { isEmpty, lineOf, readForm, startOf, stillWrong, type Rules } from './form-rules.ts'

type Refund = { phone: string; asks: string; method: string; sum: string }
const blank: Refund = { phone: '', asks: '', method: '', sum: '0' }

const rules: Rules<Refund> = {
  fields: ({ asks }) => [
    ['phone', f.phone({ label: 'Số điện thoại', required: true })],
    ['sum', f.money({ label: 'Số tiền', ...(asks === 'yes' && { required: true as const }) })],
    ...(asks === 'yes' ? [['method', f.text({ label: 'Hình thức', required: true })] as const] : []),
  ],
  check: ({ method, sum }) =>
    method === 'bank' && sum === '1' ? { sum: 'Số tiền quá nhỏ để chuyển khoản' } : {},
}

test('a field shown by a choice is required and read while it is shown, and ignored otherwise', () => {
  const typed = { ...blank, phone: '0912 000 456', method: 'bank', sum: '1.000.000' }
  expect(readForm(rules, typed)).toEqual({ read: { phone: '912000456', sum: 1_000_000 }, errors: {} })
  expect(readForm(rules, { ...typed, asks: 'yes', method: '' }).errors).toEqual({
    method: 'Chưa nhập hình thức',
  })
})

test('a choice can make another field required', () => {
  const typed = { ...blank, phone: '0912000456', method: 'bank', sum: '' }
  expect(readForm(rules, typed).errors).toEqual({})
  expect(readForm(rules, { ...typed, asks: 'yes' }).errors).toEqual({ sum: 'Chưa nhập số tiền' })
})

test('an error of a rule over several fields is reported together with those of single fields', () => {
  const { errors } = readForm(rules, { ...blank, asks: 'yes', method: 'bank', sum: '1' })
  expect(errors).toEqual({ phone: 'Chưa nhập số điện thoại', sum: 'Số tiền quá nhỏ để chuyển khoản' })
})

test('a cleared field counts as empty, whatever its default', () => {
  const fields = [['cycle', f.number({ label: 'Chu kỳ', required: true, default: 1 })]] as const
  expect(startOf(fields, null)).toEqual({ cycle: '1' })
  expect(startOf(fields, { cycle: 6 })).toEqual({ cycle: '6' })
  expect(readForm({ fields: () => fields }, { cycle: ' ' }).errors).toEqual({ cycle: 'Chưa nhập chu kỳ' })
})

test('a change clears the error of its field and rule errors that no longer apply, and keeps the others', () => {
  const errors = { role: 'Chưa nhập vai trò', name: 'Tên đã tồn tại', again: 'Không khớp' }
  const before = { role: 'Chưa nhập vai trò', again: 'Không khớp' }
  expect(stillWrong(errors, { password: 'x' }, before, { role: 'Chưa nhập vai trò' })).toEqual({
    role: 'Chưa nhập vai trò',
    name: 'Tên đã tồn tại',
  })
  expect(stillWrong(errors, { name: 'y' }, before, before)).toEqual(before)
})

test('only texts without visible characters are empty', () => {
  expect(['', '  ', '0', [], null].map(isEmpty)).toEqual([true, true, false, false, false])
})

test('a refusal message is shown once: beside the buttons, unless a field shows the same words (D3-BELL-03)', () => {
  const errors = { phone: 'Số điện thoại không hợp lệ' }
  expect(lineOf('Số điện thoại không hợp lệ', errors)).toBe('')
  expect(lineOf('Không lưu được', errors)).toBe('[Lỗi] Không lưu được')
})
