/** Messages with short code 9279 (card 6; D1-LOOK-55 to 58, D1-LOOK-66). */
import type { LookedUp } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { lookUp } from './look-up.ts'
import { readDaysInput, readPhoneInput } from './read-input.ts'

type Input = { phone?: string | undefined; startDate?: string | undefined; endDate?: string | undefined }

/** Messages between two days, inclusive, newest first. */
export async function lookUp9279(input: Input, ctx: LookupCtx): Promise<LookedUp<'9279'>> {
  const phone = readPhoneInput(input.phone)
  const days = readDaysInput(input)
  return lookUp(
    {
      kind: '9279',
      phone,
      question: { isdn: `84${phone}`, ...days },
      logLines: [`Từ ngày ${days.startDate} đến ngày ${days.endDate}`],
      summaryOf: ({ values }) => `${values.length} tin nhắn`,
    },
    ctx,
  )
}
