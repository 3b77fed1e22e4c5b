/** The jobs of the first day, each with its sentence and its way there (D3-SETUP-01). */
import { expect, test } from 'vitest'
import { firstDaySteps } from '#subjects/settings/contract/calls/first-day.ts'
import { groups, stepOf } from './steps.ts'

test.each(firstDaySteps)('%s has a name, one sentence and a link to its screen (D3-SETUP-01)', (name) => {
  const { label, text, acts, open, ticks } = stepOf(name)
  expect(label).not.toBe('')
  // One sentence: its only full stop of a sentence is the last character.
  expect(text).toMatch(/^[^.!?]*(\.xlsx[^.!?]*)?\.$/)
  expect(acts.length).toBeGreaterThan(0)
  expect([typeof open, ticks === '']).toEqual(['function', false])
})

test('each job occurs once, and the list has those that the requirement names (D3-SETUP-01)', () => {
  const stepNames = groups.flatMap(({ steps }) => steps)
  expect(stepNames.toSorted()).toEqual([...firstDaySteps].toSorted())
  expect(stepNames.map((name) => stepOf(name).label).join(', ')).toBe(
    'Chi nhánh, Leader, Nhân viên, Gói cước và giá hoàn, Tài khoản ngân hàng, Tham số lương, File thuê bao, Phân quyền data, Chia data, Kích hoạt lấy số',
  )
})
