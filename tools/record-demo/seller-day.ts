/** State of a demo salesperson while the quarter is simulated. */
import type { Slot } from './days.ts'
import type { DemoNumber } from './ledger.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'
import type { CallOutcome } from './result.ts'

export type Care = CallOutcome & {
  id: string
  number: DemoNumber
  username: string
  at: number
  reinvitedAt: number | null
}

export type Seller = {
  username: string
  leader: string | null
  branch: string
  /** Calls on an ordinary day, and their success (1 is ordinary). */
  pace: number
  skill: number
}

export type SellerDay = Seller & {
  slots: Slot[]
  /** Index in `slots` → time of an appointment that call must end with. */
  fixed: Map<number, number>
  /** Random source of the calls' outcomes. */
  outcomes: Random
  appointments: DemoNumber[]
  /** Unanswered calls, oldest first. */
  unanswered: Care[]
  /** Appointment calls of the day beyond the numbers handed out and returned. */
  owed: number
}
