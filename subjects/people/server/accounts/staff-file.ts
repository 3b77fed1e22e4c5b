/** A staff file: tried out for its preview, then saved by the same rules, with one-time passwords to follow (D3-SETUP-02). */
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

/** No password has this hash: an account of a trial is never stored. */
const noHash = 'not stored'

/** Ends the transaction of a trial, which leaves nothing behind. */
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
    // Whoever makes a manager confirms the session first: then the whole file is sent again (D3-SEC-07).
    if (!(error instanceof AppError) || error.code === 'REAUTH') throw error
    await ctx.db.query('ROLLBACK TO one_row')
    return refusalOf(error)
  }
}

/** Findings of `rows` on top of the `accepted` ones of before, in a transaction that is always rolled back. */
async function tryOut(rows: readonly Values[], accepted: readonly Values[], ctx: CheckCtx) {
  const attempt = async (client: PoolClient): Promise<never> => {
    const quiet: Ctx = { ...ctx, db: client, publish: () => undefined, after: () => undefined }
    // Two trials of the same names would wait for each other, and the places of uploads with them.
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

/** Judges the rows of a file by trying them out, so that a row may stand below one that the same file creates above. */
export function staffCheck(ctx: CheckCtx) {
  const accepted: Values[] = []
  let read = 0
  return async (rows: readonly Values[]): Promise<(Finding | null)[]> => {
    read += rows.length
    if (read > mostStaffRows)
      throw new AppError('TOO_LARGE', `File có hơn ${mostStaffRows} dòng, hãy chia thành nhiều file`)
    // As the form does: a foreign session must not say where pay goes (D3-SEC-07). What is saved is what was read.
    if (rows.some((values) => values.so_tai_khoan))
      await requireConfirmed({ db: ctx.services.pool, session: ctx.session })
    const findings = await tryOut(rows, accepted, ctx)
    accepted.push(...rows.filter((_, at) => !(findings[at] && 'refused' in findings[at])))
    return findings
  }
}

/** Stores a row that its preview accepted. Where something changed since and it is refused now, the message names the row's account. */
async function saveRow(values: Values, stored: string, ctx: Ctx): ReturnType<typeof applyRow> {
  try {
    return await applyRow(values, stored, ctx)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'REAUTH') throw error
    throw new AppError(error.code, `${String(values.username)}: ${refusalOf(error).refused}`)
  }
}

/** Saves the rows of a file that its preview accepted; returns how many accounts are new. */
export async function saveStaffRows(rows: readonly Values[], importId: string, ctx: Ctx): Promise<number> {
  // Until its one-time password is made no password opens a new account.
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
