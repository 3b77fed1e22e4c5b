/** The field of each sheet column, including the user's answers. */
import type { ImportSummary } from '#platform/contract/calls/imports.ts'

/** '' for a column that is not read; `chosen` are the answers by column number. */
export function columnsOf(
  { asks, columns }: Pick<ImportSummary, 'asks' | 'columns'>,
  chosen: ReadonlyMap<number, string>,
): string[] {
  const unknownColumns = new Set(asks.map(({ column }) => column))
  const clear = columns.flatMap(({ name, at }): [number, string][] =>
    at === null || unknownColumns.has(at) ? [] : [[at, name]],
  )
  const named = new Map([...clear, ...chosen])
  return Array.from({ length: Math.max(-1, ...named.keys()) + 1 }, (_, column) => named.get(column) ?? '')
}
