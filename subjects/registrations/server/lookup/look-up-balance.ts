/** The main account of a subscriber (card 3; D1-LOOK-18, D1-LOOK-65). */
import type { LookedUp } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { lookUp } from './look-up.ts'
import { readPhoneInput } from './read-input.ts'

export async function lookUpBalance(
  input: { phone?: string | undefined },
  ctx: LookupCtx,
): Promise<LookedUp<'balance'>> {
  const phone = readPhoneInput(input.phone)
  return lookUp({ kind: 'balance', phone, question: { isdn: phone }, summaryOf: () => 'Có số dư' }, ctx)
}
