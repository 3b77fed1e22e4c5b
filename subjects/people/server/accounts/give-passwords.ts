/** The file of one-time passwords: progress, single download, and renewal for accounts that have not signed in yet (D3-SETUP-02). */
import type { FastifyReply } from 'fastify'
import sql from 'sql-template-tag'
import { formatInstant, todayVn } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { rules } from '#platform/contract/abilities.ts'
import {
  passwordTexts as texts,
  type PasswordProgress,
} from '#subjects/people/contract/calls/staff-passwords.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { disposition } from '#kit/server/export.ts'
import { requireId } from '#kit/server/list.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { seedField } from '#platform/server/running/secrets.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { lockSecrets } from '#subjects/settings/server/index.ts'
import { oneAtATime, requireConfirmedToGive, requireManageable, requireNothingMore } from './authority.ts'
import { enqueuePasswords, passwordOf, sealSeed } from './one-time-passwords.ts'
import { lockedAccount } from './queries.ts'

/** Accounts of an upload that still have the one-time password it gave them. */
const stillGiven = sql`staff_import_people p JOIN users u ON u.id = p.user_id
  AND u.must_change_password AND u.credentials_changed_at = p.given_at AND NOT u.is_deleted`

/** Requires an upload of the caller, or any for managers; NOT_FOUND otherwise. */
async function requireUpload(id: string, { db, actor }: Ctx): Promise<void> {
  const { rowCount } = await db.query(sql`
    SELECT FROM imports i JOIN staff_imports s ON s.import_id = i.id
    WHERE i.id = ${requireId(id)} AND i.resource = 'users'
      AND (i.user_id = ${actor.id} OR ${rules.below3(actor)}::boolean)`)
  if (rowCount === 0) throw new AppError('NOT_FOUND', refusals.notFound)
}

type Standing = PasswordProgress & { sealed: string | null; outdated: boolean }

async function readStanding(id: string, { db }: Ctx): Promise<Standing> {
  const { rows } = await db.query<Standing>(sql`
    SELECT n.total, n.ready, to_json(s.until) #>> '{}' AS until, to_json(s.taken_at) #>> '{}' AS "takenAt",
      s.taken_by AS "takenBy", s.sealed, coalesce(s.until < now(), true) AS outdated,
      s.sealed IS NOT NULL AND s.until > now() AND n.total > 0 AND n.ready = n.total AS waits
    FROM staff_imports s, LATERAL (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE p.ready)::int AS ready
      FROM ${stillGiven} WHERE p.import_id = s.import_id) n
    WHERE s.import_id = ${id}`)
  const [found] = rows
  if (!found) throw new AppError('NOT_FOUND', refusals.notFound)
  return found
}

const progressOf = ({ total, ready, until, takenAt, takenBy, waits }: Standing): PasswordProgress => ({
  total,
  ready,
  until,
  takenAt,
  takenBy,
  waits,
})

/** Progress of the passwords of an upload. */
export async function readProgress(id: string, ctx: Ctx): Promise<PasswordProgress> {
  await requireUpload(id, ctx)
  return progressOf(await readStanding(id, ctx))
}

/** The sealed seed of a file that may be downloaded now; CONFLICT with the reason otherwise. */
function seedToGive({ sealed, takenAt, takenBy, outdated, total, waits }: Standing): string {
  if (takenAt) throw new AppError('CONFLICT', texts.taken(takenBy ?? '', formatInstant(takenAt)))
  if (outdated) throw new AppError('CONFLICT', texts.outdated)
  if (total === 0) throw new AppError('CONFLICT', texts.nobody)
  if (!waits || !sealed) throw new AppError('CONFLICT', texts.notReady)
  return sealed
}

/** Throws unless the caller may set a new password for the account. */
async function requireMayGive(userId: string, ctx: Ctx): Promise<void> {
  const account = await lockedAccount(userId, ctx)
  requireManageable(account, ctx)
  await requireNothingMore(account, ctx)
}

type Person = { id: string; row: string[] }

/** Erases the seed and returns the rows of the file, in one transaction. */
async function take(id: string, name: string, ctx: Ctx): Promise<string[][]> {
  await requireUpload(id, ctx)
  await oneAtATime(ctx)
  const secrets = await lockSecrets(ctx)
  await ctx.db.query(sql`SELECT FROM staff_imports WHERE import_id = ${id} FOR UPDATE`)
  const seed = secrets.open(seedField, seedToGive(await readStanding(id, ctx)))
  const { rows } = await ctx.db.query<Person>(sql`
    SELECT u.id, ARRAY[u.username, u.fullname, r.name, coalesce(b.username, ''), coalesce(g.username, ''),
      to_char(u.given_until AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY HH24:MI')] AS row
    FROM ${stillGiven} JOIN roles r ON r.id = u.role_id
      LEFT JOIN users b ON b.id = u.brand_id LEFT JOIN users g ON g.id = u.group_id
    WHERE p.import_id = ${id} ORDER BY b.username NULLS FIRST, g.username NULLS FIRST, u.username`)
  // Checks the accounts as they are now, not as they were when the file was read: each must be one whose password the caller may set.
  for (const { id: userId } of rows) await requireMayGive(userId, ctx)
  await requireConfirmedToGive(ctx)
  await ctx.db.query(sql`
    UPDATE staff_imports SET sealed = NULL, taken_at = now(), taken_by = ${ctx.actor.username} WHERE import_id = ${id}`)
  await ctx.db.query(sql`
    UPDATE users SET given_by = ${ctx.actor.username} WHERE id = ANY(${rows.map((row) => row.id)}::uuid[])`)
  await audit(ctx, { action: 'export', resource: 'users', resourceId: name, after: { rows: rows.length } })
  return rows.map(({ id: userId, row }) => row.toSpliced(2, 0, passwordOf(seed, userId)))
}

const header = ['Tên đăng nhập', 'Họ tên', 'Mật khẩu một lần', 'Vai trò', 'Chi nhánh', 'Leader', 'Dùng đến']

/** Sends the file. Without the kit's `once`, which would store the answer. */
export async function sendPasswords(ctx: Ctx, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const name = `mat-khau-mot-lan-${todayVn()}.xlsx`
  const rows = await inTransaction(ctx.services, ctx, (inside) => take(id, name, inside))
  const sheet = writeSheet(
    header,
    (async function* () {
      yield rows
    })(),
    header.map(() => 'text'),
  )
  reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', disposition(name))
    .header('cache-control', 'no-store')
    .header('x-total-count', String(rows.length))
  return reply.send(sheet)
}

/** New passwords for accounts that still have the given one; the caller must be allowed to set the password of each. */
export async function renewPasswords(id: string, ctx: Ctx) {
  await oneAtATime(ctx)
  await requireUpload(id, ctx)
  await requireConfirmedToGive(ctx)
  const { rows } = await ctx.db.query<{ id: string }>(
    sql`SELECT u.id FROM ${stillGiven} WHERE p.import_id = ${id} ORDER BY u.id`,
  )
  if (rows.length === 0) throw new AppError('CONFLICT', texts.nobody)
  for (const { id: userId } of rows) {
    await requireMayGive(userId, ctx)
    await audit(ctx, { action: 'reset-password', resource: 'users', resourceId: userId })
  }
  await sealSeed(id, ctx)
  await ctx.db.query(sql`UPDATE staff_import_people SET ready = false WHERE import_id = ${id}`)
  ctx.after(() => enqueuePasswords(id, ctx.services))
  return withMsg(progressOf(await readStanding(id, ctx)), texts.renewed)
}
