/** Banks that pay is sent to; parsing and masking of a person's bank account (D3-ACC-04). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { readAccountNumber } from '#kit/contract/account-number.ts'
import type { FieldErrors } from '#kit/contract/error.ts'
import { cleanText, foldText } from '#kit/contract/text.ts'

/** Banks by their common short name: the NAPAS code, then other names of the bank. */
const banks: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ABBANK: ['970425', 'An Binh', 'ABB'],
  ACB: ['970416', 'A Chau'],
  Agribank: ['970405', 'Nong nghiep', 'VBA'],
  'BAC A BANK': ['970409', 'Bac A', 'BAB'],
  'BAOVIET Bank': ['970438', 'Bao Viet', 'BVB'],
  BIDV: ['970418', 'Dau tu va phat trien'],
  BVBank: ['970454', 'Ban Viet', 'Viet Capital Bank', 'VCCB'],
  CAKE: ['546034', 'CAKE by VPBank'],
  CIMB: ['422589', 'CIMB Vietnam'],
  'Co-opBank': ['970446', 'Hop tac xa', 'COOPBANK'],
  Eximbank: ['970431', 'Xuat nhap khau', 'EIB'],
  GPBank: ['970408', 'Dau khi toan cau', 'GPB'],
  HDBank: ['970437', 'Phat trien TP HCM', 'HDB'],
  'Hong Leong Bank': ['970442', 'HLB', 'HLBVN'],
  HSBC: ['458761', 'HSBC Vietnam'],
  'Indovina Bank': ['970434', 'IVB', 'Indovina'],
  KienlongBank: ['970452', 'Kien Long', 'KLB'],
  LPBank: ['970449', 'Lien Viet', 'LienVietPostBank', 'Buu dien Lien Viet', 'Loc Phat', 'LPB'],
  MB: ['970422', 'MB Bank', 'Quan doi', 'MBB'],
  MBV: ['970414', 'OceanBank', 'Dai Duong'],
  MSB: ['970426', 'Hang hai', 'Maritime Bank'],
  'Nam A Bank': ['970428', 'Nam A', 'NAB'],
  NCB: ['970419', 'Quoc Dan'],
  OCB: ['970448', 'Phuong Dong'],
  PGBank: ['970430', 'Xang dau', 'PGB'],
  'Public Bank': ['970439', 'PBVN', 'Public Bank Vietnam'],
  PVcomBank: ['970412', 'Dai chung', 'PVB'],
  Sacombank: ['970403', 'Sai Gon Thuong Tin', 'STB'],
  SaigonBank: ['970400', 'Sai Gon Cong Thuong', 'SGB', 'SGICB'],
  SCB: ['970429', 'Sai Gon'],
  SeABank: ['970440', 'Dong Nam A', 'SEAB', 'SSB'],
  SHB: ['970443', 'Sai Gon Ha Noi'],
  'Shinhan Bank': ['970424', 'Shinhan', 'SHBVN'],
  'Standard Chartered': ['970410', 'SCVN'],
  Techcombank: ['970407', 'Ky thuong', 'TCB'],
  Timo: ['963388', 'Timo by Ban Viet'],
  TPBank: ['970423', 'Tien Phong', 'TPB'],
  UOB: ['970458', 'United Overseas Bank', 'UOB Vietnam'],
  VCBNeo: ['970444', 'CBBank', 'CB', 'Xay dung'],
  VIB: ['970441', 'Quoc te'],
  VietABank: ['970427', 'Viet A', 'VAB'],
  Vietbank: ['970433', 'Viet Nam Thuong Tin', 'VBB'],
  Vietcombank: ['970436', 'Ngoai thuong', 'VCB'],
  VietinBank: ['970415', 'Cong thuong', 'CTG', 'ICB'],
  'Vikki Bank': ['970406', 'DongA Bank', 'Dong A', 'DAB', 'Vikki'],
  VPBank: ['970432', 'Thinh vuong', 'VPB', 'Viet Nam Thinh Vuong'],
  VRB: ['970421', 'Viet Nga'],
  'Woori Bank': ['970457', 'Woori', 'WVN'],
}

export const bankNames: readonly string[] = Object.keys(banks)

const bare = (name: string): string =>
  foldText(name)
    .replace(/[^0-9a-z]/g, '')
    .replace(/^(?:nganhang|nh)(?:tmcp)?/, '')
const byName = new Map(
  Object.entries(banks).flatMap(([name, [, ...others]]) =>
    [name, ...others].map((one) => [bare(one), name] as const),
  ),
)

/** NAPAS code of a bank, as used in transfers and their forms; '' for an unknown bank. */
export const bankCode = (name: string): string => banks[name]?.[0] ?? ''

/** Finds the bank named in a text, ignoring case, diacritics, blanks and 'Ngân hàng'; undefined when unknown. */
export const readBank = (text: string): string | undefined => byName.get(bare(text))

const payoutTexts = {
  unknownBank: 'Chưa có ngân hàng này trong danh sách',
  noBank: 'Chưa nhập ngân hàng',
  noNumber: 'Chưa nhập số tài khoản',
  noHolder: 'Tên chủ tài khoản phải có chữ, dài nhất 100 ký tự',
} as const

/** Bank, number and holder; all null when there is no account, a null holder means the account is in the person's name. */
export type PayoutAccount = {
  ngan_hang: string | null
  so_tai_khoan: string | null
  chu_tai_khoan: string | null
}
type SentPayout = { [name in keyof PayoutAccount]?: string | null | undefined }

/** The holder's name in capitals without diacritics, as banks write it; null when empty. */
function readHolder(sent: string | null | undefined, fields: FieldErrors): string | null {
  const typed = cleanText(sent)
  const name = foldText(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  if (typed !== '' && (!/[A-Z]/.test(name) || name.length > 100)) fields.chu_tai_khoan = payoutTexts.noHolder
  return name === '' ? null : name
}

/** Parses bank, number and holder from a form or a file; problems are added to `fields`. */
export function readPayoutAccount(sent: SentPayout, fields: FieldErrors): PayoutAccount {
  const bank = cleanText(sent.ngan_hang)
  const typed = cleanText(sent.so_tai_khoan)
  const chu_tai_khoan = readHolder(sent.chu_tai_khoan, fields)
  if (bank === '' && typed === '' && chu_tai_khoan === null)
    return { ngan_hang: null, so_tai_khoan: null, chu_tai_khoan }
  const bankName = readBank(bank)
  if (bankName === undefined) fields.ngan_hang = bank === '' ? payoutTexts.noBank : payoutTexts.unknownBank
  const number = readAccountNumber(typed)
  if (!number.ok) fields.so_tai_khoan = typed === '' ? payoutTexts.noNumber : `Số tài khoản ${number.reason}`
  return { ngan_hang: bankName ?? null, so_tai_khoan: number.ok ? number.value : null, chu_tai_khoan }
}

/** Masks an account number, all but the last four characters. */
export const maskAccountNumber = (number: string): string => `****${number.slice(-4)}`

/** Whether the actor sees the account number of `id` in full: its owner and managers of pay. */
export const seesPayout = (actor: Actor, id: string): boolean => actor.id === id || can(actor, 'managesPay')
