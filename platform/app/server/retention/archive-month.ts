/** Archives a month of a long table: written to a file, verified row by row, then deleted and audited, all or nothing. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { auditRows } from '#kit/server/audit.ts'
import { nameFile, readRows, writeRows, type StoredFile } from './archive-file.ts'
import type { LongTable } from './long-tables.ts'
import { inMonth } from './months.ts'

/** Collects the ids to archive in the temporary table `leaving`; returns how many. */
async function gather(client: Client, table: LongTable, month: string, before: string): Promise<number> {
  await client.query(`CREATE TEMP TABLE leaving ON COMMIT DROP AS SELECT id FROM ${table.name} WITH NO DATA`)
  const { rowCount } = await client.query(sql`
    INSERT INTO leaving SELECT t.id FROM ${raw(table.name)} t
    WHERE ${inMonth(table.time, month)} AND ${table.leaves(sql`${before}::timestamptz`)}`)
  await client.query('ALTER TABLE leaving ADD PRIMARY KEY (id); ANALYZE leaving')
  return rowCount ?? 0
}

/** Reads the file back; throws unless it has exactly the archived rows, value by value. */
async function prove(
  client: Client,
  table: string,
  partFile: string,
  sha256: string,
  rows: number,
): Promise<void> {
  await client.query(`CREATE TEMP TABLE back (LIKE ${table}) ON COMMIT DROP`)
  const fileHash = await readRows(client, partFile, 'back')
  const { rows: comparison } = await client.query<{ same: string; all: string }>(`
    SELECT (SELECT count(*) FROM back) AS all, count(*) AS same
    FROM leaving JOIN back b USING (id) JOIN ${table} t USING (id) WHERE b::text = t::text`)
  if (fileHash !== sha256 || Number(comparison[0]?.all) !== rows || Number(comparison[0]?.same) !== rows)
    throw new Error(`${table}: the file that was written does not have the ${rows} rows; nothing was deleted`)
}

async function remove(client: Client, table: string, before: string, rows: number): Promise<void> {
  await client.query(sql`SELECT set_config('vas.archived_before', ${before}, true)`)
  const { rowCount } = await client.query(`DELETE FROM ${table} t USING leaving l WHERE t.id = l.id`)
  if (rowCount !== rows) throw new Error(`${table}: ${rowCount} rows instead of ${rows}; nothing was deleted`)
}

/** Records the file, and which audit entries it contains, so that their seals can still be verified (D3-TRL-02). */
async function record(
  client: Client,
  table: string,
  month: string,
  rows: number,
  { file, sha256 }: StoredFile,
): Promise<void> {
  const isTrail = table === 'audit_log'
  const ids = isTrail
    ? sql`(SELECT range_agg(int8range(id, id, '[]')) FROM leaving)`
    : sql`NULL::int8multirange`
  await client.query(sql`
    WITH changed AS (
      INSERT INTO archived_months AS a (table_name, month, file, sha256, rows)
      VALUES (${table}, ${month}, ${file}, ${sha256}, ${rows})
      RETURNING a.table_name || ' ' || to_char(a.month, 'YYYY-MM') AS id, NULL::jsonb AS before,
        to_jsonb(a) || jsonb_build_object('by', ${userInfo().username}::text)
          || jsonb_strip_nulls(jsonb_build_object('ids_sha256', encode(sha256(convert_to(${ids}::text, 'UTF8')), 'hex'))) AS after
    ) ${auditRows({ system: '__AUTO', requestId: randomUUID() }, 'archive', 'archived_months')}`)
  if (isTrail)
    await client.query(sql`
      INSERT INTO archived_entries (archived_month_id, ids) SELECT id, ${ids} FROM archived_months WHERE file = ${file}`)
}

/**
 * Archives rows of a Vietnamese month ('YYYY-MM-01') into a file in `folder`; null if there are none. `before`: only
 * rows from before this instant. Throws without deleting anything if the file differs from the table, or a row was
 * changed meanwhile.
 */
export async function archiveMonth(
  client: Client,
  table: LongTable,
  { month, before, folder }: { month: string; before: string; folder: string },
): Promise<(StoredFile & { rows: number }) | null> {
  const partFile = join(folder, `${randomUUID()}.part`)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  try {
    const rows = await gather(client, table, month, before)
    if (rows === 0) return null
    const leaving = `SELECT t.* FROM ${table.name} t JOIN leaving USING (id) ORDER BY t.id`
    const sha256 = await writeRows(client, leaving, partFile)
    await prove(client, table.name, partFile, sha256, rows)
    const archive = await nameFile(partFile, `${table.name}-${month.slice(0, 7)}`, sha256)
    await remove(client, table.name, before, rows)
    await record(client, table.name, month, rows, archive)
    await client.query('COMMIT')
    return { ...archive, rows }
  } finally {
    // No effect after the commit.
    await client.query('ROLLBACK').catch(() => undefined)
    await rm(partFile, { force: true })
  }
}
