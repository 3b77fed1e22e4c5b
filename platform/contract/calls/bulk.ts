/** Changes of many selected rows, and their preview. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { codes } from '#kit/contract/error.ts'
import { keyOf } from '#kit/contract/shapes.ts'

/** Most rows per call; screens send several calls. */
export const bulkLimit = 200

export const bulkUnderWay = 'Loạt trước của bạn chưa xong, chờ một chút rồi thử lại'

const answer = z.strictObject({
  done: z.int(),
  /** Refused rows, each with its reason. */
  refused: z.array(z.strictObject({ id: z.string(), code: keyOf(codes), msg: z.string() })),
  /** Messages of changed rows with their counts, if rows have messages. */
  said: z.optional(z.array(z.strictObject({ words: z.string(), rows: z.int() }))),
})
export type BulkAnswer = z.output<typeof answer>

const input = z._default(z.record(z.string(), z.unknown()), {})

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
    input,
    /** The same for all calls of one change: together they send one notice (D3-BELL-01). */
    act: z.optional(z.guid()),
    /** Version of each row as shown; a row that changed since is refused (D3-DEC-04). */
    versions: z._default(z.record(z.string(), z.int()), {}),
  }),
  answer,
})

export const bulkCounted = z.strictObject({
  /** The affected rows, each with its version at the time of counting and its name. */
  rows: z.array(z.strictObject({ id: z.string(), version: z.int(), name: z.string() })),
  /** Their sum in đồng, if the declaration has sum fields. */
  sum: z.nullable(z.int()),
  /** Affected rows for which it is the first of two approvals (D3-ACC-03). */
  first: z.int(),
  /** Rows that the action or step does not apply to, each under its first reason. */
  unfit: z.array(z.strictObject({ words: z.string(), rows: z.int() })),
  /** Open rows by warning; a row may have several. */
  warned: z.array(z.strictObject({ words: z.string(), rows: z.int() })),
  /** Rows skipped because of a warning: none if the step includes them. */
  leftOut: z.int(),
  /** Rows already decided, or without fields the action needs. */
  closed: z.int(),
})
export type BulkCount = z.output<typeof bulkCounted>

export const bulkCount = defineCall({
  method: 'POST',
  path: '/api/v1/bulk/count',
  may: 'any',
  summary: 'Counts the rows that a declared action would be done to, their sum and what speaks against them',
  input: z.object({
    method: z.enum(['GET', 'POST', 'PUT']),
    path: z.string(),
    input,
    /** These rows, or all that match the filter of the list. */
    ids: z.optional(z.array(z.guid())),
    filter: z._default(z.record(z.string(), z.string()), {}),
  }),
  answer: bulkCounted,
})
