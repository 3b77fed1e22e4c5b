/** Subscriber files: activation, permission, split and its trial, undo; customer lists and their distribution. */
import * as z from 'zod/mini'
import type { MovementKind, Stage } from '../movements.ts'
import { defineCall } from '../kit/call.ts'
import { bothWays } from '../kit/sort.ts'

export type DataFile = {
  id: string
  FileName: string
  is_activated: 0 | 1
  ngay_upload: string
  nguoi_upload: string
  /** Numbers in the file. */
  tong: number
  /** Of these handed out: in somebody's hands or with a result. */
  tong_da_dung: number
  version: number
}

const byName = z.object({ FileName: z.string() })
const pages = { page: z.optional(z.coerce.number()), count: z.optional(z.coerce.number()) }

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
}).answers<{ values: DataFile[]; count: number }>()

export const filesNoLimit = defineCall({
  method: 'GET',
  path: '/api/v1/uploadchiadata/findAllNoLimit',
  may: 'below5or7',
  summary: 'All subscriber files, for pickers',
  input: z.object({}),
}).answers<{ values: DataFile[]; count: number }>()

export type FileInfo = Pick<
  DataFile,
  'FileName' | 'tong' | 'tong_da_dung' | 'nguoi_upload' | 'ngay_upload' | 'is_activated'
> & {
  /** Numbers by place: may still be handed out, in hand, with a result, on the blacklist. */
  left: number
  open: number
  called: number
  blocked: number
}

export const fileInfo = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/getInfoByFileName',
  may: 'below5or7',
  summary: 'Totals and uploader of a file',
  input: byName,
}).answers<FileInfo>()

export const fileRows = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/findAllByFileName',
  may: 'below5or7',
  summary: "A page of the file's subscriber rows",
  input: z.object({ FileName: z.string(), ...pages }),
}).answers<{ values: ({ id: string } & Record<string, unknown>)[]; count: number }>()

export const setActive = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/activeOrDeactive',
  may: 'below3',
  summary: 'Starts or stops handing out the numbers of a file',
  input: z.object({ FileName: z.string(), is_activated: z.coerce.number() }),
}).answers<{ FileName: string; is_activated: 0 | 1 }>()

export const deleteFile = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/deleteFile',
  may: 'below3',
  summary: 'Removes a file and its numbers that were not handed out',
  input: byName,
}).answers<{ removed: number }>()

/** One account in the split of a file. Numbers count the subtree: a branch with its leaders and salespeople. */
export type SplitNode = {
  id: string
  username: string
  fullname: string
  level: 'branch' | 'leader' | 'sale'
  /** Account id of the leader or branch above, or null. */
  parent: string | null
  locked: boolean
  /** Ever given: left + open + called + blocked of the subtree. */
  received: number
  called: number
  open: number
  left: number
  blocked: number
  /** Of those left, the ones that a split may move: not those that somebody asked for again. */
  free: number
  /** Numbers kept for the subtree that may still be handed out, or null without a quantity (no cap at this level). */
  quantity: number | null
}

export type SplitBatch = {
  id: string
  by: string
  at: string
  moved: number
  undoable: boolean
  why: string | null
}

export type FileOptions = {
  /** Username and quantity of everybody who has one (D1-UPL-46). */
  values: { username: string; quantity: number }[]
  /** Numbers that may still be split: `tong` less `tong_da_dung`, the blacklisted and those asked for again (D1-Q-123). */
  total: number
  tong: number
  /** The tree in the caller's scope, in hierarchy order. */
  tree: SplitNode[]
  /** The newest split of the file, with whether it can be undone. */
  last: SplitBatch | null
}

export const fileOptions = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/getOptionDataByFile',
  may: 'below5or7',
  summary: 'Quantities of a file by username, with the tree and its balances',
  input: byName,
}).answers<FileOptions>()

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
}).answers<{ batch: string | null; moved: number }>()

export type TrialWarning = {
  username: string | null
  level: 'error' | 'warning' | 'info'
  /** 'leader12 vượt 100 số' */
  title: string
  /** 'Giao xuống 1,900, leader có 1,800' */
  detail: string
}

export type TrialSplit = {
  ok: boolean
  /** Who would have how many after the split, in hierarchy order. */
  nodes: { username: string; fullname: string; level: SplitNode['level']; before: number; after: number }[]
  /** Given to branches, or to accounts without one above them, and what stays in the file. */
  given: number
  left: number
  warnings: TrialWarning[]
  at: string
}

export const trialSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/chiaThu',
  may: 'below5or7',
  summary: 'What a split would do, with warnings; saves nothing',
  input: split,
}).answers<TrialSplit>()

export const undoSplit = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/hoanTac',
  may: 'below5or7',
  summary: 'Takes back the newest split while its numbers are untouched',
  input: z.object({ batch: z.string() }),
}).answers<{ moved: number }>()

export type Custody = {
  at: string
  kind: MovementKind
  from: string | null
  to: string | null
  stage: Stage
  by: string | null
}

export const custody = defineCall({
  method: 'GET',
  path: '/api/v1/customer/:id/custody',
  may: 'below5',
  summary: 'Through whose hands a number went',
  input: z.object({ id: z.string() }),
}).answers<{ values: Custody[] }>()

const option = z.object({
  username: z.string(),
  files: z.array(z.string()),
  ngay: z.array(z.string()),
})

export const saveOptions = defineCall({
  method: 'POST',
  path: '/api/v1/uploadchiadata/handleCustomDataOption',
  may: 'below5or7',
  summary: 'Which files and dates a branch, leader or salesperson may be handed numbers from',
  input: z.object({ branch: z.optional(option), leader: z.optional(option), sale: z.optional(option) }),
}).answers<null>()

export const optionsOf = defineCall({
  method: 'GET',
  path: '/api/v1/uploadchiadata/getOptionDataByUsername/:username',
  may: 'below5or7',
  summary:
    "A user's permitted files and dates (DD/MM/YYYY); '__ALL' with `level`: what all of it have in common",
  input: z.object({ username: z.string(), level: z.optional(z.string()) }),
}).answers<{ username: string; files: string[]; ngay: string[] }>()

export type UploadList = {
  id: string
  filename: string
  created_by: { fullname: string }
  createdAt: string
  totalCustomers: number
  used: number
  remaining: number
}

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
}).answers<{ values: UploadList[]; count: number }>()

export const createUpload = defineCall({
  method: 'POST',
  path: '/api/v1/upload',
  may: 'below5',
  summary: 'Creates a customer list to import into',
  input: z.object({ filename: z.string() }),
}).answers<{ id: string }>()

export const deleteUpload = defineCall({
  method: 'DELETE',
  path: '/api/v1/upload/:id',
  may: 'below5',
  summary: 'Deletes a customer list with the customers nobody has cared for',
  input: z.object({ id: z.string() }),
}).answers<{ removed: number }>()

export const countAssign = defineCall({
  method: 'GET',
  path: '/api/v1/customer/count-assign/:id',
  may: 'below5',
  summary: 'Customers of a list that the caller may still distribute; the all-zero id counts over all lists',
  input: z.object({ id: z.string() }),
}).answers<{ total: number }>()

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

/** "Xóa file '…' thành công!" (D1-Q-113). */
export const fileDeleted = (name: string): string => `Xóa file '${name}' thành công!`
/** Explanation of deleting an upload (D1-UPL-35). */
export const uploadDeleteText = (file: string): string =>
  `Toàn bộ dữ liệu khách hàng trong file ${file} sẽ bị xoá.`
