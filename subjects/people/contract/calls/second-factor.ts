/** The second factor of the signed-in account, and its reset by an administrator (D3-SEC-06). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

const base = '/api/v1/session/second-factor'

/** Validity of a started set-up, in minutes. */
export const setUpMinutes = 10
export const recoveryCodes = 10

const state = z.strictObject({
  /** Whether it may be set up: the setting offers it for the account's role or permissions. */
  offered: z.boolean(),
  /** Whether it is required: it may be replaced by another device, but not switched off. */
  required: z.boolean(),
  /** When it was switched on; null without one. */
  since: z.nullable(instant),
  /** Unused recovery codes. */
  codes_left: z.int(),
})
export type FactorState = z.output<typeof state>

export const factorState = defineCall({
  method: 'GET',
  path: base,
  may: 'any',
  summary: 'Whether the own account has a second factor, may or must have one',
  input: z.object({}),
  answer: state,
})

/** Code of the device in use, or a recovery code: the password alone neither removes nor replaces a second factor (D3-SEC-07). */
const ownCode = z.optional(z.string())

export const beginFactor = defineCall({
  method: 'POST',
  path: base,
  may: 'any',
  reauth: true,
  summary: `Makes a secret and recovery codes for a device, to be finished within ${setUpMinutes} minutes; what is in force stays until then, and who has one sends a code of it`,
  input: z.object({ code: ownCode }),
  answer: z.null(),
})

const draft = z.strictObject({
  /** Base 32, for typing into the device. */
  secret: z.string(),
  /** The same as an otpauth URI, for a QR code. */
  address: z.string(),
  recovery: z.array(z.string()),
})
export type FactorDraft = z.output<typeof draft>

/** A GET, because the answer to a write would be stored in clear for idempotent repeats. */
export const factorDraft = defineCall({
  method: 'GET',
  path: `${base}/new`,
  may: 'any',
  reauth: true,
  summary:
    'The secret and the recovery codes of a set-up that is not finished; afterwards they are shown no more',
  input: z.object({}),
  answer: draft,
})

export const finishFactor = defineCall({
  method: 'PUT',
  path: base,
  may: 'any',
  reauth: true,
  summary: 'Puts the new secret and recovery codes in force, with a code of the device',
  input: z.object({ code: z.string() }),
  answer: state,
})

export const removeFactor = defineCall({
  method: 'POST',
  path: `${base}/off`,
  may: 'any',
  reauth: true,
  summary: 'Switches the own second factor off, with a code of it, where it is not required',
  input: z.object({ code: ownCode }),
  answer: state,
})

export const resetFactor = defineCall({
  method: 'POST',
  path: '/api/v1/users/:id/reset-second-factor',
  may: 'admin',
  reauth: true,
  decides: 'inTurn',
  summary: "Takes another account's second factor away, whose device is lost; its sessions end",
  input: z.object({ id: z.string() }),
  answer: z.null(),
})

export const factorTexts = {
  notOffered: 'Tài khoản này không dùng xác thực hai lớp',
  required: 'Tài khoản này bắt buộc có xác thực hai lớp, chỉ đổi được thiết bị',
  noDraft: `Đã quá ${setUpMinutes} phút hoặc đã cài xong, hãy bắt đầu lại`,
  wrongCode: 'Mã không đúng. Kiểm tra giờ của điện thoại rồi nhập mã đang hiện',
  ownCode: 'Nhập mã mới hiện trên điện thoại, chưa dùng lần nào, hoặc một mã khôi phục',
  finished: 'Đã bật xác thực hai lớp',
  removed: 'Đã tắt xác thực hai lớp',
  reset: 'Đã đặt lại xác thực hai lớp',
  resetFailed: 'Đặt lại xác thực hai lớp không thành công',
  ownReset: 'Không tự đặt lại cho mình: dùng mã khôi phục, hoặc nhờ quản trị khác',
  none: 'Tài khoản này không có xác thực hai lớp',
  noKey: 'Chưa cấu hình khoá mã hoá (SECRETS_KEY), chưa bắt buộc được',
} as const
