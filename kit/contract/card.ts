/** The leading parts of a card on a phone: key, state, amount, person and time of a row (D3-PHN-01, D3-PHN-02). */
import type { Field, Kind } from './field.ts'

const cardParts = ['key', 'state', 'money', 'who', 'time'] as const
export type CardPart = (typeof cardParts)[number]

/** Names of the fields, each of the list's columns. */
export type Card<N extends string = string> = Readonly<Partial<Record<CardPart, N>>>

const ofKind =
  (...kinds: Kind[]) =>
  ({ kind }: Field): boolean =>
    kinds.includes(kind)

const hasTone = ({ options }: Field): boolean => options?.some(({ tone }) => tone !== undefined) === true

/** What fits each part; of several, the first that a list has a column for. */
const fits: Readonly<Record<CardPart, readonly ((field: Field) => boolean)[]>> = {
  key: [ofKind('phone', 'sim'), ofKind('text')],
  state: [hasTone],
  money: [ofKind('money')],
  who: [ofKind('staff')],
  time: [ofKind('instant'), ofKind('date')],
}

/** The parts of a card with the columns `names`: the declared ones among them, else the first column that fits; the key is at least the first column. */
export function cardOf(
  fields: Readonly<Record<string, Field>>,
  names: readonly string[],
  declared: Card = {},
): Card & { key: string } {
  const partOf = (part: CardPart, among: readonly string[]) => {
    const first = (test: (field: Field) => boolean) =>
      among.find((name) => {
        const field = fields[name]
        return field !== undefined && test(field)
      })
    const own = declared[part]
    if (own !== undefined && among.includes(own)) return own
    return fits[part].map(first).find((found) => found !== undefined)
  }
  const key = partOf('key', names) ?? names[0] ?? ''
  const others = names.filter((name) => name !== key)
  const found = cardParts.map((part) => [part, part === 'key' ? key : partOf(part, others)])
  return { key, ...Object.fromEntries(found.filter(([, name]) => name !== undefined)) }
}

/** The part of the card that shows a column, if any. */
export const cardPart = (card: Card, name: string): CardPart | undefined =>
  cardParts.find((part) => card[part] === name)
