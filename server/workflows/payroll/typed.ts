/** What is typed or uploaded for people and months: one statement writes it with its trail (D2-Q-155, D2-Q-156, D2-Q-27). */
import sql, { join, raw } from 'sql-template-tag'
import { seesPhones } from '../../../contract/abilities.ts'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { readField } from '../../../contract/kit/kinds.ts'
import { messages, noAccount } from '../../../contract/messages.ts'
import { typedFields, typedNames } from '../../../contract/resources/payroll-sheets.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { ident } from '../../kit/kinds.ts'
import type { Values } from '../../kit/write.ts'

/** Days a month has, and more đồng than anybody is paid: beyond them a number is a slip of the hand. */
const mostDays = 31
const mostMoney = 1_000_000_000_000

/** Why an amount cannot be meant, or null. */
export function slipOf(values: Values): [name: string, why: string] | null {
  for (const name of ['ngayCongThucTe', ...typedNames] as const) {
    const value = Number(values[name] ?? 0)
    const most = name === 'ngayCongThucTe' ? mostDays : mostMoney
    if (value > most) return [name, `${typedFields[name].label} lớn hơn ${most.toLocaleString('en-US')}`]
  }
  return null
}

const names = Object.keys(typedFields) as (keyof typeof typedFields)[]

/** The field as a body must have it: what is sent empty is not its default (D2-PAY-23). */
function wanted(name: (typeof names)[number]): Field {
  const { default: _, ...field }: Field = typedFields[name]
  return name === 'canCuCheTai' ? field : { ...field, required: true }
}

/** Reads the editable fields of a body; 'all': each must be there (D2-PAY-23), 'some': what is left out is 0, days are left. */
export function readTyped(body: Readonly<Record<string, unknown>>, how: 'all' | 'some'): Values {
  const values: Values = {}
  const fields: FieldErrors = {}
  let missing = false
  for (const name of names) {
    const given = body[name]
    const empty = given === undefined || given === null || given === ''
    if (name === 'canCuCheTai' && given === undefined) continue
    if (empty && how === 'some' && name !== 'canCuCheTai') {
      if (name !== 'ngayCongThucTe') values[name] = 0
      continue
    }
    const reading = readField(given, wanted(name))
    if (reading.ok) values[name] = reading.value
    else fields[name] = reading.why
    if (!reading.ok && empty) missing = true
  }
  const slip = slipOf(values)
  if (slip) fields[slip[0]] ??= slip[1]
  const [first] = Object.values(fields)
  if (first !== undefined)
    throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
  return values
}

/** Names as accounts are written, whatever case they were given in. */
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
/** What the trail keeps of a row. */
const trailed = (of: 'old' | 'new') =>
  sql`CASE WHEN ${raw(of)}.username IS NOT NULL THEN to_jsonb(${raw(of)}) - ARRAY['username', 'thang', 'ngay_cong', 'updated_by', 'updated_at', 'version']
    || jsonb_build_object('ngayCongThucTe', ${raw(of)}.ngay_cong) END`

/** What a person is given; a basis that is left out stays. */
export type TypedRow = { username: string } & Partial<Values>

/**
 * Replaces the typed amounts of people in a month; the basis of sanctions stays where none is sent. `days` also writes the
 * typed days, null for those of timekeeping. What is as it was is no change.
 */
export async function storeTyped(
  month: string,
  rows: readonly TypedRow[],
  days: boolean,
  ctx: Ctx,
): Promise<void> {
  const given = rows.map((row) => ({ ...row, keeps: row.canCuCheTai === undefined }))
  const was = sql`(SELECT i."canCuCheTai" FROM payroll_input i WHERE i.username = g.username AND i.thang = ${month}::date)`
  // A masked role's stars stand for the numbers that they hid.
  const basis = seesPhones(ctx.actor) ? sql`g."canCuCheTai"` : sql`keep_phones(g."canCuCheTai", ${was})`
  await ctx.db.query(sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS r(username text, ${recordset}, "canCuCheTai" text, "ngayCongThucTe" numeric, keeps boolean)
    ), changed AS (
      INSERT INTO payroll_input AS t (username, thang, ${columns}, "canCuCheTai", ngay_cong, updated_by)
      SELECT g.username, ${month}::date, ${columns},
        CASE WHEN g.keeps THEN ${was} ELSE nullif(${basis}, '') END,
        "ngayCongThucTe", ${ctx.actor.username}
      FROM given g
      ON CONFLICT (username, thang) DO UPDATE SET ${replaced}, "canCuCheTai" = excluded."canCuCheTai",
        ngay_cong = CASE WHEN ${days} THEN excluded.ngay_cong ELSE t.ngay_cong END,
        updated_by = excluded.updated_by, updated_at = now(), version = t.version + 1
      RETURNING t.username || ':' || to_char(t.thang, 'MM-YYYY') AS id, ${trailed('old')} AS before, ${trailed('new')} AS after
    ), audited AS (${auditRows(ctx, 'update', 'tinhluong')})
    SELECT FROM changed`)
  ctx.publish('tinhluong')
}

/** Rows of an upload or a call by the names of accounts; those of nobody are refused by their place. */
export async function saveTypedRows(
  month: string,
  rows: readonly Values[],
  ctx: Ctx,
): Promise<{ inserted: number; refused: ReadonlyMap<number, string> }> {
  const known = await accountsOf(
    rows.map(({ username }) => String(username)),
    ctx,
  )
  const refused = new Map<number, string>()
  const good = new Map<string, TypedRow>()
  for (const [at, row] of rows.entries()) {
    const username = known.get(String(row.username).toLowerCase())
    const why = username === undefined ? noAccount(String(row.username)) : slipOf(row)?.[1]
    if (username === undefined || why !== undefined) refused.set(at, why ?? '')
    else {
      const { canCuCheTai, ...amounts } = row
      good.set(username, { ...amounts, username, ...(canCuCheTai && { canCuCheTai }) })
    }
  }
  await storeTyped(month, [...good.values()], false, ctx)
  return { inserted: rows.length - refused.size, refused }
}
