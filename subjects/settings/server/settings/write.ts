/** Changes a setting: validated by kind, guarded by version, audited. */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages, noAccount } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  mayBeEmpty,
  readSetting,
  showSetting,
  type Setting,
  type SettingValue,
} from '#platform/contract/settings/kinds.ts'
import { otherEnd, spanFault } from '#subjects/settings/contract/settings/spans.ts'
import { settings, type PlainKey } from '#platform/contract/settings/catalogue.ts'
import { factorRule } from '#subjects/people/contract/factor-rules.ts'
import { factorTexts } from '#subjects/people/contract/calls/second-factor.ts'
import { settingTexts, type SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { audit } from '#kit/server/audit.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { lockDated, readWhen, storeDated, type When } from './dated.ts'
import { knownSetting, oneSetting } from './read.ts'

/** Current choices: the fixed ones and the entries of the setting named by `from`. */
async function offered(setting: Setting, ctx: Ctx): Promise<string[]> {
  if (setting.kind !== 'choice') return []
  const fixed = setting.options.map((option) => option.value)
  if (setting.from === undefined) return fixed
  const key = setting.from as PlainKey
  const more = (await readSettings(ctx.db, [key]))[key] as readonly string[]
  return [...fixed, ...more]
}

function requireWritable({ write }: Setting, { actor }: Ctx): void {
  if (!can(actor, write)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** Parses the sent value to its stored form. */
async function readValue(key: string, setting: Setting, raw: unknown, ctx: Ctx): Promise<SettingValue> {
  const empty = raw === undefined || raw === null || (raw === '' && !mayBeEmpty(setting))
  if (empty)
    throw new AppError('VALIDATION', messages.missingField, { fields: { [key]: messages.missingField } })
  const reading = readSetting(raw, setting, await offered(setting, ctx))
  if (!reading.ok) throw wrong(key, reading.reason)
  if (key === 'signIn.secondFactor' && factorRule(reading.value, true).required && !ctx.services.secrets)
    throw wrong(key, factorTexts.noKey)
  if (setting.kind === 'amounts') await requireAccounts(key, Object.keys(reading.value), ctx)
  return reading.value
}

const wrong = (key: string, reason: string): AppError =>
  new AppError('VALIDATION', reason, { fields: { [key]: reason } })

/** Refuses unknown usernames, whose amounts would be paid to nobody. */
async function requireAccounts(key: string, names: string[], { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${names}::text[]) AS n(name) WHERE NOT EXISTS (SELECT FROM users WHERE username = name) LIMIT 1`)
  if (rows[0]) throw wrong(key, noAccount(rows[0].name))
}

/**
 * One writer at a time per key, even before it is first set. Related settings share a lock: both ends of a range, so
 * that two people cannot move them past each other, and a choice with its list.
 */
async function lock(key: string, setting: Setting, ctx: Ctx): Promise<void> {
  const list = setting.kind === 'choice' ? setting.from : undefined
  const [name] = [key, otherEnd(key) ?? key].toSorted()
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('setting ' || ${list ?? name}, 0))`)
}

/** Refuses an end of a range that contradicts the current other end; under the lock of both. */
async function requireSpan(key: string, value: SettingValue, ctx: Ctx): Promise<void> {
  const other = otherEnd(key)
  if (other === undefined) return
  const fault = spanFault(key, value, (await readSettings(ctx.db, [other]))[other])
  if (fault !== undefined) throw wrong(key, fault)
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
  if (usedBy) throw wrong(key, settingTexts.named(String(inForce[usedBy]), settings[usedBy].label, usedBy))
}

/** The value for the audit log: images are described, not stored. */
const recorded = (value: SettingValue, setting: Setting): SettingValue =>
  setting.kind === 'image' && value !== '' ? showSetting(value, setting) : value

type Change = { key: string; setting: Setting; value: SettingValue; state: SettingState }

async function store({ key, setting, value, state }: Change, ctx: Ctx) {
  if (state.version === 0 || JSON.stringify(state.value) !== JSON.stringify(value)) {
    await ctx.db.query(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE
      SET value = excluded.value, version = settings.version + 1, "updatedAt" = now()`)
    await audit(ctx, {
      action: state.version > 0 ? 'update' : 'create',
      resource: 'setting',
      resourceId: key,
      before: { value: recorded(state.value, setting) },
      after: { value: recorded(value, setting) },
    })
    ctx.publish('setting')
  }
  return withMsg(await oneSetting(key, ctx), settingTexts.saved)
}

type Input = { key: string; value?: unknown } & When

/** Sets a key unless `refusal` objects to the stored state; version 0 means that the key was never set. */
async function save(
  input: Input,
  refusal: (state: SettingState, setting: Setting) => AppError | null,
  ctx: Ctx,
) {
  const { key } = input
  const setting = knownSetting(key)
  requireWritable(setting, ctx)
  if (setting.reauth) await requireConfirmed(ctx)
  await lock(key, setting, ctx)
  const value = await readValue(key, setting, input.value, ctx)
  const validity = readWhen(input, setting)
  const state = validity ? await lockDated(key, ctx) : await oneSetting(key, ctx)
  const refused = refusal(state, setting)
  if (refused) throw refused
  if (validity) return storeDated({ key, value, ...validity }, state, ctx)
  await requireSpan(key, value, ctx)
  await requireNamed(key, value, ctx)
  return store({ key, setting, value, state }, ctx)
}

/** POST: sets a key that was never set (D2-Q-93). */
export const createSetting = (input: Input, ctx: Ctx) =>
  save(
    input,
    ({ version }, { label }) => (version > 0 ? new AppError('CONFLICT', settingTexts.already(label)) : null),
    ctx,
  )

/** PUT: sets a key, new or not; a stale version returns 409 with the current setting (D2-Q-93). */
export const updateSetting = (input: Input & { version?: number | undefined }, ctx: Ctx) =>
  save(
    input,
    (current) =>
      input.version === undefined || input.version === current.version
        ? null
        : new AppError('CONFLICT', refusals.stale, { current }),
    ctx,
  )
