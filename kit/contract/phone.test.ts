/** Tables of examples and properties of phone reading, masking and search. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMaskedPhone, maskPhone, phoneSearchDigits, readPhone, redactPhones, showPhone } from './phone.ts'

const golden: [unknown, string | null][] = [
  ['0912345678', '912345678'],
  ['912345678', '912345678'],
  [912345678, '912345678'],
  ['84912345678', '912345678'],
  [84912345678, '912345678'],
  ['+84912345678', '912345678'],
  ['0084912345678', '912345678'],
  ['+84 (0) 912 345 678', '912345678'],
  ['+84 900 003 353', '900003353'],
  ['0760.009.201', '760009201'],
  ['  0890009927 ', '890009927'],
  ['\u200b0912345678\ufeff', '912345678'],
  ['0912-345-678', '912345678'],
  ['０９１２３４５６７８', '912345678'],
  ["'0912345678", '912345678'],
  ['0912–345–678', '912345678'],
  // Brackets around the country, its 0, the prefix.
  ['(0)912345678', '912345678'],
  ['(0) 912 345 678', '912345678'],
  ['(+84) 905-557-226', '905557226'],
  ['(+84)0905557226', '905557226'],
  ['(84) 905 557 226', '905557226'],
  ['+(84) 905 557 226', '905557226'],
  ['(0084)905557226', '905557226'],
  ['(+84)(0)912345678', '912345678'],
  ['84(0)912345678', '912345678'],
  ['0084 (0) 912 345 678', '912345678'],
  ['(091) 234 5678', '912345678'],
  ['+84(905)557242', '905557242'],
  ['84 (905) 557 243', '905557243'],
  ['(+84) (90) 555-7243', '905557243'],
  ['0084 (168) 123 4567', '381234567'],
  ['(0912) 345 678', '912345678'],
  ['（０９１）２３４　５６７８', '912345678'],
  ['(0168) 123 4567', '381234567'],
  ['912345678.0', '912345678'],
  ['0912345678,00', '912345678'],
  // 084 is a network prefix too, so 84 is not always the country.
  ['0849123456', '849123456'],
  ['849123456', '849123456'],
  ['84849123456', '849123456'],
  // All rows of the 2018 renumbering.
  ['01201234567', '701234567'],
  ['01211234567', '791234567'],
  ['01221234567', '771234567'],
  ['01231234567', '831234567'],
  ['01241234567', '841234567'],
  ['01251234567', '851234567'],
  ['01261234567', '761234567'],
  ['01271234567', '811234567'],
  ['01281234567', '781234567'],
  ['01291234567', '821234567'],
  ['01621234567', '321234567'],
  ['01631234567', '331234567'],
  ['01641234567', '341234567'],
  ['01651234567', '351234567'],
  ['01661234567', '361234567'],
  ['01671234567', '371234567'],
  ['01681234567', '381234567'],
  ['01691234567', '391234567'],
  ['01861234567', '561234567'],
  ['01881234567', '581234567'],
  ['01991234567', '591234567'],
  ['1681234567', '381234567'],
  [1681234567, '381234567'],
  ['841681234567', '381234567'],
  ['+84 168 123 4567', '381234567'],
  ['00841681234567', '381234567'],
  ['9.12345678E+08', '912345678'],
  ['8.4912345678e10', '912345678'],
  // Refused.
  ['9.12E+08', null],
  ['9,1E8', null],
  ['09000012', null],
  ['0900', null],
  ['12345678', null],
  ['012345678', null],
  ['8491234567', null],
  ['****45678', null],
  ['0912*45678', null],
  ['＊＊＊＊45678', null],
  ['0912345678 / 0987654321', null],
  // More than one mobile number in the cell: digits of a package, a count, a second number, one digit too many.
  ['0905550358 MC C90N', null],
  ['0912345678 (2)', null],
  ['0912345678 2', null],
  ['09123456789', null],
  [9123456789, null],
  ['00912345678', null],
  ['084912345678', null],
  ['0912345678 0987654321', null],
  ['0912345678;0987654321', null],
  ['SĐT: 0912 345 678 (anh Mẫu)', null],
  ['0912345678 anh Mẫu', null],
  ['0912/345/678', null],
  ['O912345678', null],
  // Brackets do not allow leaving out or adding a digit.
  ['(84) 912 3456', null],
  ['84 (912) 3456', null],
  ['(912) 345 678', null],
  ['(+84) 912 3456', null],
  ['(0)0912345678', null],
  ['(+84)(0)0912345678', null],
  ['0912(0)345678', null],
  ['91 84(0)34 567', null],
  ['091234567(8)', null],
  ['(091) 234 567', null],
  ['(091 234 5678', null],
  ['(+84 912 345 678) 2', null],
  // Landlines.
  ['028 38555791', null],
  ['(028) 3855 5791', null],
  ['+84 28 3855 5791', null],
  ['0243 855 5791', null],
  ['243855579', null],
  ['1900545426', null],
  ['01111234567', null],
  ['', null],
  ['   ', null],
  ['không có', null],
  ['#N/A', null],
  ['000000000', null],
  [null, null],
  [undefined, null],
  [true, null],
  [new Date(0), null],
  [912345678.5, null],
  [-912345678, null],
  [Number.NaN, null],
  [1e21, null],
]

const national = fc.stringMatching(/^[35789][0-9]{8}$/)

describe('readPhone', () => {
  test.each(golden)('reads %j as %j (D1-LOOK-54, D3-FILE-01)', (raw, expected) => {
    expect(readPhone(raw)).toBe(expected)
  })

  test('every spelling of one phone reads as the same number (D1-Q-157)', () => {
    fc.assert(
      fc.property(national, (phone) => {
        const parts = [phone.slice(0, 2), phone.slice(2, 5), phone.slice(5)]
        const forms = [phone, `0${phone}`, `84${phone}`, `+84${phone}`, `0084${phone}`, `+84 0${phone}`]
        for (const form of [...forms, Number(phone), Number(`84${phone}`)])
          expect(readPhone(form)).toBe(phone)
        for (const mark of ['.', '-', ' ', '\u00a0']) expect(readPhone(`0${parts.join(mark)}`)).toBe(phone)
      }),
    )
  })

  test('reading any text as a phone gives null or 9 national digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (raw) => {
        const phone = readPhone(raw)
        return phone === null || /^[1-9][0-9]{8}$/.test(phone)
      }),
    )
  })
})

describe('masks', () => {
  test('a mask shows at most the last 5 digits and does not read back as a phone (D1-MASK-02, D1-Q-158)', () => {
    fc.assert(
      fc.property(national, (phone) => {
        const mask = maskPhone(phone)
        expect(mask).toBe(`****${phone.slice(-5)}`)
        expect(mask.replace(/\D/g, '')).toHaveLength(5)
        expect(isMaskedPhone(mask)).toBe(true)
        expect(readPhone(mask)).toBeNull()
      }),
    )
  })

  test('9 digits are shown with a leading 0, a masked phone unchanged (D1-MASK-03, D2-Q-07)', () => {
    expect(showPhone('912345678')).toBe('0912345678')
    expect(showPhone('****45678')).toBe('****45678')
    expect(isMaskedPhone('912345678')).toBe(false)
  })
})

test.each([
  ['0912345678', '912345678'],
  ['+84 912 345 678', '912345678'],
  ['01681234567', '381234567'],
  ['0912', '912'],
  ['+84 91', '91'],
  ['0084 91', '91'],
  ['(+84) 91', '91'],
  ['(+84) 905-557-226', '905557226'],
  ['8491', '8491'],
  ['45678', '45678'],
  ['00123', '00123'],
  ['****09123', '09123'],
  ['0123456782', '123456782'],
  ['0912345678 (2)', '9123456782'],
  ['09123456789', '9123456789'],
  ['0', '0'],
  ['abc', ''],
  ['', ''],
])('a search for %j looks for the digits %j (D1-Q-142)', (typed, digits) => {
  expect(phoneSearchDigits(typed)).toBe(digits)
})

test('the first or last digits of a phone, typed as shown on screen, are part of the searched digits', () => {
  fc.assert(
    fc.property(national, fc.integer({ min: 2, max: 9 }), (phone, length) => {
      expect(phone.startsWith(phoneSearchDigits(`0${phone.slice(0, length)}`))).toBe(true)
      expect(phone.endsWith(phoneSearchDigits(phone.slice(-Math.min(length, 8))))).toBe(true)
    }),
  )
})

/** Separators allowed between the digits of a number. */
const between = [
  '',
  ' ',
  '  ',
  '.',
  '-',
  ' - ',
  ',',
  ', ',
  '/',
  ' / ',
  ':',
  ';',
  '_',
  '|',
  '\\',
  '\t',
  '\n',
  '\r\n',
  '·',
  '•',
  "'",
  '"',
  '\u00a0',
  '\u202f',
  '\u3000',
  '\u2009',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ue000',
  '–',
  '—',
  '−',
  '‑',
  '~',
  '=',
  '+',
  '#',
  '&',
  '(',
  ')',
  ') ',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '!',
  '?',
  '@',
  '%',
  '^',
  '`',
  '．',
]

describe('free text for masked roles', () => {
  test.each(between)(
    'a number with %j between its groups shows its last five digits at most (D1-MASK-02)',
    (mark) => {
      for (const parts of [
        ['0912', '345', '678'],
        ['091', '234', '5678'],
        ['09', '12', '34', '56', '78'],
        [...'0912345678'],
        ['+84', '912', '345', '678'],
        ['84', '91', '2345678'],
        ['0084', '912345678'],
        ['912', '345', '678'],
        ['0123', '456', '7890'],
        ['024', '3856', '7890'],
      ]) {
        const masked = redactPhones(`gọi ${parts.join(mark)} nhé`)
        expect([parts.join(mark), masked.replace(/\D/g, '').length]).toEqual([parts.join(mark), 5])
        const [first = ''] = parts
        expect(
          redactPhones(`ĐT (${first})${mark}${parts.slice(1).join(mark)}.`).replace(/\D/g, ''),
        ).toHaveLength(5)
      }
    },
  )

  test.each([
    ['(091) 234-5678', '(****4-5678'],
    ['+84 (0) 912 345 678', '****45 678'],
    ['０９１２ ３４５ ６７８', '****45 678'],
    ['GD 35 / 0912345 678', 'GD 35 / ****45 678'],
    ['tháng 10: 0912345678', 'tháng 10: ****45678'],
    ['lương 10/2026: +84 912 345 678', 'lương 10/2026: ****45 678'],
    ['lương 10/2026: 34-0912 345 678', 'lương ****45 678'],
    ['ngày 15/11: 84912345678 ạ', 'ngày 15/11: ****45678 ạ'],
    ['tháng 10: 912345678', 'tháng ****45678'],
    ['tháng 10 0912345678', 'tháng ****45678'],
    ['12345: 0912345678', '****45678'],
    ['0912345678 0987654321', '****45678 ****54321'],
    ['912345678, 987654321; 0903333444', '****45678, ****54321; ****33444'],
    ['đổi 0912345678-84987654321', 'đổi ****45678-****54321'],
    ['0912345678\n+84 987 654 321', '****54 321'],
    ['0912345678 12345', '****12345'],
    ['20/11/2026 0912/345/678', '20/11/2026 ****45/678'],
    ['0912, 345, 678 hẹn 09:00 20/11/2026', '****45, 678 hẹn 09:00 20/11/2026'],
    ['0912 345 678 20-11-2026', '****45 678 20-11-2026'],
    // A date is not protected if its digits are part of a number.
    ['0300 5-9.2000', '****9.2000'],
    ['0300 5-9-2000', '****9-2000'],
    ['0300, 5/9/2000', '****9/2000'],
    ['+84 300 05-9-2000', '****9-2000'],
    ['0084 30 005-9-2000', '****9-2000'],
    ['0912 3456 7-8-2000', '****8-2000'],
    ['03 5-9-2000 12', '****000 12'],
    ['05-09-2000 12', '****000 12'],
    ['345 5.9.2000', '****9.2000'],
    // A letter before nine digits does not hide the number.
    ['sdt345 5-9-2000', 'sdt****9-2000'],
    ['số345 5.9.2000', 'số****9.2000'],
    ['gọi*345 5-9-2000', 'gọi*****9-2000'],
    ['dùng VD90 15-9-2026', 'dùng VD****9-2026'],
    ['08:30 05.09.2000 12', '****000 12'],
  ])('%j is shown as %j', (text, masked) => expect(redactPhones(text)).toBe(masked))

  test.each([
    'hẹn 20/11/2026 09:00',
    '20-11-2026 09:00:15',
    '09:00 20/11/2026',
    'từ 01/08/2026 - 05/11/2026',
    '1/8/2026, 09:30 gọi lại',
    '08:05 20/11/2026',
    '08:35 15-9-2026',
    'từ 05-09-2026 - 05-11-2026',
    '05.09.2026, 06.09.2026',
    '05.09.2026 09:30',
    '5.9.2026 9:30 - 10:30',
    '05.09.2026 15h',
    'dùng VD90 15/9/2026',
    'dùng VD90 15-09-2026',
    '90.000 20/11/2026',
    '350.000 15-9-2026',
    'gói 90 15/9/2026',
    'gói VD90 giá 90,000 / 270,000 đ',
    '1,270,000 đ',
    'MC90 90.000; C90N 90.000',
    '12 tháng, 365 ngày, 5 GB/ngày',
    'hợp đồng 12345678',
    'số dư 1.234.567 đ',
  ])('%j is not masked', (text) => expect(redactPhones(text)).toBe(text))

  test('masking a masked text again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789 .,/-:*a(', '\u00a0'), maxLength: 40 }),
        (text) => {
          const once = redactPhones(text)
          expect(redactPhones(once)).toBe(once)
        },
      ),
    )
  })

  test('masking a long text of digits alone ends within the time limit of the test', () => {
    for (const mark of ['', ',', ', ', '  '])
      expect(redactPhones(Array(4_000).fill('1').join(mark)).length).toBeLessThan(4_000 * (1 + mark.length))
  })
})
