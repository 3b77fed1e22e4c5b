/** Reaching a customer who does not want that: the reason that a call must have, and the question for it (D3-RULE-05). */
import * as z from 'zod/mini'

/** Name in the body of the reason for reaching the customer all the same. */
export const insistedName = 'ly_do_van_lam'
/** In the body of every call that reaches a customer; without it one who does not want that answers DO_NOT_CALL. */
export const insistInput = { [insistedName]: z.optional(z.nullable(z.string())) }

/** Of a reason, in characters. */
export const longestInsistence = 500

export const insistenceTexts = {
  title: 'Khách không muốn bị gọi',
  reason: 'Lý do vẫn làm',
  go: 'Vẫn làm',
  badReason: `Lý do vẫn làm là chữ, tối đa ${longestInsistence} ký tự`,
} as const
