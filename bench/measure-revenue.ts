/**
 * Totals of a month of revenue lines, uncached, and by day, staff and branch, against the one statement that sums
 * them.
 */
import { addDays, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { numbers, sellers } from './data.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const turns = 9
const first = addDays(todayVn(), -29)

/** As many lines as customers, in the last 30 days, all settled; one in five failed, one in seven refunded. */
async function fillLines({ pool }: Bench): Promise<void> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*) AS n FROM revenue_line')
  if (Number(rows[0]?.n) > 0) return
  await pool.query('ALTER TABLE revenue_line DISABLE TRIGGER USER')
  await pool.query(`
    INSERT INTO revenue_line (id, line_id, track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
      username_he_thong, own_username, username_nv, status, tien_hoan, brand_id)
    SELECT id, id, 'ketqua', n::text, 'd1', (300000000 + n * 600)::text, 'VD90', 90000, date_trunc('day', now())
      + interval '16 hours' - make_interval(secs => n % 2500000), who, who, who, CASE n % 5 WHEN 0 THEN 'FAILD' ELSE 'SUCCESS' END,
      CASE n % 7 WHEN 0 THEN 12000 ELSE 0 END, (SELECT id FROM users WHERE username = 'chinhanh1')
    FROM (SELECT n, uuidv7() AS id, 'bench' || 1 + n % ${sellers} AS who FROM generate_series(1, ${numbers}) n) l`)
  await pool.query('ALTER TABLE revenue_line ENABLE TRIGGER USER')
  await pool.query('VACUUM ANALYZE revenue_line')
}

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Row of the table; each turn uses another last day, so that nothing is cached. */
async function against(work: string, bench: Bench, path: string, statement: string): Promise<Row> {
  const raw = createPool(bench.databaseUrl, { max: 1, applicationName: 'bench-raw', log: console })
  const [ours, limits]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= turns; turn += 1) {
    const last = addDays(todayVn(), turn)
    const limit = await timed(() => raw.query(statement, [first, last]))
    const query = `startDate=${toFilterDate(first)}&endDate=${toFilterDate(last)}`
    const our = await timed(() => http(`${bench.url}/api/v1/${path}${query}`, bench.admin))
    // The first turn warms up both.
    if (turn === 0) continue
    ours.push(our)
    limits.push(limit)
  }
  await raw.end()
  const [our, limit] = [middle(ours), middle(limits)]
  return {
    work,
    value: `${Math.round(our)} ms`,
    limit: `${Math.round(limit)} ms`,
    ratio: (limit / our).toFixed(2),
    reach: '≥ 0.8',
    note: `slowest ${Math.round(Math.max(...ours))} ms`,
  }
}

const live = `line_id = id AND deleted_at IS NULL AND ngay_thanh_cong >= ($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
  AND ngay_thanh_cong < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'`
const earned = `count(*), sum(doanh_thu), sum(doanh_thu) FILTER (WHERE status = 'SUCCESS')`
const sums = 'count(*), sum(doanh_thu), sum(tien_hoan), sum(doanh_thu_tinh_luong)'

export async function monthTotals(bench: Bench): Promise<Row[]> {
  await fillLines(bench)
  const many = numbers.toLocaleString('en-US')
  return [
    await against(
      `page and totals of a month of ${many} lines, counted anew`,
      bench,
      'dsdttinhluong?count=20&',
      `SELECT ${sums} FROM revenue_line WHERE ${live}`,
    ),
    await against(
      `${many} lines by day`,
      bench,
      'dsdttinhluong/theongay?',
      `SELECT (ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, ${sums} FROM revenue_line WHERE ${live} GROUP BY 1`,
    ),
    await against(
      `${many} lines by staff`,
      bench,
      'reportstaffrevenue?',
      `SELECT username_nv, ${earned} FROM revenue_line WHERE ${live} GROUP BY 1`,
    ),
    await against(
      `${many} lines by branch`,
      bench,
      'reportbranchrevenue?',
      `SELECT brand_id, ${earned} FROM revenue_line WHERE ${live} GROUP BY 1`,
    ),
  ]
}
