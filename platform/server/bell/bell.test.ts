/** Notices: recipients, deduplication, visibility, and the read state shared by all devices. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BellNotice } from '#platform/contract/calls/bell.ts'
import { bellOf, quietBell, titlesOf } from '#test/bell.ts'
import { addMfyPrices, request } from '#test/mfy.ts'
import { addLine } from '#test/payroll-books.ts'
import { closeMonth } from '#test/payroll-calls.ts'
import { clearPools, makePool, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { simShop } from '#test/sims.ts'
import { purgeOld } from '#platform/app/server/jobs.ts'
import { expireDue } from '#subjects/money/server/mfy/expire.ts'
import { settleDue } from '#subjects/sims/server/sims/clock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addMfyPrices(server.pool)
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi)
    VALUES ('VD90', 12000, 20000, 90000)`)
})
afterAll(() => server.close())
beforeEach(() => quietBell(server))

let rowCount = 0
const khr = async (by = 'sale111', more = {}): Promise<string> => {
  rowCount += 1
  const body = { so_dien_thoai: String(912_600_000 + rowCount), ngay_thanh_cong: '20/11/2026', ...more }
  const answer = await (await server.as(by)).post('/api/v1/khr', body)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.data as { id: string }).id
}
const decide = async (by: string, id: string, trang_thai: number, headers = {}) => {
  const caller = await server.as(by)
  const { token } = caller
  return server.app.inject({
    method: 'PUT',
    url: `/api/v1/khr/approve/${id}`,
    payload: { trang_thai },
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
}
const noticesOf = async (username: string) =>
  (await bellOf(server, username)).map(({ kind, title, detail, n }) => ({ kind, title, detail, n }))
const list = async (username: string, query = '') =>
  (await (await server.as(username)).get(`/api/v1/thongbao${query}`)).data as {
    values: BellNotice[]
    next: string | null
    unread: number
  }
const nameOf = async (username: string): Promise<string> =>
  (
    await server.pool.query<{ fullname: string }>(
      sql`SELECT fullname FROM users WHERE username = ${username}`,
    )
  ).rows[0]?.fullname ?? ''

test("D3-BELL-01: a decision on one's own request adds one notice, however often it is sent, which opens the row", async () => {
  const id = await khr()
  const key = { 'idempotency-key': 'bell-0001' }
  for (let times = 0; times < 2; times += 1)
    expect((await decide('leader11', id, 1, key)).statusCode).toBe(200)
  expect((await decide('leader11', id, 1)).statusCode).toBe(409)
  const phone = `****${String(912_600_000 + rowCount).slice(-5)}`
  expect(await bellOf(server, 'sale111')).toMatchObject([
    {
      kind: 'approved',
      tone: 'good',
      title: 'Khách hàng riêng đã được duyệt',
      detail: `${phone}; ${await nameOf('leader11')}`,
      address: `/app/khr?phone=${phone.slice(-5)}&startDate=20%2F11%2F2026&endDate=21%2F11%2F2026`,
      n: 1,
      read: false,
    },
  ])
  expect(await bellOf(server, 'leader11')).toEqual([])
})

test('D3-BELL-01: a decision by the owner adds no notice, nor does one that was rolled back', async () => {
  const ownRow = await khr('leader11', { username_nv: 'leader11' })
  expect((await decide('leader11', ownRow, 1)).statusCode).toBe(200)
  await server.pool.query(`BEGIN; SELECT ring_bell('sale111', 'job', '{"text": "x"}'); ROLLBACK`)
  expect([await bellOf(server, 'leader11'), await bellOf(server, 'sale111')]).toEqual([[], []])
})

test('D3-BELL-01: a notice of several rows opens the days from the first to the last of them, or all days when one is unknown', async () => {
  const rung = (act: string, ...days: (string | undefined)[]) =>
    Promise.all(
      days.map((day) =>
        server.pool.query(
          sql`SELECT ring_bell('sale111', 'approved', ${JSON.stringify({ resource: 'mfy', phone: '912345678', day })}::jsonb, p_act => ${act})`,
        ),
      ),
    )
  await rung('one', '2026-11-20', '2026-11-18', '2026-11-22')
  expect((await bellOf(server, 'sale111'))[0]).toMatchObject({
    n: 3,
    address: '/app/mfy?view=none&startDate=18%2F11%2F2026&endDate=23%2F11%2F2026',
  })
  await rung('other', '2026-11-20', undefined)
  expect((await bellOf(server, 'sale111'))[0]).toMatchObject({
    n: 2,
    address: '/app/mfy?view=none&startDate=&endDate=',
  })
})

test('D3-BELL-01: many rows decided together give one notice per person, also when they are sent in parts', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await khr(n < 4 ? 'sale111' : 'sale112'))
  const leader = await server.as('leader11')
  const act = randomUUID()
  const send = (part: string[], more: object) =>
    leader.post('/api/v1/bulk', {
      method: 'PUT',
      path: '/api/v1/khr/approve/:id',
      ids: part,
      input: { trang_thai: 2, ly_do_tu_choi: 'Trùng' },
      ...more,
    })
  expect((await send(ids.slice(0, 3), { act })).data).toMatchObject({ done: 3 })
  expect((await send(ids.slice(3), { act })).data).toMatchObject({ done: 3 })
  expect(await titlesOf(server, 'sale111')).toEqual(['4 khách hàng riêng bị từ chối'])
  expect(await titlesOf(server, 'sale112')).toEqual(['2 khách hàng riêng bị từ chối'])
  // A call without an act id is an act of its own.
  const more = [await khr(), await khr()]
  await send(more, {})
  expect(await titlesOf(server, 'sale111')).toEqual([
    '2 khách hàng riêng bị từ chối',
    '4 khách hàng riêng bị từ chối',
  ])
})

test('D3-BELL-01: lost pay gives a notice: a line that failed, went to somebody else or met a refund; a gain and a repeated report give none', async () => {
  const now = new Date(Date.now() - 3_600_000)
  const set = (phone: string, change: string) =>
    server.pool.query(
      `UPDATE revenue_line SET ${change}, set_at = clock_timestamp() WHERE so_dien_thoai_cs = '${phone}'`,
    )
  const failed = await addLine(server.pool, { at: now, owner: 'sale111', price: 90_000 })
  await set(failed, `set_status = 'FAILD'`)
  expect(await noticesOf('sale111')).toEqual([
    {
      kind: 'payFell',
      title: 'Doanh thu tính lương giảm 90,000',
      detail: `VD90 của ****${failed.slice(-5)} không còn thành công`,
      n: 1,
    },
  ])
  await quietBell(server)
  await set(failed, `set_status = 'SUCCESS'`)
  expect(await noticesOf('sale111')).toEqual([])
  await set(failed, `set_username = 'sale112'`)
  expect(await noticesOf('sale111')).toMatchObject([
    { kind: 'payFell', detail: expect.stringContaining('chuyển cho người khác') },
  ])
  expect(await noticesOf('sale112')).toEqual([])
  await quietBell(server)
  // The same registration from a more trusted source: the other report becomes the line, the pay is unchanged.
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, username_he_thong, own_username)
    SELECT 'mfy', ${randomUUID()}, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, 'sale112', 'sale112'
    FROM revenue_line WHERE so_dien_thoai_cs = ${failed} LIMIT 1`)
  expect(await noticesOf('sale112')).toEqual([])
  // A manager enters a matching refund.
  await server.pool.query(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, other_refund, created_time)
    SELECT 'sale112', '', so_dien_thoai_cs, goi_cuoc, 1, 10000, now() FROM revenue_line WHERE so_dien_thoai_cs = ${failed} LIMIT 1`)
  expect(await noticesOf('sale112')).toMatchObject([
    { kind: 'payFell', detail: expect.stringContaining('được khớp với một khoản hoàn') },
  ])
})

test('D3-BELL-01: many lines that fail together give one notice with their sum', async () => {
  const now = new Date(Date.now() - 3_600_000)
  for (let n = 0; n < 5; n += 1) await addLine(server.pool, { at: now, owner: 'sale111', price: 50_000 })
  await server.pool.query(
    `UPDATE revenue_line SET set_status = 'FAILD', set_at = now() WHERE doanh_thu = 50000 AND own_username = 'sale111'`,
  )
  expect(await noticesOf('sale111')).toMatchObject([
    { title: 'Doanh thu tính lương giảm 250,000', detail: '5 dòng doanh thu tính ít hơn trước', n: 5 },
  ])
})

test('D3-BELL-01: back-charges give a notice: an expired Mfy request, a recovered refund', async () => {
  const { id } = await request(server, 'sale111')
  await (await server.as('quanly')).put(`/api/v1/mfy/setTrangThai/${id}`, { trang_thai: 'duyet' })
  await quietBell(server)
  await server.pool.query(sql`
    UPDATE mfy SET thoi_diem_thay_doi_trang_thai = now() - interval '11 minutes' WHERE id = ${id}`)
  await expireDue(server.api.services, 'test', true)
  expect(await noticesOf('sale111')).toMatchObject([
    {
      kind: 'backCharge',
      title: 'Truy thu 30,000',
      detail: expect.stringMatching(/^Quá hạn soạn Y, \*{4}\d{5} VD90$/),
    },
  ])
  await quietBell(server)
  await server.pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, other_refund, created_time,
      ma_trang_thai_giao_dich_doi_tac)
    VALUES ('sale111', '', '912700001', 'VD90', 1, 0, now(), (SELECT partner_hoan_thanh()))`)
  await server.pool.query(`
    UPDATE requestrefund SET trang_thai_truy_thu_hoan_theo_goi = recovery_truy_thu(),
      username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'quanly' WHERE number_phone = '912700001'`)
  expect(await noticesOf('sale111')).toMatchObject([
    { kind: 'backCharge', detail: expect.stringMatching(/^Truy thu đơn hoàn, \*{4}00001 VD90$/) },
  ])
})

test('D3-BELL-01: a closed month notifies everybody of their sum and its settlements; the person who closed it is notified that the job ended', async () => {
  const time = new Date('2021-06-03T03:00:00Z')
  const line = await addLine(server.pool, { at: time, owner: 'sale111', price: 20_000_000 })
  await closeMonth(server, 'quanly', '06/2021', { ly_do: 'Thử' })
  expect(await titlesOf(server, 'quanly')).toEqual(['Đã chốt lương tháng 06/2021'])
  expect(await titlesOf(server, 'sale111')).toEqual([
    expect.stringMatching(/^Tháng 06\/2021 đã chốt, chi trả [\d,]+$/),
  ])
  await quietBell(server)
  await server.pool.query(sql`
    UPDATE revenue_line SET set_status = 'FAILD', set_at = now() WHERE so_dien_thoai_cs = ${line}`)
  expect(await titlesOf(server, 'sale111')).toEqual(['Tháng 06/2021 đã chốt, sẽ có điều chỉnh'])
  await quietBell(server)
  await closeMonth(server, 'quanly', '07/2021', { ly_do: 'Thử' })
  expect(await titlesOf(server, 'sale111')).toContainEqual(
    expect.stringMatching(/^Điều chỉnh −[\d,]+ vào lương tháng 07\/2021$/),
  )
})

test('D3-BELL-01: a hand-over notifies giver and receiver, and so does undoing it', async () => {
  await clearPools(server.pool)
  await makePool(server.pool, { rows: 5, held: { sale111: 3 } })
  const leader = await server.as('leader11')
  const reply = await leader.post('/api/v1/bangiao', {
    from: await userId(server.pool, 'sale111'),
    to: await userId(server.pool, 'sale112'),
  })
  expect([reply.status, reply.body.msg]).toEqual([200, 'Đã bàn giao'])
  expect(await titlesOf(server, 'sale112')).toEqual([`Nhận 3 số từ ${await nameOf('sale111')}`])
  expect(await titlesOf(server, 'sale111')).toEqual([`3 số đã giao cho ${await nameOf('sale112')}`])
  await leader.post(`/api/v1/bangiao/${(reply.data as { id: string }).id}/hoanTac`)
  expect((await titlesOf(server, 'sale111'))[0]).toBe(`Nhận 3 số từ ${await nameOf('sale112')}`)
  await clearPools(server.pool)
})

test('D3-BELL-01: a change of role or unit gives a notice, a change of the name does not', async () => {
  const admin = await server.as('admin')
  const id = await userId(server.pool, 'sale112')
  const { data } = await admin.get(`/api/v1/users/${id}`)
  const { username, fullname, role_id, brand_id, group_id, email, phone } = data as Record<string, string>
  const edit = (more: object) =>
    admin.put(`/api/v1/users/${id}`, {
      username,
      fullname,
      role_id,
      brand_id,
      group_id,
      email,
      phone,
      ...more,
    })
  expect((await edit({ fullname: `${fullname} B` })).status).toBe(200)
  expect(await noticesOf('sale112')).toEqual([])
  const leader12 = await userId(server.pool, 'leader12')
  expect((await edit({ group_id: leader12 })).status).toBe(200)
  expect(await noticesOf('sale112')).toMatchObject([
    { kind: 'rights', title: 'Vị trí và quyền đã đổi: thuộc chinhanh1, leader12' },
  ])
  await edit({})
  await quietBell(server)
  const roles = (await admin.get('/api/v1/role')).data as { values: { id: string; name: string }[] }
  const role = roles.values.find(({ id }) => id === role_id)
  const now = (await admin.get(`/api/v1/role/${role_id}`)).data as { permissions: { id: string }[] }
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM permissions')
  const has = now.permissions.map((one) => one.id)
  const other = rows.filter(({ id }) => !has.includes(id)).slice(0, 1)
  const permissions = [...has, ...other.map((one) => one.id)]
  expect((await admin.put(`/api/v1/role/${role_id}`, { permissions })).status).toBe(200)
  expect(await titlesOf(server, 'sale111')).toEqual(['Quyền của bạn đã đổi'])
  expect((await noticesOf('sale111'))[0]?.detail).toContain(`Vai trò ${role?.name}`)
  await admin.put(`/api/v1/role/${role_id}`, { permissions: has })
})

test('D3-BELL-01: an ended hold of a number notifies its holder, several at once in one notice', async () => {
  const shop = simShop(server)
  const sims = [await shop.sim(), await shop.sim()]
  for (const { id } of sims) await shop.hold(id, 'sale111')
  await server.pool.query(
    `UPDATE simso SET giu_den = now() - interval '1 minute' WHERE nguoi_giu = 'sale111'`,
  )
  await settleDue(server.api.services, 'test')
  await settleDue(server.api.services, 'test')
  expect(await titlesOf(server, 'sale111')).toEqual(['2 sim hết giờ giữ, đã về kho'])
})

test("D3-BELL-01: the text of a notice masks phones and typed reasons according to the reader's role", async () => {
  const ring = (username: string) =>
    server.pool.query(sql`
      SELECT ring_bell(${username}, 'rejected', ${JSON.stringify({
        resource: 'requestrefund',
        phone: '912345678',
        package: 'VD90',
        reason: 'Khách 0912345678 chưa chuyển',
      })}::jsonb)`)
  await ring('sale111')
  await ring('quanly')
  const masked = (await (await server.as('sale111')).get('/api/v1/thongbao')).text
  expect(masked).not.toContain('912345678')
  expect(masked).toContain('****45678')
  expect((await noticesOf('quanly'))[0]?.detail).toBe('0912345678 VD90; “Khách 0912345678 chưa chuyển”')
})

test('D3-BELL-01: the text is masked by the role at the time of reading: a former manager reads masked texts, package and address', async () => {
  const about = {
    resource: 'requestrefund',
    phone: '912345678',
    package: 'gói 0912345678',
    reason: 'Khách 0912 345 678 chưa chuyển',
  }
  await server.pool.query(sql`SELECT ring_bell('quanly', 'rejected', ${JSON.stringify(about)}::jsonb, 90000)`)
  const rung = async () => (await bellOf(server, 'quanly'))[0]
  expect(await rung()).toMatchObject({
    detail: '0912345678 gói 0912345678; “Khách 0912 345 678 chưa chuyển”',
    address: expect.stringContaining('912345678'),
  })
  const admin = await server.as('admin')
  const id = await userId(server.pool, 'quanly')
  const { data } = await admin.get(`/api/v1/users/${id}`)
  const { fullname, email, role_id } = data as Record<string, string>
  const sale = (await admin.get(`/api/v1/users/${await userId(server.pool, 'sale111')}`)).data
  const { role_id: seller, brand_id, group_id } = sale as Record<string, string>
  const path = `/api/v1/users/${id}`
  const demoted = await admin.put(path, { fullname, email, role_id: seller, brand_id, group_id })
  expect(demoted.status).toBe(200)
  const now = async () => {
    const { values } = (await (await server.signedIn('quanly')).get('/api/v1/thongbao')).data as {
      values: BellNotice[]
    }
    return values.find(({ kind }) => kind === 'rejected')
  }
  await expect.poll(async () => JSON.stringify(await now()), { timeout: 1_000 }).not.toMatch(/0?912.?345/)
  expect(await now()).toMatchObject({
    detail: '****45678 gói ****45678; “Khách ****45 678 chưa chuyển”',
    address: '/app/requestrefund?message=45678&startDate=&endDate=',
  })
  expect((await admin.put(path, { fullname, email, role_id })).status).toBe(200)
})

test('D3-BELL-01: nobody reads or marks notices of others; a read notice stays read, and a later page continues the earlier one', async () => {
  for (let n = 0; n < 35; n += 1)
    await server.pool.query(
      sql`SELECT ring_bell('sale111', 'job', ${JSON.stringify({ text: `Việc ${n}` })}::jsonb)`,
    )
  const first = await list('sale111')
  expect([first.values.length, first.unread, first.values[0]?.title]).toEqual([30, 35, 'Việc 34'])
  const second = await list('sale111', `?truoc=${first.next}`)
  expect([second.values.map(({ title }) => title), second.next]).toEqual([
    ['Việc 4', 'Việc 3', 'Việc 2', 'Việc 1', 'Việc 0'],
    null,
  ])
  const id = first.values[0]?.id ?? ''
  const other = await server.as('sale112')
  expect((await list('sale112')).values).toEqual([])
  expect((await other.put(`/api/v1/thongbao/${id}/doc`)).status).toBe(404)
  expect((await other.put('/api/v1/thongbao/docHet', { den: id })).data).toEqual({ unread: 0 })
  expect((await list('sale111')).unread).toBe(35)
  const seller = await server.as('sale111')
  expect((await seller.put(`/api/v1/thongbao/${id}/doc`)).data).toEqual({ unread: 34 })
  expect((await seller.put(`/api/v1/thongbao/${id}/doc`)).data).toEqual({ unread: 34 })
  expect((await list('sale111', '?chua_doc=1')).values[0]?.title).toBe('Việc 33')
  // Notices newer than the last one shown stay unread.
  expect((await seller.put('/api/v1/thongbao/docHet', { den: second.values[0]?.id })).data).toEqual({
    unread: 29,
  })
  expect((await server.outsider.get('/api/v1/thongbao')).status).toBe(401)
})

test('D3-BELL-01: after 30 days a notice is no longer shown and is deleted by the nightly job', async () => {
  const rang = (days: number) =>
    server.pool.query(sql`
      SELECT ring_bell('sale111', 'job', ${JSON.stringify({ text: `cách ${days} ngày` })}::jsonb,
        p_act => ${String(days)}, p_at => now() - make_interval(days => ${days}))`)
  await rang(29)
  await rang(31)
  expect([await titlesOf(server, 'sale111'), (await list('sale111')).unread]).toEqual([['cách 29 ngày'], 1])
  await purgeOld(server.api.services)
  const { rows } = await server.pool.query<{ act: string }>('SELECT act FROM bell_notices')
  expect(rows).toEqual([{ act: '29' }])
})
