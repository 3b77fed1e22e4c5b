/** One change of many rows: what a list does with everything that is ticked. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { codes } from './error.ts'
import { nameIn } from './shapes.ts'

/** Rows of one call at most; a screen sends as many calls as it needs. */
export const bulkLimit = 200

export const bulkUnderWay = 'Loạt trước của bạn chưa xong, chờ một chút rồi thử lại'

const answer = z.strictObject({
  /** Rows that were changed. */
  done: z.int(),
  /** Rows that were refused, each with its reason. */
  refused: z.array(z.strictObject({ id: z.string(), code: nameIn(codes), msg: z.string() })),
})
export type BulkAnswer = z.output<typeof answer>

export const bulkWrite = defineCall({
  method: 'POST',
  path: '/api/v1/bulk',
  may: 'any',
  summary: 'Sends one write for each of many rows; every row keeps its own right, rules and transaction',
  input: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    /** Path of a call that writes one row and ends in `:id`, e.g. `/api/v1/blacklist/:id`. */
    path: z.string(),
    ids: z.array(z.string()).check(z.minLength(1), z.maxLength(bulkLimit)),
    input: z._default(z.record(z.string(), z.unknown()), {}),
  }),
  answer,
})
