/** Payslips: access, confirmation of values, questions and answers (D3-PAY-09). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, readMonth, thisMonth } from '#kit/contract/month.ts'
import type { Comparison } from '#subjects/pay/contract/calls/payroll.ts'
import { type Slip, type Standing } from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import { addLine, vn } from '#test/payroll-books.ts'
import { payrollCalls } from '#test/payroll-calls.ts'
import { bellOf, quietBell } from '#test/bell.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addLine(server.pool, { at: vn('2026-03-02 10:00'), owner: 'sale111', price: 2_000_000 })
  await server.pool.query(`
    INSERT INTO payroll_input (username, thang, ngay_cong, "thiDuaThang", "cheTaiKhac", "canCuCheTai", updated_by)
    VALUES ('sale111', '2026-03-01', 20, 300000, 50000, 'Khách 0988777666 khiếu nại', 'admin')`)
})
afterAll(() => server.close())

const month = '03/2026'
const path = '/api/v1/phieuluong'
const get = async (user: string, of?: string): Promise<Answer> =>
  (await server.as(user)).get(`${path}?startDate=${month}${of ? `&username=${of}` : ''}`)
const slip = async (user: string, of?: string): Promise<Slip> => (await get(user, of)).data as Slip
const confirm = async (user: string, dong: { cot: SlipLine; gia_tri: number }[]): Promise<Answer> =>
  (await server.as(user)).post(`${path}/xacNhan`, { thangTinhLuong: month, dong })
const say = async (user: string, cot: SlipLine, noi_dung: string, username = 'sale111'): Promise<Answer> =>
  (await server.as(user)).post(`${path}/thacMac`, { username, thangTinhLuong: month, cot, noi_dung })
const stateOf = async (cot: SlipLine) =>
  (await slip('sale111')).dong.find((one) => one.cot === cot)?.trang_thai
const standing = async (user: string): Promise<Standing | undefined> =>
  (
    (await (await server.as(user)).get(`${path}/tinhHinh?startDate=${month}`)).data as { values: Standing[] }
  ).values.find(({ username }) => username === 'sale111')

test('D3-ONE-02: slip and comparison of a running month are provisional and not compared; once it is over, they are compared with the month before', async () => {
  const { pool } = server
  const [now, last] = [thisMonth(), addMonths(thisMonth(), -1)]
  for (const [of, days] of [
    [now, 3],
    [last, 2],
    [addMonths(last, -1), 1],
  ] as const)
    await pool.query(sql`
      INSERT INTO payroll_input (username, thang, ngay_cong, updated_by)
      VALUES ('sale121', ${readMonth(of)}::date, ${days}, 'admin')`)
  await pool.query(`UPDATE users SET "createdAt" = '2026-01-01' WHERE username = 'sale121'`)
  const caller = await server.as('sale121')
  const ask = async (call: string, of: string) =>
    (await caller.get(`/api/v1/${call}startDate=${of}`)).data as Slip & Comparison
  expect(await ask('phieuluong?', now)).toMatchObject({ tam_tinh: true, truoc: null })
  expect(await ask('tinhluong/sosanh?username=sale121&', now)).toMatchObject({ truoc: null, buoc: [] })
  expect(await ask('phieuluong?', last)).toMatchObject({ tam_tinh: false, truoc: expect.any(Number) })
  expect((await ask('tinhluong/sosanh?username=sale121&', last)).buoc.length).toBeGreaterThan(0)
})

test('D3-PAY-09, D3-PAY-01: the slip equals the row of the payroll, and its lines add up to net pay; each person reads their own, priority below 4 those of the scope', async () => {
  const ownSlip = await slip('sale111')
  const { canCuCheTai, ...row } = (await payrollCalls(server).rowOf('sale111', month)) ?? {
    username: '',
    canCuCheTai: null,
  }
  expect(ownSlip.hang).toMatchObject(row)
  expect([canCuCheTai, ownSlip.hang.canCuCheTai]).toEqual([
    'Khách 0988777666 khiếu nại',
    'Khách ****77666 khiếu nại',
  ])
  expect(ownSlip).toMatchObject({ truoc: null, cua_minh: true })
  const less: SlipLine[] = ['baoHiemXaHoi', 'phiCongDoan', 'tongCheTai', 'truyThuSauChietKhau', 'kyQuyTamUng']
  expect(ownSlip.dong.map(({ cot }) => cot)).toEqual(slipLines)
  const sum = ownSlip.dong.reduce(
    (total, { cot, gia_tri }) => total + (less.includes(cot) ? -gia_tri : gia_tri),
    0,
  )
  expect([sum, ownSlip.dong.every(({ trang_thai }) => trang_thai === 'chua')]).toEqual([
    ownSlip.hang.luongThucNhan,
    true,
  ])
  for (const user of ['quanly', 'chinhanh1']) expect((await slip(user, 'sale111')).cua_minh).toBe(false)
  // A leader sees the group's rows in the payroll but only its own payslip (D2-Q-151).
  for (const user of ['leader11', 'sale112', 'chinhanh2', 'doitac1'])
    expect([user, (await get(user, 'sale111')).status]).toEqual([user, 404])
  expect((await get('admin')).data).toBeNull()
  expect((await (await server.as('leader11')).get(`${path}/tinhHinh`)).status).toBe(403)
  expect(await standing('chinhanh2')).toBeUndefined()
})

test('D3-PAY-09: a line is confirmed with the value shown, only by its person; a later value reopens it; the payroll shows who confirmed', async () => {
  const { dong } = await slip('sale111')
  const lines = dong.map(({ cot, gia_tri }) => ({ cot, gia_tri }))
  const wrong = await confirm('sale111', [{ cot: 'thiDuaThang', gia_tri: 1 }])
  expect([wrong.status, await stateOf('thiDuaThang')]).toEqual([409, 'chua'])
  expect((await confirm('sale111', lines.slice(0, 2))).status).toBe(200)
  expect(await standing('chinhanh1')).toMatchObject({ xac_nhan: 2, thac_mac: 0 })
  // Two concurrent confirmations: nothing is confirmed twice.
  const answers = await Promise.all([confirm('sale111', lines), confirm('sale111', lines)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await standing('quanly')).toMatchObject({ xac_nhan: lines.length })
  const { rows } = await server.pool.query<{ after: object }>(sql`
    SELECT username, after FROM audit_log WHERE resource = 'phieuluong' AND resource_id = 'sale111:03-2026' ORDER BY id`)
  expect(rows.map(({ after }) => Object.keys(after).length)).toEqual([2, lines.length - 2])
  await server.pool.query(`UPDATE payroll_input SET "thiDuaThang" = 300001 WHERE username = 'sale111'`)
  expect(await stateOf('thiDuaThang')).toBe('da_doi')
  // The fee changes with the month's pay.
  expect((await standing('quanly'))?.xac_nhan).toBeLessThan(lines.length)
  // Other names mean the caller's own slip: sale112, whose account is newer, has no slip of that month to confirm.
  expect((await confirm('sale112', [{ cot: 'thiDuaThang', gia_tri: 300_001 }])).status).toBe(404)
})

test('D3-PAY-09, D3-ONE-02: questions can be asked in a running month, confirmations made once it is over', async () => {
  const sale = await server.as('sale111')
  const confirmOne = async (when: string) => {
    const { dong } = (await sale.get(`${path}?startDate=${when}`)).data as Slip
    const line = { cot: 'thiDuaThang', gia_tri: dong.find(({ cot }) => cot === 'thiDuaThang')?.gia_tri }
    return sale.post(`${path}/xacNhan`, { thangTinhLuong: when, dong: [line] })
  }
  const now = thisMonth()
  const refused = await confirmOne(now)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    `Tháng ${now} chưa hết, phiếu lương còn tạm tính: chưa xác nhận được`,
  ])
  expect((await confirmOne(month)).status).toBe(200)
  const input = { username: 'sale111', thangTinhLuong: now, cot: 'chuyenCan', noi_dung: 'Đủ công chưa ạ?' }
  expect((await sale.post(`${path}/thacMac`, input)).status).toBe(200)
})

test('D3-PAY-09: a question opens a thread on its line, those in charge answer it and the person is notified; a confirmation ends it', async () => {
  expect((await say('quanly', 'tongCheTai', 'Trước khi hỏi')).status).toBe(409)
  for (const user of ['leader11', 'sale112', 'chinhanh2'])
    expect([user, (await say(user, 'tongCheTai', 'x')).status]).toEqual([user, 404])
  expect((await say('sale111', 'tongCheTai', '   ')).body.fields).toHaveProperty('noi_dung')
  expect((await say('sale111', 'tongCheTai', 'Khoản này của đơn nào ạ? Số 0988 777 666')).status).toBe(200)
  expect([await stateOf('tongCheTai'), (await standing('quanly'))?.thac_mac]).toEqual(['thac_mac', 1])
  await quietBell(server)
  expect((await say('chinhanh1', 'tongCheTai', 'Khiếu nại của 0988777666 ngày 14-03')).status).toBe(200)
  expect(await bellOf(server, 'sale111')).toMatchObject([
    {
      title: 'Thắc mắc phiếu lương đã có trả lời',
      detail: expect.stringMatching(/^Dòng Tổng chế tài tháng 03\/2026; /),
      address: '/app/phieuluong?startDate=03%2F2026',
    },
  ])
  expect(await bellOf(server, 'chinhanh1')).toEqual([])
  expect(server.published).toContain('phieuluong')
  const line = (await slip('sale111')).dong.find(({ cot }) => cot === 'tongCheTai')
  expect(line).toMatchObject({
    trang_thai: 'tra_loi',
    trao_doi: [
      { nguoi_gui: 'sale111', hoi: true, noi_dung: 'Khoản này của đơn nào ạ? Số ****77 666' },
      { nguoi_gui: 'chinhanh1', hoi: false, noi_dung: 'Khiếu nại của ****77666 ngày 14-03' },
    ],
  })
  expect(JSON.stringify(await slip('quanly', 'sale111'))).toContain('0988777666')
  await say('sale111', 'tongCheTai', 'Vâng')
  expect(await stateOf('tongCheTai')).toBe('thac_mac')
  expect((await confirm('sale111', [{ cot: 'tongCheTai', gia_tri: 50_000 }])).status).toBe(200)
  expect([await stateOf('tongCheTai'), (await standing('quanly'))?.thac_mac]).toEqual(['xac_nhan', 0])
  await say('sale111', 'tongCheTai', 'Em xem lại ạ')
  expect(await stateOf('tongCheTai')).toBe('thac_mac')
  // Confirmed before any answer: the question is closed, and stays closed until its author asks again, even with the same text.
  expect((await confirm('sale111', [{ cot: 'tongCheTai', gia_tri: 50_000 }])).status).toBe(200)
  expect([await stateOf('tongCheTai'), await standing('quanly')]).toMatchObject([
    'xac_nhan',
    { thac_mac: 0, tra_loi: 0 },
  ])
  const late = await say('chinhanh1', 'tongCheTai', 'Để xem lại')
  expect([late.status, late.body.msg]).toEqual([409, 'Người nhận đã xác nhận dòng này, thắc mắc đã đóng'])
  expect(await stateOf('tongCheTai')).toBe('xac_nhan')
  await say('sale111', 'tongCheTai', 'Em xem lại ạ')
  expect(await stateOf('tongCheTai')).toBe('thac_mac')
  const trail = await trailOf(server.pool, 'phieuluong', 'sale111:03-2026')
  expect(trail.filter((one) => one === 'chinhanh1 update')).toHaveLength(1)
})

test('D3-PAY-09: the same question sent again, also at once, stays one message until it is answered; months without a slip are refused', async () => {
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => say('sale111', 'thiDuaThang', 'Vì sao thiếu?')),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const saidOf = async () =>
    (await slip('sale111')).dong
      .find(({ cot }) => cot === 'thiDuaThang')
      ?.trao_doi.map(({ noi_dung }) => noi_dung)
  expect(await saidOf()).toEqual(['Vì sao thiếu?'])
  expect((await say('sale111', 'thiDuaThang', '\u200b \u2060')).status).toBe(400)
  await say('quanly', 'thiDuaThang', 'Đã bổ sung')
  await say('sale111', 'thiDuaThang', ' Vì sao thiếu?\u200b')
  expect(await saidOf()).toEqual(['Vì sao thiếu?', 'Đã bổ sung', 'Vì sao thiếu?'])
  const later = { thangTinhLuong: '01/2099', dong: [{ cot: 'thiDuaThang', gia_tri: 0 }] }
  const sale = await server.as('sale111')
  const notBegun = await sale.post(`${path}/xacNhan`, later)
  expect([notBegun.status, notBegun.body.fields]).toEqual([
    400,
    { thangTinhLuong: 'Tháng lương này chưa bắt đầu' },
  ])
  const ask = (thangTinhLuong: string) =>
    sale.post(`${path}/thacMac`, { username: 'sale111', thangTinhLuong, cot: 'thiDuaThang', noi_dung: 'x' })
  expect((await ask('01/2099')).status).toBe(400)
  for (const other of ['01/2099', '01/2019'])
    expect((await sale.get(`${path}?startDate=${other}`)).data).toBeNull()
  const manager = await server.as('quanly')
  const of = async (when: string) =>
    ((await manager.get(`${path}/tinhHinh?startDate=${when}`)).data as { values: Standing[] }).values.map(
      ({ username }) => username,
    )
  expect([await of('01/2099'), await of('01/2019')]).toEqual([[], []])
  // For the current month every employee has a slip, a partner only with amounts; the payroll has rows of all (D2-Q-151).
  const running = thisMonth()
  expect([(await of(running)).includes('sale112'), (await of(running)).includes('doitac1')]).toEqual([
    true,
    false,
  ])
  expect(await payrollCalls(server).rowOf('doitac1', running)).toMatchObject({ chiTra: 0 })
  await server.pool.query(sql`
    INSERT INTO payroll_input (username, thang, "thiDuaThang", updated_by)
    VALUES ('doitac1', ${readMonth(running)}::date, 1000, 'admin')`)
  expect((await of(running)).includes('doitac1')).toBe(true)
  const never = await ask('01/2019')
  expect([never.status, never.body.msg]).toEqual([404, 'Không có phiếu lương tháng 01/2019'])
})

test('the note about sanctions is masked in dialog and comparison too, and saving the stars keeps the number (D1-MASK-02, D2-PAY-39)', async () => {
  const branch = await server.as('chinhanh1')
  const whose = { username: 'sale111', thangTinhLuong: month }
  const typed = (await branch.post('/api/v1/tinhluong/findTinhLuong', whose)).data as Record<string, unknown>
  expect(typed.canCuCheTai).toBe('Khách ****77666 khiếu nại')
  const compared = await branch.get(`/api/v1/tinhluong/sosanh?username=sale111&startDate=${month}`)
  expect(compared.text).toContain('****77666')
  expect(compared.text).not.toContain('0988777666')
  const { fullname: _, ngayCongChamCong: __, ngayCongDaSua: ___, ...body } = typed
  const saved = await branch.put('/api/v1/tinhluong/updateTinhLuong', body)
  expect([saved.status, saved.text.includes('0988777666')]).toEqual([200, false])
  const { rows } = await server.pool.query(
    sql`SELECT "canCuCheTai" FROM payroll_input WHERE username = 'sale111' AND thang = '2026-03-01'`,
  )
  expect(rows).toEqual([{ canCuCheTai: 'Khách 0988777666 khiếu nại' }])
})
