/** Routes of the bell. */
import * as calls from '#platform/contract/calls/bell.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { listNotices } from './list-notices.ts'
import { markAllRead, markRead } from './mark-read.ts'

export function serveBell(api: Api): void {
  handle(api, calls.bellList, listNotices)
  handle(api, calls.readNotice, markRead)
  handle(api, calls.readAllNotices, markAllRead)
}
