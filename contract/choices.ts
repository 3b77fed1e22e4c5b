/** Several values of a list: how they are typed, sent, stored and answered. */
import type { Field } from './kit/field.ts'
import { isObject } from './kit/is-object.ts'
import { cleanText } from './text.ts'

/** The values of a `choices` field, as it is stored (commas between), sent (a list) or answered (a list of objects). */
export function chosen(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => String(isObject(item) ? Object.values(item)[0] : item))
  return typeof value === 'string' ? value.split(',').filter(Boolean) : []
}

/**
 * What is meant by values or labels in a list, or in a text with commas, semicolons or (values) blanks between: in the
 * order of the options; `unknown` is the first that none of them is.
 */
export function readChoices(raw: unknown, { options = [] }: Field): { values: string[]; unknown?: string } {
  const labelled = (text: string) => options.find(({ label }) => label === text)?.value
  const words = (Array.isArray(raw) ? chosen(raw) : cleanText(raw).split(/[,;\n]/)).map(cleanText)
  const named = words.flatMap((word) => labelled(word) ?? word.split(/\s+/).filter(Boolean))
  const unknown = named.find((value) => !options.some((option) => option.value === value))
  const values = options.flatMap(({ value }) => (named.includes(value) ? [value] : []))
  return { values, ...(unknown !== undefined && { unknown }) }
}
