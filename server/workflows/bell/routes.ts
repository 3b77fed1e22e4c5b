/** Routes of the bell. */
import * as calls from '../../../contract/workflows/bell.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { listNotices } from './list-notices.ts'
import { markAllRead, markRead } from './mark-read.ts'

export function serveBell(api: Api): void {
  handle(api, calls.bellList, listNotices)
  handle(api, calls.readNotice, markRead)
  handle(api, calls.readAllNotices, markAllRead)
}
