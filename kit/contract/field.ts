/** Fields of a resource as plain data; kinds give them behaviour. */
import type { Ability } from '#platform/contract/abilities.ts'

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'orange' | 'grey'
export type Icon = 'check' | 'cross' | 'ring' | 'half' | 'dot' | 'triangle' | 'dash'
export type Option = {
  value: string
  label: string
  tone?: Tone
  icon?: Icon
  pill?: true
  /** Other spellings accepted for this value in input and filters. */
  also?: readonly string[]
}

/** Value of a choice for any of its spellings; unknown text is returned unchanged. */
export const spelled = (text: string, options: readonly Option[] = []): string =>
  options.find(({ value, also }) => value === text || also?.includes(text))?.value ?? text

export type Kind =
  | 'id'
  | 'phone'
  /** a phone number for sale: ten digits with the 0, public (D2-Q-125) */
  | 'sim'
  | 'text'
  | 'note'
  | 'money'
  | 'number'
  | 'date'
  | 'instant'
  | 'choice'
  /** several of the options, stored comma-separated */
  | 'choices'
  | 'staff'
  | 'flag'

export type Field = {
  kind: Kind
  /** Vietnamese heading, written out. */
  label: string
  /** Short heading for narrow columns. */
  short?: string
  required?: true
  /** Longest text, in characters; the largest `money`, in đồng, or `number`. */
  max?: number
  /** Stored in capitals, so that a name used as a key has one spelling (D2-Q-96). */
  upper?: true
  /** A package name: spellings with the same `packageKey` are one package (D3-PRC-01). */
  code?: true
  /** A name or key, as `code`, `suggest`, `verbatim` and `staff` are: a date or a power of ten in its cell is an autocorrection of the spreadsheet (D3-FILE-07). */
  name?: true
  /** A `text` that is the number of a bank account (D3-FILE-07). */
  account?: true
  /** A `text` that its workflow parses further: date and number cells are accepted as well. */
  anyCell?: true
  /** A text that is a phone is stored as 0 and its 9 digits. */
  phoneLike?: true
  /** A `text` stored exactly as sent, because another system compares it literally. */
  verbatim?: true
  /** A `text` that the server builds from amounts: its digits are not phones and are not masked. */
  amounts?: true
  min?: number
  /** Digits after the point of a `number`. */
  decimals?: number
  /** A `number` in percent: '35%' is 35, two decimals at most. */
  percent?: true
  /** Initial value in a form, and value of an empty cell in an import. */
  default?: string | number
  /** Empty forms start with today in this `date`. */
  fromToday?: true
  /** Allowed values of a `choice`, or of a `flag` with more than 0 and 1; for `staff`, names that are not accounts, such as the automatic decider. */
  options?: readonly Option[]
  /** Property name of a `choices` value in the objects of an answer. */
  item?: string
  /** Suggestions while a `text` is typed; other text is accepted too. */
  suggest?: 'packages'
  /** Accepts YYMMDD besides the usual date forms (D2-COST-47). */
  entry?: true
  /** Not in the future: no day after today, no instant after now or before 2015. */
  past?: true
  /** A time is required besides the day. */
  timed?: true
  /**
   * Column shown to masked roles instead, for values derived from a phone. Empty in rows that such a role wrote beyond
   * its daily phone limit, which have the flag `untold` (D3-SEC-03, D3-SEC-05).
   */
  maskedFrom?: string
  /** Column with the owner's username: partners only receive the value in their own rows (D3-ACC-06). */
  partnersOwn?: string
  /** Ability needed to receive, filter, sort, search or export the field. */
  see?: Ability
  /** Ability needed to write it; `never`: set by the server. */
  write?: Ability | 'never'
  /** 0 means unknown and is shown as empty, on screen and in exports (D1-Q-134). */
  blankZero?: true
  /** A price: if it is far from the former one, the user is asked to confirm it before it is saved (D3-GRID-10). */
  price?: true
  /** The user is asked to confirm a larger amount (đồng) before it is saved; `name` describes the compared amount. Set by screens (D3-GRID-10). */
  usual?: { amount: number; name: string }
  width?: number
  /** Another name of the field in bodies and imports; its own name takes precedence. */
  alias?: string
  /** Name of the field in bodies and imports of a second list; it takes precedence. */
  bodyName?: string
  /** SQL column or expression to read, if it is not the field's name. */
  from?: string
}

type More = Partial<Omit<Field, 'kind'>> & { label: string }
const fieldOfKind =
  <const K extends Kind>(kind: K) =>
  <const M extends More>(more: M): { kind: K } & M => ({ kind, ...more })

/** Builders, one per kind: `f.money({ label: 'Đơn giá', required: true })`. */
export const f = {
  id: () => ({ kind: 'id', label: 'Mã', write: 'never' }) as const,
  phone: fieldOfKind('phone'),
  sim: fieldOfKind('sim'),
  text: fieldOfKind('text'),
  note: fieldOfKind('note'),
  money: fieldOfKind('money'),
  number: fieldOfKind('number'),
  date: fieldOfKind('date'),
  instant: fieldOfKind('instant'),
  choice: fieldOfKind('choice'),
  choices: fieldOfKind('choices'),
  staff: fieldOfKind('staff'),
  flag: fieldOfKind('flag'),
}
