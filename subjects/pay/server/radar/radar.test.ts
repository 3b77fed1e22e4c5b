/** 'Ra-đa truy thu': each kind of evidence next to cases that are none, marks with a note, permissions (D3-PAY-12). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstOfMonthVn, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { makePool, userId } from '#test/pool.ts'
import { lookThrough } from './keep-radar.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addPrices(server.pool)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; bang_chung: string }
const february = 'startDate=01/02/2026&endDate=28/02/2026'
const get = async (query: string, username = 'quanly'): Promise<Answer> =>
  (await server.as(username)).get(`/api/v1/radatruythu?count=200&${query}`)
const rows = async (loai: string, query = february): Promise<Row[]> =>
  ((await get(`loai=${loai}&${query}`)).data as { values: Row[] }).values
const phonesOf = (evidenceRows: Row[]) => evidenceRows.map((row) => String(row.so_dien_thoai)).toSorted()
const mark = async (id: string, ghi_chu: string | null, username = 'quanly'): Promise<Answer> =>
  (await server.as(username)).post('/api/v1/radatruythu/daXem', { id, ghi_chu })

test('D3-PAY-12: a number refunded twice within a cycle is listed with the former refund; rejected, deleted and next-cycle refunds are not', async () => {
  const refund = (phone: string, day: string, status = -10_003) =>
    addRequest(server.pool, {
      phone,
      staff: 'sale111',
      at: vn(`2026-02-${day} 10:00`),
      type: 1,
      price: 12_345,
      status,
    })
  const [twice, rejected, once] = [nextPhone(), nextPhone(), nextPhone()]
  await refund(twice, '01')
  await refund(twice, '20')
  await refund(rejected, '01', -10_000)
  await refund(rejected, '20')
  await refund(once, '02')
  const removed = await refund(once, '03')
  await server.pool.query(sql`UPDATE requestrefund SET deleted_at = now() WHERE id = ${removed}`)
  await addRequest(server.pool, { phone: once, staff: 'sale112', at: vn('2026-01-01 10:00'), type: 1 })
  const found = await rows('hoan_hai_lan')
  expect(phonesOf(found)).toEqual([twice])
  expect(found[0]).toMatchObject({
    username_nv: 'sale111',
    ten_nv: 'Nguyễn Hồng Nhung',
    so_tien: 12_345,
    da_xem: 0,
  })
  expect(found[0]?.bang_chung).toContain('ngày 01-02-2026 (sale111)')
  expect(await rows('hoan_hai_lan', 'startDate=01/01/2026&endDate=19/02/2026')).toEqual([])
})

test('D3-PAY-12: one bank message used for two orders, recorded or apparent, is listed; two messages for two orders are not', async () => {
  const message = async (phone: string, day: string) =>
    server.pool.query(sql`
      INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc)
      VALUES ('VCB', 90000, ${vn(`2026-02-${day} 10:00`)}, ${`NAP ${phone} ${day}`}, ${phone}, 'VD90')`)
  const paid = async (phone: string, day: string) => {
    const id = await addRequest(server.pool, {
      phone,
      staff: 'sale112',
      at: vn(`2026-02-${day} 11:00`),
      type: 5,
    })
    await server.pool.query(sql`UPDATE requestrefund SET is_transfer = 1 WHERE id = ${id}`)
  }
  const [shared, apart, alone] = [nextPhone(), nextPhone(), nextPhone()]
  await message(shared, '05')
  await paid(shared, '05')
  await paid(shared, '06')
  for (const day of ['05', '20']) {
    await message(apart, day)
    await paid(apart, day)
  }
  await message(alone, '05')
  await paid(alone, '05')
  await addRequest(server.pool, { phone: alone, staff: 'sale112', at: vn('2026-02-06 11:00'), type: 5 })
  const found = await rows('tin_hai_don')
  expect(phonesOf(found)).toEqual([shared])
  expect(found[0]?.bang_chung).toMatch(/đứng sau 2 đơn: .*05-02-2026; .*06-02-2026/)
})

test('D3-PAY-12: a sale reported only by a file, and a reported sale without its registration, are listed', async () => {
  const day = vn('2026-02-10 10:00')
  const bare = await addLine(server.pool, { at: day, owner: 'sale121', price: 90_000 })
  const line = await addLine(server.pool, { at: day, owner: 'sale121', price: 90_000 })
  await server.pool.query(sql`
    INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", username_nv, ten_nv)
    VALUES ('9084', ${line}, 'VD90', 90000, ${day}, 1, 'sale121', '')`)
  await addLine(server.pool, { at: day, owner: 'sale121', price: 90_000, status: 'FAILD' })
  const [claimed, waiting] = [nextPhone(), nextPhone()]
  for (const phone of [claimed, waiting])
    await server.pool.query(sql`
      INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
      VALUES (${phone}, '2026-02-11', 'sale121', '', 'VD90', '9084')`)
  await server.pool.query(sql`
    UPDATE baodo SET trang_thai = 'SUCCESS', nguoi_dat_trang_thai = 'quanly' WHERE so_dien_thoai = ${claimed}`)
  expect(phonesOf(await rows('khong_xac_nhan', `${february}&username=sale121`))).toEqual(
    [bare, claimed].toSorted(),
  )
})

test('D3-PAY-12: a line that fails, or a Mfy request that leaves success, is listed within 24 hours, not later', async () => {
  const day = vn('2026-02-12 10:00')
  const failing = async (hours: number): Promise<string> => {
    const phone = await addLine(server.pool, { at: day, owner: 'sale211', price: 90_000, status: 'FAILD' })
    await server.pool.query(sql`
      UPDATE revenue_line SET set_at = ${new Date(day.getTime() + hours * 3_600_000)} WHERE so_dien_thoai_cs = ${phone}`)
    return phone
  }
  const soon = await failing(23)
  await failing(25)
  expect(phonesOf(await rows('mat_thanh_cong', `${february}&username=sale211`))).toEqual([soon])
  const request = async (phone: string) => {
    const made = await server.pool.query<{ id: string }>(sql`
      INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi)
      VALUES (${phone}, 'sale211', '', 'VD90', 1) RETURNING id`)
    const id = made.rows[0]?.id
    const set = (state: string) =>
      server.pool.query(sql`UPDATE mfy SET trang_thai = ${state} WHERE id = ${id}`)
    await set('dang_ky_thanh_cong')
    return { set, remove: () => server.pool.query(sql`UPDATE mfy SET deleted_at = now() WHERE id = ${id}`) }
  }
  const [back, gone, stays] = [nextPhone(), nextPhone(), nextPhone()]
  await (await request(back)).set('thu_hoi')
  await (await request(gone)).remove()
  await request(stays)
  const today = toFilterDate(todayVn())
  const now = `startDate=01/01/2026&endDate=${today}&username=sale211`
  expect(phonesOf(await rows('mat_thanh_cong', now))).toEqual([soon, back, gone].toSorted())
  await server.pool.query(sql`
    UPDATE mfy_success SET den = tu + interval '25 hours' WHERE mfy_id IN (SELECT id FROM mfy WHERE so_dien_thoai = ${back})`)
  expect(phonesOf(await rows('mat_thanh_cong', now))).toEqual([soon, gone].toSorted())
})

test("D3-PAY-12: 'Chấp nhận' without a later registration of the number and package is listed", async () => {
  const file = await makePool(server.pool, { rows: 3 })
  const user = await userId(server.pool, 'sale111')
  const { rows: calls } = await server.pool.query<{ phone: string }>(sql`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
    SELECT id, ${user}, 'sale111', phone, 'vd90', CASE rank WHEN 3 THEN 'KEEP' ELSE 'APPROVED' END, 'x', ${vn('2026-02-13 10:00')}
    FROM customer WHERE file_id = ${file} ORDER BY rank RETURNING phone`)
  const [registered, agreed] = calls.map(({ phone }) => phone)
  await addLine(server.pool, {
    phone: registered ?? '',
    at: vn('2026-02-15 10:00'),
    owner: 'sale111',
    price: 1,
  })
  await addLine(server.pool, {
    phone: agreed ?? '',
    at: vn('2026-02-13 11:00'),
    owner: 'sale111',
    price: 1,
    package: 'VD120',
  })
  const found = await rows('khong_dang_ky')
  expect(phonesOf(found)).toEqual([agreed])
  expect(found[0]?.bang_chung).toContain('đến 16-02-2026 10:00')
})

test('D3-PAY-12: the list shows what its evidence adds up to and its people, with the same filters', async () => {
  type People = { values: { username_nv: string; so: number; chua_xem: number; so_tien: number }[] }
  const { values, tongSoTien } = (await get(february)).data as { values: Row[]; tongSoTien: number }
  const people = (await (await server.as('quanly')).get(`/api/v1/radatruythu/theoNguoi?${february}`))
    .data as People
  expect(values.length).toBeGreaterThan(3)
  expect(tongSoTien).toBe(values.reduce((sum, row) => sum + Number(row.so_tien), 0))
  expect(people.values.reduce((sum, { so_tien }) => sum + so_tien, 0)).toBe(tongSoTien)
  for (const { username_nv, so, chua_xem, so_tien } of people.values) {
    const ownRows = values.filter((row) => row.username_nv === username_nv)
    expect([username_nv, so, chua_xem, so_tien]).toEqual([
      username_nv,
      ownRows.length,
      ownRows.filter((row) => row.da_xem === 0).length,
      ownRows.reduce((sum, row) => sum + Number(row.so_tien), 0),
    ])
  }
  const only = (
    await (await server.as('quanly')).get(`/api/v1/radatruythu/theoNguoi?${february}&loai=tin_hai_don`)
  ).data as People
  expect(only.values.map(({ username_nv, so }) => [username_nv, so])).toEqual([['sale112', 1]])
  const refusals = [
    ['chinhanh1', ''],
    ['quanly', '?loai=gi_do'],
  ] as const
  const statuses = refusals.map(
    async ([username, query]) =>
      (await (await server.as(username)).get(`/api/v1/radatruythu/theoNguoi${query}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 400])
})

test('D3-PAY-12: a person with 3 or more refunds whose refund rate is at least twice that of the group is listed; both numbers are settings', async () => {
  const march = 'startDate=01/03/2026&endDate=31/03/2026'
  // The last day is included: in UTC the month ends on another day.
  const refundedAt = vn('2026-03-31 10:00')
  const refund = (staff: string) =>
    addRequest(server.pool, { phone: nextPhone(), staff, at: refundedAt, type: 1, status: -10_003 })
  for (const [owner, price] of [
    ['sale111', 3_000_000],
    ['sale112', 5_000_000],
    ['sale211', 1_000_000],
  ] as const)
    await addLine(server.pool, { at: refundedAt, owner, price })
  // 12,345 each: 3 of 3 million against 4 of 8 million is exactly twice. sale211 is alone in its group, and so cannot exceed it.
  for (const staff of ['sale111', 'sale111', 'sale111', 'sale112', 'sale211', 'sale211', 'sale211'])
    await refund(staff)
  const found = await rows('ti_le_hoan', march)
  expect(found.map(({ username_nv }) => username_nv)).toEqual(['sale111'])
  expect(found[0]).toMatchObject({ so_tien: 37_035, so_dien_thoai: null })
  expect(found[0]?.bang_chung).toMatch(
    /^Tháng 03\/2026 hoàn 3 đơn, 37,035 trên doanh thu 3,000,000 \(1\.2%\); .* \(0\.6%\)$/,
  )
  const count = async (values: Record<string, unknown>) => {
    await setSettings(server.pool, values)
    return (await rows('ti_le_hoan', march)).length
  }
  expect(await count({ radar_hoan_gap: 2.1 })).toBe(0)
  expect(await count({ radar_hoan_gap: 2, radar_hoan_toi_thieu: 4 })).toBe(0)
  expect(await count({ radar_hoan_toi_thieu: 3 })).toBe(1)
  // Evidence about the whole month, for any range of its days; a mark does not cover refunds that came later.
  const id = found[0]?.id ?? ''
  const whole = await rows('ti_le_hoan', 'startDate=31/03/2026&endDate=20/04/2026')
  expect(whole.map((row) => [row.id, row.bang_chung])).toEqual([[id, found[0]?.bang_chung]])
  expect((await rows('ti_le_hoan', 'startDate=01/03/2026&endDate=30/03/2026')).length).toBe(0)
  expect((await mark(id, 'đã xem')).status).toBe(200)
  expect((await rows('ti_le_hoan', `${march}&da_xem=1`)).length).toBe(1)
  await refund('sale111')
  expect((await rows('ti_le_hoan', `${march}&da_xem=1`)).length).toBe(0)
  expect(await rows('ti_le_hoan', `${march}&da_xem=0`)).toMatchObject([{ username_nv: 'sale111', da_xem: 0 }])
})

test('D3-PAY-12: evidence is marked as seen with a note, on record; another person cannot undo it; managers only', async () => {
  const [first] = await rows('hoan_hai_lan')
  if (!first) throw new Error('no evidence')
  expect((await mark(first.id, '  ')).body.fields).toHaveProperty('ghi_chu')
  expect((await mark(first.id, '\u200b \u2060')).body.fields).toHaveProperty('ghi_chu')
  // Only shown evidence can be marked: not an unknown kind, an unknown row, or an unknown pair of both.
  const row = first.id.split(':')[1] ?? ''
  const made = [
    `hoan_hai_lan:${crypto.randomUUID()}`,
    `tin_hai_don:${row}`,
    'hoan_hai_lan:1',
    'hoan_hai_lan:',
  ]
  for (const id of ['khac:1', ...made, 'ti_le_hoan:sale111:13-2026:x', `ti_le_hoan:sale111:01-2020:${row}`])
    expect([id, (await mark(id, 'x')).status]).toEqual([id, 404])
  const marked: [string, number, number][] = []
  for (const kind of ['tin_hai_don', 'khong_xac_nhan', 'mat_thanh_cong', 'khong_dang_ky', 'ti_le_hoan']) {
    for (const { id } of (await rows(kind, 'startDate=01/01/2026&endDate=31/03/2026')).slice(0, 1))
      marked.push([kind, (await mark(id, 'đã xem')).status, (await mark(id, null)).status])
  }
  expect(marked.length).toBeGreaterThan(3)
  expect(marked.filter(([, set, taken]) => set !== 200 || taken !== 200)).toEqual([])
  expect((await mark(first.id, 'Khách đổi gói, đúng')).status).toBe(200)
  expect(server.published).toContain('radatruythu')
  expect(await rows('hoan_hai_lan')).toMatchObject([
    { id: first.id, da_xem: 1, nguoi_xem: 'quanly', ghi_chu: 'Khách đổi gói, đúng' },
  ])
  const late = await mark(first.id, 'khác', 'admin')
  expect([late.status, late.body.msg]).toEqual([409, 'quanly đã xem chứng cứ này'])
  expect(await rows('hoan_hai_lan', `${february}&da_xem=0`)).toEqual([])
  expect((await mark(first.id, null)).status).toBe(200)
  expect(await rows('hoan_hai_lan', `${february}&da_xem=1`)).toEqual([])
  const { rows: trail } = await server.pool.query(sql`
    SELECT username, before, after FROM audit_log WHERE resource = 'radatruythu' AND resource_id = ${first.id} ORDER BY id`)
  const note = { ghi_chu: 'Khách đổi gói, đúng', nguoi_xem: 'quanly' }
  expect(trail).toEqual([
    { username: 'quanly', before: null, after: note },
    { username: 'quanly', before: note, after: null },
  ])
  for (const username of ['chinhanh1', 'leader11', 'sale111'])
    expect([(await get(february, username)).status, (await mark(first.id, 'x', username)).status]).toEqual([
      403, 403,
    ])
})

test('D3-PAY-12: with very many lines the evidence is stored with its age, searched again when due, and never shown too old', async () => {
  const today = `startDate=${toFilterDate(firstOfMonthVn())}&endDate=${toFilterDate(todayVn())}&username=sale121`
  const sold = () => addLine(server.pool, { at: new Date(), owner: 'sale121', price: 90_000 })
  const listedRows = async () =>
    (await rows('khong_xac_nhan', today))
      .map(({ so_dien_thoai, tinh_luc }) => `${String(so_dien_thoai)} ${tinh_luc === null ? 'now' : 'kept'}`)
      .toSorted()
  const first = await sold()
  expect([await lookThrough(server), await listedRows()]).toEqual([0, [`${first} now`]])
  await addLine(server.pool, { at: new Date(Date.now() - 90 * 86_400_000), owner: 'sale111', price: 90_000 })
  // With 0 as the limit every month of the last twelve counts: this one, that of the line before, and those of the lines above.
  expect(await lookThrough(server, 0)).toBeGreaterThan(1)
  expect(await listedRows()).toEqual([`${first} kept`])
  const second = await sold()
  expect([await lookThrough(server, 0), await listedRows()]).toEqual([0, [`${first} kept`]])
  const age = (minutes: number) =>
    server.pool.query(sql`UPDATE radar_month SET luc = now() - make_interval(mins => ${minutes}::int)`)
  await age(36)
  expect(await listedRows()).toEqual([`${first} now`, `${second} now`].toSorted())
  await age(6)
  expect(await lookThrough(server, 0)).toBe(1)
  expect(await listedRows()).toEqual([`${first} kept`, `${second} kept`].toSorted())
  // A range with a month that is not stored is computed as a whole; evidence of months with few lines is deleted.
  const longRange = (await get(`startDate=01/02/2024&endDate=${toFilterDate(todayVn())}`)).data as {
    values: Row[]
  }
  expect(longRange.values.filter(({ tinh_luc }) => tinh_luc !== null)).toEqual([])
  await age(6)
  expect(await lookThrough(server)).toBe(0)
  expect(await listedRows()).toEqual([`${first} now`, `${second} now`].toSorted())
})

test("a filter of '-99' or '__ALL' means everything (D3-PAY-12, D1-LIST-03)", async () => {
  const count = async (query: string) => ((await get(`${query}&${february}`)).data as { count: number }).count
  const all = await count('loai=')
  expect(all).toBeGreaterThan(0)
  for (const query of ['loai=-99', 'loai=__ALL', 'da_xem=-99', 'da_xem=__ALL'])
    expect(await count(query)).toBe(all)
})
