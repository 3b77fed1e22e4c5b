/** What the carrier said of a request, written once: the row, what is under way of it, and who hears of it. */
import sql from 'sql-template-tag'
import { maskPhone } from '../../../contract/phone.ts'
import { codeTries, inviteTexts } from '../../../contract/workflows/invite.ts'
import { neverAnswered, type Failure, type RegistrationAnswer } from '../../gateways/carrier/carrier.ts'
import { changeRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { publishRow, type Source } from './orders.ts'

type Order = {
  id: string
  source: Source
  phone: string
  fullname: string
  domain: string
  tries: number
}

/** What became of a row: still open (NONE) with tries left, `wrong` when one was used up, or over. */
export type Settled = {
  id: string
  status: 'NONE' | 'SUCCESS' | 'FAILD'
  result: string
  left: number
  wrong?: true
}

/** A name as it is told to everybody: 'N***' (D2-Q-146). */
const maskName = (name: string): string => `${[...name.trim()][0] ?? ''}***`

/** Takes out of the carrier's words what must not be kept. */
export type Strike = (text: string) => string

/** What the carrier said about a code, as it may be kept. */
function kept(answer: RegistrationAnswer, strike: Strike): RegistrationAnswer {
  const { message, resultCodeMO, resultDesMO, resultDesMt } = answer
  const told = (text: string | undefined) => text && strike(text)
  return {
    ...answer,
    message: strike(message),
    resultCodeMO: told(resultCodeMO),
    resultDesMO: told(resultDesMO),
    resultDesMt: told(resultDesMt),
  }
}

/** What follows of an answer for a row with `tries` tries so far. */
function verdict(answer: RegistrationAnswer, { source, tries }: Order): Omit<Settled, 'id'> {
  const { message } = answer
  const left = codeTries - tries
  if (answer.outcome === 'SUCCESS') return { status: 'SUCCESS', result: message, left: 0 }
  if (source !== '9332') {
    if (answer.outcome === 'NOT_RECEIVED') return { status: 'NONE', result: message, left: left + 1 }
    if (answer.outcome === 'WRONG_OTP')
      return left > 0
        ? { status: 'NONE', result: message, left, wrong: true }
        : { status: 'FAILD', result: inviteTexts.usedUp, left: 0 }
  }
  return { status: 'FAILD', result: message, left: 0 }
}

/** The answer that a failed request stands for; null when the carrier may have worked on it. */
export function answerOfFailure(why: Failure): RegistrationAnswer | null {
  if (why === 'notFound') return { outcome: 'REFUSED', message: inviteTexts.notFound }
  return neverAnswered.includes(why) ? { outcome: 'NOT_RECEIVED', message: inviteTexts[why] } : null
}

/**
 * Writes what became of the request `attempt`, in the transaction of `ctx`; null when somebody has done so already. What
 * was said of a code is kept as `strike` leaves it. A success is told to everybody at the same address, names masked (D2-INVIT-26).
 */
export async function settle(
  attempt: string,
  said: RegistrationAnswer,
  strike: Strike,
  ctx: Ctx,
): Promise<Settled | null> {
  const { db } = ctx
  const found = await db.query<Order>(sql`
    SELECT h.id, h.source, h.msisdn AS phone, h.ten_nv AS fullname, o.domain, o.tries
    FROM invitation_orders o JOIN invitation_history h ON h.id = o.history_id
    WHERE o.attempt = ${attempt} FOR UPDATE OF o`)
  const order = found.rows[0]
  if (!order) return null
  const { id, source, phone, fullname, domain } = order
  const answer = source === '9332' ? said : kept(said, strike)
  const decided = verdict(answer, order)
  const { status, result, left } = decided
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
      ? sql`UPDATE invitation_orders SET attempt = NULL, ask_at = NULL, asked = 0, tries = ${codeTries - left}
          WHERE history_id = ${id}`
      : sql`DELETE FROM invitation_orders WHERE history_id = ${id}`,
  )
  publishRow(source, ctx)
  if (status === 'SUCCESS' && source !== '9332' && domain !== '') {
    const said = inviteTexts.broadcast(maskName(fullname), maskPhone(phone))
    ctx.after(() => ctx.services.announce({ domain }, said))
  }
  return { id, ...decided }
}
