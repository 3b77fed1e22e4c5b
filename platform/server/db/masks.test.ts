/** Database and program mask texts identically (D1-MASK-02). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redactPhones } from '#kit/contract/phone.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

const amount = fc.constantFrom('12500000', '250000', '12.600.000', '1000', '99000', '10500000', '125.000.000')
const phone = fc.constantFrom(
  '0912345678',
  '0912 345 678',
  '912345000',
  '91.200.0000',
  '84 912345678',
  '91000 5000',
  '84912000 345000',
)
/** Dates, numbers containing the digits of one, and adjacent text. */
const dayLike = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '0300 ',
      '+84 30 0',
      '84 3',
      '345 ',
      '0084 30, 00',
      'VD90 ',
      'số345 ',
      '*345 ',
      '08:35 ',
    ),
    fc.constantFrom('5', '05', '15', '08'),
    fc.constantFrom('/', '-', '.'),
    fc.constantFrom('9', '09', '12'),
    fc.constantFrom('/', '-', '-', '.'),
    fc.constantFrom('2000', '2026', '1999'),
    fc.constantFrom('', '', ' 12', ' 9:30', ', 09:30', ' 123', ' - 05-11-2026', 'h'),
  )
  .map((parts) => parts.join(''))
const piece = fc.oneof(
  amount,
  phone,
  dayLike,
  fc.string({ unit: fc.constantFrom(...'0001258 .-,a'), maxLength: 12 }),
)
const between = fc.constantFrom(' ', ' ', '-', ', ', '  ', '. ', ' đ ', '')

test('D1-MASK-02: database and server mask amounts, numbers, days and mixed texts alike', async () => {
  const texts = fc.sample(
    fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 5 }), between)
      .map(([parts, mark]) => parts.join(mark)),
    6_000,
  )
  texts.push(
    '0300 5-9.2000',
    '05.09.2026 9:30',
    '12500000 12600000',
    '12.500.000-12.600.000',
    '1.250.000.000',
    '10912000 345000',
  )
  const { rows } = await database.pool.query<{ text: string }>(
    'SELECT redact_phones(t) AS text FROM unnest($1::text[]) WITH ORDINALITY AS x(t, n) ORDER BY n',
    [texts],
  )
  expect(rows.map(({ text }, index) => [texts[index], text])).toEqual(
    texts.map((text) => [text, redactPhones(text)]),
  )
  expect(rows.at(-4)?.text).toBe('12500000 12600000')
})
