/** 'Bắt đầu': what a new organisation still has to do before its first call, each ticked by the data (D3-SETUP-01). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'

/** In the order in which they build on each other. */
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

/** Calling hours that the list proposes (D3-RULE-01). */
export const proposedHours = { 'care.from': '08:00', 'care.until': '21:00' } as const

const state = z.strictObject({
  done: z.array(z.enum(firstDaySteps)),
  /** A salesperson has set an own password. */
  entered: z.boolean(),
  /** A customer was called. */
  called: z.boolean(),
  /** Both ends of the calling hours were set once, be they emptied again. */
  hours: z.boolean(),
  /** The server has a carrier: without it no look-up and no code reaches one, however many jobs are done. */
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
