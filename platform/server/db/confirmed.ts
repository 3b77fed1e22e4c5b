/** Requires sessions confirmed within the last minutes, for sensitive calls and exports (D3-SEC-07). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#platform/contract/calls/confirm-session.ts'
import type { Queryable } from './pool.ts'
import { readSettings } from './settings.ts'

/** A session by the hash of its token; the server's own work has none, and is never confirmed. */
export type Confirmable = { db: Queryable; session?: string | undefined }

/** Throws REAUTH unless the session was confirmed; queries the database, so that all processes agree. */
export async function requireConfirmed({ db, session }: Confirmable): Promise<void> {
  const { rowCount } = await db.query(sql`
    SELECT FROM sessions WHERE token_hash = decode(${session ?? null}, 'hex')
      AND confirmed_until > now() AND confirmed_as = account_print(user_id) AND revoked_at IS NULL`)
  if (!rowCount) throw new AppError('REAUTH', texts.needed)
}

/** The same for an export with more `rows` than the setting. */
export async function requireConfirmedFor(rows: number, session: Confirmable): Promise<void> {
  const { 'export.confirmRows': limit } = await readSettings(session.db, ['export.confirmRows'])
  if (rows > limit) await requireConfirmed(session)
}
