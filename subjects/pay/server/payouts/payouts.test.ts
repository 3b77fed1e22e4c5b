/** 'Danh sách chi trả' of a closed month (D3-ACC-04, subjects/pay/decisions/payouts.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#kit/contract/money.ts'
import type { CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import type { PayoutFile, PayoutRow, PayoutState } from '#subjects/pay/contract/calls/payouts.ts'
import { bellOf } from '#test/bell.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addClockings, addPrices } from '#test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls } from '#test/payroll-calls.ts'
import { userId } from '#test/pool.ts'
import type { Answer } from '#test/server.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  await addPrices(server.pool)
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'leader21' AND p.code = 'pay.manage'`)
  for (const month of ['2021-03', '2021-04']) {
    const day = (username: string) => ({
      username,
      day: `${month}-02`,
      in: 28_800,
      out: 61_200,
      decision: null,
    })
    await addClockings(server.pool, month, ['sale111', 'sale112', 'sale113'].map(day))
  }
  // Deductions larger than the pay.
  await payrollCalls(server).put('quanly', {
    username: 'sale121',
    thangTinhLuong: '03/2021',
    ...nothingTyped,
    kyQuyTamUng: 412_300,
  })
  await account('sale111', 'Vietcombank', '0011004567890')
  await account('sale112', 'BIDV', '12310000445512')
  // A person with an account and no pay.
  await account('sale122', 'ACB', '55556666')
})
afterAll(() => server.close())

const account = async (of: string, ngan_hang: string, so_tai_khoan: string, by = of): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/users/${await userId(server.pool, of)}/bank-account`, {
    ngan_hang,
    so_tai_khoan,
  })
const path = '/api/v1/danhsachchitra'
const show = async (startDate = '03/2021', by = 'leader21'): Promise<PayoutState> =>
  (await (await server.as(by)).get(`${path}?startDate=${startDate}`)).data as PayoutState
const post = async (name: string, body: object, by = 'leader21') =>
  (await server.as(by)).post(`${path}${name}`, { thangTinhLuong: '03/2021', ...body })
const make = async (more: object = {}, by = 'leader21') => {
  const { van_tay } = await show()
  return post('/file', { van_tay, ...more }, by)
}
const kinds = ({ values }: PayoutState) =>
  Object.fromEntries(values.map(({ username, kieu }: PayoutRow) => [username, kieu]))

test('D3-ACC-04: the payment list exists only after the month is closed, and only for those who manage pay', async () => {
  expect(await show()).toMatchObject({ chot: null, values: [] })
  expect((await post('/file', { van_tay: '' })).status).toBe(409)
  for (const username of ['leader11', 'chinhanh1', 'sale111'])
    expect((await (await server.as(username)).get(path)).status).toBe(403)
})

test('D3-ACC-04: the file has everybody paid by transfer, in the bank’s format, and its sum is that of the closed positive amounts', async () => {
  expect((await closeMonth(server, 'quanly', '03/2021', { ly_do: 'x' })).status).toBe(200)
  const seen = await show()
  expect(seen.chot).toMatchObject({ boi: 'quanly' })
  expect(kinds(seen)).toMatchObject({
    sale111: 'chi',
    sale112: 'chi',
    sale113: 'chua_co',
    sale121: 'am',
    sale122: 'khong',
  })
  // Even the maker of the file does not see the number on the screen.
  expect(JSON.stringify(seen)).not.toContain('0011004567890')
  expect(seen.values.find(({ username }) => username === 'sale111')).toMatchObject({
    so_tai_khoan: '****7890',
    noi_dung: 'LUONG 03/2021 sale111',
  })
  const payroll = await payrollCalls(server).list('quanly', '03/2021')
  const above = payroll.values.map(({ chiTra }) => Number(chiTra)).filter((sum) => sum > 0)
  const sumOf = (rows: readonly { so: number }[]) => rows.reduce((sum, { so }) => sum + so, 0)
  const sum = sumOf(seen.values.filter(({ so }) => so > 0))
  expect([sum, sumOf(seen.values), seen.values.length]).toEqual([
    above.reduce((total, part) => total + part, 0),
    seen.chi_tra,
    payroll.values.length,
  ])
  const state = (await (await server.as('quanly')).get('/api/v1/chotluong?startDate=03/2021'))
    .data as CloseState
  expect(seen.chi_tra).toBe(state.tong.chiTra)
  const made = (await make()).data as PayoutFile
  expect(made).toMatchObject({ lan: 1, so_dong: 2, boi: 'leader21' })
  const book = await server.download('leader21', `${path}/file/${made.id}`)
  expect(book.name).toBe('Chi-tra-03-2021-lan-1.xlsx')
  const [head, first, ...others] = book.rows.map(({ cells }) => cells)
  expect(head).toEqual(['Ngân hàng', 'Số tài khoản', 'Tên người nhận', 'Số tiền', 'Nội dung'])
  // The number is text, as it starts with 0.
  expect(first).toEqual([
    'Vietcombank',
    '0011004567890',
    expect.stringMatching(/^[A-Z0-9 ]+$/),
    expect.any(Number),
    'LUONG 03/2021 sale111',
  ])
  const missing = seen.values.find(({ username }) => username === 'sale113')?.so ?? 0
  const inFile = [first, ...others].reduce((total, row) => total + Number(row?.[3]), 0)
  expect([inFile, others.length]).toEqual([sum - missing, 1])
  expect(made.tong).toBe(inFile)
  // Amounts of 0 or less are not paid.
  expect(others.map((row) => row[4])).toEqual(['LUONG 03/2021 sale112'])
  const off = await server.download('leader21', `${path}/khongChi?startDate=03/2021`)
  const words = off.rows.map(({ cells }) => [cells[0], cells[3], cells[4]])
  expect(words).toContainEqual(['sale121', 'Chi trả âm', 'không chuyển tiền, không tự trừ vào tháng sau'])
  expect(words).toContainEqual(['sale113', 'Chưa có tài khoản', 'giữ lại, vào file bổ sung khi có tài khoản'])
})

test('D3-ACC-04: a file is refused when a bank account changes while it is made, so that no unseen account is in a file', async () => {
  await account('sale113', 'MB', '99990000')
  const { van_tay, files } = await show()
  const holder = await server.pool.connect()
  await holder.query('BEGIN; LOCK TABLE payout_file IN SHARE MODE')
  const making = post('/file', { van_tay })
  await expect
    .poll(async () => (await server.pool.query(`SELECT FROM pg_locks WHERE NOT granted`)).rowCount)
    .toBeGreaterThan(0)
  expect((await account('sale112', 'BIDV', '12310000445599')).status).toBe(200)
  await holder.query('COMMIT')
  holder.release()
  expect((await making).status).toBe(409)
  expect((await show()).files).toEqual(files)
  await account('sale112', 'BIDV', '12310000445512')
})

test('D3-ACC-04: a person paid by one file is in no other, even when everything is made again', async () => {
  expect(kinds(await show())).toMatchObject({ sale111: 'da_tai', sale112: 'da_tai' })
  // The supplementary file has people who got an account meanwhile.
  expect((await make()).data).toMatchObject({ lan: 2, so_dong: 1 })
  for (const lai of [false, true]) {
    const again = await make({ lai })
    expect([again.status, again.body.msg]).toEqual([409, 'Không còn ai để chuyển khoản'])
  }
})

test('D3-PAY-16: a transfer returned by the bank is due again, noted once, after the password', async () => {
  const sale112 = async () => (await show()).values.find(({ username }) => username === 'sale112')
  const so = (await sale112())?.da_tai
  const sent = { thangTinhLuong: '03/2021', username: 'sale112', so }
  expect((await (await server.unconfirmed('leader21')).post(`${path}/traLai`, sent)).body.code).toBe('REAUTH')
  // A stale amount, and a person without a transfer.
  expect((await post('/traLai', { ...sent, so: Number(so) - 1 })).status).toBe(409)
  expect((await post('/traLai', { ...sent, username: 'sale121' })).status).toBe(409)
  expect((await post('/traLai', sent)).body.msg).toMatch(/^Đã ghi ngân hàng trả lại tiền của /)
  expect((await post('/traLai', sent)).status).toBe(409)
  expect(await sale112()).toMatchObject({ kieu: 'chi', con: so, da_tai: null, lan: null })
  // The file itself does not change.
  expect((await show()).files.find(({ lan }) => lan === 1)).toMatchObject({ so_dong: 2, tra_lai: 1 })
  const { rows } = await server.pool.query(sql`
    SELECT after FROM audit_log WHERE resource = 'danhsachchitra' AND resource_id = '2021-03-01 sale112'`)
  expect(rows).toEqual([{ after: { so, bo_boi: 'leader21' } }])
})

test('D3-ACC-04: a list changed since it was shown makes no file, and names the changed account', async () => {
  const { van_tay } = await show()
  await account('sale112', 'ACB', '11112222', 'quanly')
  const refused = await post('/file', { van_tay })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringMatching(/^Tài khoản ngân hàng của sale112.* vừa đổi, xem lại rồi tải$/),
  ])
  const row = (await show()).values.find(({ username }) => username === 'sale112')
  expect(row).toMatchObject({ doi_boi: 'quanly', so_tai_khoan: '****2222', lan: null })
  // Of two concurrent requests one makes it.
  const now = (await show()).van_tay
  const answers = await Promise.all(
    ['leader21', 'quanly'].map((username) => post('/file', { van_tay: now }, username)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('D3-ACC-04: a file stays as it was made, and each download asks for the password and is recorded', async () => {
  const file = (await show()).files.find(({ lan }) => lan === 1)
  const book = await server.download('quanly', `${path}/file/${file?.id ?? ''}`)
  expect(JSON.stringify(book.rows)).toContain('12310000445512')
  const { rows } = await server.pool.query<{ username: string }>(sql`
    SELECT username FROM audit_log WHERE action = 'export' AND resource_id = 'Chi-tra-03-2021-lan-1.xlsx' ORDER BY id`)
  expect(rows.map(({ username }) => username)).toEqual(['leader21', 'quanly'])
  const plain = await server.unconfirmed('quanly')
  expect((await plain.get(`${path}/file/${file?.id ?? ''}`)).body.code).toBe('REAUTH')
  const { van_tay } = await show()
  expect((await plain.post(`${path}/file`, { thangTinhLuong: '03/2021', van_tay })).body.code).toBe('REAUTH')
})

test('D3-ACC-04: a person without an account is reminded, or paid in cash', async () => {
  await closeMonth(server, 'quanly', '04/2021', { ly_do: 'x' })
  await account('sale113', '', '')
  const april = { thangTinhLuong: '04/2021' }
  const person = async () => (await show('04/2021')).values.find(({ username }) => username === 'sale113')
  if ((await person())?.so === 0) throw new Error('sale113 earned something in April')
  expect((await post('/nhac', { ...april, username: 'sale113' })).status).toBe(200)
  expect((await bellOf(server, 'sale113'))[0]?.title).toBe(
    'Chưa có tài khoản ngân hàng để nhận lương tháng 04/2021',
  )
  expect((await person())?.nhac_luc).not.toBeNull()
  expect((await post('/nhac', { ...april, username: 'sale111' })).status).toBe(409)
  expect((await post('/tienMat', { ...april, username: 'sale111', tra: true })).status).toBe(409)
  await post('/tienMat', { ...april, username: 'sale113', tra: true })
  expect(await person()).toMatchObject({
    kieu: 'tien_mat',
    tien_mat_boi: 'leader21',
    tien_mat: (await person())?.so,
  })
  // A bank account added later does not pay the amount again.
  await account('sale113', 'MB', '99990000')
  expect((await person())?.kieu).toBe('tien_mat')
  await post('/tienMat', { ...april, username: 'sale113', tra: false })
  expect((await person())?.kieu).toBe('chi')
  expect((await post('/tienMat', { ...april, username: 'sale113', tra: false })).status).toBe(409)
})

test('D3-ACC-04: an account shared by several people is reported at each of them', async () => {
  await account('sale113', 'Vietcombank', '0011004567890')
  const { values } = await show('04/2021')
  const shared = values
    .filter(({ chung }) => chung.length > 0)
    .map(({ username, chung }) => [username, chung])
  expect(shared).toEqual([
    ['sale111', ['sale113']],
    ['sale113', ['sale111']],
  ])
  await account('sale113', 'MB', '99990000')
})

test('D3-PAY-16: a month paid, reopened and closed again pays the differences, and reports what was paid too much', async () => {
  const admin = await server.as('admin')
  const before = await show()
  const paidTo = (username: string): number =>
    before.values.find((row) => row.username === username)?.da_tai ?? 0
  for (const thangTinhLuong of ['04/2021', '03/2021'])
    await admin.post('/api/v1/chotluong/molai', { thangTinhLuong, ly_do: 'Thiếu công' })
  expect(await show()).toMatchObject({ chot: null })
  const type = (username: string, more: object) =>
    payrollCalls(server).put('quanly', { username, thangTinhLuong: '03/2021', ...nothingTyped, ...more })
  await type('sale111', { ngayCongThucTe: 1, thuongKhuyenKhich: 100_000 })
  await type('sale112', { ngayCongThucTe: 1, kyQuyTamUng: 50_000 })
  await type('sale113', { kyQuyTamUng: 1_000 })
  await account('sale122', '', '')
  await type('sale122', { nhanKhac: 100_000 })
  expect((await closeMonth(server, 'quanly', '03/2021', { ly_do: 'x' })).status).toBe(200)
  const seen = await show()
  const row = (username: string) => seen.values.find((one) => one.username === username)
  // 1 % of the bonus is the union fee.
  expect(row('sale111')).toMatchObject({ kieu: 'bu', con: 99_000, da_tai: paidTo('sale111') })
  expect(row('sale112')).toMatchObject({ kieu: 'thua', con: -50_000, so: paidTo('sale112') - 50_000 })
  expect(row('sale113')).toMatchObject({ kieu: 'thua', con: -paidTo('sale113'), so: -1_000 })
  expect(seen.values.reduce((sum, { so }) => sum + so, 0)).toBe(seen.chi_tra)
  expect(seen.files.map(({ lan, truoc_mo_lai }) => [lan, truoc_mo_lai])).toEqual(
    before.files.map(({ lan }) => [lan, true]),
  )
  const off = await server.download('leader21', `${path}/khongChi?startDate=03/2021`)
  expect(off.rows.map(({ cells }) => [cells[0], cells[3], cells[4]])).toContainEqual([
    'sale112',
    'Trả thừa',
    `thu lại tay, không tự trừ vào tháng sau; đã trả ${formatMoney(paidTo('sale112'))}, thừa 50,000`,
  ])
  expect((await make()).body.msg).toBe('Không còn ai để chuyển khoản')
  const more = (await make({ lai: true })).data as PayoutFile
  expect(more).toMatchObject({ so_dong: 1, tong: 99_000, truoc_mo_lai: false })
  expect(kinds(await show())).toMatchObject({ sale111: 'da_tai' })
  expect((await make({ lai: true })).status).toBe(409)

  // Each cash payment covers the rest at its time; payments add up.
  const cash = () => post('/tienMat', { username: 'sale122', tra: true })
  expect((await cash()).status).toBe(200)
  await admin.post('/api/v1/chotluong/molai', { thangTinhLuong: '03/2021', ly_do: 'Thiếu công' })
  await type('sale122', { nhanKhac: 300_000 })
  expect((await closeMonth(server, 'quanly', '03/2021', { ly_do: 'x' })).status).toBe(200)
  const inCash = async () => (await show()).values.find(({ username }) => username === 'sale122')
  expect(await inCash()).toMatchObject({ kieu: 'chua_co', con: 198_000, tien_mat: 99_000 })
  expect((await cash()).status).toBe(200)
  expect(await inCash()).toMatchObject({ kieu: 'tien_mat', con: 0, tien_mat: 297_000 })
  // A person without a row was paid nevertheless.
  await admin.post('/api/v1/chotluong/molai', { thangTinhLuong: '03/2021', ly_do: 'Thiếu công' })
  await server.pool.query(sql`DELETE FROM timekeeping WHERE username = 'sale113' AND thang = '2021-03-01'`)
  await server.pool.query(sql`DELETE FROM payroll_input WHERE username = 'sale113' AND thang = '2021-03-01'`)
  await server.pool.query(sql`UPDATE users SET is_deleted = true WHERE username = 'sale113'`)
  expect((await closeMonth(server, 'quanly', '03/2021', { ly_do: 'x' })).status).toBe(200)
  expect((await show()).values.find(({ username }) => username === 'sale113')).toMatchObject({
    so: 0,
    kieu: 'thua',
    con: -paidTo('sale113'),
  })
})
