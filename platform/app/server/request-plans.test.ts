/** Plans of the statements that requests run, including those inside functions: what each reads of the large tables. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { careCalls, refuse } from '#test/care.ts'
import { explained, hearPlans } from '#test/explained.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { makeScan } from '#test/scans.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { blockNames, type BlockName } from '#subjects/overview/contract/calls/customer-360.ts'
import { createPool } from '#platform/server/db/pool.ts'

/** Without the sessions, whose last use is noted some time after a request. */
const large = ['customer', 'care_history', 'blacklist', 'khr', 'baodo', 'mesbank', 'requestrefund', 'mfy']
let server: TestServer
/** Plans logged so far. */
let plans: string[] = []
const { take, record } = careCalls(() => server)

/** 5,000 rows in each large table, nearly all of them decided. */
async function fill(url: string): Promise<void> {
  const pool = createPool(url, { max: 1, applicationName: 'fill', log: console })
  const file = await makePool(pool, { rows: 3 })
  await permitFiles(pool, 'sale111', [file])
  // On a busy machine this takes longer than the limit of a request.
  await pool.query('SET statement_timeout = 0')
  await pool.query(sql`
    INSERT INTO customer (file_id, phone, package, rank)
    SELECT ${file}, 300000000 + n, 'VD90', n FROM generate_series(4, 5000) n`)
  const decided = ['khr', 'baodo', 'mesbank', 'requestrefund', 'mfy']
  const triggers = (state: string): string =>
    decided.map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER;`).join('')
  await pool.query(`
    ${triggers('DISABLE')}
    INSERT INTO care_history (customer_id, user_id, username, brand_id, group_id, phone, package, status, note, created_at)
    SELECT c.id, u.id, u.username, u.brand_id, u.group_id, c.phone, c.package, 'REJECTED', 'x', now() - make_interval(mins => c.rank::int)
    FROM customer c JOIN (SELECT *, row_number() OVER () - 1 AS n, count(*) OVER () AS all_of_them FROM users WHERE username LIKE 'sale%') u
      ON u.n = c.rank % u.all_of_them;
    INSERT INTO blacklist (phone_number) SELECT 200000000 + n FROM generate_series(1, 5000) n;
    INSERT INTO sessions (token_hash, user_id, expires_at)
    SELECT sha256((n || username)::bytea), id, now() + interval '1 hour' FROM generate_series(1, 500) n, users;
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, trang_thai, nguoi_phe_duyet)
    SELECT 900000000 + i, current_date - i / 20, 'sale' || i % 50, 'x', '1', 'quanly' FROM generate_series(1, 5000) i;
    INSERT INTO baodo ("createdAt", so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, trang_thai,
      nguoi_dat_trang_thai, trang_thai_duyet, nguoi_phe_duyet)
    SELECT now() - i * interval '1 minute', 900000000 + i, current_date - i / 20, 'sale' || i % 50, 'x', 'VD90', '9084 (3)', 'SUCCESS',
      '__AUTO', '1', 'quanly' FROM generate_series(1, 5000) i;
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang, trang_thai_duyet_thong_tin,
      username_duyet_trang_thai_duyet_thong_tin)
    SELECT 'VCB', 90000, now() - i * interval '1 minute', 'GD ' || i, 900000000 + i, 'VD90', 'cao',
      CASE WHEN i > 5 THEN '1' END, CASE WHEN i > 5 THEN 'quanly' END FROM generate_series(1, 5000) i;
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price,
      created_time, ma_trang_thai_giao_dich_doi_tac, quyet_dinh)
    SELECT 'sale111', '', 900000000 + i, 'VD90', 5, 90000, now() - i * interval '1 minute', CASE WHEN i > 5 THEN -9999 ELSE -10003 END,
      CASE WHEN i > 5 THEN '1' ELSE '0' END FROM generate_series(1, 5000) i;
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, trang_thai, trang_thai_duyet_thong_tin, gia_ban_goi, doanh_thu, created_at)
    SELECT 900000000 + i, 'sale111', 'x', 'VD90', CASE WHEN i > 5 THEN 'dang_ky_thanh_cong' ELSE 'dang_cho_duyet' END,
      CASE WHEN i > 5 THEN 'da_duyet' ELSE 'dang_cho_duyet' END, 1, 45000, now() - i * interval '1 minute' FROM generate_series(1, 5000) i;
    ${triggers('ENABLE')}
    ANALYZE`)
  await pool.end()
}

beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '1', RATE_BURST: '20' }, undefined, explained(fill))
  hearPlans([server.ownPool], (plan) => void plans.push(plan))
})
afterAll(() => server.close())

const scan =
  /(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on|Conflict Arbiter Indexes:|(?<whole>Seq Scan) on) (?<name>\w+)/g

/** What a request reads of these tables: indexes by name, and 'Seq Scan on' for a full scan. */
async function reads(request: () => Promise<unknown>, tables: readonly string[] = large): Promise<string[]> {
  plans = []
  await request()
  const found = plans
    .flatMap((plan) => Array.from(plan.matchAll(scan), ({ groups }) => groups ?? {}))
    .filter(({ whole, name = '' }) =>
      tables.some((table) => (whole ? name === table : name.startsWith(`${table}_`))),
    )
  return [...new Set(found.map(({ whole, name = '' }) => (whole ? `${whole} on ${name}` : name)))].toSorted()
}

const get = (who: string, path: string) => async (): Promise<void> => {
  const answer = await (await server.as(who)).get(`/api/v1/${path}`)
  expect(answer.status).toBe(200)
}

test('a session is found by its key', async () => {
  const token = await signInAs(server.pool, 'sale111')
  const headers = { authorization: `Bearer ${token}` }
  const request = (): Promise<unknown> => server.app.inject({ url: '/api/v1/auth/me', headers })
  expect(await reads(request, ['sessions'])).toEqual(['sessions_pkey'])
})

test('a claim and its result read the queue in order by an index, and the rest by phone or key (D1-CARE-17)', async () => {
  await get('sale111', 'auth/me')()
  let id = ''
  expect(await reads(async () => (id = (await take('sale111')).id))).toEqual([
    'blacklist_phone',
    'care_history_customer',
    'care_history_phone',
    'customer_busy',
    'customer_common',
    'customer_held',
    'customer_one_holder',
    'customer_pkey',
  ])
  expect(await reads(() => record('sale111', id, refuse))).toEqual([
    'blacklist_phone',
    'care_history_customer',
    'customer_phone',
    'customer_pkey',
  ])
})

const day = toFilterDate(addDays(todayVn(), -30))
const period = `startDate=${day}&endDate=${day}`
test.each([
  ['a day of private customers', `khr?${period}`, ['khr_approved', 'khr_day']],
  ['a day of reported sales', `baodo?${period}`, ['baodo_day', 'baodo_proof']],
  ['a phone among the customers', 'customer?phone=300000005', ['blacklist_phone', 'customer_phone']],
  [
    'the desk',
    'banduyet',
    [
      'baodo_state',
      'khr_state',
      'mesbank_phone',
      'mesbank_pkey',
      'mesbank_unread',
      'mesbank_waiting',
      'mfy_phone',
      'mfy_state',
      'mfy_unchecked',
      'requestrefund_corrected',
      'requestrefund_key',
      'requestrefund_waiting_of',
    ],
  ],
])('%s uses indexes (D1-Q-138, threats F4)', async (_, path, indexes) => {
  await get('quanly', 'auth/me')()
  expect(await reads(get('quanly', path))).toEqual(indexes)
})

test.each(['quanly', 'leader11'])(
  'a refresh of the floor reads no log, and finds customers by small indexes, for %s (D3-FLR-05)',
  async (who) => {
    await get(who, 'auth/me')()
    const found = await reads(get(who, 'sangoi'), [...large, 'movements', 'audit_log'])
    // The planner chooses among the indexes of open and promised customers by their number of rows.
    const small = [
      'blacklist_phone',
      'customer_busy',
      'customer_due',
      'customer_one_holder',
      'customer_one_open',
    ]
    expect(found.filter((read) => !small.includes(read))).toEqual([])
  },
)

test("a salesperson's day is counted in the calls of that person alone (D1-Q-138, threats F4)", async () => {
  await get('sale111', 'auth/me')()
  expect(await reads(get('sale111', 'care/today'))).toEqual(['care_history_staff'])
})

const sinceThen = `startDate=${day}&endDate=${toFilterDate(todayVn())}`
test.each(['leader11', 'chinhanh2'])(
  '%s finds the customers of the own people by holder, without reading those of others (D1-Q-138, threats F4)',
  async (who) => {
    await get(who, 'auth/me')()
    const found = await reads(get(who, 'customer?count=50'), ['customer'])
    expect(found).toContain('customer_owner')
    expect(found).not.toContain('customer_newest')
  },
)

test.each([
  ['quanly', []],
  ['leader11', ['customer_pkey']],
])(
  'a page of calls looks up only the customers of the own calls, by key, for %s (D1-Q-138, threats F4)',
  async (who, indexes) => {
    await get(who, 'auth/me')()
    expect(await reads(get(who, `care/history?count=50&${sinceThen}`), ['customer'])).toEqual(indexes)
  },
)

test('a rate limit is found by its key, once per batch of requests', async () => {
  await get('leader11', 'auth/me')()
  const more = async (): Promise<void> => {
    for (let i = 0; i < 4; i += 1) await get('leader11', 'auth/me')()
  }
  expect(await reads(more, ['rate_limits'])).toEqual(['rate_limits_pkey'])
})

/** Lists whose rows the other tests do not need. */
const fillBlocks = (): Promise<unknown> =>
  server.pool.query(`
    ALTER TABLE customer_message_9084 DISABLE TRIGGER USER; ALTER TABLE sim_order DISABLE TRIGGER USER;
    INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, "createdAt")
    SELECT 'sale' || i % 50, 'x', 900000000 + i, 'x', now() - i * interval '1 minute' FROM generate_series(1, 5000) i;
    INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Time", "Status", username_nv, ten_nv)
    SELECT '9084', 900000000 + i, 'VD90', now() - i * interval '1 minute', 1, 'sale' || i % 50, 'x' FROM generate_series(1, 5000) i;
    INSERT INTO moigoihomsau (phone, package, username, ten_nv, hoi_tkc_luc)
    SELECT 900000000 + i, 'VD90', 'sale' || i % 50, 'x', NULL FROM generate_series(1, 5000) i;
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types)
    SELECT '0' || 900000000 + i, '0' || 900000000 + i, 'VIETTEL', 1, 1, 1, 1, 1, 1, 'khac' FROM generate_series(1, 2000) i;
    INSERT INTO sim_order (sim_id, phone, name, address, ordered_so_dien_thoai_co_dau_cham, ordered_gia_khach_hang, ordered_nha_mang, ordered_number_type)
    SELECT id, right(so_dien_thoai, 9), 'x', 'x', so_dien_thoai, 1, 'VIETTEL', 1 FROM simso;
    ALTER TABLE revenue_line DISABLE TRIGGER USER;
    INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    SELECT id, id, 'import', id::text, 900000000 + i, 'VD90', 1, now() - i * interval '1 minute', 'sale' || i % 50
    FROM (SELECT uuidv7() AS id, i FROM generate_series(1, 5000) i) l;
    ALTER TABLE revenue_line ENABLE TRIGGER USER;
    ALTER TABLE customer_message_9084 ENABLE TRIGGER USER; ALTER TABLE sim_order ENABLE TRIGGER USER;
    ANALYZE`)

const ofPhone: Readonly<Record<BlockName, string[]>> = {
  customer: ['blacklist_phone', 'customer_message_9084_natural', 'customer_phone'],
  cuocgoi: ['care_history_phone'],
  tracuu: ['lstracuu_phone'],
  dangky: ['customer_message_9084_natural'],
  doanhthu: ['revenue_line_key'],
  chuyenkhoan: ['mesbank_phone', 'mfy_phone', 'requestrefund_key', 'sim_order_ma_so_key'],
  hoantien: ['requestrefund_key'],
  mfy: ['mfy_phone'],
  donsim: ['sim_order_phone'],
  blacklist: ['blacklist_phone'],
  khachrieng: ['khr_approved', 'khr_phone'],
  baodo: ['baodo_phone', 'baodo_proof', 'customer_message_9084_natural'],
  moihomsau: ['moigoihomsau_phone'],
}
const ofBlocks = [
  ...large.filter((table) => table !== 'sessions'),
  'lstracuu',
  'customer_message_9084',
  'moigoihomsau',
  'revenue_line',
  'sim_order',
  'simso',
]

describe('a page of one phone', () => {
  beforeAll(fillBlocks)

  test.each(blockNames)('the block %s uses the index of its phone (D3-C360-01)', async (name) => {
    const phone = name === 'customer' || name === 'cuocgoi' ? '300000050' : '900000050'
    const key = server.api.services.secrets?.conceal('khachhang360', phone) ?? ''
    const readsOf = (who: string) => reads(get(who, `khachhang360/${key}/${name}`), ofBlocks)
    expect(await readsOf('admin')).toEqual(ofPhone[name])
    for (const who of ['leader21', 'sale211'])
      expect([who, (await readsOf(who)).filter((read) => read.startsWith('Seq'))]).toEqual([who, []])
  })

  test("a salesperson's day uses the index of person and time (D3-NAV-06)", async () => {
    const tables = ['movements', 'care_history', 'revenue_line', 'customer']
    const found = await reads(get('sale111', 'homnay'), tables)
    expect(found.filter((read) => read.startsWith('Seq'))).toEqual([])
    expect(found).toEqual(expect.arrayContaining(['care_history_staff', 'movements_received']))
  })

  test.each(['admin', 'leader21'])(
    'the movements of a number use the indexes of phone and customer, for %s (D3-C360-01)',
    async (who) => {
      const key = server.api.services.secrets?.conceal('khachhang360', '300000050') ?? ''
      const found = await reads(get(who, `khachhang360/${key}/chuyenso`), [...ofBlocks, 'movements'])
      expect(found.filter((read) => read.startsWith('Seq'))).toEqual([])
      expect(found).toContain('movements_customer')
    },
  )

  test.each(['chinhanh1', 'leader12', 'sale212', 'quanly'])(
    '%s finds phones by their last digits with the index of the reversed number (D3-PAL-01)',
    async (who) => {
      const found = await reads(get(who, 'timnhanh?text=0050'), ofBlocks)
      expect(found.filter((read) => read.startsWith('Seq'))).toEqual([])
      const lists = [
        'customer',
        'care_history',
        'customer_message_9084',
        'requestrefund',
        'mfy',
        'khr',
        'baodo',
      ]
      expect(found).toEqual(expect.arrayContaining(lists.map((name) => `${name}_trailing`)))
    },
  )

  test('numbers to scan are counted by the look-ups of their carrier, once one is due (D3-SCN-02)', async () => {
    const { ownPool } = server
    await makeScan(ownPool, 'quetdata', 'plan.xlsx', 3, { state: 'running' })
    await ownPool.query(`INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, nguon)
      SELECT 'sale1', 'x', 900000000 + i, 'x', 'tra_cuu' FROM generate_series(1, 500) i`)
    await ownPool.query('ANALYZE lstracuu')
    const claim = () => ownPool.query(`SELECT FROM scan_claim('VINAPHONE', 60, 4, 30)`)
    expect(await reads(claim, ['lstracuu'])).toEqual(['lstracuu_carrier'])
    // The next one is a second away.
    expect(await reads(claim, ['lstracuu'])).toEqual([])
  })
})
