/** Live notifications of Mfy requests to the person with the next step (D2-Q-116). */
import sql from 'sql-template-tag'
import { maskPhone } from '#kit/contract/phone.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import type { Ctx } from '#kit/server/context.ts'

type State = { username_nv: string; so_dien_thoai: string; trang_thai: string }

/** Task of the holder in a state; null without one. */
function taskOf({ trang_thai, so_dien_thoai }: State): string | null {
  if (trang_thai === 'duyet') return mfyTexts.compose(maskPhone(so_dien_thoai))
  return trang_thai === 'duyet_lan_2' ? mfyTexts.composeAgain(maskPhone(so_dien_thoai)) : null
}

/** SQL of the rule `decidesMoney` for account `u` with role `r` (D3-ACC-02). */
const decidesMoney = sql`(r.priority < 3 AND setting_number('desk.onlyByPermission', 0) <> 1
  OR holds(u.id, decide_code()))`

/** Notifies approvers of a request to approve; after the commit. */
export async function notifyApprovers(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ username: string }>(sql`
    SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id
    WHERE NOT u.is_deleted AND u.id <> ${ctx.actor.id} AND ${decidesMoney}`)
  ctx.after(() => {
    for (const { username } of rows) ctx.services.announce({ username }, mfyTexts.needsApproval)
  })
}

/** Notifies the holder what to compose, or approvers that the first message was composed; after the commit. */
export async function notifyNext(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await ctx.db.query<State>(sql`
    SELECT username_nv, so_dien_thoai, trang_thai FROM mfy WHERE id = ${id}`)
  const [request] = rows
  if (!request) return
  const task = taskOf(request)
  if (task !== null) ctx.after(() => ctx.services.announce({ username: request.username_nv }, task))
  if (request.trang_thai === 'da_soan_y_lan_1') await notifyApprovers(ctx)
}
