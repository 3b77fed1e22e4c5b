/** Which columns a card shows, and where. */
import type { AnyColumn } from './column.ts'

type Parts<C> = {
  key: C | undefined
  state: C | undefined
  money: C | undefined
  /** Beside the state, without their headings. */
  beside: readonly C[]
  /** Below, each under its heading. */
  rest: readonly C[]
}

const mostBeside = 1

/** Dates need their heading, as figures do. */
const isDate = (text: string): boolean => /^\d{2}-\d{2}-\d{4}/.test(text)

/** The parts of the row's card; values that are empty or 0 are left out, `all` of them or not. */
export function partsOf<R, C extends AnyColumn<R>>(columns: readonly C[], row: R, all = false): Parts<C> {
  const part = (card: AnyColumn<R>['card']) => columns.find((column) => column.card === card)
  const key = part('key') ?? columns.find(({ pin, card }) => pin === 'left' && !card) ?? columns[0]
  const [state, money] = [part('state'), part('money')]
  const others = columns.filter(
    (column) =>
      column !== key &&
      column !== state &&
      column !== money &&
      (all || !['', '0', '0.0'].includes(column.text?.(row) ?? 'shown')),
  )
  // What is edited, a figure or running text needs its heading.
  const beside = others
    .filter(
      ({ numeric, grows, edit, text }) => !numeric && !grows && text && !isDate(text(row)) && !edit?.(row),
    )
    .slice(0, mostBeside)
  return { key, state, money, beside, rest: others.filter((column) => !beside.includes(column)) }
}
