/** Routes of 'Sàn gọi'. */
import { seesPhones } from '../../../contract/abilities.ts'
import * as calls from '../../../contract/workflows/floor.ts'
import { readSettings } from '../../db/settings.ts'
import { handle } from '../../kit/call.ts'
import type { Ctx } from '../../kit/context.ts'
import type { Api } from '../../kit/handle.ts'
import { handOverAll, moveSome } from './move-numbers.ts'
import { planHandover } from './plan-handover.ts'
import { readFloor } from './read-floor.ts'
import { readWall } from './read-wall.ts'
import { openSharedAnswers } from './shared-answers.ts'
import { releaseNumber } from './release.ts'

/** What of the reader a floor depends on. Who is not of headquarters shares with the own windows alone. */
const readerOf = ({ actor, scope }: Ctx): unknown[] => [
  actor.priority,
  seesPhones(actor),
  scope.all || [actor.id, scope],
]

export function serveFloor(api: Api): void {
  const { share } = openSharedAnswers(api.services.totals.changesOf)
  handle(api, calls.readFloor, (ctx, input) =>
    share('floor', ['sangoi', input.group, ...readerOf(ctx)], () => readFloor(input, ctx)),
  )
  handle(api, calls.readWall, async (ctx, { group }) => {
    const { 'floor.wallNames': wallNames } = await readSettings(ctx.db, ['floor.wallNames'])
    const named = wallNames === 1
    return share('floor', ['manhinh', group, named, ...readerOf(ctx)], () => readWall(group, named, ctx))
  })
  handle(api, calls.release, (ctx, input) => releaseNumber(input, ctx))
  handle(api, calls.moveNumbers, (ctx, input) => moveSome(input, ctx))
  handle(api, calls.planHandover, (ctx, input) => planHandover(input, ctx))
  handle(api, calls.handOverAll, (ctx, input) => handOverAll(input, ctx))
}
