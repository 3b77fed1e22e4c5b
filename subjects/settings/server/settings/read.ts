/** Reads settings: all, one, and the history of one. */
import sql, { type Sql } from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { settingOf, settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import type { Setting, SettingValue } from '#platform/contract/settings/kinds.ts'
import { todayVn } from '#kit/contract/dates.ts'
import {
  settingTexts,
  type DatedValue,
  type SettingChange,
  type SettingState,
} from '#subjects/settings/contract/calls/settings.ts'
import type { Ctx } from '#kit/server/context.ts'

type Row = { key: string; value: SettingValue; version: number; updatedAt: Date; updatedBy: string | null }

const stored = (where: Sql): Sql => sql`
  SELECT key, value, version, "updatedAt",
    (SELECT username FROM audit_log a WHERE a.resource = 'setting' AND a.resource_id = s.key
      ORDER BY a.id DESC LIMIT 1) AS "updatedBy"
  FROM settings s WHERE ${where}`

type DatedRow = Omit<DatedValue, 'at'> & { key: string; at: Date; version: number }

/** All values of the dated settings matching `where`, latest day first. */
const datedRows = async (where: Sql, { db }: Ctx): Promise<DatedRow[]> =>
  (
    await db.query<DatedRow>(sql`
      SELECT key, tu_ngay, value, ly_do, username, at, version FROM dated_setting WHERE ${where} ORDER BY tu_ngay DESC`)
  ).rows

const stateOf = (key: string, setting: Setting, row: Row | undefined): SettingState =>
  row
    ? { ...row, updatedAt: row.updatedAt.toISOString() }
    : { key, value: setting.default, version: 0, updatedAt: null, updatedBy: null }

/** A dated setting as of today; its version counts the changes of all its values. */
function datedState(key: string, setting: Setting, rows: readonly DatedRow[]): SettingState {
  const today = todayVn()
  const last = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return {
    key,
    value: rows.find(({ tu_ngay }) => tu_ngay <= today)?.value ?? setting.default,
    version: rows.reduce((sum, { version }) => sum + version, 0),
    updatedAt: last?.at.toISOString() ?? null,
    updatedBy: last?.username ?? null,
    dates: rows.map(({ tu_ngay, value, ly_do, username, at }) => ({
      tu_ngay,
      value,
      ly_do,
      username,
      at: at.toISOString(),
    })),
  }
}

const readable = (setting: Setting, actor: Actor): boolean =>
  setting.open === true || can(actor, setting.write)

/** The setting of a key; NOT_FOUND for an unknown one. */
export function knownSetting(key: string): Setting {
  const setting = settingOf(key)
  if (!setting) throw new AppError('NOT_FOUND', settingTexts.unknown(key))
  return setting
}

function requireReadable(setting: Setting, { actor }: Ctx): void {
  if (!readable(setting, actor)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** Every setting that the caller may read. */
export async function listSettings(ctx: Ctx): Promise<SettingState[]> {
  const { rows } = await ctx.db.query<Row>(stored(sql`true`))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const dated = Map.groupBy(await datedRows(sql`true`, ctx), ({ key }) => key)
  return (Object.keys(settings) as SettingKey[])
    .filter((key) => readable(settings[key], ctx.actor))
    .map((key) =>
      settings[key].dated
        ? datedState(key, settings[key], dated.get(key) ?? [])
        : stateOf(key, settings[key], byKey.get(key)),
    )
}

/** The current state of one setting. */
export async function oneSetting(key: string, ctx: Ctx): Promise<SettingState> {
  const setting = knownSetting(key)
  requireReadable(setting, ctx)
  if (setting.dated) return datedState(key, setting, await datedRows(sql`key = ${key}`, ctx))
  const { rows } = await ctx.db.query<Row>(stored(sql`key = ${key}`))
  return stateOf(key, setting, rows[0])
}

type ChangeRow = Omit<SettingChange, 'at' | 'tu_ngay' | 'ly_do'> & {
  at: Date
  tu_ngay: string | null
  ly_do: string | null
}

/** The latest 200 changes of a setting. */
export async function settingHistory(key: string, ctx: Ctx): Promise<{ values: SettingChange[] }> {
  requireReadable(knownSetting(key), ctx)
  const { rows } = await ctx.db.query<ChangeRow>(sql`
    SELECT a.at, a.username, u.fullname, a.before -> 'value' AS before, a.after -> 'value' AS after,
      a.after ->> 'tu_ngay' AS tu_ngay, a.after ->> 'ly_do' AS ly_do
    FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
    WHERE a.resource = 'setting' AND a.resource_id = ${key} ORDER BY a.id DESC LIMIT 200`)
  return {
    values: rows.map(({ tu_ngay, ly_do, ...row }) => ({
      ...row,
      at: row.at.toISOString(),
      ...(tu_ngay !== null && { tu_ngay }),
      ...(ly_do !== null && { ly_do }),
    })),
  }
}
