/** Schema of the carrier's responses about a registration, and possible outcomes of each step (docs/providers.md). */
import * as z from 'zod/mini'
import { cleanText } from '#kit/contract/text.ts'
import type { RegistrationOutcome, RegistrationStep } from './carrier.ts'

const text = z.pipe(
  z.string().check(z.maxLength(2000)),
  z.transform((raw: string) => cleanText(raw)),
)
const code = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((raw: string) => cleanText(raw)),
)

export const registration = z.object({
  outcome: z.enum(['SENT', 'SUCCESS', 'WRONG_OTP', 'EXPIRED', 'REFUSED', 'PENDING', 'NOT_RECEIVED']),
  message: text,
  order_code: z.optional(code),
  resultCodeMO: z.optional(code),
  resultDesMO: z.optional(text),
  resultDesMt: z.optional(text),
})

const confirmed = ['SUCCESS', 'WRONG_OTP', 'EXPIRED', 'REFUSED'] as const

/** Any other outcome of a step is garbage. */
export const outcomesOf: Readonly<Record<RegistrationStep, readonly RegistrationOutcome[]>> = {
  otp: ['SENT', 'REFUSED'],
  confirm: confirmed,
  command: ['SUCCESS', 'REFUSED'],
  status: [...confirmed, 'PENDING', 'NOT_RECEIVED'],
}
