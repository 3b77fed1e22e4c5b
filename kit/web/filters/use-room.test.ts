/** Which filters stay in the line when it is narrow. */
import { expect, test } from 'vitest'
import { leftOut } from './use-room.ts'

const phone = { name: 'phone', width: 190, keep: 2, stays: true }
const result = { name: 'result', width: 150, keep: 0, stays: false }
const staff = { name: 'staff', width: 150, keep: 0, stays: false }
const days = { name: 'days', width: 230, keep: 2, stays: false }
const all = [phone, result, staff, days]

test('all filters stay in the bar while there is room', () => {
  expect(leftOut(all, 752, 8, 100)).toEqual([])
})

test('the last select leaves the bar first, and the button for it needs room too', () => {
  expect(leftOut(all, 751, 8, 100)).toEqual(['staff'])
  expect(leftOut(all, 660, 8, 100)).toEqual(['staff', 'result'])
})

test('periods go after all selects, a search box that stays never', () => {
  expect(leftOut(all, 400, 8, 100)).toEqual(['staff', 'result', 'days'])
  expect(leftOut(all, 0, 8, 100)).toEqual(['staff', 'result', 'days'])
  expect(leftOut([{ ...phone, stays: false }, result], 0, 8, 100)).toEqual(['result', 'phone'])
})
