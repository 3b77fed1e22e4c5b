/** 'Hôm nay': what a salesperson's day begins with (D3-NAV-06). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant } from '#kit/contract/shapes.ts'

/** How many days back the last day of calls is looked for. */
export const lastDayWithin = 14

const lastDay = z.strictObject({
  day,
  received: z.int(),
  called: z.int(),
  reached: z.int(),
  agreed: z.int(),
  /** Packages registered on that day, and their revenue in đồng (D3-ONE-01). */
  registered: z.int(),
  revenue: z.int(),
})
export type LastDay = z.output<typeof lastDay>

const fileLeft = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  left: z.int(),
  /** Whether colleagues call these numbers too. */
  shared: z.boolean(),
})

const figures = z.strictObject({
  /** When the figures were read. */
  at: instant,
  /** Calling hours ('08:00'), null without; `opensAt` is when they begin again, null within them (D3-RULE-01). */
  hours: z.nullable(z.strictObject({ from: z.nullable(z.string()), until: z.nullable(z.string()) })),
  opensAt: z.nullable(instant),
  /** The last day before today on which the caller called; null without one in `lastDayWithin` days. */
  last: z.nullable(lastDay),
  /** Numbers left for the caller, the same as beside 'Chăm sóc khách hàng'. */
  left: z.strictObject({
    count: z.int(),
    files: z.array(fileLeft),
    /** When they end at the rate of `last.day`, of all who take from the same files; null when it cannot be told. */
    until: z.nullable(instant),
  }),
})
export type Today = z.output<typeof figures>

export const today = defineCall({
  method: 'GET',
  path: '/api/v1/homnay',
  may: 'sells',
  summary: "The caller's last day of calls, and the numbers left with the time that they last",
  input: z.object({}),
  answer: figures,
})
