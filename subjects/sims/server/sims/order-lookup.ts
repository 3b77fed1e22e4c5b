/** Order search by code and phone; codes can be guessed, the phone is the secret (D3-SIM-08). */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { lookupTexts } from '#subjects/sims/contract/shop.ts'
import type { Placed } from '#subjects/sims/contract/calls/sims.ts'
import { withTransaction, type Pool } from '#platform/server/db/pool.ts'
import type { Place } from './customer.ts'
import { readPlacedOrder } from './placed.ts'
import type { Line } from './public-lines.ts'

/** An order as shown to its customer; `ended` tells why it no longer holds its number. */
export type FoundOrder = Placed & { ended: 'overdue' | 'cancelled' | null }

/** The entered code and phone. */
export type LookupInput = { ma_don: string; phone: string }

/** Delay of the answer to any wrong pair, in ms, independent of which part was wrong. */
const wrongAnswerMs = 400

/** Parses a code: 'dh 1001', 'ĐH1001' and '1001' are DH1001. */
function readCode(text: string): number | null {
  const [, digits] = /^(?:[dđ]h)?(\d{1,15})$/.exec(text.normalize('NFKC').toLowerCase().replace(/[\s.#-]/g, '')) ?? [] // prettier-ignore
  return digits === undefined ? null : Number(digits)
}

function readPair({ ma_don, phone }: LookupInput): { code: number; phone: string } {
  const [code, digits] = [readCode(ma_don), readPhone(phone)]
  if (code !== null && digits !== null) return { code, phone: digits }
  const fields: FieldErrors = {
    ...(code === null && { ma_don: lookupTexts.noCode }),
    ...(digits === null && { phone: lookupTexts.noPhone }),
  }
  throw new AppError('VALIDATION', Object.values(fields)[0] ?? lookupTexts.noCode, { fields })
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

async function whyEnded(id: string, db: Pick<Pool, 'query'>): Promise<FoundOrder['ended']> {
  const { rows } = await db.query<Pick<FoundOrder, 'ended'>>(sql`
    SELECT CASE WHEN trang_thai = order_chua_thanh_toan() AND han_thanh_toan <= now() THEN 'overdue'
      WHEN deleted_at IS NOT NULL THEN 'cancelled' END AS ended
    FROM sim_order WHERE id = ${id}`)
  return rows[0]?.ended ?? null
}

/** Opens the order search; searches take turns. */
export function openOrderLookup(pool: Pool, inTurn: Line) {
  const find = (code: number, phone: string, { address, device }: Place) =>
    withTransaction(pool, async (db) => {
      const digests = [digest(address), device, digest(`code ${code}`), digest(`phone ${phone}`)]
      const { rows } = await db.query<{ id: string | null; seconds: number | null }>(sql`
        SELECT * FROM find_order(${code}, ${phone}, ${address}, ${device}, ${digests})`)
      const [{ id, seconds } = { id: null, seconds: null }] = rows
      if (seconds !== null) throw new AppError('RATE_LIMITED', lookupTexts.tooMany, { retryAfter: seconds })
      return id === null ? null : { ...(await readPlacedOrder(id, { db })), ended: await whyEnded(id, db) }
    })

  /** VALIDATION by field; RATE_LIMITED after too many wrong pairs; NOT_FOUND for a pair that matches no order. */
  return async (input: LookupInput, place: Place): Promise<FoundOrder> => {
    const { code, phone } = readPair(input)
    const begun = performance.now()
    const order = await inTurn(() => find(code, phone, place))
    if (order) return order
    await sleep(Math.max(0, begun + wrongAnswerMs - performance.now()))
    throw new AppError('NOT_FOUND', lookupTexts.wrong)
  }
}
