/** Many cells of a list as one step, and taking the own last step back (D3-GRID-03, D3-GRID-04). */
import * as z from 'zod/mini'

/** A step can be taken back for this long, in hours. */
export const undoHours = 24

export const cellsInput = z.object({
  /** Each with the version that its user has seen: a row that changed since refuses all. */
  rows: z.array(z.object({ id: z.guid(), version: z.int(), values: z.record(z.string(), z.unknown()) })),
  /** Says what a save would refuse, and saves nothing. */
  check: z._default(z.boolean(), false),
})

export const cellsAnswer = z.strictObject({
  /** Rows saved: all, or none when a cell is refused. */
  saved: z.int(),
  /** `field` is null where the whole row is refused. */
  refused: z.array(z.strictObject({ id: z.string(), field: z.nullable(z.string()), msg: z.string() })),
})
export type CellsAnswer = z.output<typeof cellsAnswer>

export const undoAnswer = z.strictObject({
  /** Cells that have their former value again, and the first of their rows by name. */
  undone: z.int(),
  rows: z.array(z.string()),
  /** Cells left as they are: somebody changed them since, or the edit is refused. */
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
