/** What the dialog asks for before it sends, and what it sends. */
import { expect, test } from 'vitest'
import { bodyOf, typedProblems } from './care-form.ts'

const now = Date.parse('2026-11-20T07:34:10Z')
const typed = { status: '', package: '', appointmentAt: '', note: '' }

test.each([
  [{}, 'Bạn phải chọn kết quả!', 'D1-CARE-30'],
  [{ status: 'APPROVED', package: ' ' }, 'Bạn chưa nhập gói cước!', 'D1-CARE-31'],
  [{ status: 'APPOINTMENT', note: 'x' }, 'Bạn chưa nhập gói cước!', 'D1-CARE-32'],
  [{ status: 'APPOINTMENT', package: 'VD90' }, 'Bạn chưa nhập thời gian hẹn lại!', 'D1-CARE-33'],
  [
    { status: 'APPOINTMENT', package: 'VD90', appointmentAt: 'mai' },
    'Thời gian hẹn lại không phải ngày giờ',
    'D1-CARE-33',
  ],
  [
    { status: 'APPOINTMENT', package: 'VD90', appointmentAt: '01/01/2020 09:00', note: 'x' },
    'Thời gian hẹn lại phải ở sau hiện tại',
    'D1-CARE-33',
  ],
  [{ status: 'KLLĐ', note: '  ' }, 'Bạn chưa nhập ghi chú!', 'D1-CARE-28'],
])('%j is refused with %s (%s)', (part, msg, _id) => {
  expect(Object.values(typedProblems({ ...typed, ...part }, now))[0]).toBe(msg)
})

test('all missing fields are marked at once, in the order of the form (D3-GRID-09)', () => {
  expect(typedProblems({ ...typed, status: 'APPOINTMENT' }, now)).toEqual({
    package: 'Bạn chưa nhập gói cước!',
    appointmentAt: 'Bạn chưa nhập thời gian hẹn lại!',
    note: 'Bạn chưa nhập ghi chú!',
  })
})

test('an accepted result needs a package and no note (D1-CARE-29)', () => {
  expect(typedProblems({ ...typed, status: 'APPROVED', package: 'VD90' }, now)).toEqual({})
})

test('time and package are sent only with the results that use them (D1-CARE-27, D1-Q-075)', () => {
  const all = { status: 'KBM', package: 'VD90', appointmentAt: '21/11/2099 09:00', note: ' Không nghe ' }
  const target = { id: '1', version: 3 }
  expect(bodyOf(target, all)).toEqual({ ...target, status: 'KBM', note: 'Không nghe' })
  expect(bodyOf(target, { ...all, status: 'APPROVED' })).not.toHaveProperty('appointmentAt')
  expect(bodyOf(target, { ...all, status: 'APPOINTMENT' })).toEqual({
    ...target,
    status: 'APPOINTMENT',
    package: 'VD90',
    appointmentAt: '2099-11-21T02:00:00.000Z',
    note: 'Không nghe',
  })
})
