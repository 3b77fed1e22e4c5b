/** Checks of the boxes of a look-up before anything is sent (D1-LOOK-54 to 58, D1-Q-096, D1-Q-097). */
import { toFilterDate } from '#kit/contract/dates.ts'
import { messages } from '#platform/contract/messages.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { typedDay } from '#kit/web/kinds/read-typed.ts'

export type Checked<T> = { ok: true; value: T } | { ok: false; alert: string }

/** The last 9 digits; with too few or too many digits the text is sent unchanged, and the server refuses it. */
export function checkPhone(typed: string): Checked<string> {
  if (!/\d/.test(typed.normalize('NFKC'))) return { ok: false, alert: lookupTexts.noPhone }
  return { ok: true, value: readPhone(typed) ?? typed.trim() }
}

export type Days = { startDate: string; endDate: string }

/** Both days as DD/MM/YYYY and in order. */
export function checkDays({ startDate, endDate }: Days): Checked<Days> {
  if (startDate.trim() === '') return { ok: false, alert: lookupTexts.noStartDate }
  if (endDate.trim() === '') return { ok: false, alert: lookupTexts.noEndDate }
  const [from, to] = [typedDay(startDate, false), typedDay(endDate, false)]
  if (!from) return { ok: false, alert: lookupTexts.badStartDate }
  if (!to) return { ok: false, alert: lookupTexts.badEndDate }
  if (from > to) return { ok: false, alert: messages.dateOrder }
  return { ok: true, value: { startDate: toFilterDate(from), endDate: toFilterDate(to) } }
}

/** Page numbers of the buttons: 1 to `last`, and page 1 in any case (D1-Q-092). */
export const pageNumbers = (last: number): number[] =>
  Array.from({ length: Math.max(1, last) }, (_, index) => index + 1)
