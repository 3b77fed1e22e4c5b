/** Divides the columns of a list over the sheets of a print. */

/** Width of an A4 sheet on its long side within its margins, in px. */
const sheetWidth = 1_040
/** Width of the number of a row, in px. */
const numberWidth = 40

/**
 * The columns in parts that each fit a sheet; the first column is repeated in every part to identify the rows. A
 * column that is too wide has a part of its own (D3-GRID-11).
 */
export function partsOf<C extends { width: number }>(columns: readonly C[]): C[][] {
  const [key, ...others] = columns
  if (!key) return []
  const parts: C[][] = [[key]]
  const start = numberWidth + key.width
  let used = start
  for (const column of others) {
    const last = parts.at(-1)
    if (last && (used + column.width <= sheetWidth || last.length === 1)) {
      last.push(column)
      used += column.width
    } else {
      parts.push([key, column])
      used = start + column.width
    }
  }
  return parts
}
