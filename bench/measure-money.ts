/** Refunds, revenue lines and Mfy at full size: lists with totals, matching on arrival, clocks, rematching. */
import { performance } from 'node:perf_hooks'
import { thirtyDays, thirtyDaysSince } from './thirty-days.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { matchAnew } from '#subjects/pay/server/revenue/match-anew.ts'
import { compare, stretch } from './compare.ts'
import { numbers } from './data.ts'
import { http, loop } from './load.ts'
import { fillMoney } from './money-data.ts'
import type { Bench, Row } from './types.ts'

const workers = 16
const took = (work: string, ours: number, raw: number, reach: string, note: string): Row => ({
  work,
  value: `${ours.toFixed(0)} ms`,
  limit: `${raw.toFixed(0)} ms`,
  ratio: `${(ours / raw).toFixed(1)} ×`,
  reach,
  note,
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** A page with its totals over HTTP, against its two statements. */
async function lists(bench: Bench, raw: Pool): Promise<Row[]> {
  const range = thirtyDays()
  const month = `>= ${thirtyDaysSince()}`
  const sums = 'count(*), sum(tien_hoan), sum(tien_hoan_them), sum(tien_nap), sum(tien_hoan_sau_chiet_khau)'
  const rows: Row[] = []
  for (const [work, path, table, timeColumn, figures, where] of [
    [
      'refunds of a month with totals',
      `requestrefund?${range}`,
      'requestrefund',
      'created_time',
      sums,
      month,
    ],
    [
      'refunds of all time with totals',
      'requestrefund?page=0',
      'requestrefund',
      'created_time',
      sums,
      '<= now()',
    ],
    ['Mfy of a month with total', `mfy?${range}`, 'mfy', 'created_at', 'count(*)', month],
  ] as const) {
    const condition = `deleted_at IS NULL AND ${timeColumn} ${where}`
    const limit = await loop(4, stretch, async () => {
      await raw.query(
        `SELECT * FROM ${table} WHERE ${condition} ORDER BY ${timeColumn} DESC, id DESC LIMIT 50`,
      )
      await raw.query(`SELECT ${figures} FROM ${table} WHERE ${condition}`)
    })
    const ours = await loop(4, stretch, () => http(`${bench.url}/api/v1/${path}&count=50`, bench.admin))
    rows.push(compare(`${work}, figures up to 5 s old, 4`, ours, limit, '≥ 1.0'))
  }
  return rows
}

/** Lines that match a request, against the same rows inserted into the same indexes without matching. */
async function arrivals(raw: Pool): Promise<Row[]> {
  await raw.query('CREATE TABLE raw_lines (LIKE revenue_line INCLUDING ALL)')
  // Requests without a line yet, each used once.
  const { rows: open } = await raw.query<{ phone: string; package: string; at: Date }>(`
    SELECT number_phone AS phone, package_code AS package, created_time AS at FROM requestrefund r
    WHERE request_type <> 5 AND NOT EXISTS (SELECT FROM revenue_line l WHERE l.request_id = r.id) LIMIT 200000`)
  let next = 0
  const arrive = (table: string, n: number): Promise<unknown> => {
    const lines = open.slice(next, (next += n))
    return raw.query(
      `INSERT INTO ${table} (line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
       SELECT uuidv7(), 'import', uuidv7()::text, p, g, a, 'bench1'
       FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS u(p, g, a)`,
      [lines.map((line) => line.phone), lines.map((line) => line.package), lines.map((line) => line.at)],
    )
  }
  const limit = await loop(workers, stretch, () => arrive('raw_lines', 1))
  const ours = await loop(workers, stretch, () => arrive('revenue_line', 1))
  const rawMany = await timed(() => arrive('raw_lines', 500))
  const many = await timed(() => arrive('revenue_line', 500))
  await raw.query('DROP TABLE raw_lines')
  return [
    compare(`a line that meets its refund, ${workers}`, ours, limit, '≥ 0.2'),
    took('500 lines that meet their refunds, one statement', many, rawMany, '≤ 1,000 ms', ''),
  ]
}

/** 200 expired waits among a million requests, and a run without any. */
async function clocks(pool: Pool): Promise<Row[]> {
  // Two statements, because a change of state sets its own time.
  await pool.query(
    `UPDATE mfy SET trang_thai = 'duyet' WHERE id IN (SELECT id FROM mfy ORDER BY id LIMIT 200)`,
  )
  await pool.query(`ALTER TABLE mfy DISABLE TRIGGER USER`)
  await pool.query(
    `UPDATE mfy SET thoi_diem_thay_doi_trang_thai = now() - interval '11 minutes' WHERE trang_thai = 'duyet'`,
  )
  await pool.query(`ALTER TABLE mfy ENABLE TRIGGER USER`)
  const sweep = 'SELECT count(*) FROM expire_mfy(false)'
  const raw = await timed(() =>
    pool.query(`UPDATE mfy SET note = 'x' WHERE id IN (SELECT id FROM mfy ORDER BY id DESC LIMIT 200)`),
  )
  const ours = await timed(() => pool.query(sweep))
  const idle = await timed(() => pool.query(sweep))
  return [
    took('200 waits that are over', ours, raw, '≤ 1,000 ms', `a look that finds none ${idle.toFixed(1)} ms`),
  ]
}

/** From changing the window to the last rematched pair. */
async function anew(pool: Pool): Promise<Row[]> {
  const set = (days: number): Promise<unknown> =>
    pool.query(
      `INSERT INTO settings (key, value) VALUES ('doi_soat_so_ngay_khop', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(days)],
    )
  const raw = await timed(() =>
    pool.query('SELECT count(*) FROM requestrefund JOIN revenue_line l ON request_id = requestrefund.id'),
  )
  await set(20)
  const ours = await timed(async () => {
    for (let remaining = 1; remaining > 0;) {
      await matchAnew({ pool })
      remaining = (await pool.query('SELECT FROM revenue_matching')).rowCount ?? 0
    }
  })
  return [
    took(
      'matching anew after 31 days became 20',
      ours,
      raw,
      '-',
      'in the background; limit: one join of both',
    ),
  ]
}

export async function money(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM requestrefund')
  if ((rows[0]?.n ?? 0) < numbers) await fillMoney(bench.pool)
  const raw = createPool(bench.databaseUrl, { max: workers, applicationName: 'bench-raw', log: console })
  const found = [...(await lists(bench, raw)), ...(await arrivals(raw))]
  await raw.end()
  return [...found, ...(await clocks(bench.pool)), ...(await anew(bench.pool))]
}
