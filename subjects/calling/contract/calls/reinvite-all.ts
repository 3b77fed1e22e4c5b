/** 'Mời lại' for all numbers that match a filter of the care log, as one step that can be undone (D3-REC-04). */
import * as z from 'zod/mini'
import { careResults } from '../care-results.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant, sentNumber, valuesOf } from '#kit/contract/shapes.ts'
import { thousands } from '#kit/contract/thousands.ts'

const base = '/api/v1/care/moiLaiLoc'

/** Maximum number of results in one filter. */
export const mostResults = 100_000
/** Number of excluded numbers shown per page. */
export const shownKept = 100
/** How long a count may be started, in minutes. */
export const countedMinutes = 15
/** How long a step may be undone, in days. */
export const reinviteUndoDays = 7

/** Reasons for excluding a number, in the order in which they are checked. */
export const stayReasons = {
  gone: 'Đã xoá khỏi file',
  blacklist: 'Trong blacklist',
  waiting: 'Đang chờ gọi',
  hand: 'Đang trong tay một người',
  appointment: 'Có lịch hẹn',
  registered: 'Đã đăng ký gói',
  later: 'Có kết quả mới hơn ngoài bộ lọc',
  other: 'Đã bàn giao cho người khác',
  moved: 'Người gọi đã sang đơn vị khác',
  samePhone: 'Trùng thuê bao với số khác được mời lại',
} as const
export type StayReason = keyof typeof stayReasons
const reasons = Object.keys(stayReasons) as [StayReason, ...StayReason[]]

const states = ['counted', 'running', 'done', 'undoing', 'undone', 'failed'] as const

const step = z.strictObject({
  id: z.guid(),
  by: z.string(),
  at: instant,
  /** Filters of the care log, as the list sends them. */
  filter: z.record(z.string(), z.string()),
  state: z.enum(states),
  /** Numbers to be returned according to the count; returned, and restored so far. */
  total: z.int(),
  done: z.int(),
  restored: z.int(),
  /** Numbers skipped because they changed after the count, and those that the undo left in place. */
  passed: z.int(),
  stayed: z.int(),
  /** Numbers excluded by the count, by reason. */
  stays: z.array(z.strictObject({ reason: z.enum(reasons), n: z.int() })),
  /** Numbers to be returned, by their newest result within the filter. */
  results: z.array(z.strictObject({ status: z.enum(careResults.map(({ value }) => value)), n: z.int() })),
  /** Numbers of locked callers with the recipient; null means the file. */
  locked: z.array(z.strictObject({ from: z.string(), to: z.nullable(z.string()), n: z.int() })),
  /** People who get numbers back. */
  callers: z.int(),
  msg: z.nullable(z.string()),
  undoable: z.boolean(),
})
export type ReinviteStep = z.output<typeof step>

export const countReinvite = defineCall({
  method: 'POST',
  path: base,
  may: 'below5',
  summary:
    'Counts which numbers of a filter of the care log would go back to their callers, each once, and which stay and why; nothing moves yet',
  input: z.object({ filter: z.record(z.string(), z.string()) }),
  answer: step,
})

export const startReinvite = defineCall({
  method: 'PUT',
  path: `${base}/:id`,
  may: 'below5',
  summary:
    'Gives the counted numbers back to their callers; those that changed since are left out and named. Many in the background; a second call changes nothing',
  input: z.object({ id: z.guid() }),
  answer: step,
})

export const reinviteSteps = defineCall({
  method: 'GET',
  path: base,
  may: 'below5',
  summary: 'The newest steps of the scope that were begun',
  input: z.object({}),
  answer: valuesOf(step),
})

const keptNumber = z.strictObject({ n: z.int(), phone: z.string(), undoing: z.boolean(), why: z.string() })

export const oneReinvite = defineCall({
  method: 'GET',
  path: `${base}/:id`,
  may: 'below5',
  summary: 'A step with its progress, and the numbers that it left out or that stayed, a page at a time',
  input: z.object({ id: z.guid(), page: z.optional(sentNumber) }),
  answer: z.strictObject({ step, kept: z.array(keptNumber) }),
})

export const undoReinvite = defineCall({
  method: 'POST',
  path: `${base}/:id/hoantac`,
  may: 'below5',
  summary:
    'Takes a step back where its numbers still wait as it put them; one at work ends. A second call changes nothing',
  input: z.object({ id: z.guid() }),
  answer: step,
})

const andLeft = (n: number, words: string): string => (n > 0 ? `, ${thousands(n)} số ${words}` : '')

export const reinviteTexts = {
  working: 'Bạn đang có một lần mời lại hoặc hoàn tác chạy, đợi xong rồi thử lại',
  tooMany: (n: number): string =>
    `Bộ lọc có ${thousands(n)} kết quả, mỗi lần mời lại tối đa ${thousands(mostResults)}: lọc bớt`,
  nothing: 'Không có số nào mời lại được',
  old: `Số đếm đã quá ${countedMinutes} phút, đếm lại rồi bấm lần nữa`,
  changedSince: 'Đã đổi sau khi đếm',
  touched: 'Đã được gọi hoặc chuyển sau đó',
  lost: 'Tài khoản đã khoá hoặc không còn quyền mời lại',
  tooOld: `Đã quá ${reinviteUndoDays} ngày, không hoàn tác được`,
  done: (done: number, passed: number): string =>
    `Đã mời lại ${thousands(done)} số${andLeft(passed, 'để nguyên vì đã đổi sau khi đếm')}`,
  undone: (restored: number, stayed: number): string =>
    `Đã hoàn tác mời lại ${thousands(restored)} số${andLeft(stayed, 'giữ nguyên vì đã được gọi hoặc chuyển')}`,
} as const
