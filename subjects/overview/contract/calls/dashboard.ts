/** The dashboard 'Bảng điều khiển' (D1-HOME): figures of the viewer's scope, each linked to its list. */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant, valuesOf } from '#kit/contract/shapes.ts'

/** Selectable periods with labels. */
export const dashboardPeriods = [
  { value: 'today', label: 'Hôm nay' },
  { value: 'week', label: 'Tuần này' },
  { value: 'month', label: 'Tháng này' },
] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]['value']

/** Revenue in đồng and its number of packages (D3-ONE-01). */
const earned = z.strictObject({ revenue: z.int(), packages: z.int() })
export type Earned = z.output<typeof earned>

/** Level of the ranking: the one below the viewer. */
const rankLevel = z.enum(['branch', 'leader', 'staff'])
export type RankLevel = z.output<typeof rankLevel>

const days = z.strictObject({ start: day, end: day })
/** Comparison days; null before the first data (D3-ONE-02). */
const compared = z.nullable(days)

const ranked = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  /** Accounts of a branch as its report counts them (D2-REVF-41); active salespeople of a leader. */
  staff: z.int(),
  /** Whether only the account itself counts here, such as a branch next to its leaders: rows under its own name. */
  alone: z.boolean(),
  revenue: z.int(),
  /** Revenue on the comparison days. */
  before: z.int(),
})
export type Ranked = z.output<typeof ranked>

/** Numbers received, calls, calls that reached the customer, agreements and registrations of a range of days. */
const calls = z.strictObject({
  received: z.int(),
  called: z.int(),
  reached: z.int(),
  agreed: z.int(),
  registered: z.int(),
})
export type Calls = z.output<typeof calls>

/** A kind of the desk: number of waiting rows, and of those waiting more than 30 minutes. */
const waiting = z.strictObject({ kind: z.string(), count: z.int(), old: z.int() })

const fileLeft = z.strictObject({
  id: z.string(),
  FileName: z.string(),
  received: z.int(),
  left: z.int(),
  active: z.boolean(),
})
export type FileLeft = z.output<typeof fileLeft>

const figures = z.strictObject({
  /** When the figures were read. */
  at: instant,
  /** First and last day of the selected period. */
  period: days,
  /** The same days of the previous period. */
  compared,
  /** Null, like month and today, for viewers without access to revenue; figures without permission are left out, not 0 (D3-ONE-07). */
  doanhThu: z.nullable(z.int()),
  /** This month so far; `before` is the revenue on the comparison days. */
  month: z.nullable(z.extend(earned, { before: earned, compared })),
  today: z.nullable(earned),
  /** Days of the month; `before` is the revenue of the same day of the previous month, null when unknown. */
  days: z.array(z.strictObject({ day, revenue: z.int(), before: z.nullable(z.int()) })),
  /** Null for the office, which has no customers to call. */
  care: z.nullable(
    z.extend(calls, {
      /** The comparison days and their figures; null without any, as before the first data (D3-ONE-02). */
      before: z.nullable(z.extend(calls, days.shape)),
    }),
  ),
  /** Overdue appointments since `since`, and all of today; null for the office. */
  appointments: z.nullable(z.strictObject({ late: z.int(), today: z.int(), since: day })),
  /** Kinds that the viewer may decide, counted as at the desk (D3-ONE-03). */
  waiting: z.array(waiting),
  /** `outside`: revenue of the period in no unit. */
  ranking: z.nullable(z.strictObject({ level: rankLevel, rows: z.array(ranked), outside: z.int() })),
  /** A salesperson's rank by revenue within the team. */
  ownRank: z.nullable(z.strictObject({ rank: z.int(), of: z.int() })),
  files: z.nullable(z.array(fileLeft)),
})
export type Dashboard = z.output<typeof figures>
export type Care = NonNullable<Dashboard['care']>

/** Rows waiting longer than this are counted separately, in minutes. */
export const oldAfterMinutes = 30

/** Days of the heat map: whole weeks, so that weekdays are comparable. */
export const hourDays = 28

const team = z.optional(z.string())

/** Figures of the viewer's scope; managers may narrow them to a branch by `team` (D1-Q-003). */
export const dashboard = defineCall({
  method: 'GET',
  path: '/api/v1/dashboard',
  may: 'any',
  summary: "The operation's figures in the caller's scope",
  input: z.object({ period: z.optional(z.enum(['today', 'week', 'month'])), team }),
  answer: figures,
})

/** Calls by Vietnamese weekday (1 Monday to 7 Sunday) and hour. */
const hour = z.strictObject({ weekday: z.int(), hour: z.int(), calls: z.int(), reached: z.int() })
export type Hour = z.output<typeof hour>

export const dashboardHours = defineCall({
  method: 'GET',
  path: '/api/v1/dashboard/hours',
  may: 'calls',
  summary: 'Calls and reached customers by weekday and hour, over four weeks',
  input: z.object({ team }),
  answer: z.strictObject({ start: day, end: day, values: z.array(hour) }),
})

export const demoAccounts = defineCall({
  method: 'GET',
  path: '/api/v1/dashboard/demo-accounts',
  may: 'admin',
  summary: 'Accounts of an installation for real that the password of the demo still opens',
  input: z.object({}),
  answer: valuesOf(z.string()),
})
