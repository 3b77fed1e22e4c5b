/** Adjacent amounts stay readable to masked roles if no number can hide in them (D1-MASK-02). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactPhones } from '#kit/contract/phone.ts'

test.each([
  '12500000 12600000',
  'giá 250000 260000 270000 đ',
  '12.500.000 12.600.000',
  '125.000.000 đ',
  '1.250.000.000',
  'cọc 2000000-2500000, còn 12000000 12000',
  'tổng 12500000 1.250.000 1250000 ạ',
])('%j is left as it is (D1-MASK-02)', (text) => expect(redactPhones(text)).toBe(text))

test.each([
  // Nine digits that start like a number, 84 and nine more, and a 0 followed by a possible number.
  ['912345000', '****45000'],
  ['912.345.000', '****45.000'],
  ['91000 5000', '****0 5000'],
  ['12500000 91000 5000', '****0 5000'],
  ['84912000 345000', '****45000'],
  ['10912000 345000', '****45000'],
  ['10500000 12000', '****12000'],
  ['18491200 0345000', '****45000'],
  // Not only amounts.
  ['12500000 12600500', '****00500'],
  ['12500000 12600000 7', '****0000 7'],
  ['12500000 0912345678', '****45678'],
  ['123450912345 678', '****45 678'],
])('%j is shown as %j (D1-MASK-02)', (text, masked) => expect(redactPhones(text)).toBe(masked))

const digit = fc.constantFrom(...'0001259')
const national = fc
  .tuple(fc.constantFrom('3', '5', '7', '8', '9'), fc.array(digit, { minLength: 8, maxLength: 8 }))
  .map(([first, rest]) => [first, ...rest])
const amount = fc.constantFrom('12500000', '250000', '12.600.000', '1000', '99000', '5000000', '84000')

test('a number shows its last five digits at most, however its digits are separated and whatever amounts are beside it (D1-MASK-02)', () => {
  fc.assert(
    fc.property(
      national,
      fc.constantFrom('', '0', '84', '+84', '0084'),
      fc.array(fc.constantFrom('', '', '', ' ', '.', '-'), { minLength: 13, maxLength: 13 }),
      fc.array(amount, { maxLength: 3 }),
      fc.array(amount, { maxLength: 2 }),
      fc.constantFrom(' ', '-'),
      (phone, prefix, marks, before, after, between) => {
        const written = [...prefix, ...phone].map((one, index) => one + (marks[index] ?? '')).join('').replace(/[ .-]$/, '') // prettier-ignore
        const masked = redactPhones([...before, written, ...after].join(between))
        expect(masked.replace(/\D/g, '')).not.toContain(phone.join(''))
        expect(masked).toContain('****')
      },
    ),
    { numRuns: 20_000 },
  )
})

const dayDigits = fc.constantFrom('592000', '1592026', '0592026', '05092000', '10101999', '3122026')
/** Characters before a date, between its parts (the same one twice) and after it. */
const dayMarks = fc.tuple(
  fc.constantFrom(' ', '', ', ', ' - '),
  fc.constantFrom('--', '..', '-.', ' .', '//'),
  fc.constantFrom(' ', '', ': '),
)

test('a number shows its last five digits at most also where some of its digits read as a day, beside amounts and real days (D1-MASK-02)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('0', '84', '+84', '0084'),
      fc.stringMatching(/^[35789][0-9]{2}$/),
      dayDigits,
      dayMarks,
      fc.array(fc.oneof(amount, fc.constantFrom('5/9/2026', '05-09-2026', 'VD90')), { maxLength: 2 }),
      fc.constantFrom(' ', ', '),
      (prefix, head, day, [before, [first = '', second = ''], after], beside, between) => {
        const year = day.slice(-4)
        const month = day.length > 6 ? day.slice(-6, -4) : day.slice(-5, -4)
        const date = day.slice(0, -4 - month.length)
        const written = `${prefix}${head.slice(0, 9 - day.length)}${before}${date}${first}${month}${second}${year}`
        fc.pre(
          /[35789]\d/.test(written) &&
            written.replace(/\D/g, '').length === prefix.replace('+', '').length + 9,
        )
        const masked = redactPhones([...beside, written, ...beside].join(between) + after)
        expect([written, masked.includes(written)]).toEqual([written, false])
        expect(masked.replace(/\D/g, '')).not.toContain(head.slice(0, 9 - day.length) + day)
      },
    ),
    { numRuns: 20_000 },
  )
})
