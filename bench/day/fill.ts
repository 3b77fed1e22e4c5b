/**
 * A database after some months of work: customers, calls, registrations, refunds, Mfy, transfers, numbers;
 * invariants hold.
 */
import sql from 'sql-template-tag'
import { addDays, firstOfMonthVn, todayVn } from '#kit/contract/dates.ts'
import type { SettingKey } from '#platform/contract/settings/catalogue.ts'
import type { SettingValue } from '#platform/contract/settings/kinds.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { setSettings } from '#test/settings.ts'
import { fillSims } from '../measure-sims.ts'

export const packages = ['VD90', 'VD120', 'VD150', 'D159V', 'MG149'] as const
const packageOf = `(ARRAY['${packages.join("','")}'])[1 + n % 5]`

/** Look-ups and scans at any hour, as a run may start at any time, and a carrier limit high enough for 500 people. */
const settings: Partial<Record<SettingKey, SettingValue>> = {
  'lookup.from': '00:00',
  'lookup.until': '24:00',
  'scan.from': '00:00',
  'scan.until': '24:00',
  'scan.perMinute': 1_200,
  'scan.parallel': 20,
}
/** Refund channels, set only after filling: the filled refunds must not go to a partner. */
const channels: Partial<Record<SettingKey, SettingValue>> = {
  kenh_hoan_tien: 'doitac1.example',
  kenh_nap_chiet_khau: 'doitac2.example',
  ti_le_chiet_khau: 7,
}

/** Rows of each kind for this many customers; money of two months of 500 people at most, even with more customers. */
const sizesFor = (customers: number) => {
  const worked = Math.min(customers, 1_000_000)
  const part = (share: number): number => Math.round(worked * share)
  return {
    calls: part(0.3),
    results: part(0.15),
    refunds: part(0.03),
    mfy: part(0.01),
    messages: part(0.02),
    sims: part(0.1),
    blacklist: part(0.01),
  }
}

/** First day with data: last month is complete, so that its pay can be closed. */
const begin = (): string => `${addDays(firstOfMonthVn(), -1).slice(0, 8)}01`
/** An instant between then and now, evenly spread over `rows`. */
const moment = (rows: number): string => {
  const from = `timestamptz '${begin()} 08:00+07'`
  return `(${from} + (now() - ${from}) * (n::float8 / ${rows + 1}))`
}
/** One of the salespeople, chosen by n. */
const seller = `JOIN (SELECT id, username, fullname, brand_id, (row_number() OVER (ORDER BY username))::int - 1 AS place,
  count(*) OVER ()::int AS many FROM users WHERE username LIKE 'nv%') u ON u.place = n % u.many`

/** Inserts `rows` by `statement` in batches, two at once by default: statement triggers hold all rows of a batch. */
async function inStretches(
  pool: Pool,
  rows: number,
  stretch: number,
  statement: (series: string) => string,
  atOnce = 2,
): Promise<void> {
  let next = 1
  const work = async (): Promise<void> => {
    for (let from = next; from <= rows; from = next) {
      next = from + stretch
      await pool.query(statement(`generate_series(${from}, ${Math.min(rows, from + stretch - 1)}) n`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Distance between two numbers of the filled files. */
const stepOf = (customers: number): number => Math.floor(79_000_000 / customers)
/** The n-th of these numbers. */
export const knownPhone = (n: number, customers: number): string =>
  String(320_000_000 + (n % customers) * stepOf(customers))
/** In an order like in a carrier's file. */
const phoneOf = (customers: number): string =>
  `(320000000 + (n::bigint * 982451653 % ${customers}) * ${stepOf(customers)})::text`

/** A file of subscribers for each branch: three tenths were called, the others wait. */
async function fillCustomers(pool: Pool, customers: number, calls: number): Promise<void> {
  await pool.query(sql`
    INSERT INTO data_files (kind, "FileName", is_activated, nguoi_upload, owner_id, ngay_upload)
    SELECT 'pool', 'thue-bao-' || b.username || '.xlsx', 1, 'ql1', a.id, now() - interval '40 days'
    FROM users b, users a WHERE b.username LIKE 'cn%' AND a.username = 'ql1'`)
  await pool.query(sql`
    INSERT INTO data_options (user_id, files, ngay)
    SELECT b.id, ARRAY[f.id], ARRAY[${todayVn()}::date, ${addDays(todayVn(), 1)}::date]
    FROM users b JOIN data_files f ON f."FileName" = 'thue-bao-' || b.username || '.xlsx'`)
  await inStretches(
    pool,
    customers,
    50_000,
    (series) => `
    INSERT INTO customer (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle", state,
      "packagesCanRegister", rank, stage, status, holder_id, "createdAt")
    SELECT f.id, ${phoneOf(customers)}, CASE n % 7 WHEN 0 THEN 'MG' ELSE 'MC' END, ${packageOf}, current_date - n % 60,
      current_date + n % 30, n % 12, 'Đang hoạt động', 'VD120; VD150', n, CASE WHEN n <= ${calls} THEN 'called' ELSE 'left' END,
      CASE WHEN n <= ${calls} THEN 'TAKECARE' ELSE 'NORMAL' END, CASE WHEN n <= ${calls} THEN u.id END, now() - interval '40 days'
    FROM ${series} ${seller} JOIN users b ON b.id = u.brand_id JOIN data_files f ON f."FileName" = 'thue-bao-' || b.username || '.xlsx'`,
  )
  await inStretches(
    pool,
    calls,
    20_000,
    (series) => `
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at, customer_type,
      customer_package, customer_expired_at)
    SELECT c.id, u.id, u.username, c.phone, c.package,
      (ARRAY['REJECTED', 'KBM', 'REJECTED', 'KLLĐ', 'REJECTED', 'KBM', 'KEEP', 'APPROVED', 'REJECTED', 'KBM'])[1 + n % 10],
      (ARRAY['Không có nhu cầu', 'Chưa gặp khách', 'Chê giá cao', 'Đang đi làm xa'])[1 + n % 4], ${moment(calls)}, c.type, c.package,
      c."packageExpiredAt"
    FROM ${series} JOIN customer c ON c.rank = n JOIN users u ON u.id = c.holder_id`,
  )
}

/** The carrier's results, which become revenue lines; a tenth failed. */
const fillResults = (pool: Pool, results: number): Promise<void> =>
  inStretches(
    pool,
    results,
    5_000,
    (series) => `
    INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", username_nv, "createdAt")
    SELECT 'd1', (700000000 + n * 7)::text, ${packageOf}, 90000, ${moment(results)}, CASE n % 10 WHEN 0 THEN 0 ELSE 1 END,
      'Đăng ký gói', u.username, ${moment(results)} FROM ${series} ${seller}`,
  )

/** Refunds and top-ups, one in fifty waiting; half of them for a registered number. */
const fillRefunds = (pool: Pool, refunds: number): Promise<void> =>
  inStretches(
    pool,
    refunds,
    2_000,
    (series) => `
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method, refund_price,
      other_refund, created_time, ma_trang_thai_giao_dich_doi_tac, trang_thai_duyet_hoan_goi, username_duyet_trang_thai_duyet_hoan_goi,
      status_duyet_don, approver)
    SELECT u.username, u.fullname, (700000000 + CASE n % 2 WHEN 0 THEN n * 7 ELSE n * 7 + 3 END)::text, ${packageOf}, k.kind,
      CASE WHEN k.kind <> 5 THEN 1 END, 12000, CASE WHEN n % 5 = 0 AND k.kind <> 5 THEN 5000 ELSE 0 END, ${moment(refunds)},
      CASE n % 50 WHEN 0 THEN -10003 ELSE -9999 END, CASE WHEN n % 50 > 0 AND k.kind <> 5 THEN 1 ELSE 0 END,
      CASE WHEN n % 50 > 0 AND k.kind <> 5 THEN 'ql2' END, CASE WHEN n % 50 > 0 AND k.kind = 5 THEN 1 END,
      CASE WHEN n % 50 > 0 AND k.kind = 5 THEN 'ql2' END
    FROM ${series} ${seller} CROSS JOIN LATERAL (SELECT (ARRAY[1, 2, 5])[1 + n % 3] AS kind) k`,
  )

const fillMfy = (pool: Pool, mfy: number): Promise<void> =>
  inStretches(
    pool,
    mfy,
    2_000,
    (series) => `
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, trang_thai, gia_ban_goi, created_at, username_thay_doi_trang_thai,
      thoi_diem_thay_doi_trang_thai, trang_thai_duyet_thong_tin)
    SELECT (760000000 + n * 3)::text, u.username, u.fullname, ${packageOf},
      (ARRAY['dang_ky_thanh_cong', 'huy_qua_han', 'dang_ky_thanh_cong', 'thu_hoi'])[1 + n % 4], 1 + n % 3, ${moment(mfy)}, 'ql2',
      ${moment(mfy)} + interval '30 minutes', 'da_duyet' FROM ${series} ${seller}`,
    // Row triggers lock phone by phone.
    1,
  )

const fillMessages = (pool: Pool, messages: number): Promise<void> =>
  inStretches(
    pool,
    messages,
    10_000,
    (series) => `
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang, trang_thai_duyet_thong_tin,
      username_duyet_trang_thai_duyet_thong_tin)
    SELECT 'VCB', 90000, ${moment(messages)}, 'GD ' || n || ' ND: 0' || (770000000 + n * 3) || ' VD90', (770000000 + n * 3)::text, 'VD90',
      'cao', CASE WHEN n % 50 > 0 THEN '1' END, CASE WHEN n % 50 > 0 THEN 'ql2' END FROM ${series}`,
  )

/** Prices, the blacklist, and everybody's timekeeping for last month and this one. */
async function fillRest(pool: Pool, blacklist: number): Promise<void> {
  await pool.query(sql`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi)
    SELECT name, 12000, 20000, 90000 FROM unnest(${packages}::text[]) name;`)
  await pool.query(sql`
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3)
    SELECT name, 30000, 45000, 54000, 62500 FROM unnest(${packages}::text[]) name`)
  await pool.query(sql`
    INSERT INTO blacklist (phone_number, description)
    SELECT (810000000 + n * 3)::text, 'Khách đề nghị không gọi lại, lần ' || n FROM generate_series(1, ${blacklist}::int) n`)
  for (const month of [begin(), firstOfMonthVn()]) {
    await pool.query(sql`
      INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id)
      SELECT ${month}, username, day::date, 28800, 61200, uuidv7()
      FROM users, generate_series(${month}::date, least(${month}::date + interval '1 month - 1 day', now()), interval '1 day') day
      WHERE username LIKE 'nv%' AND extract(isodow FROM day) < 7`)
    await pool.query(sql`
      INSERT INTO payroll_input (username, thang, "thiDuaThang", "baoHiemXaHoi", updated_by)
      SELECT username, ${month}, 300000, 525000, 'kt1' FROM users WHERE username LIKE 'nv%'`)
  }
}

/** Fills the tables for this many customers; the people exist already. */
export async function fillDay(pool: Pool, customers: number, note: (text: string) => void): Promise<void> {
  const sizes = sizesFor(customers)
  await setSettings(pool, settings)
  await fillRest(pool, sizes.blacklist)
  await fillCustomers(pool, customers, sizes.calls)
  note('customers and calls')
  await pool.query('ANALYZE')
  await fillResults(pool, sizes.results)
  note('results and revenue')
  await pool.query('ANALYZE')
  await fillRefunds(pool, sizes.refunds)
  note('refunds')
  await fillMfy(pool, sizes.mfy)
  await fillMessages(pool, sizes.messages)
  await fillSims({ pool }, sizes.sims)
  await setSettings(pool, channels)
  await pool.query('SELECT fold_balances()')
  // Rows written here have no entry in the audit log (docs/operations.md).
  await pool.query('UPDATE trail_chained SET after_entry = (SELECT coalesce(max(id), 0) FROM audit_log)')
  await pool.query('VACUUM ANALYZE')
  note('Mfy, transfers, numbers; vacuumed')
}
