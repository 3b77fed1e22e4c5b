/** Samples of a soak: memory of the surviving server, connections, table sizes and WAL. */
import { memoryOf } from '../../bench/processor.ts'
import type { Sample, Table } from './judge.ts'
import type { Stage } from './stage.ts'

/** The result of `look` in the database; null while it is down after a kill. */
async function whileUp<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
}

// Only superusers may count WAL files; the cluster has one database.
const looks = `
  SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'soak') AS connections,
    (SELECT sum(pg_total_relation_size(relid))::float8 / 1000000 FROM pg_stat_user_tables) AS tables,
    (SELECT sum(n_dead_tup)::int FROM pg_stat_user_tables) AS dead,
    (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 / 1000000 AS written`

/** One sample after this many calls; null while the database does not answer. */
export const sampleOf = (
  { pool, servers, clock, walSize }: Stage,
  started: number,
  calls: number,
): Promise<Sample | null> =>
  whileUp(async () => {
    const { rows } = await pool.query<Pick<Sample, 'connections' | 'tables' | 'dead' | 'written'>>(looks)
    const [found] = rows
    if (!found) return null
    const minute = (performance.now() - started) / 60_000
    const memory = memoryOf(servers[0].pid)
    return { minute, played: clock.now(), calls, memory, wal: await walSize(), ...found }
  })

/** The tables by `tablesOf`; null while the database does not answer. */
export const tablesNow = (stage: Stage): Promise<Table[] | null> => whileUp(() => tablesOf(stage))

/** Rows and bytes of all tables of product and job queue, with their indexes. */
export async function tablesOf({ pool }: Pick<Stage, 'pool'>): Promise<Table[]> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(`
    SELECT oid::regclass::text AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind = 'r' ORDER BY 2 DESC`)
  const tables: Table[] = []
  for (const { name, bytes } of rows) {
    const counted = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`)
    tables.push({ name, bytes, rows: counted.rows[0]?.n ?? 0 })
  }
  return tables
}

/** Errors logged by the surviving server, with their counts; most come from moments without a database. */
export function errorsOf({ servers }: Stage): string[] {
  const found = new Map<string, number>()
  for (const line of servers[0].printed().split('\n')) {
    if (!line.startsWith('{')) continue
    const { msg = '', error = '' } = JSON.parse(line) as { msg?: string; error?: string }
    const text = [msg, error].filter(Boolean).join(': ')
    found.set(text, (found.get(text) ?? 0) + 1)
  }
  return [...found].map(([text, n]) => `${n} × ${text}`)
}
