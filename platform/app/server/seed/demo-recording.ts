/** The demo's recording: rows as text for COPY, one file a table, in which times, ids and accounts are marks (`npm run record-demo`). */
import { join } from 'node:path'

export const folder: string = join(import.meta.dirname, 'recorded')
export const planFile = (dir: string): string => join(dir, 'plan.json')
export const rowsFile = (dir: string, table: string): string => join(dir, `${table}.br`)

export type RecordedTable = {
  table: string
  /** The kept columns; others take their default when the rows are loaded. */
  columns: readonly string[]
  rows: number
}
export type Recording = {
  /** In the order in which they are loaded. */
  tables: readonly RecordedTable[]
  /** Last value by sequence. */
  sequences: Readonly<Record<string, number>>
}

/** Before and behind a mark, which is a letter and what it is of; no text of the demo has it. */
export const sign = '\u0001'

/**
 * What a mark is written as. An instant is `<working days before the day of the start>.<milliseconds after midnight, base 36>`.
 * Working days are counted, as nobody works on a Sunday wherever the quarter lies.
 */
export const marks = {
  /** Instant, as JSON has it. */
  instant: 'i',
  /** Instant so many milliseconds before the start, whatever the hour: since when somebody is calling. */
  since: 'h',
  /** Instant as milliseconds since 1970. */
  millis: 'e',
  /** Instant in a note of a call: '08:15 ngày 03/10'. */
  note: 'n',
  /** Instant in the words of a transfer: '11-10-2026 22:31'. */
  transfer: 't',
  /** Day, so many working days ago. */
  day: 'd',
  /** The same as '03/10/2026'. */
  shownDay: 's',
  /** Day, so many days of the calendar ago. */
  calendarDay: 'c',
  /** First of the month in which a working day lies. */
  monthOfDay: 'm',
  /** First of a month, so many months ago. */
  month: 'g',
  /** Id of a row, by its number. */
  row: 'u',
  /** Id of an account, by its name. */
  account: 'p',
} as const

export type MarkKind = (typeof marks)[keyof typeof marks]
