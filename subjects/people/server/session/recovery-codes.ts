/** Recovery codes for a lost device: shown once, each good for one sign-in (D3-SEC-06). */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { recoveryCodes } from '#subjects/people/contract/calls/second-factor.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

// Neither 0 and o nor 1, l and i: they are written down and typed.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 7
const perGroup = 4

/** 28 letters of 31, 138 bits: nothing to guess at, even for who has the hashes, which need no slow one then. */
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

/** Puts codes in the place of all former ones. */
export async function storeCodes(db: Queryable, userId: string, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashOf(userId, code))
  await db.query(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  await db.query(sql`
    INSERT INTO recovery_codes (user_id, hash) SELECT ${userId}, decode(hash, 'hex') FROM unnest(${hashes}::text[]) hash`)
}

/** Uses a code up; false when it is none, or was used, also by another process at the same moment. */
export async function spendCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE recovery_codes SET used_at = now()
    WHERE user_id = ${userId} AND hash = decode(${hashOf(userId, code)}, 'hex') AND used_at IS NULL`)
  return Boolean(rowCount)
}
