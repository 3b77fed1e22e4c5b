/** GET getOptionDataByUsername: permitted files and days of an account (D1-DPERM-21 to 23, D1-Q-121). */
import sql from 'sql-template-tag'
import { toFilterDate } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx } from '#kit/server/context.ts'
import { everybody, nobody, sectionRules, sections } from './option-rules.ts'

type Options = { username: string; files: string[]; ngay: string[]; tu_ngay: string | null }
type Row = {
  id: string
  username: string
  files: string[] | null
  ngay: string[] | null
  tu_ngay: string | null
}

const inCommon = (lists: (readonly string[] | null)[]): string[] => {
  const [first, ...others] = lists.map((list) => new Set(list))
  return [...(first ?? [])].filter((item) => others.every((other) => other.has(item)))
}

/** Days that all accounts have, at least one of them as a listed day and the others listed or by an open-ended permission. */
function daysInCommon(rows: readonly Row[]): string[] {
  const listed = [...new Set(rows.flatMap(({ ngay }) => ngay ?? []))].toSorted()
  const permits = ({ ngay, tu_ngay }: Row, day: string): boolean =>
    (ngay?.includes(day) ?? false) || (tu_ngay !== null && day >= tu_ngay)
  return listed.filter((day) => rows.every((row) => permits(row, day)))
}

/** First day from which all accounts have every day. */
function fromInCommon(rows: readonly Row[]): string | null {
  const from = rows.flatMap(({ tu_ngay }) => tu_ngay ?? [])
  return from.length < rows.length ? null : (from.toSorted().at(-1) ?? null)
}

/** Rows of one account (or the caller's own branch), or of all accounts of a level in scope. */
async function optionRows(username: string, level: string | undefined, ctx: Ctx): Promise<Row[]> {
  const { scope, actor } = ctx
  const section = sections.find((name) => name === level)
  const priorities = (section ? [section] : [...sections]).map((name) => sectionRules[name].priority)
  const inCallerScope = scope.all ? sql`true` : sql`u.id = ANY(${scope.ids}::uuid[])`
  const isTarget =
    username === everybody
      ? sql`NOT u.is_deleted AND ${inCallerScope}`
      : sql`u.username = ${username} AND (${inCallerScope} OR u.id = ${actor.brandId}::uuid)`
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT u.id, u.username, o.ngay, o.tu_ngay, ARRAY(
      SELECT f."FileName" FROM data_files f WHERE f.id = ANY(o.files) AND f.deleted_at IS NULL ORDER BY 1) AS files
    FROM users u JOIN roles r ON r.id = u.role_id LEFT JOIN data_options o ON o.user_id = u.id
    WHERE r.priority = ANY(${priorities}::int[]) AND ${isTarget}`)
  return rows
}

/**
 * Files and days (DD/MM/YYYY) of `username`; '__ALL' is what all accounts in scope (of `level`, if given) have in
 * common, '-99' nothing. NOT_FOUND outside the scope.
 */
export async function optionsOf(
  input: { username: string; level?: string | undefined },
  ctx: Ctx,
): Promise<Options> {
  const { username, level } = input
  if (username === nobody) return { username, files: [], ngay: [], tu_ngay: null }
  const rows = await optionRows(username, level, ctx)
  if (rows.length === 0 && username !== everybody) throw new AppError('NOT_FOUND', refusals.notFound)
  const from = fromInCommon(rows)
  return {
    username,
    files: inCommon(rows.map((row) => row.files)),
    ngay: daysInCommon(rows).map(toFilterDate),
    tu_ngay: from && toFilterDate(from),
  }
}
