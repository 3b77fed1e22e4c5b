/** The results of a run, and the format of its figures. */
import type { Sizes } from './database.ts'
import type { Stage } from './plan.ts'
import type { Restart } from './run.ts'
import type { Heard } from './sockets.ts'
import type { Tally } from './tally.ts'
import type { Statements, Watched } from './watch.ts'

export type Report = {
  size: { minutes: number; customers: number; rate: number; people: number }
  remark: string
  signInMs: number
  stages: { stage: Stage; from: number; watched: Watched; statements?: Statements }[]
  tally: Tally
  heard: Heard
  windows: number
  claimed: { n: number; doubles: number }
  long: string[]
  faults: Map<string, number>
  restarts: Restart[]
  invariants: { n: number; broken: Record<string, number>; ms: number }
  sizes: { before: Sizes; after: Sizes }
}

export const formatCount = (n: number): string => Math.round(n).toLocaleString('en-US')
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : formatCount(value)}`
