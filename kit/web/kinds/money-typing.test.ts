/** Amounts group as they are typed and are never guessed at. */
import { expect, test } from 'vitest'
import { typeMoney } from './money-typing.ts'

const type = (keys: string, start = ''): string =>
  [...keys].reduce((text, key) => typeMoney(text, text + key, text.length + 1).text, start)

test('digits are grouped by three while they are typed', () => {
  expect(type('1520000')).toBe('1,520,000')
})

test('a typed separator stops the grouping, so that 1250,00 is not read as 125,000', () => {
  expect(type('1250,00')).toBe('1,250,00')
})

test('a pasted 1.000.000 is not changed', () => {
  expect(typeMoney('', '1.000.000', 9).text).toBe('1.000.000')
})

test('the caret keeps its place among the digits when one is typed in the middle', () => {
  expect(typeMoney('1,000', '15,000', 2)).toEqual({ text: '15,000', caret: 2 })
  expect(typeMoney('123,456', '1293,456', 3)).toEqual({ text: '1,293,456', caret: 4 })
})

test('deleting a digit groups again', () => {
  expect(typeMoney('1,000', '1,00', 4)).toEqual({ text: '100', caret: 3 })
})
