/** Access to the tabs: permission codes are checked by the route, the channel of a confirmation tab here (D2-INVIT-09 to 14). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { codeTabs, type CodeTab, type CodeType } from '#platform/contract/code-tabs.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import type { Ctx } from '#kit/server/context.ts'

/** The tabs with a channel active for the caller or its branch; managers need none (D2-Q-147, D2-Q-148). */
async function withChannel(tabs: readonly CodeTab[], { db, actor }: Ctx): Promise<CodeTab[]> {
  if (can(actor, 'below3')) return [...tabs]
  const { rows } = await db.query<{ kenh: string }>(sql`
    SELECT DISTINCT k.kenh FROM userkenhmoigoi k JOIN users u ON to_lower(u.username) = to_lower(k.staff_username)
    WHERE k.active AND u.id IN (${actor.id}::uuid, ${actor.brandId}::uuid)`)
  return tabs.filter(({ channel }) => rows.some(({ kenh }) => kenh === channel))
}

export async function openTabs(ctx: Ctx): Promise<{ types: CodeType[] }> {
  const tabs = await withChannel(
    codeTabs.filter(({ may }) => can(ctx.actor, may)),
    ctx,
  )
  return { types: tabs.map(({ type }) => type) }
}

/** Refuses with FORBIDDEN a caller without the tab's permission or active channel. */
export async function requireTab(tab: CodeTab, ctx: Ctx): Promise<void> {
  if (!can(ctx.actor, tab.may)) throw new AppError('FORBIDDEN', messages.forbidden)
  const [open] = await withChannel([tab], ctx)
  if (!open) throw new AppError('FORBIDDEN', inviteTexts.noChannel)
}
