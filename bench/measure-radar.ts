/** The radar over a month of a million lines, and what noting late changes adds to lines that come in bulk. */
import { performance } from 'node:perf_hooks'
import { payrollDefaults } from '../contract/settings/payroll-settings.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const lines = 1_000_000
const bulk = 10_000
const people = 500
const refunds = 50_000

/** A month that is over, its lines as they stand when they are settled; refunds of some, calls that were agreed to. */
async function fill({ pool }: Bench): Promise<void> {
  const who = (n: string): string => `'bench' || 1 + ${n} % ${people}`
  const at = `timestamptz '2025-03-01 08:00+07' + make_interval(mins => n % 43000)`
  const tables = ['revenue_line', 'requestrefund', 'care_history']
  for (const table of tables) await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await pool.query(`
    INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username,
      username_nv, status, set_status, set_at, brand_id, group_id)
    SELECT s.id, s.id, CASE n % 50 WHEN 0 THEN 'import' ELSE 'ketqua' END, n::text, 200000000 + n, 'VD90', 90000, ${at}, ${who('n')},
      ${who('n')}, CASE n % 9 WHEN 0 THEN 'FAILD' ELSE 'SUCCESS' END, CASE n % 9 WHEN 0 THEN 'FAILD' END,
      CASE n % 9 WHEN 0 THEN ${at} + interval '2 days' END, b.id, l.id
    FROM (SELECT n, uuidv7() AS id FROM generate_series(1, ${lines}) n) s, users b, users l
    WHERE b.username = 'chinhanh1' AND l.username = 'leader11'`)
  await pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
      refund_price, created_time, ma_trang_thai_giao_dich_doi_tac, brand_id, group_id)
    SELECT ${who('n')}, '', 200000000 + n % ${refunds * 0.9}, 'VD90', 1, 1, 12000, ${at}, -9999, b.id, l.id
    FROM generate_series(1, ${refunds}) n, users b, users l WHERE b.username = 'chinhanh1' AND l.username = 'leader11'`)
  await pool.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
    SELECT c.id, u.id, u.username, 200000000 + n * 21, 'VD90', 'APPROVED', '', ${at}
    FROM generate_series(1, ${refunds}) n, (SELECT id FROM customer LIMIT 1) c, users u WHERE u.username = 'bench1'`)
  for (const table of tables) await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await pool.query('VACUUM ANALYZE revenue_line, requestrefund, care_history')
}

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function radarOf(bench: Bench): Promise<Row> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const begun = performance.now()
    await http(
      `${bench.url}/api/v1/radatruythu?count=20&startDate=01/03/2025&endDate=${31 - turn}/03/2025`,
      bench.admin,
    )
    times.push(performance.now() - begun)
  }
  const own = middle(times)
  return {
    work: `radar of a month of ${lines.toLocaleString('en-US')} lines`,
    value: `${Math.round(own)} ms`,
    limit: '2,000 ms',
    ratio: (own / 2000).toFixed(2),
    reach: '≤ 1',
    note: `slowest ${Math.round(Math.max(...times))} ms; ${refunds.toLocaleString('en-US')} refunds and as many agreements`,
  }
}

/** Triggers that note what a past month's pay is made of. */
const noting = [
  'revenue_line_pay',
  'revenue_line_pay_made',
  'revenue_line_pay_changed',
  'revenue_line_pay_gone',
]

/** Lines that come by one statement, with or without being noted; nothing of it stays. */
async function arriving({ pool }: Bench, day: string, noted: boolean): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ name: string }>(
      `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'revenue_line'::regclass AND tgname = ANY ($1)`,
      [noting],
    )
    if (!noted)
      for (const { name } of rows) await client.query(`ALTER TABLE revenue_line DISABLE TRIGGER ${name}`)
    const begun = performance.now()
    await client.query(`
      INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
      SELECT 'ketqua', 'neu ' || n, 700000000 + n, 'VD90', 90000, timestamptz '${day} 08:00+07' + make_interval(mins => n),
        'bench' || 1 + n % ${people} FROM generate_series(1, ${bulk}) n`)
    return performance.now() - begun
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

async function noted(bench: Bench, work: string, day: string): Promise<Row> {
  const [ours, limits]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= 7; turn += 1) {
    const limit = await arriving(bench, day, false)
    const own = await arriving(bench, day, true)
    // The first turn warms both.
    if (turn === 0) continue
    ours.push(own)
    limits.push(limit)
  }
  const [own, limit] = [Math.min(...ours), Math.min(...limits)]
  return {
    work: `${bulk.toLocaleString('en-US')} lines in one statement, ${work}`,
    value: `${Math.round(own)} ms`,
    limit: `${Math.round(limit)} ms`,
    ratio: (own / limit).toFixed(2),
    reach: '≤ 1.15',
    note: 'limit: without noting whose pay of a past month changes',
  }
}

/** The rows of the table. */
export async function radar(bench: Bench): Promise<Row[]> {
  await fill(bench)
  const found = await radarOf(bench)
  const open = await noted(bench, 'of the month that runs', new Date().toISOString().slice(0, 8) + '01')
  await bench.pool.query(
    `SELECT close_payroll('2025-03-01', '${JSON.stringify(payrollDefaults)}', 'admin', '', '[]')`,
  )
  const closed = await noted(bench, 'of a closed month', '2025-03-04')
  return [found, open, closed]
}
