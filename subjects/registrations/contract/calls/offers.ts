/** 'Mời gói hôm sau': marking an offer as invited or not (D2-INVN-22, D2-INVN-23, D2-Q-122). */
import * as z from 'zod/mini'
import { doNotCallField } from '#platform/contract/do-not-call.ts'
import { insistInput } from '#platform/contract/insistence.ts'
import { defineCall } from '#kit/contract/call.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { moigoihomsau } from '../lists/moigoihomsau.ts'

const input = z.object({
  id: z.string(),
  /** 1 (default): counts another invitation; 0: not invited, keeps the count. */
  status: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  version: z.optional(z.nullable(z.number())),
  ...insistInput,
})
const summary = 'Marks an offer as made (1) or not made (0); its owner and priority below 3'

export const setOfferState = defineCall({
  method: 'PUT',
  path: '/api/v1/moigoihomsau/setTrangThai/:id',
  may: 'any',
  decides: 'atOnce',
  summary,
  input,
  answer: rowOf(moigoihomsau),
})

export const approveOffer = defineCall({
  method: 'PUT',
  path: '/api/v1/moigoihomsau/approve/:id',
  may: 'any',
  decides: 'atOnce',
  summary,
  input,
  answer: rowOf(moigoihomsau),
})

export const openOffer = defineCall({
  method: 'GET',
  path: '/api/v1/moigoihomsau/moi/:id',
  may: 'any',
  summary: "An offer's phone in full, to its owner and priority below 3; on record",
  input: z.object({ id: z.string() }),
  answer: z.strictObject({ phone: z.string(), ...doNotCallField }),
})

export const offerTexts = {
  /** `time` is already formatted. */
  again: (pack: string, time: string): string =>
    `Số này đã có trong danh sách mời hôm nay, gói ${pack}, lúc ${time}: mời hai lần khách bị gọi hai lần`,
  askTitle: 'Mời gói hôm sau',
  ask: 'Xác nhận đã mời khách hàng này?',
  otp: 'Mời bằng OTP',
  /** `time` is already formatted. */
  registered: (pack: string | null, time: string): string => `Đã đăng ký ${pack ?? ''} ${time}`,
  undoTitle: 'Bỏ đánh dấu đã mời',
  undo: 'Xác nhận chưa mời khách hàng này?',
} as const
