/** A rectangle of cells, from the cell where it began to the focused one. */

/** A cell of the grid by index of row and column. */
export type Focus = { row: number; column: number }

export type Range = { top: number; bottom: number; left: number; right: number }

/** The rectangle between two cells; only the focused cell without a beginning, none without a focus. */
export const rangeOf = (focus: Focus | null, anchor: Focus | null = focus): Range | null =>
  focus && anchor
    ? {
        top: Math.min(focus.row, anchor.row),
        bottom: Math.max(focus.row, anchor.row),
        left: Math.min(focus.column, anchor.column),
        right: Math.max(focus.column, anchor.column),
      }
    : null

/** Whether it has more than one cell. */
export const hasManyCells = ({ top, bottom, left, right }: Range): boolean => top < bottom || left < right

export const countOf = ({ top, bottom, left, right }: Range): number =>
  (bottom - top + 1) * (right - left + 1)

/** '6 hàng × 4 cột'. */
export const sizeOf = ({ top, bottom, left, right }: Range): string =>
  `${bottom - top + 1} hàng × ${right - left + 1} cột`

/** The part of a rectangle in one row, as a text that is the same for equal parts; undefined outside. */
export function rowPart(range: Range | null, row: number): string | undefined {
  if (!range || !hasManyCells(range) || row < range.top || row > range.bottom) return undefined
  return `${range.left} ${range.right} ${row === range.top ? 't' : ''}${row === range.bottom ? 'b' : ''}`
}

/** Sides of the rectangle at a cell of that row ('tl' for its first one), or undefined outside. */
export function sidesAt(part: string | undefined, column: number): string | undefined {
  if (part === undefined) return undefined
  const [left, right, ends = ''] = part.split(' ')
  if (column < Number(left) || column > Number(right)) return undefined
  return `${ends}${column === Number(left) ? 'l' : ''}${column === Number(right) ? 'r' : ''}`
}
