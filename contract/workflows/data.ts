/** Subscriber files: activation, permission, split and its trial, undo; customer lists and their distribution. */
import * as z from 'zod/mini'
import { movementKinds, stages } from '../movements.ts'
import { defineCall } from '../kit/call.ts'
import { bothWays } from '../kit/sort.ts'
import { day, flag, instant, nameIn, pageOf, sentNumber, valuesOf } from '../kit/shapes.ts'

const nullableText = z.nullable(z.string())

const dataFile = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  is_activated: flag,
  ngay_upload: instant,
  nguoi_upload: z.string(),
  /** Numbers in the file. */
  tong: z.int(),
  /** Of these handed out: in somebody's hands or with a result. */
  tong_da_dung: z.int(),
  version: z.int(),
})
export type DataFile = z.output<typeof dataFile>

const byName = z.object({ FileName: z.string() })
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
  /** Numbers by place: may still be handed out, in hand, with a result, on the blacklist. */
  left: z.int(),
  open: z.int(),
  called: z.int(),
  blocked: z.int(),
})
export type FileInfo = z.output<typeof info>

/** A subscriber in the names of the spreadsheet. */
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
  input: byName,
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
  input: byName,
  answer: z.strictObject({ removed: z.int() }),
})

const level = z.enum(['branch', 'leader', 'sale'])

/** One account in the split of a file. Numbers count the subtree: a branch with its leaders and salespeople. */
const splitNode = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  level,
  /** Account id of the leader or branch above, or null. */
  parent: nullableText,
  locked: z.boolean(),
  /** Ever given: left + open + called + blocked of the subtree. */
  received: z.int(),
  called: z.int(),
  open: z.int(),
  left: z.int(),
  blocked: z.int(),
  /** Of those left, the ones that a split may move: not those that somebody asked for again. */
  free: z.int(),
  /** Numbers kept for the subtree that may still be handed out, or null without a quantity (no cap at this level). */
  quantity: z.nullable(z.int()),
})
export type SplitNode = z.output<typeof splitNode>

const splitBatch = z.strictObject({
  id: z.string(),
  by: z.string(),
  at: instant,
  moved: z.int(),
  undoable: z.boolean(),
  why: nullableText,
})
export type SplitBatch = z.output<typeof splitBatch>

const options = z.strictObject({
  /** Username and quantity of everybody who has one (D1-UPL-46). */
  values: z.array(z.strictObject({ username: z.string(), quantity: z.int() })),
  /** Numbers that may still be split: `tong` less `tong_da_dung`, the blacklisted and those asked for again (D1-Q-123). */
  total: z.int(),
  tong: z.int(),
  /** Whether numbers of the file are handed out: a split of a stopped one reaches nobody yet. */
  is_activated: flag,
  /** The tree in the caller's scope, in hierarchy order. */
  tree: z.array(splitNode),
  /** The caller's newest split of the file, else the newest of all, with whether it can be undone. */
  last: z.nullable(splitBatch),
})
export type FileOptions = z.output<typeof options>

export const fileOptions = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/getOptionDataByFile',
  may: 'below5or7',
  summary: 'Quantities of a file by username, with the tree and its balances',
  input: byName,
  answer: options,
})

/** A whole number, also as digits; an empty box is no quantity and is refused. */
const quantity = z.union([z.number(), z.string().check(z.regex(/^\d+$/))])
/** Username → numbers of the file to keep for that account and those below it; null takes the quantity away. */
const assigns = z.record(z.string(), z.nullable(quantity))
const split = z.object({ FileName: z.string(), assigns })

export const saveSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/handleFileUserQuantityOption',
  may: 'below5or7',
  summary: 'Splits a file: sets the quantities of the named accounts, all or nothing',
  input: split,
  answer: z.strictObject({ batch: nullableText, moved: z.int(), is_activated: flag }),
})

const warning = z.strictObject({
  username: nullableText,
  level: z.enum(['error', 'warning', 'info']),
  /** 'leader12 vượt 100 số' */
  title: z.string(),
  /** 'Giao xuống 1,900, leader có 1,800' */
  detail: z.string(),
})
export type TrialWarning = z.output<typeof warning>

const trial = z.strictObject({
  ok: z.boolean(),
  /** Who would have how many after the split, in hierarchy order. */
  nodes: z.array(
    z.strictObject({
      username: z.string(),
      fullname: z.string(),
      level,
      before: z.int(),
      after: z.int(),
    }),
  ),
  /** Given to branches, or to accounts without one above them, and what stays in the file. */
  given: z.int(),
  left: z.int(),
  warnings: z.array(warning),
  at: instant,
})
export type TrialSplit = z.output<typeof trial>

export const trialSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/chiaThu',
  may: 'below5or7',
  summary: 'What a split would do, with warnings; saves nothing',
  input: split,
  answer: trial,
})

export const undoSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/hoanTac',
  may: 'below5or7',
  summary: 'Takes back a split while its numbers are untouched and no later one stands on it',
  input: z.object({ batch: z.string() }),
  answer: z.strictObject({ moved: z.int() }),
})

const movement = z.strictObject({
  at: instant,
  kind: nameIn(movementKinds),
  from: nullableText,
  to: nullableText,
  stage: nameIn(stages),
  by: nullableText,
})
export type Custody = z.output<typeof movement>

export const custody = defineCall({
  method: 'GET',
  path: '/api/v1/customer/:id/custody',
  may: 'below5',
  summary: 'Through whose hands a number went',
  input: z.object({ id: z.string() }),
  answer: valuesOf(movement),
})

const option = z.object({
  username: z.string(),
  files: z.array(z.string()),
  ngay: z.array(z.string()),
  /** Every day from this one on (DD/MM/YYYY), besides those of `ngay`. */
  tu_ngay: z.optional(z.nullable(z.string())),
})

export const saveOptions = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/handleCustomDataOption',
  may: 'below5or7',
  summary: 'Which files and dates a branch, leader or salesperson may be handed numbers from',
  input: z.object({ branch: z.optional(option), leader: z.optional(option), sale: z.optional(option) }),
  answer: z.null(),
})

export const optionsOf = defineCall({
  method: 'GET',
  path: '/api/v1/uploadchiadata/getOptionDataByUsername/:username',
  may: 'below5or7',
  summary:
    "A user's permitted files, dates and first of all later dates (DD/MM/YYYY); '__ALL' with `level`: what all of it have in common",
  input: z.object({ username: z.string(), level: z.optional(z.string()) }),
  answer: z.strictObject({
    username: z.string(),
    files: z.array(z.string()),
    ngay: z.array(z.string()),
    tu_ngay: z.nullable(z.string()),
  }),
})

const uploadList = z.strictObject({
  id: z.string(),
  filename: z.string(),
  created_by: z.strictObject({ fullname: z.string() }),
  createdAt: instant,
  totalCustomers: z.int(),
  used: z.int(),
  remaining: z.int(),
})
export type UploadList = z.output<typeof uploadList>

export const uploads = defineCall({
  method: 'GET',
  path: '/api/v1/upload',
  may: 'below5',
  summary: 'Customer lists; page 0 and 1 are both the first page',
  input: z.object({
    page: z.optional(z.string()),
    count: z.optional(z.string()),
    filename: z.optional(z.string()),
    sort: z.optional(z.enum(bothWays(['filename', 'createdAt', 'totalCustomers', 'remaining']))),
  }),
  answer: pageOf(uploadList),
})

export const createUpload = defineCall({
  method: 'POST',
  path: '/api/v1/upload',
  may: 'below5',
  summary: 'Creates a customer list to import into',
  input: z.object({ filename: z.string() }),
  answer: z.strictObject({ id: z.string() }),
})

export const deleteUpload = defineCall({
  method: 'DELETE',
  path: '/api/v1/upload/:id',
  may: 'below5',
  summary: 'Deletes a customer list with the customers nobody has cared for',
  input: z.object({ id: z.string() }),
  answer: z.strictObject({ removed: z.int() }),
})

export const countAssign = defineCall({
  method: 'GET',
  path: '/api/v1/customer/count-assign/:id',
  may: 'below5',
  summary: 'Customers of a list that the caller may still distribute; the all-zero id counts over all lists',
  input: z.object({ id: z.string() }),
  answer: z.strictObject({ total: z.int() }),
})

export const texts = {
  activated: 'Đã kích hoạt lấy số',
  stopped: 'Đã dừng lấy số',
  deleteFileConfirm:
    'Xin lưu ý, khi xóa file này thì data từ file này không thể lấy được nữa. Bạn có chắc muốn xóa file này?',
  splitSaved: 'Đã lưu cài đặt',
  optionsSaved: 'Đã lưu cài đặt phân quyền!',
  noFile: 'Chưa chọn file để chia data',
  noData: 'Chưa chọn data chia',
  noAccount: 'Bạn chưa chọn tài khoản!',
  tooMany: 'Tổng số lượng vượt quá số lượng có thể chia',
  uploadDeleted: 'Xoá data upload thành công',
  uploadDeleteTitle: 'Xoá dữ liệu upload?',
  uploadsFailed: 'Lấy danh sách upload không thành công',
  countFailed: 'Lấy số lượng khách hàng có thể chia không thành công',
} as const

/** Why a branch does not delete a number of a subscriber file: it was handed out, not made, by it. */
export const ofHeadquarters = 'Số của file do quản lý upload, chỉ quản lý xoá được'
/** Whose appointment goes with a number, and when it is. */
export const hasAppointment = (username: string, at: string): string =>
  `${appointmentOf} ${username} lúc ${at}`
const appointmentOf = 'Số có hẹn của'
/** Whether a refused deletion may be asked for again, knowing of the appointment. */
export const isAppointment = (msg: string): boolean => msg.startsWith(appointmentOf)
/** "Xóa file '…' thành công!" (D1-Q-113). */
export const fileDeleted = (name: string): string => `Xóa file '${name}' thành công!`
/** Explanation of deleting an upload (D1-UPL-35). */
export const uploadDeleteText = (file: string): string =>
  `Toàn bộ dữ liệu khách hàng trong file ${file} sẽ bị xoá.`
