/** Contacting a customer who asked not to be called: the required reason, and the question for it (D3-RULE-05). */
import * as z from 'zod/mini'

/** Field in the body with the reason for contacting the customer nevertheless. */
export const insistedName = 'ly_do_van_lam'
/** In the body of every call that contacts a customer; without it, a customer on the do-not-call list answers DO_NOT_CALL. */
export const insistInput = { [insistedName]: z.optional(z.nullable(z.string())) }

/** Longest reason, in characters. */
export const longestInsistence = 500

export const insistenceTexts = {
  title: 'Khách không muốn bị gọi',
  reason: 'Lý do vẫn làm',
  go: 'Vẫn làm',
  badReason: `Lý do vẫn làm là chữ, tối đa ${longestInsistence} ký tự`,
} as const
