/** The number-capture report 'Tỉ lệ bắt số' (D2-CAP, D2-REVF-50 to 60). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'

export type CaptureRow = {
  username_nv: string
  ten_nv: string
  /** Numbers handed out by new-care in the range. */
  da_nhan_so: number
  /** Results recorded in the range: the sum of the seven below. */
  so_tra_ket_qua: number
  hen: number
  chap_nhan: number
  tu_choi: number
  khong_nghe_may: number
  khong_lien_lac_duoc: number
  dung_lai_goi_cu: number
  da_dang_ky_lai: number
}

/** The seven results in column order, with their headings. */
export const captureResults = [
  { name: 'hen', label: 'Hẹn gọi lại', status: 'APPOINTMENT' },
  { name: 'chap_nhan', label: 'Đồng ý', status: 'APPROVED' },
  { name: 'tu_choi', label: 'Từ chối', status: 'REJECTED' },
  { name: 'khong_nghe_may', label: 'Không bắt máy', status: 'KBM' },
  { name: 'khong_lien_lac_duoc', label: 'Không liên lạc được', status: 'KLLĐ' },
  { name: 'dung_lai_goi_cu', label: 'Dùng lại gói cũ', status: 'KEEP' },
  { name: 'da_dang_ky_lai', label: 'Đã đăng ký lại', status: 'RE-REGISTER' },
] as const

const filters = z.object({
  page: z.optional(z.string()),
  count: z.optional(z.string()),
  username: z.optional(z.string()),
  /** A branch or leader: those of its people. */
  team: z.optional(z.string()),
  message: z.optional(z.string()),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
})

export type CaptureList = { values: CaptureRow[]; count: number }

export const captureList = defineCall({
  method: 'GET',
  path: '/api/v1/tilebatso',
  may: 'any',
  summary: 'Numbers received and results returned by staff member',
  input: filters,
}).answers<CaptureList>()

export const captureAll = defineCall({
  method: 'GET',
  path: '/api/v1/tilebatso/listExport',
  may: 'unrestricted',
  summary: 'All rows of the filter',
  input: filters,
}).answers<CaptureList>()

/** The same rows as .xlsx, named 'Ti-le-bat-so.xlsx' (D2-CAP-17). */
export const captureExport = defineCall({
  method: 'GET',
  path: '/api/v1/tilebatso/export',
  may: 'unrestricted',
  summary: 'The rows of the filter as .xlsx',
  input: filters,
}).answers<null>()

/** '2 (50%)': count and its share of the results, one decimal at most; '0 (0%)' when either is 0 (D2-Q-181). */
export function captureShare(count: number, results: number): string {
  if (count === 0 || results === 0) return '0 (0%)'
  return `${count.toLocaleString('en-US')} (${Number(((count / results) * 100).toFixed(1))}%)`
}
