/** The demo's recording: rows as text for COPY, one file per table, with marks in place of times, ids and accounts (`npm run record-demo`). */
import { join } from 'node:path'

export const folder: string = join(import.meta.dirname, 'recorded')
export const planFile = (dir: string): string => join(dir, 'plan.json')
export const rowsFile = (dir: string, table: string): string => join(dir, `${table}.br`)

export type RecordedTable = {
  table: string
  /** The recorded columns; others take their default when the rows are loaded. */
  columns: readonly string[]
  rows: number
}
export type Recording = {
  /** In loading order. */
  tables: readonly RecordedTable[]
  /** Last value by sequence. */
  sequences: Readonly<Record<string, number>>
}

/** Delimiter around a mark, which is a letter and its value; no text of the demo contains it. */
export const sign = '\u0001'

/**
 * Letters of the marks. An instant is `<working days before the day of the start>.<milliseconds after midnight, base
 * 36>`. Working days, because there is no work on Sundays wherever the quarter lies.
 */
export const marks = {
  /** Instant, as in JSON. */
  instant: 'i',
  /** Instant as milliseconds before the start, whatever the hour: the start of a running call. */
  since: 'h',
  /** Instant as milliseconds since 1970. */
  millis: 'e',
  /** Instant in a note of a call: '08:15 ngày 03/10'. */
  note: 'n',
  /** Instant in the text of a transfer: '11-10-2026 22:31'. */
  transfer: 't',
  /** Day, as working days ago. */
  day: 'd',
  /** The same as '03/10/2026'. */
  shownDay: 's',
  /** Day, as calendar days ago. */
  calendarDay: 'c',
  /** First of the month in which a working day lies. */
  monthOfDay: 'm',
  /** First of a month, as months ago. */
  month: 'g',
  /** Id of a row, by its number. */
  row: 'u',
  /** Id of an account, by its name. */
  account: 'p',
} as const

export type MarkKind = (typeof marks)[keyof typeof marks]
