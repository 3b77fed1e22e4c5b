/** Numbers held by a person, and their hand-over to a colleague of the same unit (D3-ORG-02 to D3-ORG-04). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { f } from '#kit/contract/field.ts'
import { defaultPaging } from '#kit/contract/resource.ts'
import { instant, pageOf } from '#kit/contract/shapes.ts'

const heldNumbers = z.strictObject({
  /** Numbers that were never called. */
  uncalled: z.int(),
  /** Numbers requested again ('Mời lại'). */
  askedAgain: z.int(),
  /** 1 during a call. */
  inHand: z.int(),
  appointments: z.int(),
  /** What can be handed over, by file: numbers and appointments. */
  files: z.array(
    z.strictObject({ id: z.string(), name: z.string(), numbers: z.int(), appointments: z.int() }),
  ),
})
export type HeldNumbers = z.output<typeof heldNumbers>

export const heldBy = defineCall({
  method: 'GET',
  path: '/api/v1/users/:id/held',
  may: 'any',
  summary: 'Numbers and appointments that an account of the scope holds',
  input: z.object({ id: z.string() }),
  answer: heldNumbers,
})

const person = z.strictObject({ username: z.string(), fullname: z.string() })

const handover = z.strictObject({
  id: z.string(),
  at: instant,
  from: person,
  to: person,
  by_username: z.string(),
  numbers: z.int(),
  appointments: z.int(),
  undone_at: z.nullable(instant),
  undone_by: z.nullable(z.string()),
  /** Why it cannot be undone, or null. */
  why: z.nullable(z.string()),
})
export type Handover = z.output<typeof handover>

export const handoverPaging = defaultPaging

export const handoverList = defineCall({
  method: 'GET',
  path: '/api/v1/bangiao',
  may: 'below5',
  summary: "The hand-overs of the scope's people, newest first",
  input: z.object({
    page: z.optional(z.string()),
    count: z.optional(z.string()),
    /** Part of either person's username. */
    username: z.optional(z.string()),
  }),
  answer: pageOf(handover),
})

export const handOver = defineCall({
  method: 'POST',
  path: '/api/v1/bangiao',
  may: 'below5',
  summary: 'Gives numbers and appointments of one person to another of the same unit',
  input: z.object({
    /** Account ids. */
    from: z.string(),
    to: z.string(),
    /** Ids of files; all by default. */
    files: z.optional(z.array(z.string())),
  }),
  asks: {
    from: f.text({ label: 'Người bàn giao', required: true }),
    to: f.text({ label: 'Người nhận', required: true }),
  },
  answer: z.strictObject({ id: z.string(), numbers: z.int(), appointments: z.int() }),
})

export const undoHandover = defineCall({
  method: 'POST',
  path: '/api/v1/bangiao/:id/hoanTac',
  may: 'below5',
  summary: 'Takes a hand-over back while all of it still stands where it was put',
  input: z.object({ id: z.string() }),
  answer: z.strictObject({ numbers: z.int(), appointments: z.int() }),
})

/** Choices for the uncalled numbers of a person who changes units; returned by default. */
export const movedNumbers = [
  { value: 'return', label: 'Trả lại leader cũ' },
  { value: 'take', label: 'Mang theo' },
] as const

export const texts = {
  done: 'Đã bàn giao',
  failed: 'Bàn giao không thành công',
  undone: 'Đã hoàn tác bàn giao',
  undoFailed: 'Hoàn tác bàn giao không thành công',
  alreadyUndone: 'Lần bàn giao này đã được hoàn tác',
  touched: 'Đã có số được gọi hoặc chuyển đi, không hoàn tác được',
  splitSince: 'File đã được chia lại, không hoàn tác được',
  stopped: 'Người bàn giao đã dừng hoạt động, không hoàn tác được',
  movedSince: 'Người bàn giao hoặc người nhận đã chuyển chi nhánh, không hoàn tác được',
  otherUnit: 'Chỉ bàn giao cho người cùng chi nhánh, trong phạm vi bạn quản lý',
  samePerson: 'Người nhận phải khác người bàn giao',
  recipientStopped: 'Người nhận đã dừng hoạt động',
  notCalling: 'Chỉ bàn giao cho chi nhánh, leader hoặc nhân viên',
  nothing: 'Không có số hoặc lịch hẹn nào để bàn giao',
} as const
