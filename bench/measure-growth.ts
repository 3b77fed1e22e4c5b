/** The audit log after years: as one table and partitioned by month, which docs/decisions/retention.md decided against. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { firstOfMonthVn } from '../contract/dates.ts'
import { addMonths } from '../server/retention/months.ts'
import { retain } from '../server/retention/retain.ts'
import type { Bench, Row } from './types.ts'

const entries = Number(process.env.BENCH_GROWTH ?? 10_000_000)
const months = 36
/** Entries of the archived month, and number of timed reads and writes. */
const [leaving, looks] = [300_000, 1_000]

/** Three years of audit log without rules, `grown` as one table and `grown_months` by month, with the same indexes. */
async function grow({ pool }: Bench): Promise<string[]> {
  await pool.query(`
    CREATE TABLE grown (LIKE audit_log INCLUDING DEFAULTS);
    INSERT INTO grown (id, at, username, action, resource, resource_id, before, after)
    SELECT n, '2024-01-01'::timestamptz + n * (interval '1096 days' / ${entries}), 'sale111', 'update', 'giahoantien',
      md5((n::bigint * 7919 % ${entries / 5})::text)::uuid::text, '{"status":"NORMAL","note":"Không có nhu cầu"}',
      '{"status":"CALLED","note":"Khách hẹn gọi lại sau"}' FROM generate_series(0, ${entries - 1}) n;
    CREATE TABLE grown_months (LIKE grown) PARTITION BY RANGE (at)`)
  for (let n = 0; n < months; n += 1) {
    const [from, to] = [addMonths('2024-01-01', n), addMonths('2024-01-01', n + 1)]
    await pool.query(
      `CREATE TABLE grown_${n} PARTITION OF grown_months FOR VALUES FROM ('${from}') TO ('${to}')`,
    )
  }
  await pool.query(`CREATE TABLE grown_other PARTITION OF grown_months DEFAULT;
    INSERT INTO grown_months SELECT * FROM grown`)
  for (const table of ['grown', 'grown_months'])
    await pool.query(
      `CREATE INDEX ON ${table} (resource, resource_id, id DESC); CREATE INDEX ON ${table} USING brin (at)`,
    )
  for (const table of ['grown', 'grown_months']) await pool.query(`VACUUM ANALYZE ${table}`)
  const { rows } = await pool.query<{ id: string }>(
    `SELECT resource_id AS id FROM grown TABLESAMPLE SYSTEM (0.5) LIMIT ${looks}`,
  )
  return rows.map(({ id }) => id)
}

/** Median time of a statement on both tables in ms, alternating, so that other load affects both. */
async function both(
  { pool }: Bench,
  ids: readonly string[],
  statement: (table: string) => string,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (const id of ids)
    for (const [at, table] of ['grown', 'grown_months'].entries()) {
      const from = performance.now()
      await pool.query(statement(table), [id])
      times[at]?.push(performance.now() - from)
    }
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return [middle(times[0]), middle(times[1])]
}

const compare = (work: string, [plain, cut]: [number, number]): Row => ({
  work,
  value: `${plain.toFixed(2)} ms`,
  limit: `${cut.toFixed(2)} ms`,
  ratio: `${(plain / cut).toFixed(2)} ×`,
  reach: '≤ 1.05 ×',
  note: `the limit: cut into ${months} months`,
})

/** Archiving a month of the real audit log by the command, against its DELETE alone. */
async function leave({ pool, databaseUrl }: Bench): Promise<Row> {
  const month = addMonths(firstOfMonthVn(), -30)
  await pool.query(sql`
    INSERT INTO audit_log (at, username, action, resource, resource_id, before, after)
    SELECT ${month}::timestamptz + interval '1 day' + n * interval '1 second', 'sale111', 'update', 'giahoantien', uuidv7()::text,
      '{"status":"NORMAL","note":"Không có nhu cầu"}', '{"status":"CALLED","note":"Khách hẹn gọi lại sau"}'
    FROM generate_series(1, ${leaving}::int) n`)
  await pool.query(
    sql`INSERT INTO payroll_closing (thang, tham_so, viec, chot_boi) VALUES (${addMonths(firstOfMonthVn(), -1)}, '{}', '[]', 'bench')
      ON CONFLICT DO NOTHING`,
  )
  const first = performance.now()
  await pool.query(`DELETE FROM grown WHERE id < ${leaving}`)
  const deleted = (performance.now() - first) / 1000
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-bench-retention-'))
  const from = performance.now()
  await retain(databaseUrl, { months: 24, folder, now: new Date() })
  const took = (performance.now() - from) / 1000
  await rm(folder, { recursive: true })
  return {
    work: `a month of ${leaving.toLocaleString('en-US')} entries leaves`,
    value: `${took.toFixed(1)} s`,
    limit: `${deleted.toFixed(1)} s`,
    ratio: `${(took / deleted).toFixed(1)} ×`,
    reach: '-',
    note: 'found, written, read back, deleted, vacuumed; the limit: deleted',
  }
}

export async function growth(bench: Bench): Promise<Row[]> {
  const ids = await grow(bench)
  const entryCount = entries.toLocaleString('en-US')
  const history = await both(
    bench,
    ids,
    (table) => `SELECT a.at, a.username, u.fullname, a.action, a.before, a.after
      FROM ${table} a LEFT JOIN users u ON u.id = a.actor_id
      WHERE a.resource = 'giahoantien' AND a.resource_id = $1 ORDER BY a.id DESC LIMIT 200`,
  )
  const writes = await both(
    bench,
    ids,
    (table) => `INSERT INTO ${table} (id, at, username, action, resource, resource_id, after)
      VALUES (0, '2026-12-11', 'sale111', 'update', 'giahoantien', $1, '{"status":"CALLED"}')`,
  )
  const archived = await leave(bench)
  await bench.pool.query('DROP TABLE grown, grown_months')
  return [
    compare(`history of one row among ${entryCount} entries`, history),
    compare('an entry written', writes),
    archived,
  ]
}
