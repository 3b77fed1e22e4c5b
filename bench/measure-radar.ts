/** The radar over a month of a million lines, and the cost of recording late pay changes for bulk inserts. */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, firstOfMonthVn, toFilterDate } from '#kit/contract/dates.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import { lookThrough } from '#subjects/pay/server/radar/keep-radar.ts'
import { numbers, sellers } from './data.ts'
import { http } from './load.ts'
import { fillRadar, dataNote, radarMonth } from './radar-data.ts'
import type { Bench, Row } from './types.ts'

const many = numbers.toLocaleString('en-US')
const ms = (time: number): string => `${Math.round(time)} ms`
const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The unavoidable part: comparing people's refunds with their revenue. */
const aggregates = [
  `SELECT username_nv, group_id, sum(doanh_thu) FILTER (WHERE status = 'SUCCESS') FROM revenue_line
   WHERE line_id = id AND deleted_at IS NULL AND ngay_thanh_cong >= month_start($1) AND ngay_thanh_cong < month_end($1) GROUP BY 1, 2`,
  `SELECT staff_username, group_id, count(*), sum(refund_price + other_refund) FROM requestrefund
   WHERE hieu_luc = 1 AND deleted_at IS NULL AND created_time >= month_start($1) AND created_time < month_end($1) GROUP BY 1, 2`,
]

/** Finding all evidence of the month, as in the background, and the screen with stored evidence. */
async function radar({ pool, url, admin }: Bench): Promise<Row[]> {
  const [finding, raw, screen]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < 5; turn += 1) {
    raw.push(
      await timed(async () => {
        for (const statement of aggregates) await pool.query(statement, [radarMonth])
      }),
    )
    finding.push(
      await timed(() =>
        pool.query('SELECT count(*) FROM radar(month_start($1), month_end($1))', [radarMonth]),
      ),
    )
  }
  const storedCount = async (): Promise<number> =>
    (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM radar_kept')).rows[0]?.n ?? 0
  // The server does the same within its first minute; only one of them does it.
  for (; (await storedCount()) === 0; await sleep(1000)) await lookThrough({ pool })
  const range = `startDate=${toFilterDate(radarMonth)}&endDate=${toFilterDate(addDays(firstOfMonthVn(), -1))}`
  for (let turn = 0; turn < 9; turn += 1)
    screen.push(await timed(() => http(`${url}/api/v1/radatruythu?count=50&page=${turn}&${range}`, admin)))
  const count = await storedCount()
  return [
    {
      work: `evidence of a month of ${many} lines, in the background`,
      value: ms(middle(finding)),
      limit: ms(middle(raw)),
      ratio: `${(middle(finding) / middle(raw)).toFixed(1)} ×`,
      reach: '≤ 5,000 ms',
      note: `${count.toLocaleString('en-US')} found; ${dataNote}; limit: revenue and refunds by person`,
    },
    {
      work: 'page of the radar of that month, kept evidence',
      value: ms(middle(screen)),
      limit: '1,000 ms',
      ratio: (middle(screen) / 1000).toFixed(2),
      reach: '≤ 1',
      note: `slowest ${ms(Math.max(...screen))}`,
    },
  ]
}

/** Lines inserted by one statement, with or without recording; rolled back. */
async function arriving({ pool }: Bench, lines: number, day: string, noted: boolean): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    if (!noted) await client.query('ALTER TABLE revenue_line DISABLE TRIGGER revenue_line_pay')
    return await timed(() =>
      client.query(`
        INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
        SELECT 'ketqua', 'new ' || n, 700000000 + n, 'VD90', 90000, timestamptz '${day} 08:00+07' + make_interval(mins => n),
          'bench' || 1 + n % ${sellers} FROM generate_series(1, ${lines}) n`),
    )
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

async function noting(bench: Bench, lines: number, which: string, day: string): Promise<Row> {
  const [ours, limits]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= 7; turn += 1) {
    const limit = await arriving(bench, lines, day, false)
    const our = await arriving(bench, lines, day, true)
    // The first turn warms up both.
    if (turn === 0) continue
    ours.push(our)
    limits.push(limit)
  }
  const [our, limit] = [Math.min(...ours), Math.min(...limits)]
  return {
    work: `${lines.toLocaleString('en-US')} lines in one statement, ${which}`,
    value: ms(our),
    limit: ms(limit),
    ratio: `${(our / limit).toFixed(2)} ×`,
    reach: '≤ 1.5 ×',
    note: 'limit: without noting whose pay of a past month changes',
  }
}

export async function payrollRadar(bench: Bench): Promise<Row[]> {
  await fillRadar(bench.pool)
  const rows = await radar(bench)
  const running = firstOfMonthVn()
  for (const lines of [500, 10_000]) rows.push(await noting(bench, lines, 'running month', running))
  const closing = await timed(() =>
    bench.pool.query('SELECT close_payroll($1, $2, $3, $4, $5)', [
      radarMonth,
      JSON.stringify(payrollDefaults),
      'admin',
      '',
      '[]',
    ]),
  )
  for (const lines of [500, 10_000]) rows.push(await noting(bench, lines, 'closed month', radarMonth))
  return [
    ...rows,
    {
      work: `closing a month of ${many} lines`,
      value: `${(closing / 1000).toFixed(1)} s`,
      limit: '10 s',
      ratio: (closing / 10_000).toFixed(2),
      reach: '≤ 1',
      note: 'rows and sources kept and calculated again',
    },
  ]
}
