/** Parses the text of a control by its field: like `readField`, with short forms of days (512 → 05/12). */
import { readEntryDate, readTypedDate } from '#kit/contract/dates.ts'
import type { Field } from '#kit/contract/field.ts'
import { readField, type Reading } from '#kit/contract/kinds.ts'

/** The day in a date box as 'YYYY-MM-DD', or null. Entry dates of costs are tried as YYMMDD first (D2-COST-47). */
export const typedDay = (text: string, entry: boolean): string | null =>
  (entry ? readEntryDate(text) : null) ?? readTypedDate(text)

export function readTyped(text: string, field: Field): Reading {
  const day = field.kind === 'date' ? typedDay(text, field.entry === true) : null
  return readField(day ?? text, field)
}
