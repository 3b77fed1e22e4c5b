/** Marks on the evidence of 'Ra-đa truy thu' (D3-PAY-12). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { valuesOf } from '#kit/contract/shapes.ts'
import { radarKinds } from '../reports/radatruythu.ts'

export const radarTexts = {
  unknown: 'Không có chứng cứ này',
  seenBy: (username: string): string => `${username} đã xem chứng cứ này`,
  note: 'Cần ghi chú, tối đa 500 ký tự',
} as const

export const markSeen = defineCall({
  method: 'POST',
  path: '/api/v1/radatruythu/daXem',
  may: 'managesPay',
  summary: 'Marks evidence as seen with a note; without a note (null) takes the mark back',
  input: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    ghi_chu: z.nullable(z.string()),
  }),
  answer: z.strictObject({ id: z.string() }),
})

const person = z.strictObject({
  /** Null for evidence without a person. */
  username_nv: z.nullable(z.string()),
  ten_nv: z.nullable(z.string()),
  so: z.int(),
  chua_xem: z.int(),
  so_tien: z.int(),
})
export type RadarPerson = z.output<typeof person>

/** A filter value, or '' for all. */
const oneOf = (values: readonly string[]) =>
  z.optional(z.string().check(z.refine((text) => text === '' || values.includes(text))))

export const radarPeople = defineCall({
  method: 'GET',
  path: '/api/v1/radatruythu/theoNguoi',
  may: 'managesPay',
  summary:
    'The evidence of the filters by person: how much, how much of it unseen, its amount; the largest first, that of nobody last',
  input: z.object({
    startDate: z.optional(z.string()),
    endDate: z.optional(z.string()),
    loai: oneOf(radarKinds.map(({ value }) => value)),
    da_xem: oneOf(['0', '1']),
  }),
  answer: valuesOf(person),
})
