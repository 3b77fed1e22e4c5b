/** Typed or uploaded pay values, written with their audit entries in one statement (D2-Q-155, D2-Q-156, D2-Q-27). */
import sql, { join, raw } from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { readField } from '#kit/contract/kinds.ts'
import { messages, noAccount } from '#platform/contract/messages.ts'
import { updateRow } from '#subjects/pay/contract/calls/payroll.ts'
import { typedFields } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteSaved } from '#kit/server/import.ts'
import { ident } from '#kit/server/kinds.ts'
import type { Values } from '#kit/server/write.ts'

/** Upper limits in days and đồng: larger numbers are typing errors. */
const mostDays = 31
const mostMoney = 1_000_000_000_000

/** Field and message of an amount above its limit, or null. */
export function limitExceeded(values: Values): [name: string, why: string] | null {
  for (const name of ['ngayCongThucTe', ...typedNames] as const) {
    const value = Number(values[name] ?? 0)
    const most = name === 'ngayCongThucTe' ? mostDays : mostMoney
    if (value > most) return [name, `${typedFields[name].label} lớn hơn ${most.toLocaleString('en-US')}`]
  }
  return null
}

const names = Object.keys(typedFields) as (keyof typeof typedFields)[]

/** Parses the editable fields of a body; 'all': each is required (D2-PAY-23), 'some': missing amounts are 0, missing days unchanged. */
export function readTyped(body: Readonly<Record<string, unknown>>, required: 'all' | 'some'): Values {
  const values: Values = {}
  const fields: FieldErrors = {}
  let missing = false
  for (const name of names) {
    const raw = body[name]
    const empty = raw === undefined || raw === null || raw === ''
    if (name === 'canCuCheTai' && raw === undefined) continue
    if (empty && required === 'some' && name !== 'canCuCheTai') {
      if (name !== 'ngayCongThucTe') values[name] = 0
      continue
    }
    const reading = readField(raw, updateRow.asks[name])
    if (reading.ok) values[name] = reading.value
    else fields[name] = reading.reason
    if (!reading.ok && empty) missing = true
  }
  const exceeded = limitExceeded(values)
  if (exceeded) fields[exceeded[0]] ??= exceeded[1]
  const [first] = Object.values(fields)
  if (first !== undefined)
    throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
  return values
}

/** Usernames in their stored spelling, keyed by lower-cased name. */
export async function accountsOf(
  names: readonly string[],
  { db }: Pick<Ctx, 'db'>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ username: string }>(sql`
    SELECT username FROM users WHERE to_lower(username) = ANY (${names.map((name) => name.toLowerCase())}::text[])`)
  return new Map(rows.map(({ username }) => [username.toLowerCase(), username]))
}

const columns = join(typedNames.map(ident), ', ')
const recordset = join(
  typedNames.map((name) => sql`${ident(name)} ${raw('bigint')}`),
  ', ',
)
const replaced = join(
  typedNames.map((name) => sql`${ident(name)} = excluded.${ident(name)}`),
  ', ',
)
const auditedRow = (of: 'old' | 'new') =>
  sql`CASE WHEN ${raw(of)}.username IS NOT NULL THEN to_jsonb(${raw(of)}) - ARRAY['username', 'thang', 'ngay_cong', 'updated_by', 'updated_at', 'version']
    || jsonb_build_object('ngayCongThucTe', ${raw(of)}.ngay_cong) END`

/** Typed values of a person; without a basis of sanctions the stored one is kept. */
export type TypedRow = { username: string } & Partial<Values>

/**
 * Replaces the typed amounts of people in a month. `days` also writes the typed days, null for those of timekeeping.
 * Unchanged rows are not written.
 */
export async function storeTyped(
  month: string,
  rows: readonly TypedRow[],
  days: boolean,
  ctx: Ctx,
): Promise<void> {
  const typedRows = rows.map((row) => ({ ...row, keeps: row.canCuCheTai === undefined }))
  const storedBasis = sql`(SELECT i."canCuCheTai" FROM payroll_input i WHERE i.username = g.username AND i.thang = ${month}::date)`
  // A masked role sends masked phones back; the stored digits are kept.
  const basis = seesPhones(ctx.actor)
    ? sql`g."canCuCheTai"`
    : sql`keep_phones(g."canCuCheTai", ${storedBasis})`
  await noteSaved(
    ctx,
    sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(typedRows)}::jsonb)
        AS r(username text, ${recordset}, "canCuCheTai" text, "ngayCongThucTe" numeric, keeps boolean)
    ), changed AS (
      INSERT INTO payroll_input AS t (username, thang, ${columns}, "canCuCheTai", ngay_cong, updated_by)
      SELECT g.username, ${month}::date, ${columns},
        CASE WHEN g.keeps THEN ${storedBasis} ELSE nullif(${basis}, '') END,
        "ngayCongThucTe", ${ctx.actor.username}
      FROM given g
      ON CONFLICT (username, thang) DO UPDATE SET ${replaced}, "canCuCheTai" = excluded."canCuCheTai",
        ngay_cong = CASE WHEN ${days} THEN excluded.ngay_cong ELSE t.ngay_cong END,
        updated_by = excluded.updated_by, updated_at = now(), version = t.version + 1
      RETURNING t.username || ':' || to_char(t.thang, 'MM-YYYY') AS id, ${auditedRow('old')} AS before, ${auditedRow('new')} AS after
    ), audited AS (${auditRows(ctx, 'update', 'tinhluong')})
    SELECT id, before IS NULL AS made FROM changed`,
  )
  ctx.publish('tinhluong')
}

/** Saves rows of an upload or a call by username; unknown users are refused by position. */
export async function saveTypedRows(
  month: string,
  rows: readonly Values[],
  ctx: Ctx,
): Promise<{ inserted: number; refused: ReadonlyMap<number, string> }> {
  const usernames = await accountsOf(
    rows.map(({ username }) => String(username)),
    ctx,
  )
  const refused = new Map<number, string>()
  const good = new Map<string, TypedRow>()
  for (const [index, row] of rows.entries()) {
    const username = usernames.get(String(row.username).toLowerCase())
    const refusal = username === undefined ? noAccount(String(row.username)) : limitExceeded(row)?.[1]
    if (username === undefined || refusal !== undefined) refused.set(index, refusal ?? '')
    else {
      const { canCuCheTai, ...amounts } = row
      good.set(username, { ...amounts, username, ...(canCuCheTai && { canCuCheTai }) })
    }
  }
  await storeTyped(month, [...good.values()], false, ctx)
  return { inserted: rows.length - refused.size, refused }
}
