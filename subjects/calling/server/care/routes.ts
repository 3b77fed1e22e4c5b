/** Routes of the care workflow. */
import * as calls from '#subjects/calling/contract/calls/care.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { claimNext, currentCare } from './claim-next.ts'
import { setAppointmentAt, setNote, setStatus } from './edit-history.ts'
import { inviteAgain } from './invite-again.ts'
import { careToday, myAppointments } from './own-care.ts'
import { recordResult } from './record-result.ts'
import { whyNone } from './why-none.ts'

const mostAppointments = 200

/** Registers the care calls. Claim and result need no transaction: each is one statement. */
export function serveCare(api: Api): void {
  handle(api, calls.newCare, (ctx, input) => claimNext(input, ctx), 'single')
  handle(api, calls.currentCare, (ctx) => currentCare(ctx))
  handle(api, calls.recordCare, (ctx, input) => recordResult(input, ctx), 'single')
  handle(
    api,
    calls.appointments,
    (ctx, { page = 0, count = 50 }) => {
      const limit = Math.min(Math.max(Math.trunc(count) || 50, 1), mostAppointments)
      return myAppointments({ limit, offset: Math.max(Math.trunc(page) || 0, 0) * limit }, ctx)
    },
    'write',
  )
  handle(api, calls.careToday, (ctx) => careToday(ctx))
  handle(api, calls.whyNone, (ctx, { username }) => whyNone(username, ctx))
  handle(api, calls.setStatus, (ctx, input) => setStatus(input, ctx))
  handle(api, calls.setAppointmentAt, (ctx, input) => setAppointmentAt(input, ctx))
  handle(api, calls.setNote, (ctx, input) => setNote(input, ctx))
  handle(api, calls.inviteAgain, (ctx, input) => inviteAgain(input, ctx))
}
