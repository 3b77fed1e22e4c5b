/** Removal of codes from carrier texts. */
import { expect, test } from 'vitest'
import { withoutCode, withoutDigits } from './strike.ts'

const otp = '833886'
const spellings = [
  '833886',
  'OTP-833886',
  'OTP833886x',
  '8 3 3 8 8 6',
  '833-886',
  '8.3.3.8.8.6',
  '833,886',
  '(833) 886',
  '８３３８８６',
  '8\u200b3\u200b3\u200b8\u200b8\u200b6',
  'ma/833/886',
  '20/833886',
]

test('a code is removed from a text in every spelling with separators, and the rest of the text stays (D3-OTP-01)', () => {
  for (const spelled of spellings) {
    const struck = withoutCode(otp)(`Mã ${spelled} sai lúc 20/11/2026, phí 90,000 đ`)
    expect([spelled, struck.normalize('NFKC').replace(/[^0-9/,]/g, '')]).toEqual([
      spelled,
      expect.stringMatching(/^[^8]*20\/11\/2026,90,000$/),
    ])
  }
})

test('when the code is no longer known its digits are removed in every spelling (D3-OTP-01)', () => {
  for (const spelled of spellings)
    expect([spelled, /8\D*3\D*3/.test(withoutDigits(`Mã ${spelled} đúng`))]).toEqual([spelled, false])
})
