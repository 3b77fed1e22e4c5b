/** Subscriber files for tests of handing out customers, created through the tables of the product. */
import { randomInt } from 'node:crypto'
import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { withTransaction, type Pool } from '#platform/server/db/pool.ts'

/** Id of a demo account. */
export async function userId(pool: Pool, username: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(sql`SELECT id FROM users WHERE username = ${username}`)
  const id = rows[0]?.id
  if (!id) throw new Error(`no account '${username}'`)
  return id
}

async function give(client: PoolClient, file: string, username: string, count: number): Promise<void> {
  await client.query(sql`
    INSERT INTO data_quotas (file_id, user_id, quantity)
    SELECT ${file}, id, ${count} FROM users WHERE username = ${username}`)
  await client.query(sql`
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = ${username}), status = 'ASSIGNED'
    WHERE id IN (
      SELECT id FROM customer WHERE file_id = ${file} AND holder_id IS NULL AND stage = 'left'
      ORDER BY rank LIMIT ${count})`)
}

export type PoolOptions = {
  rows: number
  active?: boolean
  /** Username → numbers kept for that account. */
  held?: Record<string, number>
  /** Each phone once per package. */
  packages?: string[]
}

/** Creates an activated subscriber file with unique made-up phones; returns its id. */
export function makePool(pool: Pool, options: PoolOptions): Promise<string> {
  const { rows, active = true, held = {}, packages = ['VD90'] } = options
  const name = `file-${randomInt(1e9)}.xlsx`
  return withTransaction(pool, async (client) => {
    const inserted = await client.query<{ id: string }>(sql`
      INSERT INTO data_files (kind, "FileName", is_activated, nguoi_upload, owner_id)
      SELECT 'pool', ${name}, ${active ? 1 : 0}, 'admin', id FROM users WHERE username = 'admin' RETURNING id`)
    const file = inserted.rows[0]?.id ?? ''
    await client.query(sql`
      INSERT INTO customer (file_id, phone, package, "packagesCanRegister", rank)
      SELECT ${file}, ${randomInt(700, 999)} * 1000000 + ${randomInt(100000)} * 10 + n, p, 'VD120; VD150', n
      FROM generate_series(1, ${rows}) n, unnest(${packages}::text[]) p`)
    await client.query(`SELECT set_config('vas.movement', 'split', true)`)
    for (const [username, count] of Object.entries(held)) await give(client, file, username, count)
    return file
  })
}

/** Removes all assigned and available numbers, with their calls and permissions. */
export async function clearPools(pool: Pool): Promise<void> {
  await pool.query(`
    BEGIN;
    SET LOCAL statement_timeout = '60s';
    SELECT set_config('vas.movement', 'delete', true);
    UPDATE customer SET stage = 'gone', appointment_at = NULL WHERE stage <> 'gone' OR appointment_at IS NOT NULL;
    UPDATE data_files SET deleted_at = now() WHERE deleted_at IS NULL;
    DELETE FROM data_options; DELETE FROM data_quotas; DELETE FROM care_history;
    COMMIT;`)
}

/** Allows an account (and those below it) to draw from the files, on today's date shifted by `days`. */
export async function permitFiles(pool: Pool, username: string, files: string[], days = 0): Promise<void> {
  await pool.query(sql`
    INSERT INTO data_options (user_id, files, ngay)
    SELECT id, ${files}::uuid[], ARRAY[${addDays(todayVn(), days)}::date] FROM users WHERE username = ${username}
    ON CONFLICT (user_id) DO UPDATE SET files = EXCLUDED.files, ngay = EXCLUDED.ngay`)
}
