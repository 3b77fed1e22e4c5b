/** Route of 'Hôm nay', read-only. */
import { today } from '#subjects/overview/contract/calls/today.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { readToday } from './read.ts'

export const serveToday = (api: Api): void => handle(api, today, (ctx) => readToday(ctx))
