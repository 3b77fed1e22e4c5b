/** Recovery codes for a lost device: shown once, each good for one sign-in (D3-SEC-06). */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { recoveryCodes } from '#subjects/people/contract/calls/second-factor.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

// Without 0, o, 1, l and i, as codes are written down and typed.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 7
const perGroup = 4

/** 28 letters out of 31, 138 bits: infeasible to guess even from the hashes, so a fast hash suffices. */
function newCode(): string {
  const bytes = [...randomBytes(groups * perGroup * 4)].filter((byte) => byte < 8 * letters.length)
  const text = bytes.map((byte) => letters[byte % letters.length]).join('')
  return text.slice(0, groups * perGroup).replace(/(.{4})(?=.)/g, '$1-')
}

export const newCodes = (): string[] => Array.from({ length: recoveryCodes }, newCode)

const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest('hex')

/** Replaces all codes of the account. */
export async function storeCodes(db: Queryable, userId: string, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashOf(userId, code))
  await db.query(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  await db.query(sql`
    INSERT INTO recovery_codes (user_id, hash) SELECT ${userId}, decode(hash, 'hex') FROM unnest(${hashes}::text[]) hash`)
}

/** Uses up a code; false when it is unknown or already used, also by a concurrent process. */
export async function spendCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE recovery_codes SET used_at = now()
    WHERE user_id = ${userId} AND hash = decode(${hashOf(userId, code)}, 'hex') AND used_at IS NULL`)
  return Boolean(rowCount)
}
