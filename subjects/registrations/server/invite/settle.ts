/** Stores the carrier's answer to a request once: history row, order, and notifications. */
import sql from 'sql-template-tag'
import { maskPhone } from '#kit/contract/phone.ts'
import { codeTries, inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import {
  neverAnswered,
  type Failure,
  type RegistrationAnswer,
} from '#platform/server/gateways/carrier/carrier.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { publishRow, type Source } from './orders.ts'

type Order = {
  id: string
  source: Source
  phone: string
  fullname: string
  domain: string
  tries: number
}

/** State of a row after an answer: still open (NONE) with tries left, `wrong` when one was used up, or final. */
export type Settled = {
  id: string
  status: 'NONE' | 'SUCCESS' | 'FAILD'
  result: string
  left: number
  wrong?: true
}

/** A masked name for the broadcast, such as 'N***' (D2-Q-146). */
const maskName = (name: string): string => `${[...name.trim()][0] ?? ''}***`

/** Function that removes codes from a carrier text. */
export type Strike = (text: string) => string

/** The carrier's answer without codes, for storing. */
function storable(answer: RegistrationAnswer, strike: Strike): RegistrationAnswer {
  const { message, resultCodeMO, resultDesMO, resultDesMt } = answer
  const withoutCode = (text: string | undefined) => text && strike(text)
  return {
    ...answer,
    message: strike(message),
    resultCodeMO: withoutCode(resultCodeMO),
    resultDesMO: withoutCode(resultDesMO),
    resultDesMt: withoutCode(resultDesMt),
  }
}

/** New state of a row after an answer, with `tries` tries so far. */
function verdict(answer: RegistrationAnswer, { source, tries }: Order): Omit<Settled, 'id'> {
  const { message } = answer
  const triesLeft = codeTries - tries
  if (answer.outcome === 'SUCCESS') return { status: 'SUCCESS', result: message, left: 0 }
  if (source !== '9332') {
    if (answer.outcome === 'NOT_RECEIVED') return { status: 'NONE', result: message, left: triesLeft + 1 }
    if (answer.outcome === 'WRONG_OTP')
      return triesLeft > 0
        ? { status: 'NONE', result: message, left: triesLeft, wrong: true }
        : { status: 'FAILD', result: inviteTexts.usedUp, left: 0 }
  }
  return { status: 'FAILD', result: message, left: 0 }
}

/** The answer equivalent to a failed request; null when the carrier may have processed it. */
export function answerOfFailure(failure: Failure): RegistrationAnswer | null {
  if (failure === 'notFound') return { outcome: 'REFUSED', message: inviteTexts.notFound }
  return neverAnswered.includes(failure) ? { outcome: 'NOT_RECEIVED', message: inviteTexts[failure] } : null
}

/**
 * Stores the outcome of request `attempt`, in the transaction of `ctx`; null when it was stored already. The text is
 * stored as `strike` returns it. A success is broadcast to everybody at the same address, names masked (D2-INVIT-26).
 */
export async function settle(
  attempt: string,
  broadcastText: RegistrationAnswer,
  strike: Strike,
  ctx: Ctx,
): Promise<Settled | null> {
  const { db } = ctx
  const locked = await db.query<Order>(sql`
    SELECT h.id, h.source, h.msisdn AS phone, h.ten_nv AS fullname, o.domain, o.tries
    FROM invitation_orders o JOIN invitation_history h ON h.id = o.history_id
    WHERE o.attempt = ${attempt} FOR UPDATE OF o`)
  const order = locked.rows[0]
  if (!order) return null
  const { id, source, phone, fullname, domain } = order
  const answer = source === '9332' ? broadcastText : storable(broadcastText, strike)
  const decided = verdict(answer, order)
  const { status, result, left: triesLeft } = decided
  const changed = changeRows(ctx, 'update', 'invitation_history', {
    table: 'invitation_history',
    where: sql`t.id = ${id}`,
    set: sql`status = ${status}, result = ${result},
      "confirmedAt" = CASE WHEN ${status} = 'SUCCESS' THEN now() END,
      "resultCodeMO" = ${answer.resultCodeMO}, "resultDesMO" = ${answer.resultDesMO},
      "resultDesMt" = ${answer.resultDesMt}, version = t.version + 1`,
  })
  await db.query(sql`WITH ${changed} SELECT FROM changed`)
  await db.query(
    status === 'NONE'
      ? sql`UPDATE invitation_orders SET attempt = NULL, ask_at = NULL, asked = 0, tries = ${codeTries - triesLeft}
          WHERE history_id = ${id}`
      : sql`DELETE FROM invitation_orders WHERE history_id = ${id}`,
  )
  publishRow(source, ctx)
  if (status === 'SUCCESS' && source !== '9332' && domain !== '') {
    const broadcastText = inviteTexts.broadcast(maskName(fullname), maskPhone(phone))
    ctx.after(() => ctx.services.announce({ domain }, broadcastText))
  }
  return { id, ...decided }
}
