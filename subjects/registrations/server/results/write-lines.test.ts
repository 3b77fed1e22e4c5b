/** Registration results become revenue lines: new ones immediately, older ones by a one-time background job. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'
import { writeResultLines } from './write-lines.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown>
const lines = async (phone: string): Promise<Row[]> =>
  (
    await server.pool.query<Row>(sql`
      SELECT id, track0, track1, kenh, goi_cuoc, doanh_thu, ngay_thanh_cong, username_he_thong, username_nv, status,
        line_id = id AS is_line
      FROM revenue_line WHERE so_dien_thoai_cs = ${phone} ORDER BY track0`)
  ).rows
const importResult = async (phone: string, more: object = {}) => {
  const result = {
    SubAgent: 'D1',
    NumberPhone: phone,
    PackageCode: 'vd90',
    Price: 90_000,
    Time: '2026-11-05T02:14:00.000Z',
    Status: 1,
    Result: 'Đăng ký thành công',
    username_nv: 'sale111',
    ...more,
  }
  const saved = await (
    await server.as('admin')
  ).post('/api/v1/customer-message-9084/import', { data: [result] })
  if (saved.status !== 200) throw new Error(saved.text)
}

test('a success writes a revenue line, a failure none, and the same result again nothing (D2-REVF-09, D2-Q-169)', async () => {
  for (let n = 0; n < 2; n += 1) await importResult('931000001')
  const { rows } = await server.pool.query<Row>(
    `SELECT id::text AS id FROM customer_message_9084 WHERE "NumberPhone" = '931000001'`,
  )
  expect(await lines('931000001')).toEqual([
    {
      id: expect.any(String),
      track0: 'ketqua',
      track1: rows[0]?.id,
      kenh: 'd1',
      goi_cuoc: 'VD90',
      doanh_thu: 90_000,
      ngay_thanh_cong: new Date('2026-11-05T02:14:00.000Z'),
      username_he_thong: 'sale111',
      username_nv: 'sale111',
      status: 'SUCCESS',
      is_line: true,
    },
  ])
  await importResult('931000002', { Status: 0 })
  expect(await lines('931000002')).toEqual([])
})

test('a result within 24 hours of a confirmed code is the same registration, whichever comes first (D2-REVF-09, D3-LINE-01)', async () => {
  const code = (phone: string) =>
    server.pool.query(sql`
      INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", status, "genDate", username_nv)
      VALUES ('9084new', ${phone}, 'VD90', 90000, 'SUCCESS', '2026-11-05T02:13:00Z', 'sale112')`)
  await code('931000003')
  await importResult('931000003')
  await importResult('931000004')
  await code('931000004')
  for (const phone of ['931000003', '931000004']) {
    expect(await lines(phone)).toMatchObject([
      { track0: '9084new', is_line: true, username_nv: 'sale112' },
      { track0: 'ketqua', is_line: false },
    ])
  }
})

test('a result without staff gets the owner of its line when it is assigned (D2-REVF-09, D3-LINE-03)', async () => {
  await importResult('931000005', { username_nv: '' })
  expect(await lines('931000005')).toMatchObject([{ username_nv: null }])
  const admin = await server.as('admin')
  await admin.post('/api/v1/customer-message-9084/assign', [{ user: 'sale121', count: 1 }])
  const [found, ...others] = await lines('931000005')
  expect([found, others]).toMatchObject([{ username_he_thong: null, username_nv: 'sale121' }, []])
  // The rewritten line is audited (D3-TRL-01).
  expect(await trailOf(server.pool, 'dsdttinhluong', String(found?.id))).toEqual(['__AUTO update'])
})

test('older results are processed once, in pieces, however often that is started (D2-REVF-09)', async () => {
  await server.pool.query(`
    ALTER TABLE customer_message_9084 DISABLE TRIGGER USER;
    INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status")
    SELECT 'd1', (932000000 + n)::text, 'VD90', 90000, '2026-10-05T02:14:00Z', n % 2 FROM generate_series(1, 1200) n;
    ALTER TABLE customer_message_9084 ENABLE TRIGGER USER`)
  const count = async () =>
    (
      await server.pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM revenue_line WHERE so_dien_thoai_cs LIKE '932%'`,
      )
    ).rows[0]?.n
  expect(await count()).toBe(0)
  const { pool } = server
  await Promise.all([writeResultLines({ pool }), writeResultLines({ pool })])
  expect(await count()).toBe(600)
  expect((await pool.query(`SELECT FROM backfills WHERE name = 'result-lines'`)).rowCount).toBe(0)
  await pool.query(`DELETE FROM revenue_line WHERE so_dien_thoai_cs = '932000001'`)
  await writeResultLines({ pool })
  expect(await count()).toBe(599)
})
