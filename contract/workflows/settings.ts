/** Reading and changing the settings of the operation (D2-SET-12 to 16, D1-Q-018). */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'
import type { SettingValue } from '../settings/kinds.ts'
import type { PublicSettings } from '../settings/public-settings.ts'

/** One setting as it is; `version` 0 and no date: nobody has set it, the value is the default (D2-Q-94). */
export type SettingState = {
  key: string
  value: SettingValue
  version: number
  updatedAt: string | null
  updatedBy: string | null
}

export type SettingChange = {
  at: string
  username: string
  fullname: string | null
  before: SettingValue | null
  after: SettingValue | null
}

export const settingList = defineCall({
  method: 'GET',
  path: '/api/v1/setting',
  may: 'any',
  summary: 'Every setting the caller may read, in the order of the screen',
  input: z.object({}),
}).answers<SettingState[]>()

/** Open to everybody: the sign-in has a title and colours before anybody has signed in. */
export const publicSettings = defineCall({
  method: 'GET',
  path: '/api/v1/setting/public',
  may: 'public',
  summary: 'What every screen needs, also before sign-in: title, look, password rule, patience, sample forms',
  input: z.object({}),
}).answers<PublicSettings>()

export const oneSetting = defineCall({
  method: 'GET',
  path: '/api/v1/setting/:key',
  may: 'any',
  summary: 'One setting; the default when nobody has set it, 404 for an unknown key',
  input: z.object({ key: z.string() }),
}).answers<SettingState>()

export const settingHistory = defineCall({
  method: 'GET',
  path: '/api/v1/setting/:key/history',
  may: 'any',
  summary: 'The newest 200 changes of a setting: who, when, from what to what',
  input: z.object({ key: z.string() }),
}).answers<{ values: SettingChange[] }>()

/** The right is checked inside: it differs from key to key (D2-SET-16, D2-Q-93). */
export const createSetting = defineCall({
  method: 'POST',
  path: '/api/v1/setting',
  may: 'any',
  summary: 'Sets a key that nobody has set yet; 409 for one that is set',
  input: z.object({ key: z.string(), value: z.unknown() }),
}).answers<SettingState>()

/** The right is checked inside: it differs from key to key (D2-SET-16, D2-Q-93). */
export const updateSetting = defineCall({
  method: 'PUT',
  path: '/api/v1/setting/:key',
  may: 'any',
  summary: 'Sets a key; with `version` 409 when somebody was faster',
  input: z.object({ key: z.string(), value: z.unknown(), version: z.optional(z.int()) }),
}).answers<SettingState>()

export const settingTexts = {
  saved: 'Cập nhật cài đặt thành công',
  failed: 'Cập nhật cài đặt không thành công',
  unknown: (key: string) => `Không có cài đặt '${key}'`,
  already: (label: string) => `${label} đã được đặt trước đó`,
} as const
