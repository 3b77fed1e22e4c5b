/** Secrets of an upload are encrypted, or replaced by stars, before anything is stored (D3-SEC-02). */
import type { Services } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import type { CellValue } from '#platform/server/sheet/sheet-row.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { Target } from './targets.ts'

const stars = '********'

/** What is stored of a row: its values and its raw cells. */
export type Conceal = (
  values: Values,
  cells: readonly CellValue[],
  plan: SheetPlan,
) => { values: Values; cells: readonly CellValue[] }

/**
 * For a target with secrets, encrypts the values and stores only cells of columns known to contain no secret; cells of
 * unclear columns are dropped until the user assigns them.
 */
export function concealer({ secret }: Target, services: Services): Conceal {
  if (!secret) return (values, cells) => ({ values, cells })
  return (values, cells, { columns, unclear }) => {
    const open = columns.filter(({ name, index }) => !secret.fields.includes(name) && !unclear.has(index))
    const openColumns = new Set(open.map(({ index }) => index))
    const guessed = columns.filter(({ index }) => unclear.has(index)).map(({ name }) => [name, null])
    return {
      values: { ...secret.seal(values, services), ...Object.fromEntries(guessed) },
      cells: cells.map((cell, index) => (cell === null || openColumns.has(index) ? cell : stars)),
    }
  }
}

/** An unknown heading may be a data row of a file without headings, so it is hidden. */
export const hiddenHeading =
  ({ secret }: Target, { unclear }: SheetPlan) =>
  (heading: string, column: number): string =>
    secret && unclear.has(column) && heading !== '' ? stars : heading

/** Values for display: encrypted ones as stars. */
export const starred = (values: Values, { secret }: Target): Values =>
  secret
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value !== null && secret.fields.includes(name) ? stars : value,
        ]),
      )
    : values
