/** A carrier's answer for a masked role: shows the requested number and no other (D1-Q-157, threats A4). */
import { seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { redactPhones } from '#kit/contract/phone.ts'

/** `phone9` in every form, as one group that `split` keeps at odd places. */
const anySpelling = (phone9: string): RegExp =>
  new RegExp(`(?<!\\d)((?:\\+?84[ .-]?|0)?${[...phone9].join('[ .-]?')})(?!\\d)`)

function redactIn(value: unknown, asked: RegExp): unknown {
  if (typeof value === 'string') {
    return value
      .split(asked)
      .map((part, at) => (at % 2 === 1 ? part : redactPhones(part)))
      .join('')
  }
  if (Array.isArray(value)) return value.map((one) => redactIn(one, asked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactIn(one, asked)]))
}

/** `answer` as `actor` may see it; `phone9` is the number that the actor entered. */
export function maskedFor<T>(answer: T, phone9: string, actor: Actor): T {
  // Only texts change, so the shape stays.
  return seesPhones(actor) ? answer : (redactIn(answer, anySpelling(phone9)) as T)
}
