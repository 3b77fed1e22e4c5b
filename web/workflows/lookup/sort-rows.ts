/** The order of rows that are all here, as a click on a head asks for it: no server is asked (D3-GRID-01). */
import { readSort } from '../../../contract/kit/sort.ts'

const collator = new Intl.Collator('vi', { numeric: true })
const shownDay = /^(\d\d)-(\d\d)-(\d{4})/

/**
 * The rows by the text that `textOf` finds of each under the name sorted by; days as they are shown come in the order of
 * days, figures in that of figures, what has no text comes last both ways. As they stand without a sort.
 */
export function sortRows<R>(
  rows: readonly R[],
  sort: string,
  textOf: (row: R, name: string) => string,
): readonly R[] {
  const by = readSort(sort)
  if (!by) return rows
  const [name, way] = by
  const keyed = rows.map((row) => ({ row, key: textOf(row, name).replace(shownDay, '$3-$2-$1') }))
  const turn = way === 'asc' ? 1 : -1
  return keyed
    .toSorted((a, b) =>
      a.key === '' || b.key === ''
        ? Number(a.key === '') - Number(b.key === '')
        : turn * collator.compare(a.key, b.key),
    )
    .map(({ row }) => row)
}
