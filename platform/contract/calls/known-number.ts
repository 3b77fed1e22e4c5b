/** What is known of a number while a form about it is filled in (D3-UX-01). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant } from '#kit/contract/shapes.ts'

/** Requests that are told go back so many days. */
export const requestDays = 62
/** Requests that are told at most, the newest. */
export const mostRequests = 5

const request = z.strictObject({
  /** The kind, as 'Hoàn trước'. */
  kind: z.string(),
  package: z.string(),
  /** The decision, as 'CHỜ DUYỆT'. */
  state: z.string(),
  at: instant,
})
export type KnownRequest = z.output<typeof request>

const known = z.strictObject({
  /** Subscriber type, from the caller's customers, else from the caller's last request about the number. */
  type: z.nullable(z.enum(['MC', 'MG'])),
  /** The last successful registration within `requestDays` in the caller's results. */
  registered: z.nullable(z.strictObject({ code: z.string(), at: instant })),
  /** The package of the number among the caller's customers, and its last day. */
  runs: z.nullable(z.strictObject({ code: z.string(), until: z.nullable(day) })),
  /** Packages that the customer can register, with their price in đồng, if the price table has them. */
  packages: z.array(z.strictObject({ code: z.string(), price: z.nullable(z.int()) })),
  /** Refunds and top-ups that are not rejected, of all accounts and without their names, the newest first. */
  requests: z.array(request),
})
export type KnownNumber = z.output<typeof known>

/** What is told beyond the numbers of the day. */
export const nothingKnown: KnownNumber = {
  type: null,
  registered: null,
  runs: null,
  packages: [],
  requests: [],
}

export const knownNumber = defineCall({
  method: 'GET',
  path: '/api/v1/timnhanh/biet',
  may: 'any',
  summary:
    'What the caller may know of a whole number: subscriber type, packages, requests; one of the numbers of the day, beyond which nothing is told',
  input: z.object({ phone: z.string().check(z.maxLength(40)) }),
  phone: { of: 'phone', beyond: 'untold' },
  answer: known,
})
