/** Fields with several values: how they are typed, sent, stored and answered. */
import type { Field } from './field.ts'
import { isObject } from './is-object.ts'
import { cleanText } from './text.ts'

/** The values of a `choices` field as stored (comma-separated), sent (a list) or answered (a list of objects). */
export function choiceValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => String(isObject(item) ? Object.values(item)[0] : item))
  return typeof value === 'string' ? value.split(',').filter(Boolean) : []
}

/**
 * Values from values or labels, in a list or a text separated by commas, semicolons or (values) blanks, in the order of
 * the options; `unknown` is the first that is no option.
 */
export function readChoices(raw: unknown, { options = [] }: Field): { values: string[]; unknown?: string } {
  const labelled = (text: string) => options.find(({ label }) => label === text)?.value
  const entries = (Array.isArray(raw) ? choiceValues(raw) : cleanText(raw).split(/[,;\n]/)).map(cleanText)
  const byLabel = entries.flatMap((entry) => labelled(entry) ?? entry.split(/\s+/).filter(Boolean))
  const unknown = byLabel.find((value) => !options.some((option) => option.value === value))
  const values = options.flatMap(({ value }) => (byLabel.includes(value) ? [value] : []))
  return { values, ...(unknown !== undefined && { unknown }) }
}
