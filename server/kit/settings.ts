/** The settings in force, read from the database in the caller's transaction: what nobody has set has its default. */
import sql from 'sql-template-tag'
import { defaultOf, settings, type PlainKey, type ValueOf } from '../../contract/settings/catalogue.ts'
import { readSetting } from '../../contract/settings/kinds.ts'
import type { Queryable } from '../db/pool.ts'

export type ValuesOf<K extends PlainKey> = { [Key in K]: ValueOf<Key> }

/**
 * The values of `keys`. Throws when the database holds a value that its setting does not allow: somebody wrote past
 * the product, and a limit that cannot be read must not be guessed.
 */
export async function readSettings<const K extends PlainKey>(
  db: Queryable,
  keys: readonly K[],
): Promise<ValuesOf<K>> {
  const { rows } = await db.query<{ key: K; value: unknown }>(sql`
    SELECT key, value FROM settings WHERE key = ANY(${keys as readonly string[]})`)
  return settingValue(Object.fromEntries(rows.map(({ key, value }) => [key, value])), keys)
}

/** The values of `keys` when the database holds `stored`; for statements that read settings beside other things. */
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
  // A channel that is no longer offered stays in force until somebody chooses another.
  if (setting.kind === 'choice') return value
  const reading = readSetting(value, setting)
  if (!reading.ok) throw new Error(`settings.${key}: ${reading.why}`)
  return reading.value
}
