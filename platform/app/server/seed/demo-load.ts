/** Loads the recording's rows without triggers, foreign keys and indexes, which are restored afterwards. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { folder, planFile, rowsFile, type RecordedTable, type Recording } from './demo-recording.ts'

/** Tables with more rows get their indexes after loading. */
const many = 1_000

const named = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')

export const readRecording = async (): Promise<Recording> =>
  JSON.parse(await readFile(planFile(folder), 'utf8')) as Recording

type Dropped = { drop: string; make: string }

/** Foreign keys of the tables, and those indexes of large tables that no foreign key needs. */
async function dropped(tables: readonly RecordedTable[], client: PoolClient): Promise<Dropped[]> {
  const large = tables.filter(({ rows }) => rows > many).map(({ table }) => table)
  const { rows } = await client.query<Dropped>(sql`
    SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS make
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'public'::regnamespace
    WHERE t.relname = ANY(${large}) AND t.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
    UNION ALL
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid AND t.relnamespace = 'public'::regnamespace
    WHERE c.contype = 'f' AND c.conparentid = 0 AND t.relname = ANY(${tables.map(({ table }) => table)})`)
  return rows
}

/** Rows of stories that began in the quarter, with their marks replaced: `<working days since it began, if any>\t<row>`. */
function rowsOf(oldest: number, write: (text: string) => string): Transform {
  let unfinished = ''
  const keepLine = (line: string): string => {
    const end = line.indexOf('\t')
    return Number(line.slice(0, end)) > oldest ? '' : `${line.slice(end + 1)}\n`
  }
  return new Transform({
    decodeStrings: false,
    transform(piece: string, _, done) {
      const lines = (unfinished + piece).split('\n')
      unfinished = lines.pop() ?? ''
      done(null, write(lines.map(keepLine).join('')))
    },
  })
}

async function copyTable(
  { table, columns }: RecordedTable,
  oldest: number,
  write: (text: string) => string,
  client: PoolClient,
): Promise<void> {
  const unpacked = createReadStream(rowsFile(folder, table))
    .pipe(createBrotliDecompress())
    .setEncoding('utf8')
  const target = client.query(copyFrom(`COPY ${named([table])} (${named(columns)}) FROM STDIN`))
  await pipeline(unpacked, rowsOf(oldest, write), target)
}

/** Loads the recording into the current tables: a column that it lacks takes its default. */
export async function loadRecording(
  recording: Recording,
  oldest: number,
  write: (text: string) => string,
  client: PoolClient,
): Promise<void> {
  const { tables, sequences } = recording
  const aside = await dropped(tables, client)
  // Foreign keys first: an index that one needs stays until then.
  for (const { drop } of aside.toReversed()) await client.query(drop)
  const triggers = async (verb: 'DISABLE' | 'ENABLE'): Promise<void> => {
    for (const { table } of tables) await client.query(`ALTER TABLE ${named([table])} ${verb} TRIGGER USER`)
  }
  await triggers('DISABLE')
  for (const table of tables) await copyTable(table, oldest, write, client)
  await triggers('ENABLE')
  for (const { make } of aside) await client.query(make)
  for (const [name, last] of Object.entries(sequences))
    await client.query(sql`SELECT setval(${pg.escapeIdentifier(name)}::regclass, ${last}::bigint)`)
  // A sample of nine thousand rows per table: the usual thirty thousand take a fifth of the whole load.
  await client.query('SET LOCAL default_statistics_target = 30')
  await client.query(`ANALYZE ${tables.map(({ table }) => named([table])).join(', ')}`)
}
