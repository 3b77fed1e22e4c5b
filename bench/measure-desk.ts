/** Waiting rows, proposals, and orders of numbers, among a million each (D3-APR-01, D3-QR-02, D2-ORD). */
import { thirtyDays, thirtyDaysSince } from './thirty-days.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { inBulk, isEmpty, numbers } from './data.ts'
import { http, loop } from './load.ts'
import { fillSims } from './measure-sims.ts'
import { fillRequests } from './money-data.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
const workers = 4

/** A year of messages, one in a hundred undecided; their top-ups are among the newest of four requests. */
async function fillMessages(pool: Pool): Promise<void> {
  if (await isEmpty(pool, 'requestrefund')) await fillRequests(pool)
  if (!(await isEmpty(pool, 'mesbank'))) return
  await inBulk(pool, ['mesbank'], () =>
    pool.query(`
      INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang, trang_thai_duyet_thong_tin,
        username_duyet_trang_thai_duyet_thong_tin)
      SELECT 'VCB', r.transfer_final_amount, now() - make_interval(secs => n * ${31_536_000 / numbers}::float8),
        'GD ' || n || ' ND: 0' || r.number_phone || ' ' || r.package_code, r.number_phone, r.package_code, 'cao',
        CASE WHEN n % 100 > 0 THEN '1' END, CASE WHEN n % 100 > 0 THEN 'admin' END
      FROM (SELECT number_phone, package_code, transfer_final_amount, row_number() OVER () AS place
        FROM requestrefund WHERE request_type = 5) r
      JOIN generate_series(1, ${numbers}) n ON r.place = 1 + n % (${numbers} / 4)`),
  )
}

/** Every number ordered, one in twenty unpaid: at a million, too many to count with each page. */
async function fillOrders(bench: Bench): Promise<void> {
  const { pool } = bench
  await fillSims(bench)
  if (!(await isEmpty(pool, 'sim_order'))) return
  await inBulk(pool, ['sim_order'], () =>
    pool.query(`
      INSERT INTO sim_order (sim_id, phone, name, address, payment_method, created_at, trang_thai,
        ordered_so_dien_thoai_co_dau_cham, ordered_gia_khach_hang, ordered_nha_mang, ordered_number_type)
      SELECT id, (300000000 + n * 600)::text, 'Khách ' || n, 'Hà Nội', CASE n % 2 WHEN 0 THEN 'online' ELSE 'cod' END,
        now() - make_interval(secs => n * 30), CASE n % 20 WHEN 0 THEN 'chua_thanh_toan' ELSE 'da_thanh_toan' END,
        so_dien_thoai_co_dau_cham, gia_khach_hang, nha_mang, number_type
      FROM (SELECT *, row_number() OVER () AS n FROM simso) s`),
  )
}

type Line = { work: string; ask: () => Promise<unknown>; statements: readonly string[] }

const waitingRequests = (type: string, warnings: string): string => `
  SELECT *, ${warnings} FROM requestrefund_list WHERE request_type ${type} AND quyet_dinh = '0' AND deleted_at IS NULL
    AND ma_trang_thai_giao_dich_doi_tac = -10003 ORDER BY created_time, id LIMIT 51`
const doubts =
  'array_remove(ARRAY[lech_tien, da_tung, khong_dang_ky, tin_da_dung, don_khac, goi_la], NULL) AS warnings'
const openMessages = `FROM mesbank_list WHERE cho_duyet = 1 AND da_dung = 0 AND deleted_at IS NULL`

function lines({ url, admin }: Bench): Line[] {
  const many = numbers.toLocaleString('en-US')
  const range = thirtyDays()
  const get = (path: string) => () => http(`${url}/api/v1/${path}`, admin)
  const offered = `FROM simso WHERE deleted_at IS NULL AND trang_thai = 'con_sim' AND gia_khach_hang > 0 AND types_list && ARRAY['sim_loc_phat']`
  return [
    {
      work: `the desk's oldest 50 of all kinds with their warnings, ${many} of each list`,
      ask: get('banduyet'),
      statements: [
        waitingRequests('IN (1, 2)', doubts),
        waitingRequests('= 5', doubts),
        `SELECT * ${openMessages} ORDER BY datetime, id LIMIT 51`,
      ],
    },
    {
      work: `waiting transfers of a month of ${many} with their orders`,
      ask: get(`mesbank?count=50&cho_duyet=1&da_dung=0&${range}`),
      statements: [
        `SELECT * ${openMessages} AND datetime >= ${thirtyDaysSince()} ORDER BY datetime DESC, id DESC LIMIT 50`,
        `SELECT count(*), sum(money) ${openMessages} AND datetime >= ${thirtyDaysSince()}`,
      ],
    },
    {
      work: `page of ${many} orders with total, figures up to 5 s old`,
      ask: get('order?count=50'),
      statements: [
        'SELECT * FROM sim_order WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 50',
        'SELECT count(*) FROM sim_order WHERE deleted_at IS NULL',
      ],
    },
    {
      work: `unpaid ones of ${many} orders with total, figures up to 5 s old`,
      ask: get('order?count=50&trang_thai=chua_thanh_toan'),
      statements: [
        `SELECT * FROM sim_order WHERE deleted_at IS NULL AND trang_thai = 'chua_thanh_toan' ORDER BY created_at DESC, id DESC LIMIT 50`,
        `SELECT count(*) FROM sim_order WHERE deleted_at IS NULL AND trang_thai = 'chua_thanh_toan'`,
      ],
    },
    {
      work: `offers of a type among ${many} numbers, counted up to 10,000`,
      ask: () =>
        http(`${url}/api/v1/simso/homepageList`, admin, {
          method: 'POST',
          body: { count: 50, loai_sim: 'sim_loc_phat' },
        }),
      statements: [
        `SELECT * ${offered} ORDER BY "createdAt" DESC, id DESC LIMIT 50`,
        `SELECT count(*) FROM (SELECT ${offered} LIMIT 10001) c`,
      ],
    },
  ]
}

/** Rows of the table: HTTP calls against the same statements through the driver. */
export async function desk(bench: Bench): Promise<Row[]> {
  await Promise.all([fillMessages(bench.pool), fillOrders(bench)])
  const raw = createPool(bench.databaseUrl, { max: 16, applicationName: 'bench-raw', log: console })
  const rows: Row[] = []
  for (const { work, ask, statements } of lines(bench)) {
    const limit = await loop(workers, seconds, () =>
      Promise.all(statements.map((statement) => raw.query(statement))),
    )
    const ours = await loop(workers, seconds, ask)
    const perSecond = (n: number): string => `${n.toFixed(n < 10 ? 1 : 0)}/s`
    rows.push({
      work: `${work}, ${workers}`,
      value: perSecond(ours.perSecond),
      limit: perSecond(limit.perSecond),
      ratio: (ours.perSecond / limit.perSecond).toFixed(2),
      reach: '≥ 0.8',
      note: `p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(0)} ms${ours.failed ? `, ${ours.failed} failed` : ''}`,
    })
  }
  await raw.end()
  return rows
}
