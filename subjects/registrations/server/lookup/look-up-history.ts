/** The package history of a subscriber (card 5; D1-LOOK-35 to 42). */
import type { LookedUp } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { lookUp } from './look-up.ts'
import { readPhoneInput } from './read-input.ts'

export async function lookUpHistory(
  input: { phone?: string | undefined },
  ctx: LookupCtx,
): Promise<LookedUp<'history'>> {
  const phone = readPhoneInput(input.phone)
  return lookUp(
    {
      kind: 'history',
      phone,
      question: { isdn: phone },
      summaryOf: ({ values }) => `${values.length} gói cước`,
    },
    ctx,
  )
}
