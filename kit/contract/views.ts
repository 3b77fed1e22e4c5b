/** Content of a saved view of a list, and the words it uses in place of dates (D3-GRID-06). */
import * as z from 'zod/mini'
import { datePresets, toFilterDate } from './dates.ts'
import type { Period } from './resource.ts'

/** Who may use a view: its author, the people of a branch or a leader's group, or everyone. */
export const viewScopes = { own: 'Của tôi', team: 'Đơn vị', everyone: 'Mọi người' } as const
export type ViewScope = keyof typeof viewScopes

/** Longest name, in characters; most views per list of a person, of a unit and of everyone. */
export const viewNameLength = 60
export const viewsPerList = 50

/** Narrowest and widest column, in pixels. */
export const columnWidths = { narrowest: 48, widest: 640 } as const

/** Value of `view` in the address that opens a list without its default view. */
export const noView = 'none'

const key = z.string().check(z.maxLength(60))
const keys = z.array(key).check(z.maxLength(100))

const viewColumns = z.strictObject({
  order: keys,
  hidden: keys,
  widths: z.record(key, z.int().check(z.minimum(columnWidths.narrowest), z.maximum(columnWidths.widest))),
  compact: z.boolean(),
})
export type ViewColumns = z.output<typeof viewColumns>

export const viewContent = z.strictObject({
  /** Parameters that differ from the list's defaults, '' for a cleared one; the days of a period may be a word. */
  filters: z.record(key, z.string().check(z.maxLength(200))),
  /** As in the address; '' for the list's order. */
  sort: z.string().check(z.maxLength(61)),
  /** Rows per page, 'fit' for as many as the screen has room for, or null for the list's default. */
  size: z.nullable(z.union([z.int(), z.literal('fit')])),
  /** Null for the columns as declared. */
  columns: z.nullable(viewColumns),
})
export type ViewContent = z.output<typeof viewContent>

type Filters = Readonly<Record<string, string>>
type Days = Pick<Period, 'from' | 'to'>

const wordOf = (preset: string): string => `@${preset}`

/** Whether a filter names a range of days, such as '@week', in place of a date. */
export const isDayWord = (text: string): boolean => datePresets.some((preset) => wordOf(preset.key) === text)

/** Filters with words for periods that match a preset, so that 'this week' is the then current week when the view is used later. */
export function withDayWords(filters: Filters, periods: readonly Days[]): Filters {
  const named = periods.flatMap(({ from, to }) => {
    const preset = datePresets.find(({ range }) => {
      const { startDate, endDate } = range()
      return filters[from] === toFilterDate(startDate) && filters[to] === toFilterDate(endDate)
    })
    return preset
      ? [
          [from, wordOf(preset.key)],
          [to, wordOf(preset.key)],
        ]
      : []
  })
  return { ...filters, ...Object.fromEntries(named) }
}

/** The reverse: words replaced by their current dates. */
export function withDays(filters: Filters, periods: readonly Days[]): Filters {
  const dated = periods.flatMap(({ from, to }) => {
    const range = datePresets.find((preset) => wordOf(preset.key) === filters[from])?.range()
    return range
      ? [
          [from, toFilterDate(range.startDate)],
          [to, toFilterDate(range.endDate)],
        ]
      : []
  })
  return { ...filters, ...Object.fromEntries(dated) }
}
