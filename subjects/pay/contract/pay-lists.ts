/** Lists that follow from the components of pay: columns, lines of the slip, typed amounts, terms of a sum, and their signs. */
import { payComponents, payGroups, type PayFacts } from './pay-components.ts'

type Table = typeof payComponents
export type PayComponent = keyof Table
/** Components of which something is so. */
type Those<Such> = { [Name in PayComponent]: Table[Name] extends Such ? Name : never }[PayComponent]

/** Components with a column. */
export type PayFigure = Exclude<PayComponent, Those<{ role: 'part' }>>
/** Lines of the slip. */
export type SlipLine = Those<{ role: 'line' }>
/** Amounts that are typed or uploaded by hand. */
export type TypedAmount = Those<{ typed: number }>
/** What the dialog holds: these, and counted days that it may set otherwise. */
type DialogField = TypedAmount | Those<{ overridden: true }>

/** What the table says of a component. */
export const payFacts: Readonly<Record<PayComponent, PayFacts>> = payComponents
const components = Object.keys(payComponents) as PayComponent[]
const those = <Name extends PayComponent>(are: (facts: PayFacts) => boolean): readonly Name[] =>
  components.filter((name): name is Name => are(payFacts[name]))

const isTyped = ({ typed }: PayFacts): boolean => typed !== undefined
const isLine = ({ role }: PayFacts): boolean => role === 'line'

export const payFigures = those<PayFigure>(({ role }) => role !== 'part')
export const slipLines = those<SlipLine>(isLine)
/** In the order of the typed sheet. */
export const typedNames = those<TypedAmount>(isTyped).toSorted(
  (a, b) => payComponents[a].typed - payComponents[b].typed,
)

/** Whether a name is that of a figure. */
export const isFigure = (name: string): name is PayFigure => (payFigures as readonly string[]).includes(name)

/** The components that add up to this one, each with 1, or −1 where it is subtracted. Empty for one that is no sum. */
export const termsOf = (sum: PayComponent): (readonly [PayComponent, 1 | -1])[] =>
  those(({ into }) => into === sum).map((name) => [name, payFacts[name].less ? -1 : 1])

const net: PayFigure = 'luongThucNhan'

/** The sign of a component in net pay; 0 for one that it has no part in. */
export function signOf(name: PayComponent): 1 | -1 | 0 {
  if (name === net) return 1
  const { into, less } = payFacts[name]
  if (into === undefined) return 0
  const sign = signOf(into as PayComponent)
  return less && sign !== 0 ? (-sign as 1 | -1) : sign
}

/** Whether a figure is shown with a minus. */
export const isTakenOff = (name: PayComponent): boolean => signOf(name) === -1

const groups = Object.entries(payGroups) as [
  keyof typeof payGroups,
  { label: string; slip?: string; dialog?: string },
][]

/** Headings of the columns with theirs, in order. */
export const columnGroups: readonly (readonly [label: string, names: readonly PayFigure[]])[] = groups.map(
  ([key, { label }]) => [label, payFigures.filter((name) => payFacts[name].group === key)],
)

export type SlipGroup = { label: string; less: boolean; lines: readonly SlipLine[] }
/** Groups of the slip with their lines; `less`: subtracted. */
export const slipGroups: readonly SlipGroup[] = groups
  .map(([key, { label, slip = label }]) => {
    const lines = slipLines.filter((name) => payFacts[name].group === key)
    return { label: slip, less: lines.some(isTakenOff), lines }
  })
  .filter(({ lines }) => lines.length > 0)

const isInDialog = (facts: PayFacts): boolean => isTyped(facts) || facts.overridden === true
const dialogTitle = ({ group }: PayFacts): string => {
  const { label, dialog = label }: { label: string; dialog?: string } = payGroups[group]
  return dialog
}
/** Groups of the dialog with their fields: those of columns first, then parts of a line. */
export const dialogGroups: readonly (readonly [title: string, names: readonly DialogField[]])[] =
  Object.entries(
    Object.groupBy(
      those<DialogField>(isInDialog).toSorted(
        (a, b) => Number(payFacts[a].role === 'part') - Number(payFacts[b].role === 'part'),
      ),
      (name) => dialogTitle(payFacts[name]),
    ),
  ).map(([title, names = []]) => [title, names])

/** Figures in the order in which they are explained. */
export const explainedFigures: readonly PayFigure[] = payFigures
  .filter((name) => !payFacts[name].explainedAfter)
  .flatMap((name) => [name, ...payFigures.filter((other) => payFacts[other].explainedAfter === name)])
