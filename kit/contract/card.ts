/** The leading parts of a card on a phone: key, state and amount of a row (D3-PHN-01). */
import type { Field, Kind } from './field.ts'

export type CardPart = 'key' | 'state' | 'money'

/** Names of the fields, each of the list's columns. */
export type Card<N extends string = string> = Readonly<Partial<Record<CardPart, N>>>

const isPhone = ({ kind }: Field): boolean => kind === 'phone' || kind === 'sim'
const isText = ({ kind }: Field): boolean => kind === ('text' satisfies Kind)
const isState = ({ options }: Field): boolean => options?.some(({ tone }) => tone !== undefined) === true
const isMoney = ({ kind }: Field): boolean => kind === 'money'

/** The parts of a card with the columns `names`: the declared ones among them, else the first number or text, the first state with a colour, the first amount. */
export function cardOf(
  fields: Readonly<Record<string, Field>>,
  names: readonly string[],
  declared: Card = {},
): Card & { key: string } {
  const among = (name: string | undefined) => (name !== undefined && names.includes(name) ? name : undefined)
  const first = (fits: (field: Field) => boolean) =>
    names.find((name) => {
      const field = fields[name]
      return field !== undefined && fits(field)
    })
  const state = among(declared.state) ?? first(isState)
  const money = among(declared.money) ?? first(isMoney)
  return {
    key: among(declared.key) ?? first(isPhone) ?? first(isText) ?? names[0] ?? '',
    ...(state !== undefined && { state }),
    ...(money !== undefined && { money }),
  }
}

/** The part of the card that shows a column, if any. */
export const cardPart = ({ key, state, money }: Card, name: string): CardPart | undefined =>
  name === key ? 'key' : name === state ? 'state' : name === money ? 'money' : undefined
