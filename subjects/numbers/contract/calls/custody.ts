/** Custody of a number: its holders over time, from the ledger. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, keyOf, valuesOf } from '#kit/contract/shapes.ts'
import { movementKinds, stages } from '../movements.ts'

const nullableText = z.nullable(z.string())

/** One movement of a number; `from` and `to` are usernames, null for the file. */
export const movement = z.strictObject({
  at: instant,
  kind: keyOf(movementKinds),
  from: nullableText,
  to: nullableText,
  stage: keyOf(stages),
  by: nullableText,
})
export type Custody = z.output<typeof movement>

export const custody = defineCall({
  method: 'GET',
  path: '/api/v1/customer/:id/custody',
  may: 'below5',
  summary: 'Through whose hands a number went',
  input: z.object({ id: z.string() }),
  answer: valuesOf(movement),
})
