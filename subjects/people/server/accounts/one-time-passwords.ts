/**
 * One-time passwords of an upload (D3-SETUP-02). None is stored: each is derived from a sealed seed of the upload and the account id, so
 * that work resumed after a restart derives the same ones. The seed is erased when the file is downloaded.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { oneTimeDays } from '#subjects/people/contract/calls/staff-passwords.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { seedField } from '#platform/server/running/secrets.ts'
import { hashPassword } from '../session/password.ts'
import { lockSecrets, secretsOf } from '#subjects/settings/server/index.ts'

export const passwordJob = 'staff-passwords'

/** 32 characters without look-alikes. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const shape = [4, 4, 4]
/** Accounts read per batch. */
const batch = 20
/** Pause while sign-ins fill the hash queue, in ms. */
const waitBusy = 500

/** A password such as 'k7mx-p2qd-9rtn' (60 bits), derived from seed and account id. */
export function passwordOf(seed: string, userId: string): string {
  const bytes = createHmac('sha256', Buffer.from(seed, 'base64')).update(userId).digest()
  let offset = 0
  return shape
    .map((length) => Array.from({ length }, () => signs[(bytes[offset++] ?? 0) % signs.length]).join(''))
    .join('-')
}

/** Stores a new seed for the passwords of an upload; passwords derived from a former seed are derived again. */
export async function sealSeed(importId: string, ctx: Ctx): Promise<void> {
  const { seal } = await lockSecrets(ctx)
  const sealed = seal(seedField, randomBytes(32).toString('base64'))
  await ctx.db.query(sql`
    INSERT INTO staff_imports (import_id, sealed, until)
    VALUES (${importId}, ${sealed}, now() + make_interval(days => ${oneTimeDays}))
    ON CONFLICT (import_id) DO UPDATE
    SET sealed = excluded.sealed, until = excluded.until, taken_at = NULL, taken_by = NULL`)
}

/** Registers the accounts for one-time passwords, in the transaction that creates them. */
export async function beginPasswords(importId: string, ids: readonly string[], ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM staff_imports WHERE import_id = ${importId} AND sealed IS NOT NULL`,
  )
  if (rowCount === 0) await sealSeed(importId, ctx)
  await ctx.db.query(sql`
    INSERT INTO staff_import_people (import_id, user_id, given_at)
    SELECT ${importId}, id, credentials_changed_at FROM users WHERE id = ANY(${[...ids]}::uuid[])`)
}

/** Enqueues the job after a commit; when that is lost, `resumePasswords` enqueues it. */
export function enqueuePasswords(importId: string, { jobs, log }: Services): void {
  jobs
    .enqueue(passwordJob, { importId })
    .catch((err: unknown) => log.error({ err, import: importId }, 'one-time passwords not begun'))
}

type Waiting = { user_id: string; sealed: string }

async function waitingOf(importId: string, { pool }: Services): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(sql`
    SELECT p.user_id, s.sealed FROM staff_import_people p JOIN staff_imports s USING (import_id)
    WHERE p.import_id = ${importId} AND NOT p.ready AND s.sealed IS NOT NULL ORDER BY p.user_id LIMIT ${batch}`)
  return rows
}

/** Sets the password of one account, unless it got another one or the seed was replaced meanwhile. */
async function giveTo({ user_id, sealed }: Waiting, importId: string, services: Services): Promise<void> {
  const seed = secretsOf(services).open(seedField, sealed)
  const hash = await hashPassword(passwordOf(seed, user_id))
  await services.pool.query(sql`
    WITH now_due AS (
      SELECT p.user_id, p.given_at, s.until FROM staff_imports s JOIN staff_import_people p USING (import_id)
      WHERE s.import_id = ${importId} AND s.sealed = ${sealed} AND p.user_id = ${user_id} AND NOT p.ready
      FOR UPDATE OF p
    ), given AS (
      UPDATE users u SET password_hash = ${hash}, given_until = d.until, given_by = NULL
      FROM now_due d
      WHERE u.id = d.user_id AND u.must_change_password AND u.credentials_changed_at = d.given_at
    )
    UPDATE staff_import_people p SET ready = true FROM now_due d
    WHERE p.import_id = ${importId} AND p.user_id = d.user_id`)
}

/** The job. Hashes one password at a time, so that sign-ins are not starved. Throws when the server stops; a later run continues. */
export async function makePasswords(
  services: Services,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const waiting = await waitingOf(importId, services)
    if (waiting.length === 0) return
    for (const account of waiting) {
      if (signal.aborted) throw new Error('the server is stopping')
      try {
        await giveTo(account, importId, services)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'BUSY')) throw error
        await sleep(waitBusy)
      }
    }
  }
}

/** Enqueues jobs that a stopped server left unfinished, and erases expired seeds. */
export async function resumePasswords(services: Services): Promise<void> {
  await services.pool.query(
    'UPDATE staff_imports SET sealed = NULL WHERE sealed IS NOT NULL AND until < now()',
  )
  const { rows } = await services.pool.query<{ import_id: string }>(`
    SELECT DISTINCT p.import_id FROM staff_import_people p JOIN staff_imports s USING (import_id)
    WHERE NOT p.ready AND s.sealed IS NOT NULL`)
  for (const { import_id } of rows) enqueuePasswords(import_id, services)
}
