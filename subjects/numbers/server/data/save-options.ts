/** POST handleCustomDataOption: files and days for which accounts may be handed numbers (D1-DPERM-20). */
import sql, { type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import {
  permissionTexts,
  type saveOptions as call,
} from '#subjects/numbers/contract/calls/data-permission.ts'
import { withMsg } from '#kit/server/answer.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import {
  allowedFor,
  everybody,
  nobody,
  readDays,
  readFiles,
  readFrom,
  sectionRules,
  sections,
  type Section,
} from './option-rules.ts'

type Input = ParsedOf<typeof call>

/** Ids of the accounts of a section: one, or all of the level in scope (D1-Q-118); FORBIDDEN outside the scope. */
async function accountsOf(section: Section, username: string, ctx: Ctx): Promise<string[]> {
  const { scope } = ctx
  const inCallerScope: Sql = scope.all ? sql`true` : sql`u.id = ANY(${scope.ids}::uuid[])`
  const isTarget = username === everybody ? sql`NOT u.is_deleted` : sql`u.username = ${username}`
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id
    WHERE r.priority = ${sectionRules[section].priority} AND ${inCallerScope} AND ${isTarget}`)
  if (rows.length === 0 && username !== everybody) {
    throw new AppError('FORBIDDEN', messages.forbidden, {
      fields: { [`${section}.username`]: messages.forbidden },
    })
  }
  return rows.map((row) => row.id)
}

type Saved = { files: string[]; days: string[]; from: string | null }

/** Options of an account as the audit log keeps them. */
export const keptOfOptions = sql`to_jsonb(t) - 'version' - 'updatedAt'`

async function save(accounts: string[], { files, days, from }: Saved, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    WITH changed AS (
      INSERT INTO data_options AS t (user_id, files, ngay, tu_ngay)
      SELECT id, ${files}::uuid[], ${days}::date[], ${from}::date FROM unnest(${accounts}::uuid[]) AS a(id) ORDER BY id
      ON CONFLICT (user_id) DO UPDATE SET files = EXCLUDED.files, ngay = EXCLUDED.ngay, tu_ngay = EXCLUDED.tu_ngay,
        version = t.version + 1, "updatedAt" = now()
      RETURNING t.user_id AS id, to_jsonb(old) - 'version' - 'updatedAt' AS before,
        ${keptOfOptions} AS after
    ) ${auditRows(ctx, 'permit', 'data_options')}`)
}

/**
 * Replaces the options of the named accounts, all sections or none. Sections with '-99' are skipped; a section or
 * account that the caller may not set refuses the whole request.
 */
export async function saveOptions(input: Input, ctx: Ctx) {
  const chosenSections = sections.filter((section) => {
    const username = input[section]?.username
    return username !== undefined && username !== nobody
  })
  if (chosenSections.length === 0) throw new AppError('VALIDATION', permissionTexts.noAccount)
  if (chosenSections.some((section) => !can(ctx.actor, sectionRules[section].may))) {
    throw new AppError('FORBIDDEN', messages.forbidden)
  }
  for (const section of chosenSections) {
    const option = input[section]
    if (!option) continue
    // Read again for each section: a branch section saved just now may widen the next one's limits.
    const allowed = await allowedFor(ctx)
    const accounts = await accountsOf(section, option.username, ctx)
    const days = readDays(section, option.ngay, allowed)
    const from = readFrom(section, option.tu_ngay, allowed)
    const files = await readFiles(section, option.files, allowed, ctx)
    await save(accounts, { files, days, from }, ctx)
  }
  ctx.publish('data_options')
  return withMsg(null, permissionTexts.optionsSaved)
}
