/** Routes of 'Sàn gọi'. */
import * as calls from '#subjects/calling/contract/calls/floor.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { json } from '#kit/server/answer.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { handOverAll, moveSome } from './move-numbers.ts'
import { planHandover } from './plan-handover.ts'
import { openKeptFloors } from './kept-floors.ts'
import { floorText } from './read-floor.ts'
import { wallText } from './read-wall.ts'
import { releaseNumber } from './release.ts'

export function serveFloor(api: Api): void {
  const floorOf = openKeptFloors(api.services.floorChanges)
  handle(api, calls.readFloor, async (ctx, input) =>
    json<calls.Floor>(floorText(await floorOf(input.group, ctx), input, ctx)),
  )
  handle(api, calls.readWall, async (ctx, { group }) => {
    const { 'floor.wallNames': wallNames } = await readSettings(ctx.db, ['floor.wallNames'])
    return json<calls.FloorWall>(wallText(await floorOf(group, ctx), wallNames === 1, ctx))
  })
  handle(api, calls.release, (ctx, input) => releaseNumber(input, ctx))
  handle(api, calls.moveNumbers, (ctx, input) => moveSome(input, ctx))
  handle(api, calls.planHandover, (ctx, input) => planHandover(input, ctx))
  handle(api, calls.handOverAll, (ctx, input) => handOverAll(input, ctx))
}
