/** Banks to which pay is sent, and how the account of a person is read and shown (D3-ACC-04). */
import { can, type Actor } from './abilities.ts'
import { readAccountNumber } from './account-number.ts'
import type { FieldErrors } from './kit/error.ts'
import { cleanText, foldText } from './text.ts'

/** Banks by the short name that people and banks use, with other names of the same. */
const banks: Readonly<Record<string, readonly string[]>> = {
  ABBANK: ['An Binh', 'ABB'],
  ACB: ['A Chau'],
  Agribank: ['Nong nghiep', 'VBA'],
  'BAC A BANK': ['Bac A', 'BAB'],
  'BAOVIET Bank': ['Bao Viet', 'BVB'],
  BIDV: ['Dau tu va phat trien'],
  BVBank: ['Ban Viet', 'Viet Capital Bank', 'VCCB'],
  CAKE: ['CAKE by VPBank'],
  CIMB: ['CIMB Vietnam'],
  'Co-opBank': ['Hop tac xa', 'COOPBANK'],
  Eximbank: ['Xuat nhap khau', 'EIB'],
  GPBank: ['Dau khi toan cau', 'GPB'],
  HDBank: ['Phat trien TP HCM', 'HDB'],
  'Hong Leong Bank': ['HLB', 'HLBVN'],
  HSBC: ['HSBC Vietnam'],
  'Indovina Bank': ['IVB', 'Indovina'],
  KienlongBank: ['Kien Long', 'KLB'],
  LPBank: ['Lien Viet', 'LienVietPostBank', 'Buu dien Lien Viet', 'Loc Phat', 'LPB'],
  MB: ['MB Bank', 'Quan doi', 'MBB'],
  MBV: ['OceanBank', 'Dai Duong'],
  MSB: ['Hang hai', 'Maritime Bank'],
  'Nam A Bank': ['Nam A', 'NAB'],
  NCB: ['Quoc Dan'],
  OCB: ['Phuong Dong'],
  PGBank: ['Xang dau', 'PGB'],
  'Public Bank': ['PBVN', 'Public Bank Vietnam'],
  PVcomBank: ['Dai chung', 'PVB'],
  Sacombank: ['Sai Gon Thuong Tin', 'STB'],
  SaigonBank: ['Sai Gon Cong Thuong', 'SGB', 'SGICB'],
  SCB: ['Sai Gon'],
  SeABank: ['Dong Nam A', 'SEAB', 'SSB'],
  SHB: ['Sai Gon Ha Noi'],
  'Shinhan Bank': ['Shinhan', 'SHBVN'],
  'Standard Chartered': ['SCVN'],
  Techcombank: ['Ky thuong', 'TCB'],
  Timo: ['Timo by Ban Viet'],
  TPBank: ['Tien Phong', 'TPB'],
  UOB: ['United Overseas Bank', 'UOB Vietnam'],
  VCBNeo: ['CBBank', 'CB', 'Xay dung'],
  VIB: ['Quoc te'],
  VietABank: ['Viet A', 'VAB'],
  Vietbank: ['Viet Nam Thuong Tin', 'VBB'],
  Vietcombank: ['Ngoai thuong', 'VCB'],
  VietinBank: ['Cong thuong', 'CTG', 'ICB'],
  'Vikki Bank': ['DongA Bank', 'Dong A', 'DAB', 'Vikki'],
  VPBank: ['Thinh vuong', 'VPB', 'Viet Nam Thinh Vuong'],
  VRB: ['Viet Nga'],
  'Woori Bank': ['Woori', 'WVN'],
}

/** Names of all banks, for pickers. */
export const bankNames: readonly string[] = Object.keys(banks)

const bare = (name: string): string =>
  foldText(name)
    .replace(/[^0-9a-z]/g, '')
    .replace(/^(?:nganhang|nh)(?:tmcp)?/, '')
const byName = new Map(
  Object.entries(banks).flatMap(([name, others]) =>
    [name, ...others].map((one) => [bare(one), name] as const),
  ),
)

/** The bank that a text names, blind to case, marks, blanks and 'Ngân hàng'; undefined for an unknown one. */
const readBank = (text: string): string | undefined => byName.get(bare(text))

const payoutTexts = {
  unknownBank: 'Chưa có ngân hàng này trong danh sách',
  noBank: 'Chưa nhập ngân hàng',
  noNumber: 'Chưa nhập số tài khoản',
} as const

/** Bank and number of an account; both null: it has none. */
export type PayoutAccount = { ngan_hang: string | null; so_tai_khoan: string | null }
type SentPayout = { ngan_hang?: string | null | undefined; so_tai_khoan?: string | null | undefined }

/** Reads bank and number as they were typed or stand in a file; complaints go into `fields`. */
export function readPayoutAccount(sent: SentPayout, fields: FieldErrors): PayoutAccount {
  const bank = cleanText(sent.ngan_hang)
  const typed = cleanText(sent.so_tai_khoan)
  if (bank === '' && typed === '') return { ngan_hang: null, so_tai_khoan: null }
  const known = readBank(bank)
  if (known === undefined) fields.ngan_hang = bank === '' ? payoutTexts.noBank : payoutTexts.unknownBank
  const number = readAccountNumber(typed)
  if (!number.ok) fields.so_tai_khoan = typed === '' ? payoutTexts.noNumber : `Số tài khoản ${number.why}`
  return { ngan_hang: known ?? null, so_tai_khoan: number.ok ? number.value : null }
}

/** A number as others see it. */
export const maskAccountNumber = (number: string): string => `****${number.slice(-4)}`

/** Whether the number of the account `id` is shown in full: to itself and to who manages pay. */
export const seesPayout = (actor: Actor, id: string): boolean => actor.id === id || can(actor, 'managesPay')
