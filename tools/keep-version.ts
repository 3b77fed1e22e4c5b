/**
 * `npm run keep-version`: saves a small database of the present version as SQL, so that a test can start later versions
 * on it. It contains the current tables and routines and the demo month, reduced to a few rows per table.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { historyTable, migrate } from '#platform/server/db/migrate.ts'
import { ownTree, routineFiles, tableFiles } from '#platform/server/db/sql-files.ts'
import { setMark } from '#platform/server/db/operator-marks.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { seedDemo } from '#platform/app/server/seed/demo.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { root } from './source-files.ts'

const folder = join(root, 'test/old-databases')

const tables = `
  SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`

/** Rows for tables that the demo leaves empty but later versions may have to migrate. */
const additionalRows = `
  INSERT INTO settings (key, value) VALUES ('noRefundPrefixes', '["QC"]');
  UPDATE feeds SET cursor = '18273', failures = 2 WHERE name = 'bank';
  WITH i AS (
    INSERT INTO imports (resource, filename, sha256, state, total, user_id)
    SELECT 'blacklist', 'danh-sach-den.xlsx', repeat('0', 64), 'ready', 1, id FROM users WHERE username = 'quanly'
    RETURNING id)
  INSERT INTO import_rows (import_id, row, verdict, "values", notes)
  SELECT id, 1, 'repaired', '{"phone_number": "912345678"}', '["0912 345 678"]' FROM i`

/** Two numbers of each file and stage with all their rows, and a few rows of independent tables. */
const cut = `
  SET session_replication_role = replica;
  CREATE TEMP TABLE few AS SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY file_id, stage ORDER BY appointment_at, id) AS n FROM customer) c
    WHERE n <= 2;
  DELETE FROM customer WHERE id NOT IN (SELECT id FROM few);
  TRUNCATE balances, balance_deltas;
  INSERT INTO balances (file_id, holder_id, stage, n)
  SELECT file_id, holder_id, stage, count(*) FROM customer GROUP BY 1, 2, 3;
  DO $$
  DECLARE t regclass;
  BEGIN
    FOR t IN SELECT attrelid FROM pg_attribute WHERE attname = 'customer_id' AND attrelid IN (${tables}) LOOP
      EXECUTE format('DELETE FROM %s WHERE customer_id NOT IN (SELECT id FROM few)', t);
    END LOOP;
    FOR t IN ${tables} LOOP
      CONTINUE WHEN t::text IN ('balances', 'movements', 'schema_migration')
        OR EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND t IN (f.conrelid, f.confrelid));
      EXECUTE format('DELETE FROM %s WHERE ctid <> ALL (ARRAY(SELECT ctid FROM %1$s ORDER BY ctid DESC LIMIT 5))', t);
    END LOOP;
    -- Counters of the calls that were left.
    PERFORM floor_rebuild(user_id) FROM floor_people;
  END $$`

/** All rows of a table as one statement, without generated columns. */
async function rowsOf(client: pg.Client, table: number): Promise<string> {
  const { rows: columns } = await client.query<{ target: string; name: string }>(
    `SELECT attrelid::regclass AS target, quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  const target = columns[0]?.target
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => `quote_nullable(${name}::text)`).join(', ')
  const { rows } = await client.query<{ line: string }>(
    `SELECT '(' || concat_ws(', ', ${values}) || ')' AS line FROM ${target} ORDER BY ctid`,
  )
  if (rows.length === 0) return ''
  const lines = rows.map(({ line }) => line).join(',\n')
  return `INSERT INTO ${target} (${names.join(', ')}) OVERRIDING SYSTEM VALUE VALUES\n${lines};\n`
}

/** Contents of the database as statements that a superuser can run on its schema. */
async function contents(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    `SELECT oid, oid::regclass AS name FROM (${tables}) t`,
  )
  const sequences = await client.query<{ line: string }>(
    `SELECT format('SELECT setval(%L, %s);', sequencename, last_value) AS line FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  const statements = [`TRUNCATE ${rows.map(({ name }) => name).join(', ')};\n`]
  for (const { oid } of rows) statements.push(await rowsOf(client, oid))
  return statements.join('') + sequences.rows.map(({ line }) => `${line}\n`).join('')
}

/** The present version's database as SQL text. */
async function present(database: Embedded): Promise<string> {
  const { applied } = await migrate(database.url)
  const pool = createPool(database.url, { max: 2, applicationName: 'keep-version', log: console })
  await seedBase(pool)
  await setMark(pool, 'demo')
  await seedOrganisation(pool)
  await seedDemo(pool)
  await pool.end()
  const files = [...(await routineFiles(ownTree)), ...(await tableFiles(ownTree))]
  const texts = applied.map((applied) => files.find(({ name }) => name === applied)?.text ?? '')
  const url = new URL(database.adminUrl)
  url.pathname = new URL(database.url).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(additionalRows)
  await client.query(cut)
  const rows = await contents(client)
  await client.end()
  const schema = `SET ROLE ${url.pathname.slice(1)};\nSET check_function_bodies = off;\n${historyTable};\n${texts.join('\n')}`
  return `${schema}\nRESET ROLE;\nSET session_replication_role = replica;\n${rows}`
}

// In UTC everywhere: the drill takes the last name as the last version.
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } }).trim()

/** Refuses uncommitted changes: the file must belong to a committed version. */
async function keep(): Promise<void> {
  if (git('status', '--porcelain', '--', 'server', 'contract')) {
    console.error('server/ or contract/ has changes that are not committed: commit them, or put them back')
    process.exitCode = 1
    return
  }
  const dir = await mkdtemp(join(tmpdir(), 'vasdesk-keep-'))
  const database = await startEmbedded(dir)
  try {
    const packed = gzipSync(await present(database), { level: 9 })
    const file = join(
      folder,
      `${git('log', '-1', '--format=%cd-%h', '--date=format-local:%Y-%m-%d-%H%M')}.sql.gz`,
    )
    await writeFile(file, packed)
    console.log(`${relative(root, file)}: ${Math.ceil(packed.length / 1000)} kB`)
  } finally {
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

await keep()
