/** The second step of a sign-in: a time code or a recovery code, after the right password (D3-SEC-06). */
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#platform/contract/calls/session.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { actorOf } from '#kit/server/actor.ts'
import { takeRecoveryCode, takeTimeCode } from './take-code.ts'
import { isTimeCode } from './time-code.ts'
import type { Source } from './source.ts'
import { isCounted, type Counted } from './tries.ts'

/**
 * Key under which tries of unknown devices are counted, over all addresses: they have the right password already, and one try per address
 * would let them guess on. A known device has its own counter, as for passwords.
 */
const ofStrangers = 'second factor'

type Trying = {
  id: string | null
  username: string
  code: string
  source: Source
  request: FastifyRequest
  tries: number
  minutes: number
}

export const codeRefusal = (msg: string): AppError =>
  new AppError('SECOND_FACTOR', msg, { fields: { code: msg } })

/** Uses up a recovery code of an account that is not signed in yet. */
async function recover(id: string, code: string, services: Services, requestId: string): Promise<boolean> {
  const account = await actorOf(services.pool, id)
  if (!account) return false
  return inTransaction(services, { ...account, requestId }, (ctx) => takeRecoveryCode(code, ctx))
}

/** Counts a try from an unknown device; RATE_LIMITED when none is left. */
async function countStranger({ username, request, tries, minutes }: Trying, db: Queryable): Promise<void> {
  const { rows } = await db.query<Counted>(sql`
    SELECT count_try(to_lower(${username}), ${ofStrangers}, ${request.ip}, ${tries}, NULL, NULL, NULL,
      ${minutes})::text AS tried`)
  // A wrong code leaves the try open, which counts as failed.
  if (!isCounted(rows[0]))
    throw new AppError('RATE_LIMITED', texts.tooMany(minutes), { retryAfter: minutes * 60 })
}

/** Whether the code is right and unused; marks it as used. RATE_LIMITED when no try is left. */
export async function codeFits(trying: Trying, services: Services): Promise<boolean> {
  const { id, username, code, source, request } = trying
  if (id === null) return false
  if (!source.familiar) await countStranger(trying, services.pool)
  const plain = code.replace(/\s/g, '')
  const fits = isTimeCode(plain)
    ? await takeTimeCode(services, id, plain)
    : await recover(id, plain, services, request.id)
  if (fits)
    await services.pool.query(sql`
      DELETE FROM login_failures WHERE username = to_lower(${username}) AND source = ${ofStrangers}`)
  return fits
}
