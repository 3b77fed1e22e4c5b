/** Changes a setting: validated by its kind, guarded by its version, audited. */
import sql from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages, noAccount } from '../../../contract/messages.ts'
import {
  mayBeEmpty,
  readSetting,
  showSetting,
  type Setting,
  type SettingValue,
} from '../../../contract/settings/kinds.ts'
import { otherEnd, spanFault } from '../../../contract/settings/spans.ts'
import { settings, type PlainKey } from '../../../contract/settings/catalogue.ts'
import { settingTexts } from '../../../contract/workflows/settings.ts'
import { audit } from '../../kit/audit.ts'
import { withMsg } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { readSettings } from '../../kit/settings.ts'
import { lockDated, readWhen, storeDated, type When } from './dated.ts'
import { known, oneSetting } from './read.ts'

/** Current choices: the fixed ones and the entries of the setting named by `from`. */
async function offered(setting: Setting, ctx: Ctx): Promise<string[]> {
  if (setting.kind !== 'choice') return []
  const fixed = setting.options.map((option) => option.value)
  if (setting.from === undefined) return fixed
  const key = setting.from as PlainKey
  const more = (await readSettings(ctx.db, [key]))[key] as readonly string[]
  return [...fixed, ...more]
}

async function checked(key: string, raw: unknown, ctx: Ctx): Promise<SettingValue> {
  const setting = known(key, ctx.actor)
  if (!can(ctx.actor, setting.write)) throw new AppError('FORBIDDEN', messages.forbidden)
  const empty = raw === undefined || raw === null || (raw === '' && !mayBeEmpty(setting))
  if (empty)
    throw new AppError('VALIDATION', messages.missingField, { fields: { [key]: messages.missingField } })
  await lock(key, setting, ctx)
  const reading = readSetting(raw, setting, await offered(setting, ctx))
  if (!reading.ok) throw refusal(key, reading.why)
  if (setting.kind === 'amounts') await requireAccounts(key, Object.keys(reading.value), ctx)
  return reading.value
}

const refusal = (key: string, why: string): AppError =>
  new AppError('VALIDATION', why, { fields: { [key]: why } })

/** Refuses unknown usernames: their amount would be paid to nobody. */
async function requireAccounts(key: string, names: string[], { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${names}::text[]) AS n(name) WHERE NOT EXISTS (SELECT FROM users WHERE username = name) LIMIT 1`)
  if (rows[0]) throw refusal(key, noAccount(rows[0].name))
}

type Stored = { value: SettingValue; version: number }

/**
 * One writer at a time per key, even before it is first set. Related settings share a lock: both ends of a range, so
 * that two people cannot move them past each other, and a choice with its list.
 */
async function lock(key: string, setting: Setting, ctx: Ctx): Promise<void> {
  const list = setting.kind === 'choice' ? setting.from : undefined
  const [name] = [key, otherEnd(key) ?? key].toSorted()
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('setting ' || ${list ?? name}, 0))`)
}

/** The current state; call under its lock. */
const current = async (key: string, ctx: Ctx): Promise<Stored | undefined> => {
  const { rows } = await ctx.db.query<Stored>(sql`SELECT value, version FROM settings WHERE key = ${key}`)
  return rows[0]
}

/** Refuses one end of a range that contradicts the other; under the lock of both. */
async function requireSpan(key: string, value: SettingValue, ctx: Ctx): Promise<void> {
  const other = otherEnd(key)
  if (other === undefined) return
  const why = spanFault(key, value, (await readSettings(ctx.db, [other]))[other])
  if (why !== undefined) throw refusal(key, why)
}

/** Refuses to remove a list entry that a choice uses: it would stay in force without being offered (D2-SET-09, D2-Q-81). */
async function requireNamed(key: string, value: SettingValue, ctx: Ctx): Promise<void> {
  const choices = (Object.keys(settings) as PlainKey[]).filter((name) => {
    const setting: Setting = settings[name]
    return setting.kind === 'choice' && setting.from === key
  })
  if (choices.length === 0 || !Array.isArray(value)) return
  const before = (await readSettings(ctx.db, [key as PlainKey]))[key as PlainKey]
  const removed = (Array.isArray(before) ? before : []).filter(
    (entry) => !value.some((remaining) => remaining === entry),
  )
  const inForce = await readSettings(ctx.db, choices)
  const usedBy = choices.find((name) => removed.some((entry) => entry === inForce[name]))
  if (usedBy) throw refusal(key, settingTexts.named(String(inForce[usedBy]), settings[usedBy].label, usedBy))
}

/** The value for the audit log: of an image its description, not its bytes. */
const recorded = (value: SettingValue, setting: Setting): SettingValue =>
  setting.kind === 'image' && value !== '' ? showSetting(value, setting) : value

async function store(key: string, value: SettingValue, before: Stored | undefined, ctx: Ctx) {
  const setting = known(key, ctx.actor)
  const was = before?.value ?? setting.default
  if (!before || JSON.stringify(was) !== JSON.stringify(value)) {
    await ctx.db.query(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE
      SET value = excluded.value, version = settings.version + 1, "updatedAt" = now()`)
    await audit(ctx, {
      action: before ? 'update' : 'create',
      resource: 'setting',
      resourceId: key,
      before: { value: recorded(was, setting) },
      after: { value: recorded(value, setting) },
    })
    ctx.publish('setting')
  }
  return withMsg(await oneSetting(key, ctx), settingTexts.saved)
}

type Input = { key: string; value?: unknown } & When

/** POST: sets a key for the first time (D2-Q-93). */
export async function createSetting(input: Input, ctx: Ctx) {
  const value = await checked(input.key, input.value, ctx)
  const when = readWhen(input, known(input.key, ctx.actor))
  if (when) {
    const state = await lockDated(input.key, ctx)
    if (state.version > 0)
      throw new AppError('CONFLICT', settingTexts.already(known(input.key, ctx.actor).label))
    return storeDated({ key: input.key, value, ...when }, state, ctx)
  }
  const before = await current(input.key, ctx)
  if (before) throw new AppError('CONFLICT', settingTexts.already(known(input.key, ctx.actor).label))
  await requireSpan(input.key, value, ctx)
  await requireNamed(input.key, value, ctx)
  return store(input.key, value, before, ctx)
}

/** PUT: sets a key; a stale version answers 409 with the current setting (D2-Q-93). */
export async function updateSetting(input: Input & { version?: number | undefined }, ctx: Ctx) {
  const value = await checked(input.key, input.value, ctx)
  const when = readWhen(input, known(input.key, ctx.actor))
  if (when) {
    const state = await lockDated(input.key, ctx)
    if (input.version !== undefined && input.version !== state.version)
      throw new AppError('CONFLICT', messages.stale, { current: state })
    return storeDated({ key: input.key, value, ...when }, state, ctx)
  }
  const before = await current(input.key, ctx)
  if (input.version !== undefined && input.version !== (before?.version ?? 0)) {
    throw new AppError('CONFLICT', messages.stale, { current: await oneSetting(input.key, ctx) })
  }
  await requireSpan(input.key, value, ctx)
  await requireNamed(input.key, value, ctx)
  return store(input.key, value, before, ctx)
}
