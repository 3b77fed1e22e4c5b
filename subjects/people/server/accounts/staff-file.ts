/** A staff file: validated by a dry run for the preview, then saved by the same rules; one-time passwords follow (D3-SETUP-02). */
import { randomBytes } from 'node:crypto'
import { AppError } from '#kit/contract/error.ts'
import { mostStaffRows, staffTrialBusy } from '#subjects/people/contract/lists/staff-sheet.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import { withTransaction, type PoolClient } from '#platform/server/db/pool.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { hashPassword } from '../session/password.ts'
import { oneAtATime } from './authority.ts'
import { beginPasswords, enqueuePasswords } from './one-time-passwords.ts'
import { applyRow, refusalOf } from './staff-row.ts'

type Finding = { refused: string; field: string } | { same: string; stored: true } | { repeats: string }
type CheckCtx = Pick<Ctx, 'actor' | 'scope' | 'services' | 'session' | 'requestId' | 'log'>

/** Matches no password; accounts of a dry run are never stored. */
const noHash = 'not stored'

/** Thrown to roll back the transaction of a dry run. */
class TriedOut extends Error {
  readonly findings: (Finding | null)[]
  constructor(findings: (Finding | null)[]) {
    super('tried out')
    this.findings = findings
  }
}

const nameOf = (values: Values): string => String(values.username).normalize('NFKC').toLowerCase()

async function tryRow(values: Values, named: Set<string>, ctx: Ctx): Promise<Finding | null> {
  const name = nameOf(values)
  if (named.has(name)) return { refused: 'Tên đăng nhập đã có ở một dòng trên', field: 'username' }
  await ctx.db.query('SAVEPOINT one_row')
  try {
    const { kind, id } = await applyRow(values, noHash, ctx)
    await ctx.db.query('RELEASE one_row')
    named.add(name)
    if (kind === 'same') return { repeats: 'Như cũ, không có gì để lưu' }
    return kind === 'update' ? { same: id, stored: true } : null
  } catch (error) {
    // Creating a manager requires a confirmed session: the whole file is sent again after confirming (D3-SEC-07).
    if (!(error instanceof AppError) || error.code === 'REAUTH') throw error
    await ctx.db.query('ROLLBACK TO one_row')
    return refusalOf(error)
  }
}

/** Findings for `rows` on top of the `accepted` rows before them, in a transaction that is always rolled back. */
async function tryOut(rows: readonly Values[], accepted: readonly Values[], ctx: CheckCtx) {
  const attempt = async (client: PoolClient): Promise<never> => {
    const quiet: Ctx = { ...ctx, db: client, publish: () => undefined, after: () => undefined }
    // Two dry runs of the same names would wait for each other, and occupy the upload slots meanwhile.
    const { rows: lock } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('staff trial', 0)) AS free`,
    )
    if (!lock[0]?.free) throw new AppError('CONFLICT', staffTrialBusy)
    const named = new Set<string>()
    for (const values of accepted) await tryRow(values, named, quiet)
    const findings: (Finding | null)[] = []
    for (const values of rows) findings.push(await tryRow(values, named, quiet))
    throw new TriedOut(findings)
  }
  try {
    return await withTransaction(ctx.services.pool, attempt)
  } catch (error) {
    if (error instanceof TriedOut) return error.findings
    throw error
  }
}

/** Validates rows of a file by a dry run, so that a row may refer to an account that an earlier row creates. */
export function staffCheck(ctx: CheckCtx) {
  const accepted: Values[] = []
  let read = 0
  return async (rows: readonly Values[]): Promise<(Finding | null)[]> => {
    read += rows.length
    if (read > mostStaffRows)
      throw new AppError('TOO_LARGE', `File có hơn ${mostStaffRows} dòng, hãy chia thành nhiều file`)
    // As in the form: a stolen session must not set bank accounts (D3-SEC-07). Saving uses the rows read here.
    if (rows.some((values) => values.so_tai_khoan))
      await requireConfirmed({ db: ctx.services.pool, session: ctx.session })
    const findings = await tryOut(rows, accepted, ctx)
    accepted.push(...rows.filter((_, index) => !(findings[index] && 'refused' in findings[index])))
    return findings
  }
}

/** Stores a row accepted by the preview. If it is refused now, after a change in between, the message names its account. */
async function saveRow(values: Values, stored: string, ctx: Ctx): ReturnType<typeof applyRow> {
  try {
    return await applyRow(values, stored, ctx)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'REAUTH') throw error
    throw new AppError(error.code, `${String(values.username)}: ${refusalOf(error).refused}`)
  }
}

/** Saves the rows accepted by the preview; returns the number of new accounts. */
export async function saveStaffRows(rows: readonly Values[], importId: string, ctx: Ctx): Promise<number> {
  // No password opens a new account before its one-time password is made.
  const stored = await hashPassword(randomBytes(32).toString('base64url'))
  await oneAtATime(ctx)
  const made: string[] = []
  for (const values of rows) {
    const { kind, id } = await saveRow(values, stored, ctx)
    if (kind === 'new') made.push(id)
  }
  if (made.length === 0) return 0
  await beginPasswords(importId, made, ctx)
  ctx.after(() => enqueuePasswords(importId, ctx.services))
  return made.length
}
