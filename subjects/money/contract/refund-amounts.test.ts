/** Figures of the top-up dialog and its VietQR text, by the specification's examples. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountFor, transferAmount, transferContent, transferNote } from './refund-amounts.ts'
import { recoveriesOf, requestMethods } from './refund-states.ts'
import { crc16, qrContent, vietQr } from './vietqr.ts'

test.each([
  [100_000, 7, 93_000],
  [99_999, 7, 92_999],
  [50, 1, 50],
  [90_000, 7, 83_700],
  [0, 7, 0],
  [100_000, 0, 100_000],
])(
  'a top-up of %i at %d percent costs %i (D2-REFUND-59, D2-CONST-16, D2-Q-63)',
  (amount, percent, transfer) => {
    expect(transferAmount(amount, percent)).toBe(transfer)
  },
)

test.each([
  [93_000, 7, 100_000],
  [83_700, 7, 90_000],
  [1, 50, 2],
])(
  'a transfer of %i at %d percent pays a top-up of %i (D2-REFUND-60, D2-CONST-17, D2-Q-65)',
  (transfer, percent, amount) => {
    expect(amountFor(transfer, percent)).toBe(amount)
  },
)

test('the top-up computed from a transfer costs exactly that transfer (D2-REFUND-60)', () => {
  const percent = fc.integer({ min: 0, max: 9_999 }).map((n) => n / 100)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), percent, (transfer, rate) => {
      expect(transferAmount(amountFor(transfer, rate), rate)).toBe(transfer)
    }),
  )
})

test('content and note of the transfer are as specified (D2-REFUND-62, D2-REFUND-63, D2-CONST-18, D2-Q-66)', () => {
  expect(transferContent('912345678', ' vd90')).toBe('0912345678 VD90')
  expect(transferNote('912345678', 'vd90', 93_000)).toBe('0912345678 VD90 93000')
})

test('each of the twelve methods has one label (D2-Q-60, D2-REFUND-83 to 86)', () => {
  expect(requestMethods.map(({ value, label }) => `${value} ${label}`).join(', ')).toBe(
    '1 Gia hạn, 2 Nâng cấp T1, 3 Nâng cấp T2, 4 Nâng cấp T3, 5 Nâng cấp HT0, 6 Nâng cấp HT1, 7 Nâng cấp HT2, ' +
      '8 Nâng cấp HT3, 9 Nâng cấp HT4, 10 Nâng cấp G1, 11 Nâng cấp G2, 12 Nâng cấp G3',
  )
})

test('a top-up that owes nothing is marked as paid, a refund as normal (D2-RFREP-41, D2-Q-85)', () => {
  const labels = (type: number) => recoveriesOf(type).map(({ label }) => label)
  expect(labels(5)).toEqual(['TRUY THU', 'ĐÃ TRUY THU', 'ĐÃ THANH TOÁN'])
  expect(labels(1)).toEqual(['TRUY THU', 'ĐÃ TRUY THU', 'BÌNH THƯỜNG'])
})

/** Parses an EMV text to fields by id. */
function parse(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let offset = 0; offset < text.length;) {
    const length = Number(text.slice(offset + 2, offset + 4))
    fields[text.slice(offset, offset + 2)] = text.slice(offset + 4, offset + 4 + length)
    offset += 4 + length
  }
  return fields
}

test('the checksum matches the published example (D3-QR-01)', () => {
  expect(crc16('123456789')).toBe('29B1')
})

test('a VietQR code is dynamic and has account, amount, content and a checksum over everything before it (D3-QR-01)', () => {
  const text = vietQr({
    bankBin: '970436',
    account: '9000000632',
    name: 'Công ty Đối soát',
    amount: 83_700,
    content: '0918000640 VD90',
  })
  const { '38': merchant = '', '62': more = '', '63': crc, ...rest } = parse(text)
  expect(rest).toEqual({
    '00': '01',
    '01': '12',
    '53': '704',
    '54': '83700',
    '58': 'VN',
    '59': 'CONG TY DOI SOAT',
  })
  expect(parse(merchant)).toMatchObject({ '00': 'A000000727', '02': 'QRIBFTTA' })
  expect(parse(parse(merchant)['01'] ?? '')).toEqual({ '00': '970436', '01': '9000000632' })
  expect(parse(more)).toEqual({ '08': '0918000640 VD90' })
  expect(crc).toBe(crc16(text.slice(0, -4)))
})

test('a long content is cut to the length of its field (D3-QR-01)', () => {
  expect(qrContent('0918000640 GÓI CƯỚC ĐẶC BIỆT DÀI')).toBe('0918000640 GOI CUOC DAC B')
})

test('a code uses only characters that banking apps accept, with lengths in bytes (D3-TXT-01)', () => {
  const text = vietQr({
    bankBin: '970436',
    account: '9000000632',
    name: 'CÔNG TY ÐÔNG Á – CN2',
    amount: 83_700,
    content: '0918000640 “VD90” ★_Ðợt 1',
  })
  expect(text).toMatch(/^[A-Z0-9 .,/-]+$/)
  expect(parse(text)).toMatchObject({ '59': 'CONG TY DONG A - CN2', '62': '08210918000640 VD90 DOT 1' })
  expect(qrContent('*** ')).toBe('')
})
