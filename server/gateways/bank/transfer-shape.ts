/** The shape of a transfer on the wire, the same in a page and in a webhook. */
import * as z from 'zod/mini'
import { readInstant } from '../../../contract/dates.ts'
import { cleanText } from '../../../contract/text.ts'

/** A text that `read` understands; one that it does not makes the whole answer garbage. */
const readBy = (most: number, read: (raw: string) => string | null) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.transform((raw, context) => {
      const value = read(raw)
      if (value !== null) return value
      context.issues.push({ code: 'custom', message: 'not readable', input: raw })
      return z.NEVER
    }),
  )
const text = (most: number) => readBy(most, (raw) => cleanText(raw) || null)
const instant = readBy(64, readInstant)

/** Members as docs/providers.md names them, read into a `Transfer`. */
const transferShape = z.pipe(
  z.object({
    transaction_id: text(128),
    channel: text(64),
    amount: z.int().check(z.positive()),
    at: instant,
    content: text(2000),
  }),
  z.transform(({ transaction_id, channel, amount, at, content }) => ({
    transactionId: transaction_id,
    sender: channel,
    money: amount,
    datetime: at,
    content,
  })),
)

/** Transfers of one page or one push at most. */
export const mostTransfers = 200

export const transfersShape = z.array(transferShape).check(z.maxLength(mostTransfers))

export const pageShape = z.object({
  transfers: transfersShape,
  cursor: z.string().check(z.minLength(1), z.maxLength(256)),
  more: z.boolean(),
})
