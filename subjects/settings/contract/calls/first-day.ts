/** 'Bắt đầu': the jobs of a new organisation before its first call, each ticked from the data (D3-SETUP-01). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

/** In order of dependency. */
export const firstDaySteps = [
  'branches',
  'leaders',
  'staff',
  'prices',
  'bank',
  'pay',
  'file',
  'permission',
  'split',
  'active',
] as const
export type FirstDayStep = (typeof firstDaySteps)[number]

/** Proposed calling hours (D3-RULE-01). */
export const proposedHours = { 'care.from': '08:00', 'care.until': '21:00' } as const

const state = z.strictObject({
  done: z.array(z.enum(firstDaySteps)),
  /** Whether a salesperson has set an own password. */
  entered: z.boolean(),
  /** Whether a customer was called. */
  called: z.boolean(),
  /** Whether both ends of the calling hours were ever set, even if cleared since. */
  hours: z.boolean(),
  /** Whether a carrier is configured: without one look-ups and codes cannot work, however many jobs are done. */
  carrier: z.boolean(),
  putAway: z.boolean(),
})
export type FirstDay = z.output<typeof state>

export const firstDay = defineCall({
  method: 'GET',
  path: '/api/v1/batdau',
  may: 'admin',
  summary: 'Which jobs of the first day are done, and whether the caller put the list away',
  input: z.object({}),
  answer: state,
})

export const putFirstDayAway = defineCall({
  method: 'PUT',
  path: '/api/v1/batdau',
  may: 'admin',
  summary: 'Puts the list of the first day away for the caller, or takes it out again',
  input: z.object({ cat_di: z.boolean() }),
  answer: state,
})
