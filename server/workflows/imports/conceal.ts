/** Secrets of an upload: sealed or starred before anything of the file is stored (D3-SEC-02). */
import type { Services } from '../../kit/context.ts'
import type { Values } from '../../kit/write.ts'
import type { CellValue } from '../../sheet/sheet-row.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { Target } from './targets.ts'

const stars = '********'

/** What is stored of a row: its values, and its cells as they stand in the file. */
export type Conceal = (
  values: Values,
  cells: readonly CellValue[],
  plan: SheetPlan,
) => { values: Values; cells: readonly CellValue[] }

/**
 * Of a target with secrets, values are sealed, and only cells of columns that are known to hold none are kept; until
 * somebody said which column is which, nothing is kept of those that are asked about.
 */
export function concealer({ secret }: Target, services: Services): Conceal {
  if (!secret) return (values, cells) => ({ values, cells })
  return (values, cells, { columns, unclear }) => {
    const open = columns.filter(({ name, index }) => !secret.fields.includes(name) && !unclear.has(index))
    const shown = new Set(open.map(({ index }) => index))
    const guessed = columns.filter(({ index }) => unclear.has(index)).map(({ name }) => [name, null])
    return {
      values: { ...secret.seal(values, services), ...Object.fromEntries(guessed) },
      cells: cells.map((cell, index) => (cell === null || shown.has(index) ? cell : stars)),
    }
  }
}

/** A heading that nobody knows may be a row of a file without headings. */
export const hiddenHeading =
  ({ secret }: Target, { unclear }: SheetPlan) =>
  (heading: string, column: number): string =>
    secret && unclear.has(column) && heading !== '' ? stars : heading

/** Values as they are shown: sealed ones as stars. */
export const starred = (values: Values, { secret }: Target): Values =>
  secret
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value !== null && secret.fields.includes(name) ? stars : value,
        ]),
      )
    : values
