/** A database of realistic size: a million customers, a month of results, five hundred salespeople. */
import sql from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { signInAs } from '#test/server.ts'

export const sellers = 500
/** People of one leader. */
export const groupSize = 20
export const numbers = Number(process.env.BENCH_ROWS ?? 1_000_000)

/** Notes on blacklisted numbers: some frequent, most rare. */
const reasons = [
  'Khách đề nghị không gọi lại',
  'Số máy bàn',
  'Đã khiếu nại lần hai',
  'Người nhà nhân viên',
  'Thuê bao tạm khoá',
  'Sai tên chủ thuê bao',
  'Đang đi làm xa',
  'Hẹn sau Tết',
  'Nghe máy rồi tắt',
  'Chuyển sang mạng khác',
  'Chê giá cao',
  'Đăng ký ở cửa hàng',
  'Người già không dùng mạng',
  'Số của trẻ em',
  'Doanh nghiệp yêu cầu',
  'Báo làm phiền',
  'Đòi hoàn tiền',
  'Gọi nhầm người',
]
const circumstances = [
  'buổi sáng',
  'tháng này',
  'qua tổng đài',
  'tại quầy',
  'gửi công văn',
  'qua Zalo',
  'chi nhánh Hà Nội',
  'chi nhánh Đà Nẵng',
  'chi nhánh Cần Thơ',
  'có ghi âm',
  'chưa xác minh',
  'nhờ trưởng nhóm',
  'theo biên bản',
  'nhiều lần',
  'không rõ lý do',
]
const familyNames = [
  'Đỗ',
  'Lê',
  'Trần',
  'Phạm',
  'Vũ',
  'Hồ',
  'Đặng',
  'Bùi',
  'Dương',
  'Lý',
  'Mai',
  'Đinh',
  'Cao',
  'Phan',
  'Võ',
  'Hoàng',
]
const givenNames = [
  'Bình',
  'Minh',
  'Hùng',
  'Lan',
  'Thảo',
  'Phúc',
  'Quỳnh',
  'Trâm',
  'Khoa',
  'Vinh',
  'Sơn',
  'Dũng',
  'Nga',
  'Yến',
  'Oanh',
  'Tùng',
]

/** A pool without time limits, for filling. */
export const patient = (url: string): Pool => {
  const pool = createPool(url, { max: 8, applicationName: 'bench', log: console })
  pool.on(
    'connect',
    (client) =>
      void client.query("SET statement_timeout = 0; SET lock_timeout = 0; SET maintenance_work_mem = '2GB'"),
  )
  return pool
}

/** Whether a table has no rows: shared data is filled by the first measure that needs it. */
export const isEmpty = async (pool: Pool, table: string): Promise<boolean> =>
  (await pool.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 0

/**
 * Runs `fillThem` without triggers and with only the indexes of constraints, then builds the other indexes, each
 * over all rows at once, which takes a fraction of the time.
 */
export async function inBulk(
  pool: Pool,
  tables: readonly string[],
  fillThem: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(sql`
    SELECT x.indexrelid::regclass::text AS name, pg_get_indexdef(x.indexrelid) AS definition
    FROM pg_index x LEFT JOIN pg_constraint c ON c.conindid = x.indexrelid
    WHERE x.indrelid = ANY(${tables}::regclass[]) AND c.oid IS NULL`)
  for (const table of tables) await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  if (rows.length > 0) await pool.query(`DROP INDEX ${rows.map(({ name }) => name).join(', ')}`)
  await fillThem()
  const remaining = rows.values()
  const build = async (): Promise<void> => {
    for (const { definition } of remaining) await pool.query(definition)
  }
  await Promise.all([build(), build()])
  for (const table of tables) await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await pool.query(`VACUUM ANALYZE ${tables.join(', ')}`)
}

/** The people of an empty, migrated database and their one file; returns the ids for the measures. */
export async function fillPeople(pool: Pool): Promise<{ file: string; tokens: string[]; admin: string }> {
  await seedOrganisation(pool)
  await pool.query(`
    WITH leaders AS (
      INSERT INTO users (username, fullname, email, role_id, brand_id, password_hash)
      SELECT 'lead' || n, 'Trưởng nhóm ' || n, 'bench@vasdesk.example', r.id, b.id, '-'
      FROM generate_series(1, ${sellers / groupSize}) n, roles r, users b
      WHERE r.priority = 4 AND b.username = 'chinhanh1' RETURNING id, brand_id, username)
    INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
    SELECT 'bench' || n, 'Nhân viên ' || n, 'bench@vasdesk.example', r.id, l.brand_id, l.id, '-'
    FROM generate_series(1, ${sellers}) n, roles r, leaders l
    WHERE r.priority = 5 AND l.username = 'lead' || 1 + (n - 1) / ${groupSize}`)
  const { rows } = await pool.query<{ id: string }>(`
    INSERT INTO data_files (kind, "FileName", is_activated, nguoi_upload, owner_id)
    SELECT 'pool', 'bench.xlsx', 1, 'admin', id FROM users WHERE username = 'admin' RETURNING id`)
  const tokens: string[] = []
  for (let n = 1; n <= sellers; n += 1) tokens.push(await signInAs(pool, `bench${n}`))
  return { file: rows[0]?.id ?? '', tokens, admin: await signInAs(pool, 'admin') }
}

/** Customers, and a month of results for three tenths of them, with the rows that triggers would have written. */
async function fillQueue(pool: Pool, file: string, rows: number): Promise<void> {
  // Spread over all 9-digit numbers.
  const apart = Math.floor(600_000_000 / rows)
  await pool.query(sql`
    INSERT INTO customer (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle", state,
      "packagesCanRegister", rank, "createdAt")
    SELECT ${file}, 300000000 + n * ${apart}::int + n % ${apart - 1}::int, CASE n % 7 WHEN 0 THEN 'MG' ELSE 'MC' END,
      (ARRAY['VD90', 'VD120', 'VD150', 'D159V', 'MG149'])[1 + n % 5], current_date - n % 60, current_date + n % 30, n % 12,
      'Đang hoạt động', 'VD120; VD150', n, now() - make_interval(secs => n % 2592000)
    FROM generate_series(1, ${rows}::int) n`)
  await pool.query(`
    INSERT INTO movements (customer_id, file_id, to_stage, kind) SELECT id, file_id, stage, 'import' FROM customer`)
  await pool.query(sql`
    INSERT INTO balance_deltas (file_id, stage, n) VALUES (${file}, 'left', ${rows}::int)`)
  await pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, brand_id, group_id, phone, package, status, note, created_at, lan)
    SELECT c.id, u.id, u.username, u.brand_id, u.group_id, c.phone, c.package, 'REJECTED', 'Không có nhu cầu',
      now() - make_interval(secs => c.rank % 2592000), 1
    FROM customer c JOIN (SELECT *, row_number() OVER () AS n FROM users WHERE username LIKE 'bench%') u
      ON u.n = 1 + c.rank % ${sellers}
    WHERE c.rank <= ${Math.round(rows * 0.3)}`)
}

/** A file of customers, their results and a blacklist of `rows` each, and tables for the raw limits. */
export async function fillCustomers(pool: Pool, file: string, rows = numbers): Promise<void> {
  await inBulk(pool, ['customer', 'movements', 'care_history'], () => fillQueue(pool, file, rows))
  await pool.query(sql`
    INSERT INTO data_options (user_id, files, ngay)
    SELECT id, ARRAY[${file}::uuid], ARRAY[${addDays(todayVn(), 0)}::date, ${addDays(todayVn(), 1)}::date]
    FROM users WHERE username = 'chinhanh1'`)
  await pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) SELECT 'G' || n, n * 1000 FROM generate_series(1, 500) n`)
  await inBulk(pool, ['blacklist'], () =>
    pool.query(sql`
    INSERT INTO blacklist (phone_number, description)
    SELECT 200000000 + n, (${reasons}::text[])[1 + floor(${reasons.length} * power(random(), 3))::int] || ', '
      || (${circumstances}::text[])[1 + floor(${circumstances.length} * random())::int] || ' '
      || (${familyNames}::text[])[1 + floor(${familyNames.length} * random())::int] || ' '
      || (${givenNames}::text[])[1 + floor(${givenNames.length} * random())::int] || ' ' || n
    FROM generate_series(1, ${rows}::int) n`),
  )
  // The raw limit of a claim: same rows and queue index, but no rules.
  await pool.query(`
    CREATE TABLE raw_queue AS SELECT id, file_id, holder_id, stage, status, rank, claimed_at FROM customer;
    ALTER TABLE raw_queue ADD PRIMARY KEY (id);
    CREATE INDEX ON raw_queue (file_id, rank) WHERE stage = 'left' AND holder_id IS NULL;
    CREATE TABLE raw_results (id uuid PRIMARY KEY DEFAULT uuidv7(), customer_id uuid, status text, note text,
      created_at timestamptz DEFAULT now())`)
  await pool.query('SELECT fold_balances(), fill_terms()')
  await pool.query('VACUUM ANALYZE')
}
