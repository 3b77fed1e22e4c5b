/** Recycling rules: results after which a number is called again (D3-REC-01). */
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
  /** Maximum calls per number, including the first. */
  most: z.int().check(z.minimum(2), z.maximum(10)),
  parts: z.array(z.enum(dayParts.map(({ value }) => value))).check(z.minLength(1)),
  /** Part of the day, compared with that of the last call. */
  part: likeLastCall,
  caller: likeLastCall,
  /** Days counted from the first call; null for no limit. */
  within_days: z.nullable(z.int().check(z.minimum(1), z.maximum(365))),
  until_expiry: z.boolean(),
})
export type RecycleRule = z.output<typeof rule>

/** At most one rule per result. */
const rules = z
  .array(rule)
  .check(
    z.refine(
      (list) => recycledResults.every((status) => list.filter((one) => one.status === status).length === 1),
      'Mỗi kết quả cần đúng một luật',
    ),
  )

/** 'default': the default rules; null: the default rules if the file was uploaded after they were switched on, otherwise none. */
const mode = z.enum(['default', 'own', 'off'])
export type RecycleMode = z.output<typeof mode>

const file = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  ngay_upload: instant,
  mode: z.nullable(mode),
  /** Whether an active rule applies to the file. */
  covered: z.boolean(),
  /** Rules of the file itself, if any. */
  rules: z.array(rule),
  /** Called numbers by their last result. */
  waiting: z.record(z.enum(recycledResults), z.int()),
  /** How many of them may be called again today. */
  today: z.int(),
})
export type RecycledFile = z.output<typeof file>

/** Numbers that become due until the end of the day, and due numbers that are held back. */
const preview = z.strictObject({
  at: instant,
  /** By hour of the Vietnamese day, for files with default rules and with own rules. */
  hours: z.array(z.strictObject({ hour: z.int(), byDefault: z.int(), byOwn: z.int() })),
  total: z.int(),
  held: z.strictObject({
    /** The phone has an appointment or is in a salesperson's hand. */
    appointment: z.int(),
    /** Waiting for another part of the day. */
    part: z.int(),
    /** The phone was called for another package or file (`care.coolDownHours`). */
    coolDown: z.int(),
    /** The phone has reached its call limit (`care.callsPerPhone`). */
    calls: z.int(),
    /** Falls outside calling hours. */
    hours: z.int(),
    blacklist: z.int(),
  }),
})
export type RecyclePreview = z.output<typeof preview>

const state = z.strictObject({
  rules: z.array(rule),
  /** When the first active default rule was switched on; null without one. */
  since: z.nullable(instant),
  /** Version of the rules; sent back with a change. */
  version: z.int(),
  /** Whether the background job is still applying a rule change to numbers. */
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
  /** Mode of the file `file_id`; 'own' requires `rules`. */
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
  /** Second and third calls after such a result, and how many of them reached the customer. */
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
