/** Reading and changing settings (D2-SET-12 to 16, D1-Q-018). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant, keyOf, valuesOf } from '#kit/contract/shapes.ts'
import { formColumns } from '#subjects/money/contract/bank-forms.ts'
import type { SettingValue } from '#platform/contract/settings/kinds.ts'

const value: z.ZodMiniType<SettingValue> = z.union([
  z.string(),
  z.number(),
  z.array(z.string()),
  z.array(z.number()),
  z.array(z.strictObject({ tu: z.int(), phanTram: z.number() })),
  z.record(z.string(), z.int()),
  z.array(
    z.strictObject({
      ngan_hang: z.string(),
      cot: z.array(z.strictObject({ cot: keyOf(formColumns), ten: z.string() })),
      tach: z.boolean(),
      khong_dau: z.boolean(),
    }),
  ),
])

/** One value of a dated setting: first day, author, time and reason (D3-PAY-02). */
const dated = z.strictObject({
  tu_ngay: day,
  value,
  ly_do: z.string(),
  username: z.string(),
  at: instant,
})
export type DatedValue = z.output<typeof dated>

/** Current state of a setting; unset ones have `version` 0, no date and the default value (D2-Q-94). */
const state = z.strictObject({
  key: z.string(),
  value,
  version: z.int(),
  updatedAt: z.nullable(instant),
  updatedBy: z.nullable(z.string()),
  /** For a dated setting: all values, latest day first; `value` is today's. */
  dates: z.optional(z.array(dated)),
})
export type SettingState = z.output<typeof state>

const change = z.strictObject({
  at: instant,
  username: z.string(),
  fullname: z.nullable(z.string()),
  before: z.nullable(value),
  after: z.nullable(value),
  /** For a dated setting: first day of validity and reason. */
  tu_ngay: z.optional(day),
  ly_do: z.optional(z.string()),
})
export type SettingChange = z.output<typeof change>

export const settingList = defineCall({
  method: 'GET',
  path: '/api/v1/setting',
  may: 'any',
  summary: 'Every setting the caller may read, in the order of the screen',
  input: z.object({}),
  answer: z.array(state),
})

export const oneSetting = defineCall({
  method: 'GET',
  path: '/api/v1/setting/:key',
  may: 'any',
  summary: 'One setting; the default when nobody has set it, 404 for an unknown key',
  input: z.object({ key: z.string() }),
  answer: state,
})

export const settingHistory = defineCall({
  method: 'GET',
  path: '/api/v1/setting/:key/history',
  may: 'any',
  summary: 'The newest 200 changes of a setting: who, when, from what to what',
  input: z.object({ key: z.string() }),
  answer: valuesOf(change),
})

/** For a dated setting only: first day of validity (DD/MM/YYYY, default today) and reason (D3-PAY-02). */
const validity = { tu_ngay: z.optional(z.string()), ly_do: z.optional(z.string()) }

/** The permission depends on the key, so it is checked in the handler (D2-SET-16, D2-Q-93). */
export const createSetting = defineCall({
  method: 'POST',
  path: '/api/v1/setting',
  may: 'any',
  summary: 'Sets a key that nobody has set yet; 409 for one that is set',
  input: z.object({ key: z.string(), value: z.unknown(), ...validity }),
  answer: state,
})

export const updateSetting = defineCall({
  method: 'PUT',
  path: '/api/v1/setting/:key',
  may: 'any',
  summary: 'Sets a key; with `version` 409 when somebody was faster',
  input: z.object({ key: z.string(), value: z.unknown(), version: z.optional(z.int()), ...validity }),
  answer: state,
})

export const settingTexts = {
  saved: 'Cập nhật cài đặt thành công',
  failed: 'Cập nhật cài đặt không thành công',
  unknown: (key: string) => `Không có cài đặt '${key}'`,
  notDated: 'Cài đặt này không có ngày áp dụng',
  badDay: 'Ngày áp dụng không có trong lịch, viết DD/MM/YYYY',
  whyTooLong: 'Lý do dài quá 500 ký tự',
  named: (entry: string, label: string, key: string) =>
    `Không bỏ được ${entry}: đang là ${label.toLowerCase()} (${key}), đổi kênh đó trước`,
  already: (label: string) => `${label} đã được đặt trước đó`,
} as const
