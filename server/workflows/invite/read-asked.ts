/** Reads what was typed into an invitation; each refusal names its field (D2-INVIT-19). */
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { readPhone } from '../../../contract/phone.ts'
import { cleanText, packageKey } from '../../../contract/text.ts'
import { inviteTexts, longestOtp, longestPackage } from '../../../contract/workflows/invite.ts'

type Typed = string | null | undefined

/** The 9 digits of the number, and the package by which its spellings are one (D3-PRC-01). */
export type Asked = { phone: string; pack: string }

function refuse(fields: FieldErrors, missing: boolean): never {
  const [first = messages.invalid] = Object.values(fields)
  throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
}

/** Refuses what is empty, all of it at once. */
function requireFilled(values: Readonly<Record<string, Typed>>): void {
  const empty = Object.keys(values).filter((name) => cleanText(values[name]) === '')
  if (empty.length > 0) refuse(Object.fromEntries(empty.map((name) => [name, messages.missingField])), true)
}

/** Phone and package of a request; VALIDATION when one is missing or no phone. */
export function readAsked(input: { phone?: Typed; package?: Typed }): Asked {
  const pack = packageKey(cleanText(input.package))
  requireFilled({ phone: input.phone, package: pack })
  const phone = readPhone(input.phone)
  if (phone === null) return refuse({ phone: messages.invalidPhone }, false)
  if (pack.length > longestPackage) return refuse({ package: messages.invalidValue }, false)
  return { phone, pack }
}

export type Confirmation = Asked & { otp: string; order: string }

/** What a confirmation sends beside; the code goes to the carrier and nowhere else (D3-OTP-01). */
export function readConfirmation(input: {
  phone?: Typed
  package?: Typed
  otp?: Typed
  transIdGetOtp?: Typed
}): Confirmation {
  const { phone, package: pack, otp: typed, transIdGetOtp } = input
  requireFilled({ phone, package: pack, otp: typed })
  const otp = cleanText(typed).normalize('NFKC').replace(/\s/g, '')
  if (!/^\d+$/.test(otp) || otp.length > longestOtp) return refuse({ otp: inviteTexts.badOtp }, false)
  return { ...readAsked(input), otp, order: cleanText(transIdGetOtp) }
}

/** Refuses a `type` that is not the one of the call; old callers may leave it out. */
export function requireType(sent: Typed, type: string): void {
  const text = cleanText(sent)
  if (text !== '' && text !== type) refuse({ type: inviteTexts.badType }, false)
}
