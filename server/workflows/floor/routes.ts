/** Routes of 'Sàn gọi'. */
import * as calls from '../../../contract/workflows/floor.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { readFloor } from './read-floor.ts'
import { readWall } from './read-wall.ts'

export function serveFloor(api: Api): void {
  handle(api, calls.readFloor, (ctx, input) => readFloor(input, ctx))
  handle(api, calls.readWall, (ctx, input) => readWall(input, ctx))
}
