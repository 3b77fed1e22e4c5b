/** Routes of Mfy requests in addition to the generated ones. */
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import * as calls from '#subjects/money/contract/calls/mfy.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { askTarget, inviteOnce } from './ask-carrier.ts'
import { monthsPunctuality, reminderOf, runningClocks } from './clocks.ts'
import { expireDue } from './expire.ts'
import { handOverRequest } from './hand-over.ts'
import { setRequestState } from './set-state.ts'
import { updateRequest } from './update.ts'

const base = `/api/v1/${mfy.path}`

export function serveMfy(api: Api): void {
  // Before every call, generated ones too: expired waits are never shown or decided (D2-Q-102).
  api.app.addHook('preHandler', async ({ routeOptions, id }) => {
    if (routeOptions.url === base || routeOptions.url?.startsWith(`${base}/`))
      await expireDue(api.services, id, true)
  })
  handle(api, calls.clocks, runningClocks)
  handle(api, calls.punctuality, monthsPunctuality)
  handle(api, calls.remind, reminderOf)
  handle(api, calls.setState, setRequestState)
  handle(api, calls.updateMfy, updateRequest)
  handle(api, calls.handOver, handOverRequest)
  // 'read': no transaction is open while the carrier answers; each statement commits by itself.
  handle(api, calls.lookUpTarget, askTarget, 'read')
  handle(api, calls.autoInvite, inviteOnce, 'read')
}
