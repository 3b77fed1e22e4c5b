/** Applies settings for a test. */
import sql from 'sql-template-tag'
import type { SettingKey } from '#platform/contract/settings/catalogue.ts'
import type { SettingValue } from '#platform/contract/settings/kinds.ts'
import type { Pool } from '#platform/server/db/pool.ts'

/** Sets `values` without the API, replacing earlier ones. */
export async function setSettings(
  pool: Pool,
  values: Partial<Record<SettingKey, SettingValue>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await pool.query(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = settings.version + 1`)
  }
}
