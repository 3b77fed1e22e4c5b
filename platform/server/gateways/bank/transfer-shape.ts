/** Schema of a transfer on the wire, for pages and webhook. */
import * as z from 'zod/mini'
import { readInstant } from '#kit/contract/dates.ts'
import { mostAmount } from '#kit/contract/money.ts'
import { cleanText } from '#kit/contract/text.ts'

/** A text that `read` can parse. */
const parsedText = (maxLength: number, parse: (raw: string) => string | null) =>
  z.pipe(
    z.string().check(z.maxLength(maxLength)),
    z.transform((raw, context) => {
      const value = parse(raw)
      if (value !== null) return value
      context.issues.push({ code: 'custom', message: 'not readable', input: raw })
      return z.NEVER
    }),
  )
const text = (maxLength: number) => parsedText(maxLength, (raw) => cleanText(raw) || null)
const instant = parsedText(64, readInstant)

/** Members as docs/providers.md names them, read into a `Transfer`. */
export const transferShape = z.pipe(
  z.object({
    transaction_id: text(128),
    channel: text(64),
    amount: z.int().check(z.positive(), z.maximum(mostAmount)),
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

export const mostTransfers = 200

/** Raw transfers: each is parsed separately, so that an invalid one does not block the others. */
export const transfersShape = z.array(z.unknown()).check(z.maxLength(mostTransfers))

export const pageShape = z.pipe(
  z.object({
    transfers: transfersShape,
    cursor: z.string().check(z.minLength(1), z.maxLength(256)),
    more: z.boolean(),
  }),
  z.transform(({ transfers, cursor, more }) => ({ rows: transfers, cursor, more })),
)

/** The bank's id of a raw transfer, if readable. */
export function transactionIdOf(raw: unknown): string | null {
  const id = (raw as { transaction_id?: unknown } | null)?.transaction_id
  return (typeof id === 'string' && cleanText(id)) || null
}
