/** Sorts fully loaded rows in the browser after a click on a heading (D3-GRID-01). */
import { readSort } from '#kit/contract/sort.ts'

const collator = new Intl.Collator('vi', { numeric: true })
const shownDay = /^(\d\d)-(\d\d)-(\d{4})/

/**
 * The rows sorted by `textOf` of the sort's name; days sort by date, figures by value, empty texts come last in both
 * directions. Unchanged without a sort.
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
