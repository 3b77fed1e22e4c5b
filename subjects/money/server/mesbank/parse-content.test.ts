/** Parser of bank texts: each line is a way in which customers write. */
import { describe, expect, test } from 'vitest'
import { knownPackages, parseContent } from './parse-content.ts'

const packages = knownPackages([
  'VD90',
  'VD9',
  'NA120',
  'MXH120',
  '6D60',
  'C90N',
  'D30G',
  'TK135',
  '3TK135',
  'ĐK 70',
  'THÂN THIẾT 90',
  '***',
])

type Row = [text: string, phone: string | null, name: string | null, confidence: string]

const sure: Row[] = [
  ['0912345678 VD90', '912345678', 'VD90', 'cao'],
  [
    'So du TK 9438625408 thay doi +117,000 VND. Noi dung: 0760002951 MXH120 - Ma giao dich/ Trace 855104',
    '760002951',
    'MXH120',
    'cao',
  ],
  [
    'TK 9447109632 +117,000 VND luc 27-10-2026 12:21:07. SD 45,591,000 VND. ND: MBVCB.292366.0900004301 NA120.CT tu 2369717449 toi 9447109632',
    '900004301',
    'NA120',
    'cao',
  ],
  ['BIEN DONG SO DU\n+130,000 VND\nND: 0700005454 VD90\nCam on quy khach', '700005454', 'VD90', 'cao'],
  ['(NGUYEN VAN MAU) 0790004253 C90N (SD: 45,474,000)', '790004253', 'C90N', 'cao'],
  [
    'TK 921xxx391|GD: +139,000VND 31/10/26 10:24|SD:33,536,000VND|ND: 0760006914 VD90',
    '760006914',
    'VD90',
    'cao',
  ],
  ['84912345678 VD90', '912345678', 'VD90', 'cao'],
  ['+84912345678-VD90', '912345678', 'VD90', 'cao'],
  ['0084912345678 vd90', '912345678', 'VD90', 'cao'],
  ['0912345678VD90', '912345678', 'VD90', 'cao'],
  ['84912345678VD90 CHUYEN TIEN', '912345678', 'VD90', 'cao'],
  ['01629123456 VD90', '329123456', 'VD90', 'cao'],
  ['841201234567 VD90', '701234567', 'VD90', 'cao'],
  ['0912345678 VD90 0912345678', '912345678', 'VD90', 'cao'],
  ['Đặng Thị Mẫu chuyển khoản 0912345678 VD90'.normalize('NFD'), '912345678', 'VD90', 'cao'],
  ['０９１２３４５６７８　ＶＤ９０', '912345678', 'VD90', 'cao'],
  ['ND: 0912345678\nVD90\nCam on', '912345678', 'VD90', 'cao'],
  ['0912345678 VD90 90000', '912345678', 'VD90', 'cao'],
  ['vd90-0912345678-vd90', '912345678', 'VD90', 'cao'],
  ['16112026 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['FT24123456789012 0912345678VD90', '912345678', 'VD90', 'cao'],
  ['0912345678 dk70', '912345678', 'ĐK 70', 'cao'],
  // The number after the word is an account that looks like a phone.
  ['TK 0371234567 GD: +90,000VND ND: 0987654321 VD90', '987654321', 'VD90', 'cao'],
  ['TKThe :0351234567, tai Techcombank. ND 0912345678 VD90 -CTLNHIDI000', '912345678', 'VD90', 'cao'],
  // Huy and Hoan are also names, 'thue bao' precedes a phone, and the account is in the bank's own words.
  ['NGUYEN QUANG HUY 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['TRAN THI HOAN chuyen tien 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['Thue bao 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['TK ca nhan. ND: 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['NGUYEN VAN DUNG 0912345678 VD90', '912345678', 'VD90', 'cao'],
  ['Ðặng Thị Mẫu 0912345678 VD90', '912345678', 'VD90', 'cao'],
  // A date or a bank reference before it is no wallet.
  ['FT100000048749 0912345678 VD90', '912345678', 'VD90', 'cao'],
  // A quantity of one.
  ['0912345678 VD90 x1', '912345678', 'VD90', 'cao'],
  ['0912345678 VD90 thang 2', '912345678', 'VD90', 'cao'],
]

const doubtful: Row[] = [
  // No orders: cancelled, refund requested, or another kind of number.
  ['Huy 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['ND: huy goi 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 xin huy dang ky', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 khong dang ky nua', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 ngung gia han', '912345678', 'VD90', 'vua'],
  ['hoan tien 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 xin lai tien', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 tra lai giup toi', '912345678', 'VD90', 'vua'],
  ['chuyen nham 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['nop thue 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['MST 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 theo hop dong', '912345678', 'VD90', 'vua'],
  ['Hop dong so 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['HD 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['CCCD 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['can cuoc cong dan so 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['so tai khoan cua toi la 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['STK nguoi nhan: 0912345678 VD90', '912345678', 'VD90', 'vua'],
  // More than one, and payments for others.
  ['0912345678 VD90 x2', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 X 3 thang', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 *2', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 2 thang', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 SL: 2', '912345678', 'VD90', 'vua'],
  ['TT don hang 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['ma don 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 rut don', '912345678', 'VD90', 'vua'],
  ['xin rut lai 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['BHXH 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['dong bao hiem 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90CT tu 123', '912345678', 'VD90', 'vua'],
  // A package ending with a letter, joined to the bank's words.
  ['0912345678 C90NCT tu 123 toi 456', '912345678', 'C90N', 'vua'],
  ['0912345678 C90NChuyen tien', '912345678', 'C90N', 'vua'],
  ['0912345678 C90NXYZ', '912345678', null, 'vua'],
  // 'Ð' of other keyboards, and more refusals (D3-TXT-01).
  ['khong ÐK 0912556400 VD90', '912556400', 'VD90', 'vua'],
  ['0912345678 VD90 toi doi y roi', '912345678', 'VD90', 'vua'],
  ['dung dang ky 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 xin dung', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 khong muon nua', '912345678', 'VD90', 'vua'],
  ['HDDT 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['tra gop 0912345678 VD90', '912345678', 'VD90', 'vua'],
  // The number next to a wallet's transaction number is the payer's wallet.
  ['100000048749-0987555997-VD90', '987555997', 'VD90', 'vua'],
  ['120000052821 0987555996 VD90 CHUYEN TIEN MOMO', '987555996', 'VD90', 'vua'],
  ['MOMO 0987555996 VD90', '987555996', 'VD90', 'vua'],
  ['09123456786D60', '912345678', '6D60', 'vua'],
  ['912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912 345 678 VD90', '912345678', 'VD90', 'vua'],
  ['MBVCB.249697.0930 002 575 VD90.CT tu', '930002575', 'VD90', 'vua'],
  ['0912.345.678 VD 90', '912345678', 'VD90', 'vua'],
  ['+84 912 345 678 VD90', '912345678', 'VD90', 'vua'],
  ['84 912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912.34.56.78 VD90', '912345678', 'VD90', 'vua'],
  ['3TK135 0912345678', '912345678', '3TK135', 'vua'],
  ['09123456783TK135', '912345678', '3TK135', 'vua'],
  ['VD90 0912345678', '912345678', 'VD90', 'vua'],
  ['0912345678 dang ky goi cuoc VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 XYZ77', '912345678', null, 'vua'],
  ['0912345678 6TK135', '912345678', null, 'vua'],
  ['6TK135 0912345678', '912345678', null, 'vua'],
  ['0912345678 chuyen tien', '912345678', null, 'vua'],
  ['0987654321 tra tien cho 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0987654321 mua cho 0912 345 678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678, 0987654321 VD90', '987654321', 'VD90', 'vua'],
  // One phone, two packages.
  ['0912345678 VD90 NA120', '912345678', 'VD90', 'vua'],
  ['NA120 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678VD90 0912345678NA120', '912345678', 'VD90', 'vua'],
  ['0912345678 VD90 hoac NA120', '912345678', 'VD90', 'vua'],
  ['0912345678 khong VD90 ma NA120', '912345678', null, 'vua'],
  // The preceding text names an account or a reference.
  ['STK 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['so tham chieu: 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['Ma giao dich 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['chuyen den 0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['QR0912345678 VD90', '912345678', 'VD90', 'vua'],
  ['O912345678 VD90', '912345678', 'VD90', 'vua'],
  // Unusual grouping.
  ['09 12 34 56 78 VD90', '912345678', 'VD90', 'vua'],
  ['0912 3456 78 VD90', '912345678', 'VD90', 'vua'],
  ['091234 5678 VD90', '912345678', 'VD90', 'vua'],
  ['091.2345.678 VD90', '912345678', 'VD90', 'vua'],
  ['84.912.345.678 vd90', '912345678', 'VD90', 'vua'],
  ['840912345678 VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 90k VD90', '912345678', 'VD90', 'vua'],
  ['0912345678 ĐK 70', '912345678', 'ĐK 70', 'vua'],
  ['0912345678 than thiet 90 ck', '912345678', 'THÂN THIẾT 90', 'vua'],
  ['0912345678 3 TK135', '912345678', '3TK135', 'vua'],
  ['0912345678 VD901', '912345678', null, 'vua'],
]

const unclear: Row[] = [
  ['0912345678 0987654321', null, null, 'thap'],
  ['0912345678 VD90, 0987654321 NA120', null, null, 'thap'],
  ['luc 05-10-2026 12:57:52. ND: thanh toan', null, null, 'thap'],
  ['thanh toan tien hang', null, null, 'thap'],
  ['TK 0912345678 +90,000VND ND: chuyen tien', null, null, 'thap'],
  ['CT tu 0371000123456 toi 9447109632', null, null, 'thap'],
  ['912345678 chuyen tien', null, null, 'thap'],
  ['nop tien hop dong so 0912345678', null, null, 'thap'],
  ['CMND so 0912345678', null, null, 'thap'],
  ['0212345678 VD90', null, null, 'thap'],
  ['', null, null, 'thap'],
  ['VD90 0912345678, NA120 0987654321', null, null, 'thap'],
  ['0912345678 VD90-0987654321', null, null, 'thap'],
  ['TK 0371234567 ND VD90', null, null, 'thap'],
  ['So GD: 0823456789 ND: chuyen tien mua VD90', null, null, 'thap'],
  ['05.10.2026 12 VD90', null, null, 'thap'],
  ['05 10 2026 12 VD90', null, null, 'thap'],
  ['09123456789 VD90', null, null, 'thap'],
  ['0912345678901 VD90', null, null, 'thap'],
  ['+0,912,345,678 VND VD90', null, null, 'thap'],
  ['*** 0', null, null, 'thap'],
  ['0'.repeat(2000), null, null, 'thap'],
]

describe.each([
  ['read for sure', sure],
  ['read, to be looked at', doubtful],
  ['left to people', unclear],
] as const)('%s', (_, rows) => {
  test.each(rows)('%j', (text, phone, name, confidence) => {
    const { reason, ...read } = parseContent(text, packages)
    expect(read).toEqual({ phone, package: name, confidence })
    expect(reason).not.toBe('')
    // The reason is shown to roles with masked phones.
    expect(reason).not.toMatch(/\d{5}/)
  })
})

test('each doubt has its own text', () => {
  const reason = (text: string) => parseContent(text, packages).reason
  expect(reason('0912345678 XYZ77')).toBe('Gói "XYZ77" không có trong bảng giá')
  expect(reason('0912345678 0987654321')).toBe('Có 2 số điện thoại, không rõ số nào được nạp')
  expect(reason('xin chao')).toBe('Không thấy số điện thoại trong nội dung')
  expect(reason('TK 0371234567 ND VD90')).toBe(
    'Chỉ thấy số tài khoản hoặc mã giao dịch, không thấy số điện thoại',
  )
  expect(reason('0912345678 VD90 NA120')).toBe('Nội dung nêu nhiều gói cước, lấy gói đứng cạnh số điện thoại')
  expect(reason('0912345678 khong VD90 ma NA120')).toBe('Nội dung nêu nhiều gói cước, không rõ gói nào')
  expect(reason('STK 0912345678 VD90')).toBe('Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch')
  expect(reason('QR0912345678 VD90')).toBe('Số điện thoại viết liền với chữ phía trước')
  expect(reason('Huy 0912345678 VD90')).toBe('Nội dung nói về huỷ hoặc ngừng gói')
  expect(reason('hoan tien 0912345678 VD90')).toBe('Nội dung nói về hoàn hoặc trả lại tiền')
  expect(new Set(doubtful.map(([text]) => reason(text))).size).toBeGreaterThan(5)
})

test('a malicious text is parsed without delay', () => {
  const begun = performance.now()
  for (const text of [
    '0912345678 '.repeat(180),
    'A'.repeat(2000),
    '0 '.repeat(1000),
    '84.'.repeat(600),
    '09 12 '.repeat(330),
  ])
    parseContent(text, packages)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
