/** Data permission: files and days for which accounts may be handed numbers. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

const option = z.object({
  username: z.string(),
  files: z.array(z.string()),
  ngay: z.array(z.string()),
  /** First day (DD/MM/YYYY) of an open-ended permission, besides the days of `ngay`. */
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

export const permissionTexts = {
  optionsSaved: 'Đã lưu cài đặt phân quyền!',
  noAccount: 'Bạn chưa chọn tài khoản!',
} as const
