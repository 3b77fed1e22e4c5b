/** The dashboard 'Bảng điều khiển' (D1-HOME): the figures of the viewer's scope, each countable in a list. */
import * as z from 'zod/mini'
import { defineCall } from '../kit/call.ts'

/** Periods of the switch, with their labels. */
export const dashboardPeriods = [
  { value: 'today', label: 'Hôm nay' },
  { value: 'week', label: 'Tuần này' },
  { value: 'month', label: 'Tháng này' },
] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]['value']

/** Money in đồng and how many registrations brought it. */
export type Earned = { revenue: number; packages: number }

/** Who the ranking compares: the level below the viewer. */
export type RankLevel = 'branch' | 'leader' | 'staff'

export type Ranked = {
  username: string
  fullname: string
  /** Active salespeople of the unit. */
  staff: number
  /** One account and nobody below it counts here, such as a branch beside its leaders: its rows go by its name. */
  alone: boolean
  revenue: number
  /** The same stretch of the period before, up to the same time of day. */
  before: number
}

/** Requests without a decision: how many, and how many of them are older than 30 minutes. */
export type Waiting = { count: number; old: number }

export type FileLeft = { id: string; FileName: string; received: number; left: number; active: boolean }

export type Dashboard = {
  /** When the figures were read, as an instant. */
  at: string
  /** First and last day of the chosen period. */
  period: { start: string; end: string }
  /** This month so far; `before` is last month's revenue up to the same day and time. */
  month: Earned & { before: number }
  today: Earned
  /** Every day of the month; `before` is the revenue of the same day of last month. */
  days: { day: string; revenue: number; before: number }[]
  /** The care funnel of the period. */
  care: { received: number; called: number; reached: number; agreed: number; registered: number }
  /** Appointments: late ones since `since`, and all of today. */
  appointments: { late: number; today: number; since: string }
  /** What the viewer may decide; an absent part is not the viewer's to decide. */
  waiting: { bank?: Waiting; khr?: Waiting; baodo?: Waiting }
  ranking: { level: RankLevel; rows: Ranked[] } | null
  /** A salesperson's own rank by revenue of the period among the salespeople of the team. */
  ownRank: { rank: number; of: number } | null
  files: FileLeft[] | null
}

/** Decisions that wait longer are named apart; minutes. */
export const oldAfterMinutes = 30

/** Days the heat map looks back: whole weeks, so that every weekday counts alike. */
export const hourDays = 28

const team = z.optional(z.string())

/** Figures of the viewer's scope; `team` narrows them to a branch, for managers (D1-Q-003). */
export const dashboard = defineCall({
  method: 'GET',
  path: '/api/v1/dashboard',
  may: 'any',
  summary: "The operation's figures in the caller's scope",
  input: z.object({ period: z.optional(z.enum(['today', 'week', 'month'])), team }),
}).answers<Dashboard>()

/** Calls by Vietnamese weekday (1 Monday to 7 Sunday) and hour. */
export type Hour = { weekday: number; hour: number; calls: number; reached: number }

export const dashboardHours = defineCall({
  method: 'GET',
  path: '/api/v1/dashboard/hours',
  may: 'any',
  summary: 'Calls and reached customers by weekday and hour, over four weeks',
  input: z.object({ team }),
}).answers<{ start: string; end: string; values: Hour[] }>()
