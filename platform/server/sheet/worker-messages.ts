/** Messages between the reading worker and its caller. */
import type { Code } from '#kit/contract/error.ts'
import type { SheetRow } from './sheet-row.ts'

export type WorkerTask = { path: string; fromRow: number }

/** The caller acknowledges each batch with 'more'; two are sent ahead. */
export type WorkerMessage =
  | { rows: SheetRow[] }
  | { done: true }
  | { refused: { code: Code; msg: string; inner: string | undefined } }
