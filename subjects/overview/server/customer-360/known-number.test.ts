/** What a form is told of a number: own customers and results, requests of everybody, within the numbers of the day. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mostRequests, nothingKnown, type KnownNumber } from '#platform/contract/calls/known-number.ts'
import { makePool } from '#test/pool.ts'
import { refundPrices } from '#test/refunds.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
let sale: Caller
let manager: Caller
const own = '912005610'
const others = '912105610'
const known = async (caller: Caller, phone: string): Promise<KnownNumber> =>
  (await caller.get(`/api/v1/timnhanh/biet?phone=${phone}`)).data as KnownNumber

/** A result of the carrier, `days` ago. */
const registered = (
  phone: string,
  username: string,
  more: { days?: number; status?: number; pack?: string },
) =>
  server.pool.query(sql`
    INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", username_nv)
    VALUES ('9084 (3)', ${phone}, ${more.pack ?? 'VD90'}, 90000, now() - make_interval(days => ${more.days ?? 0}, secs => 5),
      ${more.status ?? 1}, ${username})`)
/** A request, `days` ago; 2 means rejected. */
const requested = (phone: string, username: string, more: { days?: number; decision?: number; type?: number; number_type?: number; pack?: string } = {}) =>
  server.pool.query(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, number_type, request_type, request_method,
      trang_thai_duyet_hoan_goi, refund_price, created_time)
    VALUES (${username}, '', ${phone}, ${more.pack ?? 'VD90'}, ${more.number_type ?? 1}, ${more.type ?? 1}, 1, ${more.decision ?? 0},
      0, now() - make_interval(days => ${more.days ?? 0}))`) // prettier-ignore

beforeAll(async () => {
  server = await startTestServer()
  sale = await server.as('sale111')
  manager = await server.as('quanly')
  await server.pool.query(refundPrices)
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc) SELECT unnest(ARRAY['VD120', 'TUCHOI', 'CU', 'XOA', 'KHAC', 'P0', 'P1', 'P2', 'P3', 'P4'])`,
  )
  const file = await makePool(server.pool, { rows: 1 })
  await server.pool.query(sql`
    INSERT INTO customer (file_id, phone, package, type, "packageExpiredAt", "packagesCanRegister", rank)
    VALUES (${file}, ${own}, 'VD149', 'MG', '2026-12-12', 'VD90; D60G', 10),
      (${file}, ${others}, 'VD120', 'MC', NULL, 'VD90', 11), (${file}, '912205610', '', 'TT', NULL, NULL, 12)`)
  await server.pool.query(sql`
    BEGIN; SELECT set_config('vas.movement', 'assign', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale111'), status = 'ASSIGNED'
      WHERE phone IN ('912005610', '912205610');
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale211'), status = 'ASSIGNED' WHERE phone = '912105610';
    COMMIT`)
})
beforeEach(async () => {
  await server.pool.query(
    `TRUNCATE phone_searches, requestrefund, customer_message_9084 CASCADE; DELETE FROM settings WHERE key = 'phone.searches'`,
  )
})
afterAll(() => server.close())

test('of a customer of the caller type, package with its last day, and packages with prices are told; customers of others only to those above (D3-UX-01)', async () => {
  const customer = {
    ...nothingKnown,
    type: 'MG',
    runs: { code: 'VD149', until: '2026-12-12' },
    packages: [
      { code: 'VD90', price: 90_000 },
      { code: 'D60G', price: null },
    ],
  }
  expect(await known(sale, own)).toEqual(customer)
  expect(await known(sale, '0912.005.610')).toEqual(customer)
  expect(await known(sale, others)).toEqual(nothingKnown)
  expect(await known(manager, others)).toMatchObject({ type: 'MC', runs: { code: 'VD120', until: null } })
  // A type that the documents do not know is none, an empty package is none.
  expect(await known(sale, '912205610')).toEqual(nothingKnown)
})

test("the last successful registration of 62 days among the caller's results is told (D3-UX-01)", async () => {
  await registered(own, 'sale111', { days: 3, pack: 'VD90' })
  await registered(own, 'sale111', { days: 2, pack: 'D15' })
  await registered(own, 'sale111', { days: 1, pack: 'VD120', status: 0 })
  await registered(own, 'sale211', { pack: 'VD149' })
  expect((await known(sale, own)).registered).toEqual({ code: 'D15', at: expect.any(String) })
  expect((await known(manager, own)).registered?.code).toBe('VD149')
  await server.pool.query('TRUNCATE customer_message_9084')
  await registered(own, 'sale111', { days: 62 })
  expect((await known(sale, own)).registered).toBeNull()
  await registered(own, 'sale111', { days: 61 })
  expect((await known(sale, own)).registered?.code).toBe('VD90')
})

test("without a customer the type is that of the caller's last request (D3-UX-01)", async () => {
  await requested('912999001', 'sale111', { days: 1, number_type: 1 })
  await requested('912999001', 'sale111', { number_type: 2 })
  expect((await known(sale, '912999001')).type).toBe('MG')
  await requested('912999002', 'sale211', { number_type: 2 })
  expect((await known(sale, '912999002')).type).toBeNull()
})

test('requests of all accounts are told with kind, package, decision and time, without a name; not rejected, deleted or old ones, and five at most (D3-UX-01)', async () => {
  await requested(others, 'sale211', { days: 1, type: 2 })
  await requested(others, 'sale112', { pack: 'VD120' })
  await requested(others, 'sale112', { decision: 2, pack: 'TUCHOI' })
  await requested(others, 'sale112', { days: 62, pack: 'CU' })
  await requested(others, 'sale112', { pack: 'XOA' })
  await server.pool.query(
    `UPDATE requestrefund SET deleted_at = now(), deleted_by = 'admin' WHERE package_code = 'XOA'`,
  )
  await requested('912105611', 'sale112', { pack: 'KHAC' })
  const { requests } = await known(sale, others)
  expect(requests).toEqual([
    { kind: 'Hoàn trước', package: 'VD120', state: 'CHỜ DUYỆT', at: expect.any(String) },
    { kind: 'Hoàn sau', package: 'VD90', state: 'CHỜ DUYỆT', at: expect.any(String) },
  ])
  for (let n = 0; n < mostRequests; n += 1) await requested(others, 'sale112', { pack: `P${n}` })
  const told = (await known(sale, others)).requests
  expect([told.length, told[0]?.package]).toEqual([mostRequests, `P${mostRequests - 1}`])
})

test('accounts that do not see refunds are told of none, and no type from them; partners are told of none (D3-UX-01, D1-Q-013)', async () => {
  await requested('912999003', 'HNIMB01', { number_type: 2 })
  expect(await known(await server.as('HNIMB01'), '912999003')).toEqual(nothingKnown)
  expect(await known(await server.as('doitac1'), '912999003')).toEqual(nothingKnown)
  expect((await known(manager, '912999003')).requests).toHaveLength(1)
})

test('of two customers with the number the newest is told (D3-UX-01)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await server.pool.query(sql`
    INSERT INTO customer (file_id, phone, package, rank, "createdAt") VALUES (${file}, '912305610', 'MOI', 1, now()),
      (${file}, '912305610', 'CU', 2, now() - interval '1 day')`)
  expect((await known(manager, '912305610')).runs?.code).toBe('MOI')
})

test('each number takes from the numbers of the day of a masked role; beyond them nothing is told, and others are not limited (D3-UX-01, D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  expect((await known(sale, own)).type).toBe('MG')
  expect(await known(sale, '912205610')).toEqual(nothingKnown)
  await requested(others, 'sale211')
  expect(await known(sale, others)).toEqual(nothingKnown)
  // A second time costs nothing.
  expect((await known(sale, own)).type).toBe('MG')
  expect((await known(manager, others)).requests).toHaveLength(1)
})

test('a number that is not whole is refused (D3-UX-01)', async () => {
  expect((await sale.get('/api/v1/timnhanh/biet?phone=05610')).status).toBe(400)
})
