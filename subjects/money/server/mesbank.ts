/** Overrides of bank messages: creation, import, and who may fill which fields. */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { bankTexts, mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { mayAccept } from '#subjects/money/contract/calls/transfers.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readOne, requireId } from '#kit/server/list.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { readBody, type Effect, type Values } from '#kit/server/write.ts'
import { fillMessage } from './mesbank/fill-message.ts'
import { findMessage, recordMessages, saveMessages, type Incoming } from './mesbank/save-messages.ts'
import { publishEndedTransfers } from './mesbank/publish-ended.ts'

const incoming = (values: Values): Incoming => ({
  sender: String(values.sender),
  money: Number(values.money ?? 0),
  datetime: String(values.datetime),
  str_mes: String(values.str_mes),
})

/** The form of a new message; phone and package are read from its text. */
const entered = { ...mesbank, inline: [] }

/** POST: an identical message is returned instead of created again. */
async function createMessage(body: unknown, ctx: Ctx) {
  const row = incoming(readBody(entered, body, ctx.actor, 'create'))
  const [created] = await saveMessages(ctx.db, ctx, [row])
  const id = created ?? (await findMessage(ctx.db, row))
  if (id === null) throw new AppError('INTERNAL', messages.unknownError, { inner: 'neither saved nor found' })
  if (created !== undefined) {
    await recordMessages(ctx.db, ctx, [id])
    ctx.publish(mesbank.path)
  }
  return readOne(mesbank, id, ctx)
}

/**
 * A rejected or deleted message reopens its order; requires the permission to record transfers, since order and difference are reverted
 * (D3-ACC-09).
 */
const giveBack: Effect = async (ctx, { id }) => {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM transfer_use WHERE message_id = ${id} AND ended_at = now()`,
  )
  if (rowCount && !can(ctx.actor, mayAccept)) throw new AppError('FORBIDDEN', bankTexts.recorded)
  return publishEndedTransfers(ctx)
}

export const mesbankOverrides: Overrides<typeof mesbank> = {
  entered,
  create: (ctx, raw) => createMessage(raw.body, ctx),
  update: (ctx, raw) => fillMessage(requireId(raw.params.id), raw.body, ctx),
  save: async (rows, ctx) => {
    const ids = await saveMessages(ctx.db, ctx, rows.map(incoming))
    ctx.wrote?.push(...ids.map((id) => ({ id, made: true })))
    return ids.length
  },
  effects: { deny: giveBack, remove: giveBack },
}
