/** Marks of the evidence of 'Ra-đa truy thu' (D3-PAY-12). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'

/** Refusals of the radar. */
export const radarTexts = {
  unknown: 'Không có chứng cứ này',
  seenBy: (who: string): string => `${who} đã xem chứng cứ này`,
  note: 'Cần ghi chú, tối đa 500 ký tự',
} as const

export const markSeen = defineCall({
  method: 'POST',
  path: '/api/v1/radatruythu/daXem',
  may: 'below3',
  summary: 'Marks evidence as seen with a note; without a note (null) takes the mark back',
  input: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    ghi_chu: z.nullable(z.string()),
  }),
  answer: z.strictObject({ id: z.string() }),
})
