/** Payroll of 2,000 people over a million lines of one month, against the unavoidable aggregates. */
import { performance } from 'node:perf_hooks'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { Bench, Row } from './types.ts'

const people = 2_000
const lines = 1_000_000
const month = '2030-01-01'

/** Inserts lines in their final state, as a million runs of the matcher would be measured instead. */
async function fill({ pool }: Bench): Promise<void> {
  const statements = [
    `INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
     SELECT 'pay' || n, 'Nhân viên lương ' || n, 'pay@vasdesk.example', r.id, b.id, l.id, '-'
     FROM generate_series(1, ${people}) n, roles r, users b, users l
     WHERE r.priority = 5 AND b.username = 'chinhanh1' AND l.username = 'leader11'`,
    'ALTER TABLE revenue_line DISABLE TRIGGER USER',
    `INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username,
       username_nv, status, ti_le_doanh_thu, tien_hoan)
     SELECT id, id, 'import', n::text, 300000000 + n, 'VD90', 90000, timestamptz '${month} 08:00+07' + make_interval(mins => n % 40000),
       'pay' || 1 + n % ${people}, 'pay' || 1 + n % ${people}, CASE n % 9 WHEN 0 THEN 'FAILD' ELSE 'SUCCESS' END, 90, n % 3 * 1000
     FROM (SELECT n, uuidv7() AS id FROM generate_series(1, ${lines}) n) l`,
    'ALTER TABLE revenue_line ENABLE TRIGGER USER',
    `INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id)
     SELECT '${month}', 'pay' || n, date '${month}' + d, 28800, 61200, uuidv7()
     FROM generate_series(1, ${people}) n, generate_series(0, 25) d`,
    `INSERT INTO payroll_input (username, thang, "thiDuaThang", "baoHiemXaHoi", updated_by)
     SELECT 'pay' || n, '${month}', 300000, 525000, 'admin' FROM generate_series(1, ${people}) n`,
    'VACUUM ANALYZE revenue_line, timekeeping, payroll_input, users',
  ]
  for (const statement of statements) await pool.query(statement)
}

/** The shortest of several runs, in ms. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 7; run += 1) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return Math.min(...times)
}

const range = `>= timestamptz '${month} 00:00+07' AND ngay_thanh_cong < timestamptz '2030-02-01 00:00+07'`
/** Revenue and days by person: the unavoidable part. */
const aggregates = [
  `SELECT username_nv, sum(line_pay(l)), sum(doanh_thu) FILTER (WHERE status = 'SUCCESS'), sum(doanh_thu)
   FROM revenue_line l WHERE line_id = id AND deleted_at IS NULL AND ngay_thanh_cong ${range} GROUP BY 1`,
  `SELECT username, sum(CASE WHEN s >= 25200 THEN 1 WHEN s >= 12600 THEN 0.5 ELSE 0 END)
   FROM (SELECT username, ngay, sum(ra - vao) AS s FROM timekeeping WHERE thang = '${month}' GROUP BY 1, 2) d GROUP BY 1`,
]

const freshPeople = 500

/** A new month of 500 people without statistics: two clockings a day, 26 days (D3-PAY-17). */
async function fresh({ pool }: Bench): Promise<number> {
  await pool.query(`ALTER TABLE timekeeping SET (autovacuum_enabled = false)`)
  await pool.query(`
    INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id)
    SELECT '2030-02-01', 'pay' || n, date '2030-02-01' + d, 28800 + h * 18000, 43200 + h * 18000, uuidv7()
    FROM generate_series(1, ${freshPeople}) n, generate_series(0, 25) d, generate_series(0, 1) h`)
  return fastest(() =>
    pool.query(`SELECT * FROM payroll('2030-02-01', '${JSON.stringify(payrollDefaults)}', NULL)`),
  )
}

const ms = (time: number): string => `${time.toFixed(0)} ms`

/** Everybody's pay through the product, and one person's. */
export async function payroll(bench: Bench): Promise<Row[]> {
  await fill(bench)
  const { pool } = bench
  const raw = await fastest(async () => {
    for (const statement of aggregates) await pool.query(statement)
  })
  const aggregateOf = (names: string): string =>
    `SELECT * FROM payroll('${month}', '${JSON.stringify(payrollDefaults)}', ${names})`
  const all = await fastest(() => pool.query(aggregateOf('NULL')))
  const one = await fastest(() => pool.query(aggregateOf(`ARRAY['pay7']`)))
  const freshly = await fresh(bench)
  return [
    {
      work: `payroll of ${people.toLocaleString('en-US')} people over ${lines.toLocaleString('en-US')} lines`,
      value: ms(all),
      limit: ms(raw),
      ratio: (all / raw).toFixed(2),
      reach: '≤ 3',
      note: 'limit: revenue and working days by person',
    },
    {
      work: 'payroll row of one of them',
      value: ms(one),
      limit: '50 ms',
      ratio: (one / 50).toFixed(2),
      reach: '≤ 1',
      note: '',
    },
    {
      work: `payroll of ${freshPeople} people straight after their clockings came`,
      value: ms(freshly),
      limit: '1,000 ms',
      ratio: (freshly / 1000).toFixed(2),
      reach: '≤ 1',
      note: 'without ANALYZE',
    },
  ]
}
