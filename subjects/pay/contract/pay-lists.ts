/** Lists derived from the pay components: columns, slip lines, typed amounts, terms of sums, and signs. */
import { payComponents, payGroups, type PayFacts } from './pay-components.ts'

type Table = typeof payComponents
export type PayComponent = keyof Table
/** Names of the components with a property. */
type Those<Such> = { [Name in PayComponent]: Table[Name] extends Such ? Name : never }[PayComponent]

export type PayFigure = Exclude<PayComponent, Those<{ role: 'part' }>>
export type SlipLine = Those<{ role: 'line' }>
/** Amounts typed or uploaded by hand. */
export type TypedAmount = Those<{ typed: number }>
/** Fields of the dialog: typed amounts, and counted days that it may override. */
type DialogField = TypedAmount | Those<{ overridden: true }>

export const payFacts: Readonly<Record<PayComponent, PayFacts>> = payComponents
const components = Object.keys(payComponents) as PayComponent[]
const componentsWhere = <Name extends PayComponent>(matches: (facts: PayFacts) => boolean): readonly Name[] =>
  components.filter((name): name is Name => matches(payFacts[name]))

const isTyped = ({ typed }: PayFacts): boolean => typed !== undefined
const isLine = ({ role }: PayFacts): boolean => role === 'line'

export const payFigures = componentsWhere<PayFigure>(({ role }) => role !== 'part')
export const slipLines = componentsWhere<SlipLine>(isLine)
/** In the order of the typed sheet. */
export const typedNames = componentsWhere<TypedAmount>(isTyped).toSorted(
  (a, b) => payComponents[a].typed - payComponents[b].typed,
)

export const isFigure = (name: string): name is PayFigure => (payFigures as readonly string[]).includes(name)

/** The terms of a sum, each with 1, or −1 when subtracted; empty for other components. */
export const termsOf = (sum: PayComponent): (readonly [PayComponent, 1 | -1])[] =>
  componentsWhere(({ into }) => into === sum).map((name) => [name, payFacts[name].less ? -1 : 1])

const net: PayFigure = 'luongThucNhan'

/** The sign of a component in net pay; 0 when it does not enter. */
export function signOf(name: PayComponent): 1 | -1 | 0 {
  if (name === net) return 1
  const { into, less } = payFacts[name]
  if (into === undefined) return 0
  const sign = signOf(into as PayComponent)
  return less && sign !== 0 ? (-sign as 1 | -1) : sign
}

/** Whether a figure is subtracted, and so shown with a minus. */
export const isTakenOff = (name: PayComponent): boolean => signOf(name) === -1

const groups = Object.entries(payGroups) as [
  keyof typeof payGroups,
  { label: string; slip?: string; dialog?: string },
][]

/** Heading groups with their columns, in order. */
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
/** Groups of the dialog with their fields: those with a column first, then parts of a line. */
export const dialogGroups: readonly (readonly [title: string, names: readonly DialogField[]])[] =
  Object.entries(
    Object.groupBy(
      componentsWhere<DialogField>(isInDialog).toSorted(
        (a, b) => Number(payFacts[a].role === 'part') - Number(payFacts[b].role === 'part'),
      ),
      (name) => dialogTitle(payFacts[name]),
    ),
  ).map(([title, names = []]) => [title, names])

/** Figures in the order of the explanation. */
export const explainedFigures: readonly PayFigure[] = payFigures
  .filter((name) => !payFacts[name].explainedAfter)
  .flatMap((name) => [name, ...payFigures.filter((other) => payFacts[other].explainedAfter === name)])
