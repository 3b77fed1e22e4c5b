/** What a form fills in and shows about a phone number once it is entered (D3-UX-01). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant } from '#kit/contract/shapes.ts'

/** Age limit of the registrations and requests in the answer, in days. */
export const requestDays = 62
/** Maximum number of requests in the answer; the newest ones. */
export const mostRequests = 5

const request = z.strictObject({
  /** The kind, as 'Hoàn trước'. */
  kind: z.string(),
  package: z.string(),
  /** The decision, as 'CHỜ DUYỆT'. */
  state: z.string(),
  at: instant,
})

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

/** The answer for an unknown number, and for any number once the daily limit is reached. */
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
