/** Tables of examples and properties of amounts, quantities and percentages. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, readMoney, readNumber, readPercent, roundHalfUp } from './money.ts'

const money: [unknown, number | null][] = [
  [1500000, 1500000],
  [0, 0],
  [-194000, -194000],
  [27000.000000004, 27000],
  ['1500000', 1500000],
  ['1,500,000', 1500000],
  ['1.500.000', 1500000],
  ['1 500 000', 1500000],
  ['1\u00a0500\u00a0000', 1500000],
  [' 117.000 đ ', 117000],
  ['117,000đ', 117000],
  ['117.000 ₫', 117000],
  ['₫ 117.000', 117000],
  ['117000 VND', 117000],
  ['117000vnđ', 117000],
  ['VND 117,000', 117000],
  ['90.000 đồng', 90000],
  ['-5,000', -5000],
  ['−5,000', -5000],
  ['+5,000', 5000],
  ['- 5.000 đ', -5000],
  ['0', 0],
  ['-0', 0],
  ['000123', 123],
  ['１００', 100],
  ['1.234', 1234],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', null],
  ['1250,00', 1250],
  ['1,250.00', 1250],
  ['+500,000.00', 500_000],
  ['500.000,00 đ', 500_000],
  ['-500000.0', -500_000],
  ['500,000.50', null],
  ['1.250.00', null],
  ['1,00,00', null],
  ['1250.000,000', null],
  [',00', null],
  ['1,25', null],
  ['12,34,567', null],
  ['1,234.567', null],
  ['1234,567', null],
  ['0,123', null],
  ['1e6', null],
  ['1.5E+06', null],
  ['NaN', null],
  ['Infinity', null],
  ['0x10', null],
  ['không rõ', null],
  ['#REF!', null],
  ['1.5tr', null],
  ['5 000 00', null],
  ['--5', null],
  ['', null],
  ['đ', null],
  [12.5, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [1e300, null],
  [null, null],
  [true, null],
]

test.each(money)('the amount %j reads as %j (D2-FMT-04, D3-FILE-08)', (raw, expected) => {
  expect(readMoney(raw)).toBe(expected)
})

test.each([
  [1.5, 1, 1.5],
  ['1.5', 1, 1.5],
  ['1,5', 1, 1.5],
  ['-0,5', 1, -0.5],
  ['1,234.5', 1, 1234.5],
  ['1.234,5', 1, 1234.5],
  ['1.234', 1, 1234],
  [0.1 + 0.2, 1, 0.3],
  ['37', 0, 37],
  ['1250,00', 2, 1250],
  ['1.55', 1, null],
  [1.55, 1, null],
  ['1.234', 3, null],
  ['1.5', 0, null],
  ['1.234.5', 2, null],
  ['.5', 1, null],
  ['1e3', 1, null],
  [Number.NaN, 2, null],
  [undefined, 2, null],
])('the number %j with %i decimals reads as %j', (raw, decimals, expected) => {
  expect(readNumber(raw, decimals)).toBe(expected)
})

test.each([
  [35, 35],
  ['35', 35],
  ['35%', 35],
  [' 12,5 % ', 12.5],
  ['0.5%', 0.5],
  [6.25, 6.25],
  ['-3%', -3],
  ['1.234%', null],
  ['35%%', null],
  ['%', null],
  ['ba lăm', null],
  [null, null],
])('the percentage %j reads as %j', (raw, expected) => {
  expect(readPercent(raw)).toBe(expected)
})

describe('roundHalfUp (D2-Q-63)', () => {
  test.each([
    [2.5, 3],
    [-2.5, -2],
    [-2.51, -3],
    [-0.5, 0],
    [-1.005 * 100, -100],
    [2.4999, 2],
    [-0.4, 0],
    [1.005 * 100, 101],
    [2251799813685249.5, 2251799813685250],
    [9007199254740991, 9007199254740991],
  ])('rounds %d to %d', (value, expected) => {
    expect(roundHalfUp(value)).toBe(expected)
  })
})

describe('formatMoney', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
    [-1234567, '−1,234,567'],
    [-0.3, '0'],
    [12.5, '13'],
    [Number.NaN, ''],
  ])('shows %d as %j (D1-Q-162, D2-FMT-01)', (amount, text) => {
    expect(formatMoney(amount)).toBe(text)
  })

  test('a shown amount reads back as the same amount, with either separator and with the unit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const formatted = formatMoney(amount)
        for (const text of [formatted, formatted.replaceAll(',', '.'), `${formatted} đ`, String(amount)]) {
          expect(readMoney(text)).toBe(amount === 0 ? 0 : amount)
        }
      }),
    )
  })
})

test('no input reads as an amount that is not a whole safe number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (raw) => {
      const amount = readMoney(raw)
      return amount === null || (Number.isSafeInteger(amount) && !Object.is(amount, -0))
    }),
  )
})
