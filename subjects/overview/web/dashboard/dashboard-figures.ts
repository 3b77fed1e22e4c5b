/** Formats of the dashboard: shares, the scale of the chart, the colours of the heat map. */
import type { Hour } from '#subjects/overview/contract/calls/dashboard.ts'

/** '59%' of the step before; '' when that one is zero. */
export const shareText = (count: number, before: number): string =>
  before === 0 ? '' : `${((count / before) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`

/** Marks of an axis from 0 up: three or four even, round steps that reach `most`. */
export function axisMarks(most: number): number[] {
  const rough = Math.max(most, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 1.5, 2, 2.5, 3, 5, 10].find((size) => size * power >= rough) ?? 10) * power
  return Array.from({ length: 4 }, (_, index) => index * step)
}

/** Millions with at most one decimal, the unit of the axis. */
export const millions = (value: number): string =>
  (value / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** 'Tháng 11' for a day. */
export const monthName = (day: string): string => `Tháng ${Number(day.slice(5, 7))}`

export const weekdayNames = ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN'] as const

/** Hours with fewer calls get no share. */
const minCalls = 5

/** Hours at either end with less than this share of all calls are left out. */
const minHourShare = 0.02

export type HeatCell = Hour & { share: number | null }

/** Rows by weekday, columns by hour, over the hours with calls; and the lowest and highest share. */
export function heatOf(values: readonly Hour[]) {
  const allCalls = values.reduce((total, { calls }) => total + calls, 0)
  const callsAt = (hour: number): number =>
    values.reduce((total, value) => total + (value.hour === hour ? value.calls : 0), 0)
  const hours = values.map(({ hour }) => hour).filter((hour) => callsAt(hour) >= allCalls * minHourShare)
  const first = Math.min(...hours)
  const columns = Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) =>
    values.some((value) => value.weekday === weekday),
  )
  const cellAt = (weekday: number, hour: number): HeatCell => {
    const match = values.find((value) => value.weekday === weekday && value.hour === hour)
    const { calls = 0, reached = 0 } = match ?? {}
    return { weekday, hour, calls, reached, share: calls < minCalls ? null : reached / calls }
  }
  const rows = weekdays.map((weekday) => ({ weekday, cells: columns.map((hour) => cellAt(weekday, hour)) }))
  const shares = rows.flatMap(({ cells }) => cells).flatMap(({ share }) => (share === null ? [] : [share]))
  return { columns, rows, low: Math.min(...shares, 1), high: Math.max(...shares, 0) }
}
