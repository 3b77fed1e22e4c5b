/** Current settings, read in the caller's transaction; unset ones have their default. */
import sql from 'sql-template-tag'
import { rightSettings, type RightSettings } from '#platform/contract/abilities.ts'
import { defaultOf, settings, type PlainKey, type ValueOf } from '#platform/contract/settings/catalogue.ts'
import { readSetting } from '#platform/contract/settings/kinds.ts'
import type { Queryable } from './pool.ts'

export type ValuesOf<K extends PlainKey> = { [Key in K]: ValueOf<Key> }

/** The values of `keys`. Throws for a stored value that its setting does not allow: an invalid limit must not be guessed. */
export async function readSettings<const K extends PlainKey>(
  db: Queryable,
  keys: readonly K[],
): Promise<ValuesOf<K>> {
  const { rows } = await db.query<{ key: K; value: unknown }>(sql`
    SELECT key, value FROM settings WHERE key = ANY(${keys as readonly string[]})`)
  return settingValue(Object.fromEntries(rows.map(({ key, value }) => [key, value])), keys)
}

/** The values of `keys` in `stored`; for statements that read settings along with other data. */
export function settingValue<const K extends PlainKey>(
  stored: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): ValuesOf<K> {
  const pairs = keys.map((key) => [
    key,
    Object.hasOwn(stored, key) ? checked(key, stored[key]) : defaultOf(key),
  ])
  return Object.fromEntries(pairs) as ValuesOf<K>
}

function checked(key: PlainKey, value: unknown): unknown {
  const setting = settings[key]
  // An option that is no longer offered stays valid until it is changed.
  if (setting.kind === 'choice') return value
  const reading = readSetting(value, setting)
  if (!reading.ok) throw new Error(`settings.${key}: ${reading.reason}`)
  return reading.value
}

/** Settings that affect rights, as one column by key; null if none is set. */
export const rightsColumn = sql`(SELECT json_object_agg(key, value) FROM settings WHERE key = ANY(${[...rightSettings]}))`

/** All of them, the default for unset ones. */
export const rightsIn = (stored: Partial<RightSettings> | null): RightSettings => ({
  restrictedPriorities: defaultOf('restrictedPriorities'),
  noRefundPrefixes: defaultOf('noRefundPrefixes'),
  'desk.onlyByPermission': defaultOf('desk.onlyByPermission'),
  'desk.ownRequests': defaultOf('desk.ownRequests'),
  ...stored,
})
