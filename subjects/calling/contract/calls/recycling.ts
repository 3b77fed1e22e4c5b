/** Rules of calling again: which results bring a number up once more (D3-REC-01). */
import * as z from 'zod/mini'
import { careResults, recycledResults } from '../care-results.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

/** Parts of the Vietnamese day: to 11:00, to 13:30, to 18:00, and after (`day_part`). */
export const dayParts = [
  { value: 'sang', label: 'sáng' },
  { value: 'trua', label: 'trưa' },
  { value: 'chieu', label: 'chiều' },
  { value: 'toi', label: 'tối' },
] as const
const likeLastCall = z.enum(['any', 'other', 'same'])

const rule = z.strictObject({
  status: z.enum(recycledResults),
  active: z.boolean(),
  after_minutes: z.int().check(z.minimum(15), z.maximum(43_200)),
  /** Calls of a number in all, the first one included. */
  most: z.int().check(z.minimum(2), z.maximum(10)),
  parts: z.array(z.enum(dayParts.map(({ value }) => value))).check(z.minLength(1)),
  /** The part of the day, against that of the last call. */
  part: likeLastCall,
  caller: likeLastCall,
  /** Days from the first call; null for no bound. */
  within_days: z.nullable(z.int().check(z.minimum(1), z.maximum(365))),
  until_expiry: z.boolean(),
})
export type RecycleRule = z.output<typeof rule>

/** Every result once. */
const rules = z
  .array(rule)
  .check(
    z.refine(
      (list) => recycledResults.every((status) => list.filter((one) => one.status === status).length === 1),
      'Mỗi kết quả cần đúng một luật',
    ),
  )

/** 'default': the default rules; null: the default when the file came after they were switched on, else none. */
const mode = z.enum(['default', 'own', 'off'])
export type RecycleMode = z.output<typeof mode>

const file = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  ngay_upload: instant,
  mode: z.nullable(mode),
  /** Whether an active rule holds for it. */
  covered: z.boolean(),
  /** Its own rules, where it has any. */
  rules: z.array(rule),
  /** Called numbers by their last result. */
  waiting: z.record(z.enum(recycledResults), z.int()),
  /** Of them may be called again today. */
  today: z.int(),
})
export type RecycledFile = z.output<typeof file>

/** What comes back until the end of the day, and what waits though its time has come. */
const preview = z.strictObject({
  at: instant,
  /** By hour of the Vietnamese day, of numbers with default and with own rules. */
  hours: z.array(z.strictObject({ hour: z.int(), byDefault: z.int(), byOwn: z.int() })),
  total: z.int(),
  held: z.strictObject({
    /** The phone has an appointment or is in somebody's hand. */
    appointment: z.int(),
    /** Waits for another part of the day. */
    part: z.int(),
    /** The phone was called on another package or file (`care.coolDownHours`). */
    coolDown: z.int(),
    /** Has had all its calls (`care.callsPerPhone`). */
    calls: z.int(),
    /** Falls outside calling hours. */
    hours: z.int(),
    blacklist: z.int(),
  }),
})
export type RecyclePreview = z.output<typeof preview>

const state = z.strictObject({
  rules: z.array(rule),
  /** Since when a default rule is active; null while none is. */
  since: z.nullable(instant),
  /** Of the rules as they are; sent back with a change. */
  version: z.int(),
  /** Whether a changed rule is still being applied to numbers in the background. */
  planning: z.boolean(),
  /** Newest first, at most 50. */
  files: z.array(file),
  preview,
})
export type RecycleState = z.output<typeof state>

const path = '/api/v1/luatmoilai'
const change = {
  rules: z.optional(rules),
  file_id: z.optional(z.string()),
  /** With `file_id`: what it follows; 'own' needs `rules`. */
  mode: z.optional(mode),
}

export const recycleState = defineCall({
  method: 'GET',
  path,
  may: 'below3',
  summary: 'Rules of calling again, files with their own, and what comes back today',
  input: z.object({}),
  answer: state,
})

export const saveRecycle = defineCall({
  method: 'PUT',
  path,
  may: 'below3',
  summary: 'Saves the default rules, or what holds for one file',
  input: z.object({ ...change, version: z.int() }),
  answer: state,
})

export const previewRecycle = defineCall({
  method: 'POST',
  path: `${path}/xemtruoc`,
  may: 'below3',
  summary: 'What would come back today with changed rules; changes nothing',
  input: z.object(change),
  answer: preview,
})

const reached = z.strictObject({
  status: z.enum(careResults.map(({ value }) => value)),
  /** Second and third calls after such a result, and how many of them reached somebody. */
  calls2: z.int(),
  reached2: z.int(),
  calls3: z.int(),
  reached3: z.int(),
})
export type ReachedAgain = z.output<typeof reached>

export const recycleReached = defineCall({
  method: 'GET',
  path: `${path}/gap`,
  may: 'below3',
  summary:
    'How often second and third calls of the last 30 days reached somebody, by the result before (D3-REC-05)',
  input: z.object({}),
  answer: z.array(reached),
})

export const recycleTexts = {
  saved: 'Đã lưu luật mời lại',
  changed: 'Luật vừa được người khác sửa, tải lại để xem',
  noRules: 'Luật riêng của file cần đủ luật cho từng kết quả',
} as const
