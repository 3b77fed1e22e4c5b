/** What a field of a resource is: plain data, no functions. Kinds give it behaviour. */
import type { Ability } from '../abilities.ts'

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'orange' | 'grey'
export type Icon = 'check' | 'cross' | 'ring' | 'half' | 'dot' | 'triangle' | 'dash'
export type Option = {
  value: string
  label: string
  tone?: Tone
  icon?: Icon
  pill?: true
  /** Other spellings that are taken for this value when they are typed, sent or asked for. */
  also?: readonly string[]
}

/** The value of a choice behind any of its spellings; what no option knows stays as it is. */
export const spelled = (text: string, options: readonly Option[] = []): string =>
  options.find(({ value, also }) => value === text || also?.includes(text))?.value ?? text

export type Kind =
  | 'id'
  | 'phone'
  /** a phone number that is goods: ten digits with the 0, for everybody to see (D2-Q-125) */
  | 'sim'
  | 'text'
  | 'note'
  | 'money'
  | 'number'
  | 'date'
  | 'instant'
  | 'choice'
  /** several of the options: stored as their values with commas between */
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
  /** Kept in capitals: a name that is a key is one name however it is typed (D2-Q-96). */
  upper?: true
  /** A package name: two spellings with the same `packageKey` are one package (D3-PRC-01). */
  code?: true
  /** A text that is a phone is kept as 0 and its 9 digits, however it is typed. */
  phoneLike?: true
  /** A `text` that is kept as it was sent, blanks and signs alike: what another system compares to the letter. */
  verbatim?: true
  /** A `text` that the server makes of amounts: what looks like a phone in it is none, and no role's mask hides it. */
  amounts?: true
  /** Smallest number. */
  min?: number
  /** Digits after the point of a `number`. */
  decimals?: number
  /** A `number` in percent: '35%' is 35, two decimals at most. */
  percent?: true
  /** What a form starts with and an import takes for an empty cell. */
  default?: string | number
  /** Values of a `choice`, or of a `flag` that is another small number than 0 or 1; of a `staff` field the names that stand for nobody. */
  options?: readonly Option[]
  /** What a value of `choices` is called in the objects that an answer lists them as. */
  item?: string
  /** What is offered while a `text` is typed; any other text is taken as well. */
  suggest?: 'packages'
  /** How an entry date may be written besides the usual forms: YYMMDD (D2-COST-47). */
  entry?: true
  /** A day that has come, none after today; a moment that has, none before 2015. */
  past?: true
  /** A day without its time of day is refused. */
  timed?: true
  /**
   * Column that masked roles are shown in its place: what the server finds out by a phone. It tells nothing in rows that
   * such a role wrote beyond its day's number of phones, whose `untold` is set (D3-SEC-03, D3-SEC-05).
   */
  maskedFrom?: string
  /** Column with the username that the value belongs to: a partner receives the value only of its own rows (D3-ACC-06). */
  partnersOwn?: string
  /** Which ability one needs to receive, filter, sort, search or export the field. */
  see?: Ability
  /** Which ability one needs to write it; `never`: the server sets it. */
  write?: Ability | 'never'
  /** 0 stands for 'not known' and is shown as nothing, on the screen and in exports (D1-Q-134). */
  blankZero?: true
  /** Column width in px. */
  width?: number
  /** Another name under which bodies and rows of an import may bring it; what comes under its own goes first. */
  alias?: string
  /** What bodies and rows of an import call it in a second list; what comes under it goes before its own name. */
  bodyName?: string
  /** Read from this SQL column or expression name instead of the field's own name. */
  from?: string
}

type More = Partial<Omit<Field, 'kind'>> & { label: string }
const of =
  <const K extends Kind>(kind: K) =>
  <const M extends More>(more: M): { kind: K } & M => ({ kind, ...more })

/** Builders, one per kind: `f.money({ label: 'Đơn giá', required: true })`. */
export const f = {
  id: () => ({ kind: 'id', label: 'Mã', write: 'never' }) as const,
  phone: of('phone'),
  sim: of('sim'),
  text: of('text'),
  note: of('note'),
  money: of('money'),
  number: of('number'),
  date: of('date'),
  instant: of('instant'),
  choice: of('choice'),
  choices: of('choices'),
  staff: of('staff'),
  flag: of('flag'),
}
