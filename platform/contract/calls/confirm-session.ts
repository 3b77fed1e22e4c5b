/** Confirming a session before sensitive calls, which answer REAUTH until then (D3-SEC-07). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

/** How long a confirmation is valid. */
export const confirmedMinutes = 10

export const confirmSession = defineCall({
  method: 'POST',
  path: '/api/v1/session/confirm',
  may: 'any',
  summary: `Confirms the session for ${confirmedMinutes} minutes by the password or a code of the second factor`,
  /** With `renew` the session gets a new token, and the sent one becomes invalid. */
  input: z.object({
    password: z.optional(z.string()),
    code: z.optional(z.string()),
    renew: z.optional(z.boolean()),
  }),
  answer: z.strictObject({
    /** Seconds that the confirmation is valid. */
    expires_in: z.int(),
    renewed: z.optional(
      z.strictObject({
        access_token: z.string(),
        /** Seconds until the session ends, as before. */
        expires_in: z.int(),
      }),
    ),
  }),
})

export const texts = {
  needed: 'Cần xác nhận lại là bạn trước khi làm việc này',
  missing: 'Nhập mật khẩu hoặc mã xác thực',
  missingPassword: 'Nhập mật khẩu',
  missingCode: 'Nhập mã đang hiện trên ứng dụng xác thực',
  wrongPassword: 'Mật khẩu không đúng',
  wrongCode: 'Mã xác thực không đúng hoặc đã dùng',
  tooMany: (minutes: number) => `Xác nhận sai quá nhiều lần, thử lại sau ${minutes} phút`,
} as const
