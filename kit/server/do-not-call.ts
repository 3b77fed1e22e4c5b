/** Customers who asked not to be called: entries for a phone, and the refusal that only a reason overrides (D3-RULE-05). */
import sql, { type Sql } from 'sql-template-tag'
import type { AuditSubject } from '#platform/contract/channels.ts'
import { doNotCallText, entryWords, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { insistedName, insistenceTexts, longestInsistence } from '#platform/contract/insistence.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { cleanText } from '#kit/contract/text.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'
import { untoldAmong } from './phone-searches.ts'

/** The effective entry for a phone, as JSON of `doNotCallEntry`; NULL if it may be called. */
export const entryOf = (phone: Sql): Sql => sql`(
  SELECT json_build_object('nguon', d.nguon, 'createdAt', d."createdAt", 'den_ngay', d.den_ngay) FROM do_not_call d
  WHERE d.phone_number = ${phone} ORDER BY d.den_ngay DESC NULLS FIRST, d."createdAt" DESC LIMIT 1)`

/** JSON of `BlockedBySource[]`, most numbers first: the sources that exclude the numbers `c` of `where` from being handed out. */
export const blockedBySource = (where: Sql): Sql => sql`(
  SELECT coalesce(json_agg(s), '[]'::json) FROM (
    SELECT d.nguon, count(*)::int AS numbers, max(d."createdAt") AS newest FROM customer c
    CROSS JOIN LATERAL (
      SELECT nguon, "createdAt" FROM do_not_call WHERE phone_number = c.phone
      ORDER BY den_ngay DESC NULLS FIRST, "createdAt" DESC LIMIT 1) d
    WHERE c.stage = 'blocked' AND ${where} GROUP BY 1 ORDER BY 2 DESC, 1) s)`

/** The entries of `phones`, for those that have one. */
export async function entriesOf(
  phones: readonly string[],
  { db }: Pick<Ctx, 'db'>,
): Promise<ReadonlyMap<string, DoNotCallEntry>> {
  if (phones.length === 0) return new Map()
  const { rows } = await db.query<{ phone: string; entry: DoNotCallEntry }>(sql`
    SELECT phone, entry FROM unnest(${[...new Set(phones)]}::text[]) AS p(phone)
    CROSS JOIN LATERAL (SELECT ${entryOf(sql`p.phone`)} AS entry) e WHERE entry IS NOT NULL`)
  return new Map(rows.map(({ phone, entry }) => [phone, entry]))
}

/** The reason in a body or an import row; undefined without one, VALIDATION for an invalid one. */
export function readInsistence(sent: Readonly<Record<string, unknown>>): string | undefined {
  const value = sent[insistedName]
  const reason = typeof value === 'string' ? cleanText(value) : (value ?? '')
  if (typeof reason === 'string' && reason.length <= longestInsistence) return reason || undefined
  throw new AppError('VALIDATION', insistenceTexts.badReason, {
    fields: { [insistedName]: insistenceTexts.badReason },
  })
}

/**
 * Throws DO_NOT_CALL with source and date if the customer asked not to be called; with a reason it returns the entry
 * for `noteInsistence`. Null for all others, and if nothing may be revealed about the phone (D3-SEC-05).
 */
export async function requireReachable(phone: string, ctx: Ctx): Promise<DoNotCallEntry | null> {
  if (ctx.untold) return null
  const entry = (await entriesOf([phone], ctx)).get(phone)
  if (!entry) return null
  if (ctx.insists === undefined) throw new AppError('DO_NOT_CALL', doNotCallText(entry), { current: entry })
  return entry
}

/** Audits that row `id` was written nevertheless, with the reason. */
export async function noteInsistence(
  resource: AuditSubject,
  id: string,
  entry: DoNotCallEntry | null,
  ctx: Ctx,
): Promise<void> {
  if (!entry) return
  const after = { [insistedName]: ctx.insists, khong_goi: entryWords(entry) }
  await audit(ctx, { action: 'insist', resource, resourceId: id, after })
}

/** An import row that is saved nevertheless: its entry and the reason, its own or that of the whole call. */
export type Insistence = { entry: DoNotCallEntry; insists: string }

/** The same for the parsed rows of an import, by index: the reason to refuse a row, or what to audit once it is saved. `sent` are the rows as received. */
export async function judgeRows(
  { reaches }: Pick<Resource, 'reaches'>,
  rows: readonly Readonly<Record<string, unknown>>[],
  sent: readonly Readonly<Record<string, unknown>>[],
  ctx: Ctx,
): Promise<ReadonlyMap<number, Insistence | { refused: string }>> {
  const results = new Map<number, Insistence | { refused: string }>()
  if (reaches === undefined) return results
  const phones = rows.map((row) => String(row[reaches]))
  const untold = await untoldAmong(phones, ctx)
  const entries = await entriesOf(
    phones.filter((phone) => !untold.has(phone)),
    ctx,
  )
  for (const [index, phone] of phones.entries()) {
    const entry = entries.get(phone)
    const insists = readInsistence(sent[index] ?? {}) ?? ctx.insists
    if (entry)
      results.set(index, insists === undefined ? { refused: doNotCallText(entry) } : { entry, insists })
  }
  return results
}
