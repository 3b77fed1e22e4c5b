/** Parses the input of a look-up; refusals use the specified messages, by field. */
import { fromFilterDate } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { cleanText } from '#kit/contract/text.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'

/** A VALIDATION refusal of one field. */
export const refuse = (field: string, msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** The last 9 digits of a phone in any form; refuses one without digits and one that is too short (D1-LOOK-54, 56). */
export function readPhoneInput(raw: string | undefined): string {
  if (!/\d/.test((raw ?? '').normalize('NFKC'))) throw refuse('phone', lookupTexts.noPhone)
  const phone = readPhone(raw)
  if (phone === null) throw refuse('phone', refusals.invalidPhone)
  return phone
}

type Days = { startDate?: string | undefined; endDate?: string | undefined }

/** Two days as DD/MM/YYYY, in order; both must be given (D1-LOOK-57, D1-LOOK-58, D1-Q-096). */
export function readDaysInput({ startDate, endDate }: Days): { startDate: string; endDate: string } {
  const [first, last] = [cleanText(startDate), cleanText(endDate)]
  if (first === '') throw refuse('startDate', lookupTexts.noStartDate)
  if (last === '') throw refuse('endDate', lookupTexts.noEndDate)
  const [from, to] = [fromFilterDate(first), fromFilterDate(last)]
  if (from === null) throw refuse('startDate', lookupTexts.badStartDate)
  if (to === null) throw refuse('endDate', lookupTexts.badEndDate)
  if (from > to) throw refuse('startDate', messages.dateOrder)
  return { startDate: first, endDate: last }
}

/** A page number from 1; 1 by default. */
export function readPageInput(raw: string | undefined): number {
  const text = cleanText(raw)
  if (text === '') return 1
  if (!/^[1-9]\d{0,3}$/.test(text)) throw refuse('page', lookupTexts.badPage)
  return Number(text)
}
