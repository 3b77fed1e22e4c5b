/** Customer lists of the screen 'Upload': creation, deletion and distribution. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, pageOf } from '#kit/contract/shapes.ts'
import { bothWays } from '#kit/contract/sort.ts'

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

export const customerListTexts = {
  noData: 'Chưa chọn data chia',
  uploadDeleted: 'Xoá data upload thành công',
  uploadDeleteTitle: 'Xoá dữ liệu upload?',
  uploadsFailed: 'Lấy danh sách upload không thành công',
  countFailed: 'Lấy số lượng khách hàng có thể chia không thành công',
} as const

/** Why a branch cannot delete a number of a subscriber file: it was given to the branch, not uploaded by it. */
export const ofHeadquarters = 'Số của file do quản lý upload, chỉ quản lý xoá được'
/** Owner and time of the appointment that would be deleted with a number. */
export const hasAppointment = (username: string, time: string): string =>
  `${appointmentOf} ${username} lúc ${time}`
const appointmentOf = 'Số có hẹn của'
/** Whether a refused deletion may be repeated with confirmation of the appointment. */
export const isAppointment = (msg: string): boolean => msg.startsWith(appointmentOf)
/** Confirmation text of deleting an upload (D1-UPL-35). */
export const uploadDeleteText = (file: string): string =>
  `Toàn bộ dữ liệu khách hàng trong file ${file} sẽ bị xoá.`
