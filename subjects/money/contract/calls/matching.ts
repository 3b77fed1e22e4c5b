/** Progress of rematching refunds and revenue lines after a changed window (D2-REVF-08). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

export const matching = defineCall({
  method: 'GET',
  path: '/api/v1/revenue-matching',
  may: 'below3',
  summary: 'Whether refunds and revenue lines are being matched anew, and how many requests are done',
  input: z.object({}),
  answer: z.strictObject({ running: z.boolean(), done: z.int(), total: z.int() }),
})
