/** Parses the input of an invitation; each refusal names its field (D2-INVIT-19). */
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { cleanText, packageKey } from '#kit/contract/text.ts'
import { inviteTexts, longestOtp, longestPackage } from '#subjects/registrations/contract/calls/invite.ts'

export type RawText = string | null | undefined

/** Form of an order code. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** 9 digits of the number, and the package in normalised spelling (D3-PRC-01). */
export type InvitationRequest = { phone: string; pack: string }

function refuse(fields: FieldErrors, missing: boolean): never {
  const [first = messages.invalid] = Object.values(fields)
  throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
}

function requireFilled(values: Readonly<Record<string, RawText>>): void {
  const empty = Object.keys(values).filter((name) => cleanText(values[name]) === '')
  if (empty.length > 0) refuse(Object.fromEntries(empty.map((name) => [name, messages.missingField])), true)
}

/** Phone and package of a request; VALIDATION when missing or invalid. */
export function readInvitation(input: { phone?: RawText; package?: RawText }): InvitationRequest {
  const pack = packageKey(cleanText(input.package))
  requireFilled({ phone: input.phone, package: pack })
  const phone = readPhone(input.phone)
  if (phone === null) return refuse({ phone: refusals.invalidPhone }, false)
  if (pack.length > longestPackage) return refuse({ package: messages.invalidValue }, false)
  return { phone, pack }
}

export type Confirmation = InvitationRequest & { otp: string; order: string }

/** Input of a confirmation; the code is only sent to the carrier (D3-OTP-01). */
export function readConfirmation(input: {
  phone?: RawText
  package?: RawText
  otp?: RawText
  transIdGetOtp?: RawText
}): Confirmation {
  const { phone, package: pack, otp: code, transIdGetOtp } = input
  requireFilled({ phone, package: pack, otp: code })
  const otp = cleanText(code).normalize('NFKC').replace(/\s/g, '')
  if (!/^\d+$/.test(otp) || otp.length > longestOtp) return refuse({ otp: inviteTexts.badOtp }, false)
  return { ...readInvitation(input), otp, order: cleanText(transIdGetOtp) }
}

/** Refuses a `type` other than the call's; old clients may omit it. */
export function requireType(sent: RawText, type: string): void {
  const text = cleanText(sent)
  if (text !== '' && text !== type) refuse({ type: inviteTexts.badType }, false)
}
