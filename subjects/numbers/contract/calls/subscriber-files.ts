/** Subscriber files: list, rows, activation and deletion. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, flag, instant, pageOf, sentNumber } from '#kit/contract/shapes.ts'
import { bothWays } from '#kit/contract/sort.ts'

const nullableText = z.nullable(z.string())

const dataFile = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  is_activated: flag,
  ngay_upload: instant,
  nguoi_upload: z.string(),
  tong: z.int(),
  /** How many of these were handed out: with a holder or a result. */
  tong_da_dung: z.int(),
  version: z.int(),
})
export type DataFile = z.output<typeof dataFile>

export const byFileName = z.object({ FileName: z.string() })
const pages = { page: z.optional(sentNumber), count: z.optional(sentNumber) }

export const fileList = defineCall({
  method: 'GET',
  path: '/api/v1/uploadchiadata',
  may: 'below5or7',
  summary: 'Subscriber files, newest first',
  input: z.object({
    page: z.optional(z.string()),
    count: z.optional(z.string()),
    FileName: z.optional(z.string()),
    sort: z.optional(z.enum(bothWays(['FileName', 'ngay_upload', 'nguoi_upload', 'tong']))),
  }),
  answer: pageOf(dataFile),
})

export const filesNoLimit = defineCall({
  method: 'GET',
  path: '/api/v1/uploadchiadata/findAllNoLimit',
  may: 'below5or7',
  summary: 'All subscriber files, for pickers',
  input: z.object({}),
  answer: pageOf(dataFile),
})

const info = z.strictObject({
  FileName: z.string(),
  tong: z.int(),
  tong_da_dung: z.int(),
  nguoi_upload: z.string(),
  ngay_upload: instant,
  is_activated: flag,
  /** Numbers by stage: available, current, with a result, blacklisted. */
  left: z.int(),
  open: z.int(),
  called: z.int(),
  blocked: z.int(),
})
export type FileInfo = z.output<typeof info>

/** A subscriber with the field names of the spreadsheet. */
const subscriber = z.strictObject({
  id: z.string(),
  so_dien_thoai: z.string(),
  loai_thue_bao: nullableText,
  goi_cuoc: nullableText,
  ngay_dang_ky: z.nullable(day),
  ngay_het_han: z.nullable(day),
  chu_ky_hien_tai: z.nullable(z.int()),
  trang_thai: nullableText,
  goi_co_the_dang_ky: nullableText,
  so_chu_ky_mien_phi_con_lai: z.nullable(z.int()),
  status: z.string(),
  FileName: z.string(),
})

export const fileInfo = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/getInfoByFileName',
  may: 'below5or7',
  summary: 'Totals and uploader of a file',
  input: byFileName,
  answer: info,
})

export const fileRows = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/findAllByFileName',
  may: 'below5or7',
  summary: "A page of the file's subscriber rows",
  input: z.object({ FileName: z.string(), ...pages }),
  answer: pageOf(subscriber),
})

export const setActive = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/activeOrDeactive',
  may: 'below3',
  summary: 'Starts or stops handing out the numbers of a file',
  input: z.object({ FileName: z.string(), is_activated: sentNumber }),
  answer: z.strictObject({ FileName: z.string(), is_activated: flag }),
})

export const deleteFile = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/deleteFile',
  may: 'below3',
  summary: 'Removes a file and its numbers that were not handed out',
  input: byFileName,
  answer: z.strictObject({ removed: z.int() }),
})

export const fileTexts = {
  activated: 'Đã kích hoạt lấy số',
  stopped: 'Đã dừng lấy số',
  deleteFileConfirm:
    'Xin lưu ý, khi xóa file này thì data từ file này không thể lấy được nữa. Bạn có chắc muốn xóa file này?',
  noFile: 'Chưa chọn file để chia data',
} as const

/** "Xóa file '…' thành công!" (D1-Q-113). */
export const fileDeleted = (name: string): string => `Xóa file '${name}' thành công!`
