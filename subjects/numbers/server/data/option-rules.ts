/** Who may permit which files and days for whom (D1-DPERM-13 to 18, D1-Q-116 to 120). */
import sql from 'sql-template-tag'
import { can, type Actor, type Rule } from '#platform/contract/abilities.ts'
import { addDays, fromFilterDate, toFilterDate } from '#kit/contract/dates.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readFileName } from './pool-file.ts'

export const sections = ['branch', 'leader', 'sale'] as const
export type Section = (typeof sections)[number]

/** Picker value for every account of the level, and the one for none. */
export const everybody = '__ALL'
export const nobody = '-99'

/** Ability that a section needs, and the priority of its accounts. */
export const sectionRules = {
  branch: { may: 'below3or7', priority: 3 },
  leader: { may: 'below4', priority: 4 },
  sale: { may: 'below5or7', priority: 5 },
} as const satisfies Record<Section, { may: Rule; priority: number }>

/** Longest permission in days ahead, today being 0 (D1-DPERM-18). */
const daysAhead = 30

/** Whether the caller chooses freely instead of within its branch's own permission. */
const free = (actor: Actor): boolean => can(actor, 'below3or7')

type Allowed = {
  files: ReadonlySet<string> | null
  day: (day: string) => boolean
  /** Whether all days from this one on may be permitted; a past day counts as today. */
  from: (day: string) => boolean
}

/** Today in Việt Nam by the database's clock, which also governs hand-outs: the clocks of processes may differ. */
async function databaseDay({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await db.query<{ day: string }>(sql`SELECT today_vn() AS day`)
  return rows[0]?.day ?? ''
}

/** What the caller may permit: any day within the next 30, or what its branch has from today on. */
export async function allowedFor(ctx: Ctx): Promise<Allowed> {
  const today = await databaseDay(ctx)
  if (free(ctx.actor)) {
    const last = addDays(today, daysAhead)
    return { files: null, day: (day) => day >= today && day <= last, from: (day) => day <= last }
  }
  const branch = ctx.actor.priority === 3 ? ctx.actor.id : ctx.actor.brandId
  const { rows } = await ctx.db.query<{ files: string[]; ngay: string[]; tu_ngay: string | null }>(
    sql`SELECT files, ngay, tu_ngay FROM data_options WHERE user_id = ${branch}`,
  )
  const { files = [], ngay = [], tu_ngay = null } = rows[0] ?? {}
  const from = (day: string): boolean => tu_ngay !== null && (day > today ? day : today) >= tu_ngay
  return { files: new Set(files), day: (day) => day >= today && (ngay.includes(day) || from(day)), from }
}

/** The day as 'YYYY-MM-DD'; VALIDATION at `field` when it is no day or `may` refuses it. */
function readDay(field: string, text: string, may: (day: string) => boolean): string {
  const day = fromFilterDate(text)
  if (day === null) throw refusal({ [field]: 'Ngày không hợp lệ, viết DD/MM/YYYY' })
  if (!may(day)) throw refusal({ [field]: `Ngày ${toFilterDate(day)} không được phép chọn` })
  return day
}

/** First day of an open-ended permission, or null; VALIDATION as for a single day. */
export const readFrom = (
  section: Section,
  text: string | null | undefined,
  allowed: Allowed,
): string | null => (text ? readDay(`${section}.tu_ngay`, text, allowed.from) : null)

/** The chosen days as 'YYYY-MM-DD'; VALIDATION for an invalid one or one the caller may not permit. */
export function readDays(section: Section, days: string[], allowed: Allowed): string[] {
  const isoDays = days.map((text) => readDay(`${section}.ngay`, text, allowed.day))
  return [...new Set(isoDays)].toSorted()
}

/** The chosen files as ids; VALIDATION for an unknown one or one the caller may not permit. */
export async function readFiles(
  section: Section,
  names: string[],
  allowed: Allowed,
  ctx: Ctx,
): Promise<string[]> {
  const fileNames = [...new Set(names.map((name) => readFileName(name)))]
  const { rows } = await ctx.db.query<{ id: string; name: string }>(sql`
    SELECT id, "FileName" AS name FROM data_files
    WHERE kind = 'pool' AND deleted_at IS NULL AND "FileName" = ANY(${fileNames}) FOR KEY SHARE`)
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  return fileNames.map((name) => {
    const id = ids.get(name)
    if (id && (allowed.files === null || allowed.files.has(id))) return id
    throw refusal({ [`${section}.files`]: `File '${name}' không có hoặc không được phép chọn` })
  })
}

const refusal = (fields: FieldErrors): AppError =>
  new AppError('VALIDATION', Object.values(fields)[0] ?? messages.invalid, { fields })
