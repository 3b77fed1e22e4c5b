/** The bell: notices of the reader, kept for 30 days on all devices (D3-BELL-01). */
import * as z from 'zod/mini'
import { bellKinds, bellTones } from '../bell.ts'
import { defineCall } from '#kit/contract/call.ts'
import { flag, instant, keyOf, sentNumber } from '#kit/contract/shapes.ts'

const notice = z.strictObject({
  id: z.guid(),
  kind: keyOf(bellKinds),
  tone: z.enum(bellTones),
  title: z.string(),
  /** '' for none. */
  detail: z.string(),
  /** Address of its row in the app. */
  address: z.string(),
  /** Number of rows of the act. */
  n: z.int(),
  at: instant,
  read: z.boolean(),
})
export type BellNotice = z.output<typeof notice>

/** Notices per answer. */
export const bellPage = 30

const unread = z.strictObject({ unread: z.int() })

export const bellList = defineCall({
  method: 'GET',
  path: '/api/v1/thongbao',
  may: 'any',
  summary: "The caller's notices of 30 days, newest first, and how many are unread",
  input: z.object({
    /** Notices after this one, the `next` of the previous answer. */
    truoc: z.optional(z.guid()),
    /** Unread ones only. */
    chua_doc: z.optional(z.pipe(sentNumber, flag)),
  }),
  answer: z.strictObject({ values: z.array(notice), next: z.nullable(z.guid()), unread: z.int() }),
})

export const readNotice = defineCall({
  method: 'PUT',
  path: '/api/v1/thongbao/:id/doc',
  may: 'any',
  summary: 'Marks an own notice as read, on every device',
  input: z.object({ id: z.string() }),
  answer: unread,
})

export const readAllNotices = defineCall({
  method: 'PUT',
  path: '/api/v1/thongbao/docHet',
  may: 'any',
  summary: 'Marks all own notices up to one as read',
  input: z.object({
    /** The newest notice shown: later ones stay unread. */
    den: z.guid(),
  }),
  answer: unread,
})
