/** Deciding on bank messages in a real browser: the queue, its keys, what the question says, what gets lost on the way. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  button,
  demoPassword,
  dialog,
  heading,
  rows,
  rowWith,
  said,
  startApp,
  tokenOf,
  type App,
} from './app.ts'
import { signInAs } from '../test/server.ts'
import { cell, fiveMessages, send, state } from './bank-page.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() => fiveMessages(app))
afterEach(() => app.leave())

const bank = (who: string) => app.open(who, '/app/bank-lookup')

test('/app/approval has what waits, and D, T and Enter work it off (D1-ROUTE-21, D1-Q-016)', async () => {
  const page = await app.open('quanly', '/app/approval')
  expect(await heading(page).innerText()).toBe('Duyệt tin ngân hàng')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.keyboard.press('ArrowDown')
  for (const key of ['d', 't', 'd']) {
    const left = await rows(page).count()
    await page.keyboard.press(key)
    await dialog(page, key === 'd' ? 'Xác nhận duyệt đơn này?' : 'Xác nhận từ chối đơn này?').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => rows(page).count()).toBe(left - 1)
  }
  const { rows: decided } = await app.pool.query(
    `SELECT trang_thai_duyet_thong_tin AS now FROM mesbank WHERE trang_thai_duyet_thong_tin IS NOT NULL ORDER BY datetime DESC`,
  )
  expect(decided.map(({ now }) => now)).toEqual(['1', '2', '1'])
  const outside = await app.open('chinhanh1', '/app/approval')
  await outside.getByText('Bạn không có quyền truy cập').waitFor()
})

test('messages that come in wait in a bar, and nothing moves under keyboard or pointer until it is pressed (D3-DEC-05, D1-Q-016)', async () => {
  const page = await app.open('quanly', '/app/approval')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('MOI90')`)
  const datetime = new Date().toISOString()
  expect(await send(app, 'admin', { sender: 'MB', money: 1, datetime, str_mes: '0987000001 MOI90' })).toBe(
    200,
  )
  const bar = page.getByRole('button', { name: '1 bản ghi mới' })
  await bar.waitFor()
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringContaining('0912000001'),
    expect.stringContaining('0912000002'),
    expect.stringContaining('0912000003'),
  ])
  await page.keyboard.press('d')
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  expect(await ask.innerText()).toContain('0912000002 VD90, 2,000 đ')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(2)
  // What somebody else decides keeps its place, too.
  const { id } =
    (await app.pool.query<{ id: string }>(`SELECT id FROM mesbank WHERE str_mes = 'Lần 1'`)).rows[0] ?? {}
  const headers = { authorization: `Bearer ${await signInAs(app.pool, 'admin')}` }
  expect((await fetch(`${app.url}/api/v1/mesbank/deny/${id}`, { headers })).status).toBe(200)
  await page.getByRole('button', { name: '1 bản ghi mới, 1 bản ghi đã có người xử lý' }).waitFor()
  expect(await rows(page).first().innerText()).toContain('0912000001')
  expect(await page.locator('tr[data-gone]').allInnerTexts()).toEqual([expect.stringContaining('0912000001')])
  await page.keyboard.press('t')
  const second = dialog(page, 'Xác nhận từ chối đơn này?')
  expect(await second.innerText()).toContain('0912000003 VD90, 3,000 đ')
  await button(second, 'Huỷ').click()
  await page.getByRole('button', { name: /bản ghi mới/ }).click()
  await expect.poll(async () => (await rows(page).allInnerTexts()).length).toBe(2)
  expect(await rows(page).first().innerText()).toContain('0987000001')
})

test('what cannot be read is a queue of its own, and is rejected with a reason (D3-DEC-07)', async () => {
  const page = await app.open('quanly', '/app/approval?chua_doc=1')
  await expect.poll(() => rows(page).count()).toBe(2)
  const row = rowWith(page, '0912000004')
  expect(await button(state(row), 'Duyệt').count()).toBe(0)
  await button(state(row), 'Từ chối').click()
  const ask = dialog(page, 'Xác nhận từ chối đơn này?')
  await button(ask, 'Từ chối').click()
  await ask.getByText('Có trường bắt buộc').waitFor()
  await ask.getByLabel('Lý do từ chối').fill('Không phải đơn')
  await page.keyboard.press('Enter')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Không đọc được 1' }).waitFor()
  await page.getByRole('button', { name: 'Chờ duyệt 3' }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
  const { rows: stored } = await app.pool.query(`SELECT ly_do_tu_choi FROM mesbank WHERE str_mes = 'Lần 4'`)
  expect(stored).toEqual([{ ly_do_tu_choi: 'Không phải đơn' }])
})

test('a decided message has no open cell and is opened again with a reason (D3-DEC-01, D3-DEC-02)', async () => {
  const page = await bank('quanly')
  const row = rowWith(page, 'Lần 1')
  await button(state(row), 'Duyệt').click()
  await button(dialog(page, 'Xác nhận duyệt đơn này?'), 'Duyệt').click()
  await expect.poll(() => state(row).innerText()).toBe('ĐÃ DUYỆT')
  for (const key of ['so_dien_thoai', 'goi_cuoc'])
    await expect.poll(() => cell(row, key).getAttribute('aria-readonly')).toBe('true')
  expect(await row.getByRole('button', { name: /^Xoá dòng/ }).count()).toBe(0)
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: 'Mở lại' }).click()
  const ask = dialog(page, 'Mở lại đơn')
  await ask.getByLabel('Lý do mở lại').fill('Sai gói')
  await page.keyboard.press('Enter')
  await button(state(row), 'Duyệt').waitFor()
  await row.getByRole('button', { name: /^Xoá dòng/ }).waitFor()
})

test('the question shows the words of the bank and why the reading is doubted; the row is marked (D1-BANK-25)', async () => {
  await app.pool.query(`UPDATE mesbank SET str_mes = 'STK 0912000001 VD90', nhan_dang = 'vua',
    ly_do_nhan_dang = 'Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch' WHERE str_mes = 'Lần 1'`)
  const page = await app.open('quanly', '/app/approval')
  const why = 'Cần xem: Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch'
  const row = rowWith(page, '0912000001')
  await cell(row, 'goi_cuoc').getByRole('img', { name: why }).waitFor()
  expect(await cell(rowWith(page, '0912000002'), 'goi_cuoc').getByRole('img').count()).toBe(0)
  await button(state(row), 'Duyệt').click()
  const ask = await dialog(page, 'Xác nhận duyệt đơn này?').innerText()
  expect(ask).toContain('STK 0912000001 VD90')
  expect(ask).toContain(why)
  await button(dialog(page, 'Xác nhận duyệt đơn này?'), 'Huỷ').click()
  await page.getByRole('button', { name: /^Nhận dạng/ }).click()
  await page.getByRole('option', { name: 'Chắc chắn' }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
})

test('a transfer that is not the price of its package is marked, and the question says what is missing or too much (D1-BANK-25)', async () => {
  await app.pool.query(
    `UPDATE giahoantien SET gia_goi = 2000; INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('KHONGGIA')`,
  )
  await app.pool.query(`UPDATE mesbank SET goi_cuoc = 'KHONGGIA' WHERE str_mes = 'Lần 4'`)
  const page = await app.open('quanly', '/app/approval')
  const doubt = (phone: string) => cell(rowWith(page, phone), 'money').getByRole('img')
  const short = 'Cần xem: Thiếu 1,000 đ so với giá gói VD90 (2,000 đ)'
  expect(await doubt('0912000001').getAttribute('aria-label')).toBe(short)
  expect(await doubt('0912000003').getAttribute('title')).toContain('Dư 1,000 đ so với giá gói VD90')
  expect(await doubt('0912000002').count()).toBe(0)
  expect(await doubt('0912000004').count()).toBe(0)
  await button(state(rowWith(page, '0912000001')), 'Duyệt').click()
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  expect(await ask.innerText()).toContain(short)
  await button(ask, 'Duyệt').click()
  await rowWith(page, '0912000001').waitFor({ state: 'detached' })
  for (const phone of ['0912000002', '0912000003']) await rowWith(page, phone).getByRole('checkbox').click()
  await button(page.getByRole('toolbar'), 'Duyệt').click()
  // The server counts: the doubtful one stays out, and the sum is that of the others (D3-DEC-04).
  const many = await dialog(page, 'Xác nhận duyệt đơn này?').innerText()
  expect(many).toContain('1 bản ghi, 2,000 đ')
  expect(many).toContain('Để lại 1 bản ghi cần xem riêng:\n1 bản ghi có số tiền khác giá gói')
  await button(dialog(page, 'Xác nhận duyệt đơn này?'), 'Duyệt 1 bản ghi').click()
  await rowWith(page, '0912000002').waitFor({ state: 'detached' })
  await rowWith(page, '0912000003').waitFor()
})

test('all that the filter finds is counted beyond the page, and what changed meanwhile is left out and named (D3-DEC-03, D3-DEC-04)', async () => {
  await app.pool.query(`UPDATE giahoantien SET gia_goi = 5000`)
  await app.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    SELECT 'VCB', CASE WHEN n <= 60 THEN 5000 ELSE 4000 END, now() - interval '1 day', 'Nhiều ' || n, 912001000 + n, 'VD90', 'cao'
    FROM generate_series(1, 80) n`)
  const page = await app.open('quanly', '/app/approval')
  await page.getByLabel('Chọn cả trang').click()
  await page.getByRole('button', { name: 'Chọn cả 83 bản ghi theo bộ lọc' }).click()
  await button(page.getByRole('toolbar'), 'Duyệt').click()
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  const words = await ask.innerText()
  expect(words).toContain('60 bản ghi, 300,000 đ')
  expect(words).toContain('Để lại 23 bản ghi cần xem riêng')
  await app.pool.query(`UPDATE mesbank SET version = version + 1 WHERE str_mes = 'Nhiều 7'`)
  await button(ask, 'Duyệt 60 bản ghi').click()
  await said(page, 'Đã duyệt 59 bản ghi').waitFor()
  await said(page, /1 bản ghi không duyệt được\s+0912001007: Bản ghi vừa được người khác sửa/).waitFor()
  await button(page.getByRole('toolbar'), 'Duyệt').waitFor({ state: 'detached' })
})

test('an approval whose answer is lost on the way goes out again with its key and is no refusal (D1-BANK-23, D1-Q-052)', async () => {
  const page = await bank('quanly')
  let lost = 0
  await page.route(/mesbank\/approve/, async (route) => {
    // The server has decided; only the answer does not arrive.
    if (lost++ === 0) await route.fetch().then(() => route.abort('connectionreset'))
    else await route.continue()
  })
  const row = rowWith(page, 'Lần 1')
  await button(state(row), 'Duyệt').click()
  await button(dialog(page, 'Xác nhận duyệt đơn này?'), 'Duyệt').click()
  await expect.poll(() => lost, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => state(row).innerText()).toBe('ĐÃ DUYỆT')
  expect(await said(page, /Tin nhắn này đã được duyệt/).count()).toBe(0)
})

test('a session that ends while the question stands: sign in over the page, decide, nothing is lost (D1-BANK-23)', async () => {
  const page = await bank('quanly')
  const row = rowWith(page, 'Lần 1')
  await button(state(row), 'Duyệt').click()
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  await ask.waitFor()
  const token = await tokenOf(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post(`${app.url}/api/v1/auth/logout`, { headers, data: { accessToken: token } })
  const again = dialog(page, 'Đăng nhập lại')
  await again.waitFor()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  await page.waitForURL('**/app/bank-lookup*')
  // Signing in has answered nothing: the question still stands.
  expect(await ask.innerText()).toContain('0912000001 VD90, 1,000 đ')
  await button(ask, 'Duyệt').dblclick()
  await expect.poll(() => state(row).innerText()).toBe('ĐÃ DUYỆT')
  const { rowCount } = await app.pool.query(`SELECT FROM audit_log WHERE action IN ('approve', 'reject')
    AND resource_id IN (SELECT id::text FROM mesbank)`)
  expect(rowCount).toBe(1)
})

test('on a phone a decision is made with what it is about in sight (D1-BANK-23)', async () => {
  const page = await app.open('quanly', '/app/approval')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  const row = rowWith(page, '0912000001')
  const { x = 0, width = 0 } = (await cell(row, 'goi_cuoc').boundingBox()) ?? {}
  expect(x + width).toBeLessThan(320)
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: 'Duyệt' }).click()
  await button(dialog(page, 'Xác nhận duyệt đơn này?'), 'Duyệt').click()
  await row.waitFor({ state: 'detached' })
})
