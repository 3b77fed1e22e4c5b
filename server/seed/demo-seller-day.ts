/** What a salesperson of the demo has to do while the quarter goes by. */
import type { Slot } from './demo-days.ts'
import type { DemoNumber } from './demo-ledger.ts'
import type { CallOutcome } from './demo-result.ts'

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
  /** Calls on an ordinary day, and how well they go (1 is ordinary). */
  pace: number
  skill: number
}

export type SellerDay = Seller & {
  slots: Slot[]
  /** Place in `slots` → the time of an appointment that call must end with. */
  fixed: Map<number, number>
  appointments: DemoNumber[]
  /** Results nobody was reached with, oldest first. */
  unanswered: Care[]
  /** Appointment calls of the day beyond the numbers that were handed out and taken back. */
  owed: number
}
