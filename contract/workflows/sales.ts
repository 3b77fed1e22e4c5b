/** Decisions on private customers and reported sales, and the result of a reported sale. */
import * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import { spelled } from '../kit/field.ts'
import { outcomes, type Outcome } from '../outcomes.ts'
import { defineCall } from '../kit/call.ts'

/** Who decides and who sets results (D1-KHR-26, D1-BAODO-21, D1-BAODO-23). */
export const rights = {
  decideKhr: 'below5',
  decideBaodo: 'below3',
  setOutcome: 'below3',
} as const satisfies Record<string, Ability>

/** Bodies carry the decision as a number or a string (D1-Q-135). */
const decision = z.union([z.literal('1'), z.literal('2'), z.literal(1), z.literal(2)])

/** A result set by hand; the right spelling counts as the operation's own (D1-Q-078). */
const outcome = z.pipe(
  z.enum(['SUCCESS', 'FAILD', 'FAILED']),
  z.transform((sent) => spelled(sent, outcomes) as Outcome),
)

/** The row as it is after the call. */
type Changed = { id: string; version: number } & Record<string, unknown>

export const decideKhr = defineCall({
  method: 'PUT',
  path: '/api/v1/khr/approve/:id',
  may: rights.decideKhr,
  summary: 'Approves (1) or rejects (2) a private customer',
  input: z.object({ id: z.string(), trang_thai: decision }),
}).answers<Changed>()

export const decideBaodo = defineCall({
  method: 'PUT',
  path: '/api/v1/baodo/approve/:id',
  may: rights.decideBaodo,
  summary: 'Approves (1) or rejects (2) a reported sale',
  input: z.object({ id: z.string(), trang_thai_duyet: decision }),
}).answers<Changed>()

export const setOutcome = defineCall({
  method: 'PUT',
  path: '/api/v1/baodo/setTrangThai/:id',
  may: rights.setOutcome,
  summary: 'Sets the result of a reported sale by hand',
  input: z.object({ id: z.string(), trang_thai: outcome }),
}).answers<Changed>()

/** Sentences of the sales screens. */
export const texts = {
  approve: 'Xác nhận duyệt đơn này?',
  reject: 'Xác nhận từ chối đơn này?',
  succeeded: "Xác nhận đặt trạng thái 'Thành công'?",
  failed: "Xác nhận đặt trạng thái 'Thất bại'?",
  approved: 'Đã duyệt đơn',
  rejected: 'Đã từ chối đơn',
  outcomeSet: 'Đã đặt trạng thái',
  decided: (title: string, phone: string, approved: boolean) =>
    `${title} ${phone} ${approved ? 'đã được duyệt' : 'đã bị từ chối'}`,
  decidedAlready: 'Đơn đã được duyệt hoặc từ chối trước đó',
} as const
