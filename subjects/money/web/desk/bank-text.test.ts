/** What is marked in the texts of banks (D3-APR-02). */
import { expect, test } from 'vitest'
import { compared, markedParts } from './bank-text.ts'

const read = { phone: '917000845', package: 'VD150', money: 135_000, due: 139_500 }
const marked = (text: string, of = read): string[] =>
  markedParts(text, of).flatMap(({ text: part, mark }) => (mark ? `${mark} ${part}` : []))

test('number, package and a wrong amount are marked where they stand, and no text is lost (D3-APR-02)', () => {
  const text =
    'TK 900xxx632|GD: +135,000VND|ND: MBVCB.471920.0917000845 VD150.CT tu 9701000482 toi 9000000632'
  expect(marked(text)).toEqual(['off +135,000VND', 'ok 0917000845', 'ok VD150'])
  expect(
    markedParts(text, read)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['ban rut 84917000845 vd150', ['ok 84917000845', 'ok vd150']],
  ['0917 000 845 vd 150', ['ok 0917 000 845', 'ok vd 150']],
  ['0917000845VD150', ['ok 0917000845', 'ok VD150']],
  ['VD1500 va 1.135.000', []],
  ['gd 135.000 d', ['off 135.000']],
])('%s: people write it in many ways and all are marked (D3-APR-02)', (text, parts) => {
  expect(marked(text)).toEqual(parts)
})

test('a right amount is marked as such, a masked number is not marked (D3-APR-02)', () => {
  expect(marked('GD +139,500 VND ****00845', { ...read, phone: '****00845', money: 139_500 })).toEqual([
    'ok +139,500 VND',
  ])
})

test.each([
  ['VD150', 'vd150', false, true, 'khớp'],
  ['VD150', 'VD150', true, false, 'nhập tay'],
  ['VD150', 'VD120', true, false, 'khác, nhập tay'],
  ['VD150', 'VD120', false, false, 'chưa khớp'],
  ['VD150', '', false, false, 'chưa khớp'],
])(
  '%s compared with %s, typed by hand %s: a typed value does not count as text of the bank (D3-APR-02)',
  (wanted, parsed, typed, good, words) => {
    expect(compared(wanted, parsed, typed)).toEqual({ good, words })
  },
)
