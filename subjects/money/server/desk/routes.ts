/** Routes of the approval desk; decisions are declared actions of the lists. */
import {
  deskAskers,
  deskBatch,
  deskCounts,
  deskEvidence,
  deskList,
} from '#subjects/money/contract/calls/desk.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { evidenceOf } from './evidence.ts'
import { countBatch, countByKind, listAskers, listWaiting } from './list-waiting.ts'

export function serveDesk(api: Api): void {
  handle(api, deskList, listWaiting)
  handle(api, deskCounts, countByKind)
  handle(api, deskBatch, countBatch, 'read')
  handle(api, deskAskers, listAskers)
  handle(api, deskEvidence, evidenceOf)
}
