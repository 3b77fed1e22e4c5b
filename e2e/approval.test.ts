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

test('a message that comes in above leaves the keyboard on its row: the key is for what was looked at (D1-Q-016)', async () => {
  const page = await app.open('quanly', '/app/approval')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('MOI90')`)
  const datetime = new Date().toISOString()
  expect(await send(app, 'admin', { sender: 'MB', money: 1, datetime, str_mes: '0987000001 MOI90' })).toBe(
    200,
  )
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.keyboard.press('d')
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  expect(await ask.innerText()).toContain('0912000002 VD90, 2,000 đ')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.keyboard.press('t')
  expect(await dialog(page, 'Xác nhận từ chối đơn này?').innerText()).toContain('0912000003 VD90, 3,000 đ')
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
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 2000), ('KHONGGIA', 0) ON CONFLICT DO NOTHING`,
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
  await dialog(page, 'Xác nhận duyệt đơn này?')
    .getByText('Trong đó 1 bản ghi có số tiền khác giá gói')
    .waitFor()
  await app.pool.query('DELETE FROM giahoantien')
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
