/** The settings screen in a real browser: who sees it, what it saves, what it refuses, what was there before. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, dialog, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const address = '/sys/settings'

test('settings are changed, saved together and kept; a wrong one is named below its box (D1-ROUTE-52, D1-Q-018, D2-SET-10 to 12)', async () => {
  const page = await app.open('quanly', address)
  await page.getByRole('heading', { name: 'Cài đặt', exact: true }).waitFor()
  const discount = page.getByLabel('Chiết khấu trả trước', { exact: true })
  const hourly = page.getByLabel('Số lượt tra cứu chi tiết', { exact: true })
  expect(await button(page, 'Lưu').isDisabled()).toBe(true)
  await discount.fill('100')
  await hourly.fill('45')
  await page.getByText('2 thay đổi chưa lưu').waitFor()
  await button(page, 'Lưu').click()
  await page.getByText('Chiết khấu trả trước phải từ 0 đến 99.99 %').first().waitFor()
  await discount.fill('')
  await button(page, 'Lưu').click()
  await page.getByText('Có trường bắt buộc chưa được nhập hoặc chưa được chọn').first().waitFor()
  await discount.fill('7,5')
  await button(page, 'Lưu').click()
  await said(page, 'Cập nhật cài đặt thành công').waitFor()
  await page.reload()
  await expect.poll(() => discount.inputValue()).toBe('7.5')
  expect(await hourly.inputValue()).toBe('45')
})

test('a channel is chosen among the partners that are listed (D2-SET-09)', async () => {
  const page = await app.open('quanly', address)
  await page.getByLabel('Đối tác hoàn tiền', { exact: true }).fill('napnhanh.example')
  await button(page, 'Lưu').click()
  await said(page, 'Cập nhật cài đặt thành công').waitFor()
  await page.getByLabel('Kênh hoàn tiền trả trước', { exact: true }).click()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Không qua API', 'napnhanh.example'])
  await page.getByRole('option', { name: 'napnhanh.example' }).click()
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
})

test('another matching window is followed in the background, and the screen says how far it is (D2-REVF-08)', async () => {
  await app.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90') ON CONFLICT DO NOTHING;
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
    VALUES ('ketqua', 'window', '912000001', 'VD90', now() - interval '40 days', 'sale111');
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type)
    VALUES ('sale111', '', '912000001', 'VD90', 4)`)
  const page = await app.open('quanly', address)
  // It waits for a transaction that is under way, which may have read the former window.
  const other = await app.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query('SELECT pg_current_xact_id()')
    await page.getByLabel('Khớp đơn hoàn với doanh thu trong', { exact: true }).fill('60')
    await button(page, 'Lưu').click()
    await page.getByText('Đang khớp lại: 0 %').waitFor()
    await other.query('COMMIT')
  } finally {
    other.release()
  }
  await page.getByText('Đang khớp lại').waitFor({ state: 'detached' })
  const { rows } = await app.pool.query('SELECT request_id IS NOT NULL AS matched FROM revenue_line')
  expect(rows).toEqual([{ matched: true }])
})

test('each setting shows its changes: who, from what, to what', async () => {
  const page = await app.open('admin', address)
  await page.getByLabel('Tự động đặt kết quả báo đỏ', { exact: true }).uncheck()
  await button(page, 'Lưu').click()
  await said(page, 'Cập nhật cài đặt thành công').waitFor()
  await button(page, 'Lịch sử: Tự động đặt kết quả báo đỏ').click()
  const line = dialog(page, 'Lịch sử').getByRole('row').nth(1)
  await line.waitFor()
  const text = await line.innerText()
  expect(text).toContain('Bật')
  expect(text).toContain('Tắt')
})

test('somebody who may not manage gets neither the entry nor the screen (D1-Q-018)', async () => {
  const page = await app.open('leader11', '/app/care-history')
  expect(await page.getByRole('link', { name: 'Cài đặt' }).count()).toBe(0)
  await page.goto(`${app.url}${address}`)
  await page.getByText('không có quyền', { exact: false }).first().waitFor()
})

test('the hours of look-ups move together past their old places; a day without an hour is refused (D1-Q-093, D1-Q-018)', async () => {
  const page = await app.open('quanly', address)
  const from = page.getByLabel('Tra cứu chi tiết từ', { exact: true })
  const until = page.getByLabel('Tra cứu chi tiết đến', { exact: true })
  await from.fill('23:00')
  await button(page, 'Lưu').click()
  await page
    .getByText('Tra cứu chi tiết từ (23:00) phải trước tra cứu chi tiết đến (22:00)')
    .first()
    .waitFor()
  await until.fill('24:00')
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => from.inputValue()).toBe('23:00')
  expect(await until.inputValue()).toBe('24:00')
})

test('the shortest password and the address of a sample form hold on open screens at once (D1-Q-040, D1-Q-161, D2-CFG-20)', async () => {
  const own = await app.open('sale111', '/sys/profile')
  const page = await app.open('quanly', address)
  await page.getByLabel('Mật khẩu ngắn nhất', { exact: true }).fill('9')
  await page.getByLabel('Chi phí quản lý', { exact: true }).fill('/mau/blacklist.xlsx?ban=2')
  await button(page, 'Lưu').click()
  await said(page, 'Cập nhật cài đặt thành công').waitFor()
  await own.getByLabel('Mật khẩu cũ', { exact: true }).fill('Demo@2026')
  for (const label of ['Mật khẩu mới', 'Nhập lại mật khẩu mới'])
    await own.getByLabel(label, { exact: true }).fill('tam-kytu')
  await button(own, 'Lưu').click()
  await own.getByText('Mật khẩu mới phải có ít nhất 9 ký tự').first().waitFor()
  const costs = await app.open('admin', '/app/chiphiquanly')
  const asked = costs.context().waitForEvent('request', (request) => request.url().includes('/mau/'))
  await button(costs, 'Biểu mẫu').click()
  expect(new URL((await asked).url()).pathname).toBe('/mau/blacklist.xlsx')
})
