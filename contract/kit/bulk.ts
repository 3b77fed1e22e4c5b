/** One change of many rows: what a list does with everything that is ticked, and what that would be. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { codes } from './error.ts'
import { nameIn } from './shapes.ts'

/** Rows of one call at most; a screen sends as many calls as it needs. */
export const bulkLimit = 200

export const bulkUnderWay = 'Loạt trước của bạn chưa xong, chờ một chút rồi thử lại'

/** In what an action is sent: it is done to one of many rows. */
export const ofManyName = 'ofMany'

const answer = z.strictObject({
  /** Rows that were changed. */
  done: z.int(),
  /** Rows that were refused, each with its reason. */
  refused: z.array(z.strictObject({ id: z.string(), code: nameIn(codes), msg: z.string() })),
  /** What the rows that were changed were answered, where that is told of each, and how many it was. */
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
    /** Version that each row was seen in; a row that changed since is refused (D3-DEC-04). */
    versions: z._default(z.record(z.string(), z.int()), {}),
  }),
  answer,
})

export const bulkCounted = z.strictObject({
  /** The rows it would be done to, each with the version counted and what it is called. */
  rows: z.array(z.strictObject({ id: z.string(), version: z.int(), name: z.string() })),
  /** Their sum in đồng, where the declaration names a sum. */
  sum: z.nullable(z.int()),
  /** Rows that the action or the step is not for, each under the first reason. */
  unfit: z.array(z.strictObject({ words: z.string(), rows: z.int() })),
  /** Rows that are open and that something speaks against, by what; a row may be in several. */
  warned: z.array(z.strictObject({ words: z.string(), rows: z.int() })),
  /** Rows of these that are left out for it: none where the step takes them in. */
  leftOut: z.int(),
  /** Rows that are decided already, or lack what the action needs. */
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
    /** These rows, or else all that the filter of the list finds. */
    ids: z.optional(z.array(z.guid())),
    filter: z._default(z.record(z.string(), z.string()), {}),
  }),
  answer: bulkCounted,
})
