/** The days opened by a notice are those of its rows, whatever created it (D3-BELL-01). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bellOf, quietBell } from '#test/bell.ts'
import { addMfyPrices, request } from '#test/mfy.ts'
import { addLine } from '#test/payroll-books.ts'
import { refundPrices } from '#test/refunds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addMfyPrices(server.pool)
  await server.pool.query(refundPrices)
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 1 })
})
afterAll(() => server.close())
beforeEach(() => quietBell(server))

/** Kind, number of rows, and address of the notices of sale111 and sale112. */
const opened = async (username: string) =>
  (await bellOf(server, username)).map(({ kind, n, address }) => [kind, n, address])

/** An approved request of sale111, created at this instant. */
async function madeAt(time: string): Promise<string> {
  const { id } = await request(server, 'sale111')
  await (await server.as('quanly')).put(`/api/v1/mfy/setTrangThai/${id}`, { trang_thai: 'duyet' })
  await server.pool.query(sql`UPDATE mfy SET created_at = ${time} WHERE id = ${id}`)
  await quietBell(server)
  return id
}

/** Shortly after midnight in Vietnam, when it is still the day before in UTC. */
const early = '2026-08-31T17:30:00Z'

test('D3-BELL-01: the notice of a Mfy request that is handed over opens the Vietnamese day on which it was created', async () => {
  const id = await madeAt(early)
  const reply = await (await server.as('leader11')).put(`/api/v1/mfy/${id}/giao`, { username_nv: 'sale112' })
  expect(reply.status).toBe(200)
  expect(await opened('sale112')).toEqual([
    [
      'mfyReceived',
      1,
      expect.stringMatching(/^\/app\/mfy\?phone=\d{5}&startDate=01%2F09%2F2026&endDate=02%2F09%2F2026$/),
    ],
  ])
})

test('D3-BELL-01: the notice of charges of several Mfy requests opens from the day of the first to that of the last', async () => {
  for (const time of ['2026-09-20T05:00:00Z', early, '2026-09-03T05:00:00Z']) await madeAt(time)
  await server.pool.query(
    `SELECT tell_mfy_charge('sale111', m, 'overdue', 1000) FROM mfy m WHERE m.username_nv = 'sale111'`,
  )
  expect(await opened('sale111')).toEqual([
    ['backCharge', 3, '/app/mfy?view=none&startDate=01%2F09%2F2026&endDate=21%2F09%2F2026'],
  ])
})

test('D3-BELL-01: notices of recovered refunds and of automatic approvals open the days of their requests', async () => {
  const ask = (phone: string, time: string) =>
    server.pool.query(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
      VALUES ('sale112', '', ${phone}, 'VD90', 1, 1000, ${time})`)
  await ask('912700001', early)
  await ask('912700002', '2026-09-20T05:00:00Z')
  await server.pool.query(`UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh()`)
  await quietBell(server)
  await server.pool.query(`
    UPDATE requestrefund SET trang_thai_truy_thu_hoan_theo_goi = recovery_truy_thu(),
      username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'quanly'`)
  expect(await opened('sale112')).toEqual([
    ['backCharge', 2, '/app/requestrefund?view=none&startDate=01%2F09%2F2026&endDate=21%2F09%2F2026'],
  ])
  await quietBell(server)
  const phone = await addLine(server.pool, { at: new Date(early), owner: 'sale111', price: 90_000 })
  await server.pool.query(
    sql`UPDATE revenue_line SET set_status = 'FAILD', set_at = now() WHERE so_dien_thoai_cs = ${phone}`,
  )
  await ask(phone, early)
  await server.pool.query(
    sql`UPDATE revenue_line SET set_status = 'SUCCESS', set_at = now() WHERE so_dien_thoai_cs = ${phone}`,
  )
  expect((await opened('sale112')).filter(([kind]) => kind === 'approved')).toEqual([
    [
      'approved',
      1,
      expect.stringMatching(
        /^\/app\/requestrefund\?message=\d{5}&startDate=01%2F09%2F2026&endDate=02%2F09%2F2026$/,
      ),
    ],
  ])
})
