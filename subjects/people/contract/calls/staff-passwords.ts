/** One-time passwords of accounts created from a file: generated in the background, downloaded once (D3-SETUP-02). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

/** Validity of a one-time password, in days. */
export const oneTimeDays = 7

const progress = z.strictObject({
  /** Accounts of the file that have not set their own password yet. */
  total: z.int(),
  /** How many of them have a one-time password ready. */
  ready: z.int(),
  /** When the one-time passwords expire. */
  until: z.nullable(instant),
  /** When and by whom the file was downloaded; null before. */
  takenAt: z.nullable(instant),
  takenBy: z.nullable(z.string()),
  /** Whether the file can be downloaded. */
  waits: z.boolean(),
})
export type PasswordProgress = z.output<typeof progress>

const id = z.object({ id: z.string() })

export const passwordProgress = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id/matkhau',
  may: 'user.add',
  summary: 'How far the one-time passwords of an uploaded staff file are, and whether they were taken',
  input: id,
  answer: progress,
})

/** POST returns the .xlsx once; the passwords cannot be read again afterwards. */
export const passwordFilePath = (importId: string): string => `/api/v1/imports/${importId}/matkhau`

export const renewPasswords = defineCall({
  method: 'PUT',
  path: '/api/v1/imports/:id/matkhau',
  may: 'user.edit',
  decides: 'inTurn',
  summary: 'New one-time passwords for those of a staff file who have not set an own one yet',
  input: id,
  answer: progress,
})

export const passwordTexts = {
  taken: (by: string, time: string) =>
    `${by} đã tải file mật khẩu lúc ${time}, mỗi file chỉ tải được một lần`,
  notReady: 'Mật khẩu đang được tạo, đợi xong rồi tải',
  outdated: `File mật khẩu đã quá ${oneTimeDays} ngày, hãy cấp lại cho người chưa đăng nhập`,
  nobody: 'Mọi người trong file đã đặt mật khẩu riêng',
  renewed: 'Đang tạo mật khẩu mới cho người chưa đặt mật khẩu riêng',
} as const
