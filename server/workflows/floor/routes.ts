/** Routes of 'Sàn gọi'. */
import * as calls from '../../../contract/workflows/floor.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { handOverAll, moveSome } from './move-numbers.ts'
import { planHandover } from './plan-handover.ts'
import { readFloor } from './read-floor.ts'
import { readWall } from './read-wall.ts'
import { releaseNumber } from './release.ts'

export function serveFloor(api: Api): void {
  handle(api, calls.readFloor, (ctx, input) => readFloor(input, ctx))
  handle(api, calls.readWall, (ctx, input) => readWall(input, ctx))
  handle(api, calls.release, (ctx, input) => releaseNumber(input, ctx))
  handle(api, calls.moveNumbers, (ctx, input) => moveSome(input, ctx))
  handle(api, calls.planHandover, (ctx, input) => planHandover(input, ctx))
  handle(api, calls.handOverAll, (ctx, input) => handOverAll(input, ctx))
}
