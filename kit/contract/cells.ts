/** Edits of many cells of a list in one step, and undoing one's own last step (D3-GRID-03, D3-GRID-04). */
import * as z from 'zod/mini'

/** How long a step can be undone, in hours. */
export const undoHours = 24

export const cellsInput = z.object({
  /** Each with the version the user has seen: if one row changed since, all are refused. */
  rows: z.array(z.object({ id: z.guid(), version: z.int(), values: z.record(z.string(), z.unknown()) })),
  /** Dry run: reports what a save would refuse, and saves nothing. */
  check: z._default(z.boolean(), false),
})

export const cellsAnswer = z.strictObject({
  /** Rows saved: all, or none when a cell is refused. */
  saved: z.int(),
  /** `field` is null if the whole row is refused. */
  refused: z.array(z.strictObject({ id: z.string(), field: z.nullable(z.string()), msg: z.string() })),
})
export type CellsAnswer = z.output<typeof cellsAnswer>

export const undoAnswer = z.strictObject({
  /** Number of cells restored to their former value, and the name of the first of their rows. */
  undone: z.int(),
  rows: z.array(z.string()),
  /** Cells left unchanged: another user has changed them since, or the edit is refused. */
  stayed: z.array(z.strictObject({ row: z.string(), field: z.string(), msg: z.string() })),
})
export type UndoAnswer = z.output<typeof undoAnswer>

export const undoTexts = {
  nothing: `Không có thay đổi nào của bạn trong ${undoHours} giờ qua để hoàn tác`,
  elsewhere: 'Thay đổi này đang được hoàn tác ở nơi khác',
  stopped: 'Không ghi, vì thay đổi này đã được hoàn tác',
  changed: 'đã có thay đổi khác sau đó',
  notTaken: 'không trả lại được giá trị trước',
} as const
