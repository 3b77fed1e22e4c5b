/** Channels of a staff member: choose, unchoose, find, list (D1-CHAN). */
import sql from 'sql-template-tag'
import { can, rules } from '#platform/contract/abilities.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import * as contract from '#subjects/registrations/contract/calls/channels.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { audit } from '#kit/server/audit.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { pageJson, readJson } from '#kit/server/list.ts'
import { pageOf } from './queries.ts'

const { channels, chooseFailed, unchooseFailed } = contract
type Input = ParsedOf<typeof contract.chooseChannel>

const columns = sql`staff_username, kenh, active`
const everything = 1000

/** Channel selections by user name and channel. */
export const listChannels = (
  query: ParsedOf<typeof contract.channelChoices>,
  ctx: Ctx,
): Promise<Json<Page<contract.ChannelChoice>>> =>
  readJson(
    ctx,
    pageJson({
      select: columns,
      from: sql`userkenhmoigoi`,
      where: sql`true`,
      order: sql`to_lower(staff_username), kenh`,
      ...(query.page === undefined && query.count === undefined
        ? { limit: 1_000_000, offset: 0 }
        : pageOf(query, everything)),
    }),
  )

/** The active account with this username, in its stored spelling, if of no higher authority than the caller. */
async function staffOf(username: string, ctx: Ctx): Promise<{ id: string; username: string } | undefined> {
  const { rows } = await ctx.db.query<{ id: string; username: string }>(sql`
    SELECT u.id, u.username FROM users u JOIN roles r ON r.id = u.role_id
    WHERE to_lower(u.username) = to_lower(${username.trim().normalize('NFKC')}) AND NOT u.is_deleted
      AND r.priority >= ${ctx.actor.priority}`)
  return rows[0]
}

async function set(
  { accountUsername, channelText }: Input,
  active: boolean,
  ctx: Ctx,
): Promise<contract.ChannelChoice> {
  const text = (active ? chooseFailed : unchooseFailed)(channelText, accountUsername)
  if (!can(ctx.actor, 'below3')) throw new AppError('FORBIDDEN', text)
  const kenh = channels.find((candidate) => candidate === channelText.trim())
  if (!kenh) throw new AppError('VALIDATION', text)
  const account = await staffOf(accountUsername, ctx)
  if (!account) throw new AppError('NOT_FOUND', text)
  const { username } = account
  const { rows } = await ctx.db.query<{ before: boolean | null }>(sql`
    INSERT INTO userkenhmoigoi AS k (staff_username, kenh, active) VALUES (${username}, ${kenh}, ${active})
    ON CONFLICT (staff_username, kenh) DO UPDATE SET active = EXCLUDED.active, "updatedAt" = now()
    RETURNING old.active AS before`)
  const before = rows[0]?.before ?? false
  if (before !== active) {
    await audit(ctx, {
      action: active ? 'choose' : 'unchoose',
      resource: 'userkenhmoigoi',
      resourceId: `${username}/${kenh}`,
      before: { active: before },
      after: { active },
    })
    ctx.publish('userkenhmoigoi')
    // The account's history includes its channels.
    ctx.publish('users', [])
  }
  return { staff_username: username, kenh, active }
}

/** Chooses a channel; choosing it again changes nothing. Refusals name channel and account (D1-Q-048). */
export const chooseChannel = (input: Input, ctx: Ctx) => set(input, true, ctx)

/** Removes a channel; the row stays with `active` false. */
export const unchooseChannel = (input: Input, ctx: Ctx) => set(input, false, ctx)

/** The selection of one channel, or null; at priority 3 and below a caller may ask for its own account and its branch (D1-Q-049). */
export async function findChannel(
  { accountUsername, channelName }: ParsedOf<typeof contract.findChannel>,
  ctx: Ctx,
): Promise<contract.ChannelChoice | null> {
  const username = accountUsername.trim().normalize('NFKC')
  const { rows } = await ctx.db.query<{ mine: boolean; choice: contract.ChannelChoice | null }>(sql`
    SELECT EXISTS (
      SELECT FROM users u WHERE to_lower(u.username) = to_lower(${username})
        AND (u.id = ${ctx.actor.id}::uuid OR u.id = ${ctx.actor.brandId}::uuid)) AS mine,
    (SELECT json_build_object('staff_username', k.staff_username, 'kenh', k.kenh, 'active', k.active)
      FROM userkenhmoigoi k WHERE to_lower(k.staff_username) = to_lower(${username}) AND k.kenh = ${channelName.trim()}
    ) AS choice`)
  const found = rows[0]
  if (!found || !(found.mine || rules.below3(ctx.actor))) throw new AppError('FORBIDDEN', messages.forbidden)
  return found.choice
}

/** A new branch starts with the channels of the confirmation codes, so that its people can invite by OTP (D3-SETUP-03). */
export async function openCodeChannels(accountUsername: string, ctx: Ctx): Promise<void> {
  for (const channelText of contract.codeChannels) await set({ accountUsername, channelText }, true, ctx)
}
