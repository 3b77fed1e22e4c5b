/** The audit log after years: as one table and partitioned by month, which docs/decisions/retention.md rejects. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { dayStart, firstOfMonthVn } from '#kit/contract/dates.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { addMonths } from '#platform/app/server/retention/months.ts'
import { retain } from '#platform/app/server/retention/retain.ts'
import { inBulk } from './data.ts'
import type { Bench, Row } from './types.ts'

const entries = Number(process.env.BENCH_GROWTH ?? 10_000_000)
const months = 36
const keptMonths = 24
/** Number of timed reads and writes. */
const looks = 1_000

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
async function medianOfBoth(
  { pool }: Bench,
  ids: readonly string[],
  statement: (table: string) => string,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (const id of ids)
    for (const [index, table] of ['grown', 'grown_months'].entries()) {
      const from = performance.now()
      await pool.query(statement(table), [id])
      times[index]?.push(performance.now() - from)
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

/** Three years of the real audit log, `entries` in all, of calls, prices and refunds. */
const fillTrail = ({ pool }: Bench): Promise<void> =>
  inBulk(pool, ['audit_log'], () =>
    pool.query(sql`
      INSERT INTO audit_log (at, username, action, resource, resource_id, before, after)
      SELECT ${dayStart(addMonths(firstOfMonthVn(), -months))}::timestamptz + n * (interval '1096 days' / ${entries}), 'sale111', 'update',
        (ARRAY['care/history', 'care/history', 'giahoantien', 'requestrefund'])[1 + n % 4],
        md5((n::bigint * 7919 % ${entries / 5})::text)::uuid::text, '{"status":"NORMAL","note":"Không có nhu cầu"}',
        '{"status":"CALLED","note":"Khách hẹn gọi lại sau"}' FROM generate_series(0, ${entries - 1}::int) n`),
  )

/** Deletes the expiring rows at once with a plain statement, rolled back; in seconds. */
async function deletedAlone(pool: Pool, before: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN; ALTER TABLE audit_log DISABLE TRIGGER USER')
    const from = performance.now()
    await client.query('DELETE FROM audit_log WHERE at < $1', [before])
    return (performance.now() - from) / 1000
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Twelve months of three years of audit log archived by the command, against a DELETE alone. */
export async function retention(bench: Bench): Promise<Row[]> {
  const { pool, databaseUrl } = bench
  await fillTrail(bench)
  await pool.query(
    sql`INSERT INTO payroll_closing (thang, tham_so, viec, chot_boi) VALUES (${addMonths(firstOfMonthVn(), -1)}, '{}', '[]', 'bench')
      ON CONFLICT DO NOTHING`,
  )
  const deleted = await deletedAlone(pool, dayStart(addMonths(firstOfMonthVn(), -keptMonths)))
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-bench-retention-'))
  const from = performance.now()
  const { months: retained } = await retain(databaseUrl, { months: keptMonths, folder, now: new Date() })
  const took = (performance.now() - from) / 1000
  await rm(folder, { recursive: true })
  const [gone, files] = [
    retained.reduce((sum, { leaves }) => sum + leaves, 0),
    retained.filter(({ file }) => file),
  ]
  return [
    {
      work: `${files.length} months leave an audit log of ${entries.toLocaleString('en-US')} entries`,
      value: `${took.toFixed(0)} s`,
      limit: `${deleted.toFixed(0)} s`,
      ratio: `${(took / deleted).toFixed(1)} ×`,
      reach: '-',
      note: `${gone.toLocaleString('en-US')} entries found, written, read back, deleted, vacuumed; the limit: deleted`,
    },
  ]
}

export async function growth(bench: Bench): Promise<Row[]> {
  const ids = await grow(bench)
  const entryCount = entries.toLocaleString('en-US')
  const history = await medianOfBoth(
    bench,
    ids,
    (table) => `SELECT a.at, a.username, u.fullname, a.action, a.before, a.after
      FROM ${table} a LEFT JOIN users u ON u.id = a.actor_id
      WHERE a.resource = 'giahoantien' AND a.resource_id = $1 ORDER BY a.id DESC LIMIT 200`,
  )
  const writes = await medianOfBoth(
    bench,
    ids,
    (table) => `INSERT INTO ${table} (id, at, username, action, resource, resource_id, after)
      VALUES (0, '2026-12-11', 'sale111', 'update', 'giahoantien', $1, '{"status":"CALLED"}')`,
  )
  await bench.pool.query('DROP TABLE grown, grown_months')
  return [
    compare(`history of one row among ${entryCount} entries`, history),
    compare('an entry written', writes),
  ]
}
