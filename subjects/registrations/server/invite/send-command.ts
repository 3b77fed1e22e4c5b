/** Commands to 9332: registration or renewal without a code (D2-Q-142, D2-Q-143). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { cleanText } from '#kit/contract/text.ts'
import { commandTabs, inviteTexts, type Command } from '#subjects/registrations/contract/calls/invite.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { concluded, currentRow } from './ask-outcome.ts'
import { beginOrder } from './orders.ts'
import { readInvitation, requireType } from './read-invitation.ts'
import type { Settled } from './settle.ts'
import { withoutCodes } from './strike.ts'

type RawText = string | null | undefined
type Input = {
  type?: RawText
  phone?: RawText
  package?: RawText
  command?: RawText
  xac_nhan_lai?: boolean | null | undefined
}

/** The command; FORBIDDEN without the permission of a tab that sends it (D2-INVIT-14). */
function readCommand(sent: RawText, ctx: Ctx): Command {
  const text = cleanText(sent).toUpperCase()
  const command = (['DK', 'GIAHAN'] as const).find((one) => one === text)
  if (command === undefined)
    throw new AppError('VALIDATION', inviteTexts.badCommand, { fields: { command: inviteTexts.badCommand } })
  const open = commandTabs.some(
    ({ may, commands }) => (commands as readonly Command[]).includes(command) && can(ctx.actor, may),
  )
  if (!open) throw new AppError('FORBIDDEN', messages.forbidden)
  return command
}

/** Outcome of the first click when it is repeated. */
async function sentBefore(requestKey: string, ctx: Ctx): Promise<Settled> {
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM invitation_history WHERE username_nv = ${ctx.actor.username} AND "requestKey" = ${requestKey}`)
  return currentRow(rows[0]?.id ?? '', ctx)
}

async function send(command: Command, input: Input, ctx: Ctx, requestKey: string | undefined) {
  const request = readInvitation(input)
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', inviteTexts.notConfigured)
  const attempt = randomUUID()
  const begun = await inTransaction(ctx.services, ctx, (within) =>
    beginOrder(
      {
        source: '9332',
        request,
        again: input.xac_nhan_lai === true,
        domain: '',
        command: { text: command, attempt, requestKey },
      },
      within,
    ),
  )
  if (!begun) return sentBefore(requestKey ?? '', ctx)
  const question = { isdn: request.phone, package_code: begun.pack, command }
  const reply = await carrier.register('command', question, attempt)
  const { phone } = request
  return (
    (await concluded(carrier, reply, { attempt, phone, strike: withoutCodes }, ctx)) ??
    (await currentRow(begun.id, ctx))
  )
}

/** Sends a command; returns only on success. A repeated click (`requestKey`) is sent once and gets the same answer. */
export async function sendCommand(input: Input, ctx: Ctx, requestKey: string | undefined) {
  const command = readCommand(input.command, ctx)
  requireType(input.type, '9332')
  const { id, status, result } = await send(command, input, ctx, requestKey)
  if (status === 'NONE') throw new AppError('CONFLICT', inviteTexts.underWay)
  if (status !== 'SUCCESS') throw new AppError('CONFLICT', result)
  return withMsg({ id, status, result }, inviteTexts.registered)
}
