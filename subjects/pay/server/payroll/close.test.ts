/** Closing a month over HTTP: the checklist, stored rows, adjustments, and reopening. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, thisMonth } from '#kit/contract/month.ts'
import type { Explanation } from '#subjects/pay/contract/calls/payroll.ts'
import type { CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addClockings, addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls, type PayrollCalls, type Row } from '#test/payroll-calls.ts'
import type { Answer } from '#test/server.ts'

let server: ImportServer
let calls: PayrollCalls
beforeAll(async () => {
  server = await startImportServer()
  calls = payrollCalls(server)
  await addPrices(server.pool)
})
afterAll(() => server.close())

const path = '/api/v1/chotluong'
const show = async (month: string, user = 'quanly'): Promise<CloseState> =>
  (await (await server.as(user)).get(`${path}?startDate=${month}`)).data as CloseState
const post = async (user: string, name: string, body: object): Promise<Answer> =>
  (await server.as(user)).post(`${path}${name}`, body)
const close = (month: string, more: object = {}, user = 'quanly') => closeMonth(server, user, month, more)
const reopen = (month: string, more: object = { ly_do: 'Thiếu file đối soát' }, user = 'admin') =>
  post(user, '/molai', { thangTinhLuong: month, ...more })
const work = async (month: string) =>
  Object.fromEntries((await show(month)).viec.map(({ ma, ...item }) => [ma, item]))
const explain = async (user: string, username: string, month: string, cot: string): Promise<Explanation> =>
  (await calls.get(user, `/giaithich?username=${username}&startDate=${month}&cot=${cot}`)).data as Explanation
const setting = async (key: string, value: unknown, tu_ngay: string) =>
  (await server.as('quanly')).put(`/api/v1/setting/${key}`, { value, tu_ngay })
const rowOf = (username: string, month: string) => calls.rowOf(username, month) as Promise<Row | undefined>
const id = async (statement: ReturnType<typeof sql>): Promise<string> =>
  (await server.pool.query<{ id: string }>(statement)).rows[0]?.id ?? ''

let phone = ''

test('a month without any work is neither offered nor closed (D3-PAY-05)', async () => {
  const last = addMonths(thisMonth(), -1)
  const empty = `Tháng ${last} không có ai làm việc, không có gì để chốt`
  expect(await show('')).toMatchObject({ thang: last, khong_chot_duoc: empty })
  expect(await close(last, { ly_do: 'x' })).toMatchObject({ status: 409, body: { msg: empty } })
  await addClockings(server.pool, '2019-11', [
    { username: 'sale111', day: '2019-11-02', in: 28_800, out: 61_200, decision: null },
  ])
  expect(await show('')).toMatchObject({ thang: '11/2019', khong_chot_duoc: null })
})

test('D3-PAY-05: the checklist counts what is left; with an open red item closing requires a reason', async () => {
  phone = await addLine(server.pool, { at: vn('2021-03-03 10:00'), owner: 'sale111', price: 20_000_000 })
  await addClockings(server.pool, '2021-03', [
    { username: 'sale111', day: '2021-03-02', in: 28_800, out: 61_200, decision: null },
    { username: 'sale112', day: '2021-03-02', in: 28_800, out: null, decision: null },
  ])
  const waiting = await id(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    VALUES ('sale111', '', ${nextPhone()}, 'VD90', 2, 12345, ${vn('2021-03-09 10:00')}) RETURNING id`)
  // An automatic recovery: its line failed.
  const failed = { phone: '355000001', at: vn('2021-03-04 10:00'), owner: 'sale112', price: 90_000 }
  await addLine(server.pool, { ...failed, status: 'FAILD' })
  const owed = await addRequest(server.pool, {
    phone: '355000001',
    staff: 'sale112',
    at: vn('2021-03-05 10:00'),
    type: 1,
    first: 'truy_thu',
  })
  await server.pool.query(sql`
    UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'quanly',
      username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO' WHERE id = ${owed}`)
  const before = await work('03/2021')
  expect(before).toMatchObject({
    cham_cong: { muc: 'con', xong: 2 },
    bat_thuong: { muc: 'chan', xong: 0, tong: 1, chi_tiet: '1 dòng thiếu giờ ra' },
    doi_soat: { muc: 'con', xong: 0, tong: 2 },
    don_cho_duyet: { muc: 'chan', tong: 1 },
    truy_thu: { muc: 'con', xong: 0, tong: 1 },
    tham_so: { muc: 'con', chi_tiet: 'Chưa ai xác nhận' },
  })
  expect(before.don_cho_duyet?.luc).toBe(vn('2021-03-09 10:00').toISOString())
  const refused = await close('03/2021')
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'Còn 2 việc chặn chốt: chấm công bất thường, đơn còn chờ duyệt. Xử lý xong, hoặc ghi lý do để vẫn chốt',
  ])
  expect(refused.body.fields).toHaveProperty('ly_do')
  // Each is corrected at the link's target.
  const odd = (await calls.get('quanly', '/batthuong?startDate=03/2021')).data as {
    values: { id: string; version: number }[]
  }
  await calls.post('quanly', '/batthuong', {
    dong: odd.values.map(({ id: row, version }) => ({ id: row, version })),
    quyet_dinh: 'ca_ngay',
  })
  const decide = { trang_thai_duyet_hoan_goi: 1 }
  const url = `/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${waiting}`
  expect((await (await server.as('quanly')).put(url, decide)).status).toBe(200)
  await server.pool.query(sql`UPDATE revenue_line SET named_at = now() WHERE ngay_thanh_cong < '2021-04-01'`)
  await server.pool.query(sql`
    UPDATE requestrefund SET username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'quanly' WHERE id = ${owed}`)
  expect((await post('quanly', '/thamso', { thangTinhLuong: '03/2021' })).status).toBe(200)
  expect(await work('03/2021')).toMatchObject({
    bat_thuong: { muc: 'xong', xong: 1, tong: 1 },
    doi_soat: { muc: 'xong', xong: 2, tong: 2 },
    don_cho_duyet: { muc: 'xong', tong: 0 },
    truy_thu: { muc: 'xong', xong: 1, tong: 1 },
    tham_so: { muc: 'xong', ai: 'quanly' },
  })
  expect((await setting('tinh_luong_chuyen_can', 310_000, '01/03/2021')).status).toBe(200)
  expect((await work('03/2021')).tham_so).toMatchObject({ muc: 'con', chi_tiet: 'Đã đổi sau khi xác nhận' })
})

test('D3-PAY-05: priority 1 and 2 close months in order, after their last day', async () => {
  for (const user of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    expect([user, (await close('03/2021', {}, user)).status]).toEqual([user, 403])
    expect((await (await server.as(user)).get(path)).status).toBe(403)
  }
  const now = thisMonth()
  expect((await close(now, { ly_do: 'x' })).body.msg).toBe(`Tháng ${now} chưa hết`)
  expect((await close('03/21')).body.msg).toBe('Tháng không hợp lệ, viết MM/YYYY')
  expect((await close('03/2021', { ly_do: 'x'.repeat(501) })).status).toBe(400)
  // Of two concurrent closings one succeeds; one that would exceed the lock timeout is refused too.
  const locker = await server.pool.connect()
  await locker.query(`SELECT pg_advisory_lock(hashtextextended('chotluong', 0))`)
  const waited = await close('03/2021')
  await locker.query(`SELECT pg_advisory_unlock(hashtextextended('chotluong', 0))`)
  locker.release()
  expect([waited.status, waited.body.msg]).toEqual([
    409,
    'Đang có người chốt, mở lại lương hoặc sửa tham số lương, hãy thử lại sau ít phút',
  ])
  const answers = await Promise.all([close('03/2021'), close('03/2021', {}, 'admin')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.msg).toMatch(
    /^(Đang chốt lương t|T)háng 03\/2021/,
  )
  expect((await close('05/2021')).body.msg).toBe('Phải chốt tháng 04/2021 trước')
  expect((await close('02/2021')).body.msg).toContain('Đã chốt từ tháng 03/2021')
  // No work in April or later: there is nothing to close, until a later month has work.
  const nobody = 'Tháng 04/2021 không có ai làm việc, không có gì để chốt'
  expect(await show('')).toMatchObject({ thang: '04/2021', da_chot: false, khong_chot_duoc: nobody })
  expect((await close('04/2021', { ly_do: 'x' })).body.msg).toBe(nobody)
  await addLine(server.pool, { at: vn('2021-05-10 10:00'), owner: 'sale211', price: 90_000 })
  expect(await show('')).toMatchObject({ thang: '04/2021', da_chot: false, khong_chot_duoc: null })
  const closed = await show('03/2021')
  expect(closed).toMatchObject({ da_chot: true, tinh_lai_lech: 0, khong_mo_duoc: null })
  expect(closed.viec.map(({ ma }) => ma)).toEqual(Object.keys(await work('04/2021')))
  const { rows } = await server.pool.query(
    sql`SELECT action, resource_id FROM audit_log WHERE resource = 'chotluong' ORDER BY id`,
  )
  expect(rows).toEqual([
    { action: 'approve', resource_id: '03/2021' },
    { action: 'close', resource_id: '03/2021' },
  ])
})

test('D3-PAY-06: a closed month shows its stored values in list, sums, sheet, answers and explanation; its parameters cannot change', async () => {
  const file = async () => (await server.download('admin', '/api/v1/tinhluong/export?startDate=03/2021')).rows
  const look = async () => ({
    list: await calls.list('admin', '03/2021'),
    file: (await file()).map(({ cells }) => cells),
    revenue: await explain('admin', 'sale111', '03/2021', 'tongDoanhThuVasTinhLuong'),
    days: await explain('admin', 'sale111', '03/2021', 'ngayCongThucTe'),
    sanctions: await explain('admin', 'sale111', '03/2021', 'tongCheTai'),
    owed: await explain('admin', 'sale112', '03/2021', 'truyThuSauChietKhau'),
    against: (await calls.get('admin', '/sosanh?username=sale111&startDate=04/2021')).data,
  })
  const before = await look()
  expect(before.list.values.find(({ username }) => username === 'sale111')).toMatchObject({
    daChot: 1,
    dieuChinh: 0,
  })
  expect(before.revenue.nguon?.tong).toBe(20_000_000)
  // A line fails, a day and a sanction come late, a recovery is deleted: all are accepted.
  await server.pool.query(sql`UPDATE revenue_line SET status = 'FAILD' WHERE so_dien_thoai_cs = ${phone}`)
  await addClockings(server.pool, '2021-03', [
    { username: 'sale111', day: '2021-03-18', in: 28_800, out: 61_200, decision: null },
  ])
  await server.pool.query(sql`
    UPDATE requestrefund SET trang_thai_truy_thu_hoan_theo_goi = 'da_truy_thu', username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'admin'
    WHERE number_phone = '355000001'`)
  const typed = await calls.put('quanly', {
    ...nothingTyped,
    ngayCongThucTe: 2,
    cheTaiKhac: 50_000,
    username: 'sale111',
    thangTinhLuong: '03/2021',
  })
  // The answer is the row of the closed month, the dialog shows the current values.
  expect([typed.status, typed.data]).toEqual([
    200,
    before.list.values.find(({ username }) => username === 'sale111'),
  ])
  const found = await calls.post('quanly', '/findTinhLuong', {
    username: 'sale111',
    thangTinhLuong: '03/2021',
  })
  expect(found.data).toMatchObject({ cheTaiKhac: 50_000 })
  expect(await look()).toEqual({
    ...before,
    // In the open month only the adjustment changes.
    against: { ...(before.against as object), nay: await rowOf('sale111', '04/2021') },
    // Revenue it was paid for and the report no longer has is listed separately (D3-ONE-07).
    list: { ...(before.list as object), doanhThuDoiSauChot: -20_000_000, doanhThuTheoBaoCao: 0 },
  })
  const refused = await setting('tinh_luong_luong_co_ban', 6_000_000, '31/03/2021')
  expect([refused.status, refused.body.msg]).toEqual([409, 'Tháng 03/2021 đã chốt'])
  expect((await setting('tinh_luong_luong_co_ban', 6_000_000, '01/01/2020')).body.msg).toBe(
    'Tháng 03/2021 đã chốt',
  )
  expect((await post('quanly', '/thamso', { thangTinhLuong: '03/2021' })).body.msg).toBe(
    'Tháng 03/2021 đã chốt',
  )
  expect((await setting('tinh_luong_luong_co_ban', 5_200_000, '01/04/2021')).status).toBe(200)
  await expect(server.pool.query('DELETE FROM payroll_closed_row')).rejects.toThrow('kept as they are')
})

test('D3-PAY-07: late changes become signed rows of the next open month, one per source, with what they correct', async () => {
  const explanation = await explain('quanly', 'sale111', '04/2021', 'dieuChinh')
  const rows = new Map(explanation.nguon?.values.map((row) => [row.nhan, row]))
  const line = rows.get(`0${phone} VD90`)
  // 20,000,000 at the tier of 13 %; a day of 5,000,000 / 26.
  expect(line).toMatchObject({
    so: -2_600_000,
    chi_tiet: 'tháng 03/2021: 20,000,000 → 0',
    // The line on its day, without the seller; for a day the closed payroll.
    mo: {
      man_hinh: 'report90849332',
      loc: { startDate: '03/03/2021', endDate: '03/03/2021', message: phone },
    },
  })
  expect(line?.mo?.loc).not.toHaveProperty('username')
  expect(rows.get('Ngày công')).toMatchObject({
    so: 192_308,
    mo: { man_hinh: 'tinhluong', loc: { startDate: '03/2021', username: 'sale111' } },
  })
  expect(rows.get('Chế tài khác')).toMatchObject({ so: -50_000 })
  const open = await rowOf('sale111', '04/2021')
  expect(explanation.nguon?.values.map(({ so }) => so).reduce((a, b) => a + b, 0)).toBe(open?.dieuChinh)
  expect(explanation.gia_tri).toBe(open?.dieuChinh)
  expect(open).toMatchObject({ luongThucNhan: 0, chiTra: open?.dieuChinh, tongLuongThang: 0 })
  // Excess union fee is returned in the remainder.
  expect(rows.get('Tính lại')?.chi_tiet).toContain('03/2021')
  expect(await rowOf('sale112', '04/2021')).toMatchObject({ dieuChinh: 10_802, chiTra: 10_802 })
  expect(await rowOf('sale111', '05/2021')).toMatchObject({ dieuChinh: 0 })
  // Masked numbers are not disclosed: the row links to the day.
  const ownSources = (await explain('sale111', 'sale111', '04/2021', 'dieuChinh')).nguon?.values ?? []
  expect(JSON.stringify(ownSources)).not.toContain(phone)
  expect(ownSources.find(({ nhan }) => nhan.endsWith(' VD90'))?.mo).toEqual({
    man_hinh: 'report90849332',
    loc: { startDate: '03/03/2021', endDate: '03/03/2021' },
  })
  expect(
    (await calls.get('sale111', '/giaithich?username=sale112&startDate=04/2021&cot=dieuChinh')).status,
  ).toBe(404)
  const side = await show('04/2021')
  expect(side.tong.chiTra).toBe(side.tong.luongThucNhan + side.tong.dieuChinh)
  // People with negative pay are notified: nothing is transferred.
  const below = (await calls.list('quanly', '04/2021')).values
    .map(({ chiTra }) => Number(chiTra))
    .filter((so) => so < 0)
  expect([side.tong.nguoiAm, side.tong.soAm]).toEqual([below.length, below.reduce((a, b) => a + b, 0)])
  expect(below.length).toBeGreaterThan(0)
  expect(side.dieu_chinh.values[0]).toMatchObject({
    username: 'sale111',
    cua_thang: '03/2021',
    so: open?.dieuChinh,
  })
  // A locked account without anything in the month has a row for its adjustment; the scope applies there too.
  await server.pool.query(sql`UPDATE users SET is_deleted = true WHERE username = 'sale112'`)
  expect(await rowOf('sale112', '04/2021')).toMatchObject({ chiTra: 10_802 })
  await server.pool.query(sql`UPDATE users SET is_deleted = false WHERE username = 'sale112'`)
})

test('D3-PAY-07: the next closing pays the adjustments once; further changes are due again', async () => {
  const due = (await rowOf('sale111', '04/2021'))?.dieuChinh as number
  expect((await close('04/2021', { ly_do: 'Đã đối chiếu' })).status).toBe(200)
  expect(await rowOf('sale111', '04/2021')).toMatchObject({ dieuChinh: due, chiTra: due })
  expect(await rowOf('sale111', '05/2021')).toMatchObject({ dieuChinh: 0 })
  expect((await show('05/2021')).dieu_chinh).toEqual({ count: 0, values: [] })
  await server.pool.query(sql`UPDATE revenue_line SET status = 'SUCCESS' WHERE so_dien_thoai_cs = ${phone}`)
  const again = await explain('quanly', 'sale111', '05/2021', 'dieuChinh')
  expect(again.nguon?.values.find(({ nhan }) => nhan === `0${phone} VD90`)).toMatchObject({
    so: 2_600_000,
    chi_tiet: 'tháng 03/2021: như khi chốt',
  })
  const paid = (await rowOf('sale111', '03/2021'))?.chiTra as number
  const later = (await rowOf('sale111', '05/2021'))?.dieuChinh as number
  const { rows } = await server.pool.query<{ net: string }>(sql`
    SELECT "luongThucNhan" AS net FROM payroll('2021-03-01', payroll_parameters('2021-03-01', '{}'), ARRAY['sale111'])`)
  expect(paid + due + later).toBe(Number(rows[0]?.net))
})

test('D3-PAY-08: reopening needs priority 1 and a reason, works on the last closed month and is recorded', async () => {
  expect((await reopen('04/2021', { ly_do: 'x' }, 'quanly')).status).toBe(403)
  expect((await reopen('04/2021', { ly_do: '  ' })).body).toMatchObject({ msg: 'Phải ghi lý do' })
  expect((await reopen('03/2021')).body.msg).toBe('Phải mở lại tháng 04/2021 trước')
  expect((await reopen('05/2021')).body.msg).toBe('Tháng 05/2021 chưa chốt')
  const kept = await server.pool.query(`SELECT count(*) FROM payroll_closed_row`)
  expect((await reopen('04/2021')).status).toBe(200)
  const open = await show('04/2021')
  expect(open).toMatchObject({ da_chot: false, tinh_lai_lech: null })
  expect(open.lan_chot[0]).toMatchObject({
    chot_boi: 'quanly',
    ly_do: 'Đã đối chiếu',
    mo_lai_boi: 'admin',
    mo_lai_ly_do: 'Thiếu file đối soát',
  })
  // Its adjustments are due again, and its stored rows remain.
  expect((await rowOf('sale111', '04/2021'))?.dieuChinh).toBe(
    (await explain('admin', 'sale111', '04/2021', 'dieuChinh')).nguon?.tong,
  )
  expect((await server.pool.query(`SELECT count(*) FROM payroll_closed_row`)).rows).toEqual(kept.rows)
  expect((await close('04/2021', { ly_do: 'Lần hai' })).status).toBe(200)
  expect((await show('04/2021')).lan_chot).toHaveLength(2)
  const { rows } = await server.pool.query(sql`
    SELECT username, after FROM audit_log WHERE resource = 'chotluong' AND action = 'reopen'`)
  expect(rows).toEqual([{ username: 'admin', after: { ly_do: 'Thiếu file đối soát' } }])
})

test('D3-PAY-05, D3-PAY-08: a reopened month must be closed again before later ones, also when all months are reopened', async () => {
  for (const month of ['04/2021', '03/2021']) expect((await reopen(month)).status).toBe(200)
  expect((await show('04/2021')).khong_chot_duoc).toBe('Phải chốt tháng 03/2021 trước')
  expect(await close('04/2021', { ly_do: 'x' })).toMatchObject({
    status: 409,
    body: { msg: 'Phải chốt tháng 03/2021 trước' },
  })
  // A closing has a longer statement timeout than other requests (subjects/pay/decisions/payroll-close.md).
  await server.pool.query(`
    CREATE TABLE told (timeout text);
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO told VALUES (current_setting('statement_timeout')); RETURN NEW; END $$;
    CREATE TRIGGER tells BEFORE INSERT ON payroll_closing FOR EACH ROW EXECUTE FUNCTION tell()`)
  expect((await close('03/2021', { ly_do: 'x' })).status).toBe(200)
  const { rows: timeouts } = await server.pool.query(`
    SELECT timeout, timeout::interval > current_setting('statement_timeout')::interval AS longer FROM told`)
  expect(timeouts).toEqual([{ timeout: '3min', longer: true }])
  await server.pool.query('DROP TRIGGER tells ON payroll_closing')
  expect(await close('04/2021', { ly_do: 'x' })).toMatchObject({ status: 200 })
})

test('D3-PAY-07: a line moved to another month opens at its current day; a deleted one opens the payroll', async () => {
  await server.pool.query(sql`
    UPDATE revenue_line SET ngay_thanh_cong = ${vn('2021-05-02 10:00')} WHERE so_dien_thoai_cs = ${phone}`)
  const opened = async (month: string, cot: string) =>
    (await explain('admin', 'sale111', month, cot)).nguon?.values.find(
      ({ nhan }) => nhan === `0${phone} VD90`,
    )?.mo
  const day = { startDate: '02/05/2021', endDate: '02/05/2021', message: phone }
  const adjusted = await opened('05/2021', 'dieuChinh')
  expect(adjusted).toEqual({ man_hinh: 'report90849332', loc: day })
  const list = await (
    await server.as('admin')
  ).get(`/api/v1/report90849332?${new URLSearchParams(adjusted?.loc).toString()}`)
  expect((list.data as { count: number }).count).toBe(1)
  // The closed month keeps the row, and its link still works.
  expect((await opened('03/2021', 'tongDoanhThuVasTinhLuong'))?.loc).toMatchObject(day)
  await server.pool.query(sql`UPDATE revenue_line SET deleted_at = now() WHERE so_dien_thoai_cs = ${phone}`)
  expect((await opened('05/2021', 'dieuChinh'))?.man_hinh).toBe('tinhluong')
})
