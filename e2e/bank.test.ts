/** Bank messages in a real browser: totals, filling in, deciding, and what others do seen at once. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInAs } from '../test/server.ts'
import {
  button,
  demoPassword,
  dialog,
  heading,
  menu,
  pager,
  ready,
  rows,
  rowWith,
  said,
  startApp,
  type App,
} from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE mesbank')
  await app.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang, ly_do_nhan_dang)
    SELECT 'VCB', 1000 * n, now() - make_interval(secs => n), 'Lần ' || n, '91200000' || n,
      CASE WHEN n < 4 THEN 'VD90' END, 'cao', 'Số điện thoại và gói cước đứng cạnh nhau'
    FROM generate_series(1, 5) n`)
})
afterEach(() => app.leave())

const cell = (row: Locator, key: string) => row.locator(`td[data-key="${key}"]`)
const state = (row: Locator) => cell(row, 'trang_thai_duyet_thong_tin')
const bank = (who: string) => app.open(who, '/app/bank-lookup')
const send = async (who: string, body: object): Promise<number> => {
  const response = await fetch(`${app.url}/api/v1/mesbank`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInAs(app.pool, who)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

/** Types into a cell; `how` commits it. */
async function fill(page: Page, at: Locator, text: string, how: 'Enter' | 'blur'): Promise<void> {
  // Beside the number: a click on it copies.
  await at.dblclick({ position: { x: 4, y: 4 } })
  await at.getByRole('textbox').fill(text)
  if (how === 'Enter') await page.keyboard.press('Enter')
  else await heading(page).click()
}

test('the raw tab name and the route open the screen (D1-TAB-23, D1-ROUTE-18, D1-Q-143)', async () => {
  const page = await bank('sale111')
  expect(await heading(page).innerText()).toBe('Tin nhắn ngân hàng')
  await page.goto(`${app.url}/app/home`)
  await page.evaluate(() => {
    localStorage.setItem('tabList', JSON.stringify(['BankLookup']))
    localStorage.setItem('lastActiveTab', 'BankLookup')
  })
  await page.reload()
  await ready(page)
  expect(await heading(page).innerText()).toBe('Tin nhắn ngân hàng')
})

test('the screen has its totals, filters and buttons, from the menu (D1-SHELL-11, D1-BANK-09 to 15, D1-Q-020)', async () => {
  const page = await app.open('quanly', '/app/blacklist')
  await menu(page).getByText('Tin nhắn ngân hàng').click()
  await rowWith(page, 'Lần 1').waitFor()
  await page.getByRole('tab', { name: 'Tin nhắn ngân hàng', selected: true }).waitFor()
  const screen = page.locator('#work')
  expect(await screen.innerText()).toMatch(/Tổng chuyển khoản\s+15,000 đ\s+Tổng đơn chuyển\s+5/)
  for (const name of ['Xuất file', 'Tra cứu']) expect(await button(screen, name).count()).toBe(1)
  await page.getByLabel('Nội dung').fill('lan 3')
  await button(screen, 'Tra cứu').click()
  await expect.poll(() => pager(page)).toBe('1–1 / 1')
  expect(await screen.innerText()).toMatch(/Tổng chuyển khoản\s+3,000 đ/)
  await button(page, 'Xoá lọc').click()
  await page.getByRole('button', { name: /^Trạng thái xử lý/ }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Tất cả', 'Chưa xử lý', 'Đã xử lý'])
  await page.getByRole('option', { name: 'Đã xử lý' }).click()
  await page.getByText('Không có bản ghi nào khớp').waitFor()
})

test('the columns stand in the decided order, money grouped, time to the second, and the days are chosen in the bar (D1-BANK-10, D1-BANK-11, D1-BANK-17 to 19, D1-Q-050)', async () => {
  await app.pool.query(
    `UPDATE mesbank SET money = 1234567, datetime = '2026-10-05T03:04:05Z' WHERE str_mes = 'Lần 1'`,
  )
  const page = await app.open('quanly', '/app/bank-lookup?startDate=05/10/2026&endDate=05/10/2026', {
    width: 1920,
    height: 1080,
  })
  const titles = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  expect((await titles()).filter(Boolean)).toEqual([
    '#',
    'Kênh',
    'Số tiền',
    'Thời gian',
    'Nội dung',
    'SĐT',
    'Gói cước',
    'Nhận dạng',
    'Trạng thái xử lý',
    'Người cập nhật',
    'Người duyệt',
    'Duyệt thông tin',
    'Thao tác',
  ])
  await expect.poll(() => pager(page)).toBe('1–1 / 1')
  const row = rowWith(page, 'Lần 1')
  expect(await cell(row, 'money').innerText()).toBe('1,234,567')
  expect((await cell(row, 'datetime').innerText()).replaceAll('\u200b', '')).toBe('05-10-2026 10:04:05')
  await page.getByRole('button', { name: /^Thời gian 05/ }).click()
  await page.getByLabel('Từ ngày').fill('6/10/2026')
  await page.getByLabel('Đến ngày').fill('7/10/2026')
  await button(page, 'Áp dụng').click()
  await page.getByText('Không có bản ghi nào khớp').waitFor()
  const sale = await bank('sale111')
  const seen = await sale.getByRole('columnheader').allInnerTexts()
  expect(seen.map((text) => text.trim()).filter(Boolean)).toEqual([
    '#',
    'Số tiền',
    'Thời gian',
    'Nội dung',
    'SĐT',
    'Gói cước',
    'Nhận dạng',
    'Thao tác',
  ])
})

test('phone and package commit on Enter and on leaving the field (D1-BANK-16, D1-Q-050)', async () => {
  const page = await bank('quanly')
  const row = rowWith(page, 'Lần 4')
  await fill(page, cell(row, 'goi_cuoc'), 'NA120', 'Enter')
  await expect.poll(() => cell(row, 'goi_cuoc').innerText()).toBe('NA120')
  await fill(page, cell(row, 'so_dien_thoai'), '0987 654 321', 'blur')
  await expect.poll(() => cell(row, 'so_dien_thoai').innerText()).toBe('0987654321')
  await expect.poll(() => cell(row, 'nhan_dang').innerText()).toBe('Nhập tay')
  await fill(page, cell(row, 'goi_cuoc'), '', 'Enter')
  await expect.poll(() => cell(row, 'goi_cuoc').innerText()).toBe('NA120')
  await fill(page, cell(row, 'so_dien_thoai'), '12', 'Enter')
  await page
    .getByRole('alert')
    .getByText(/không hợp lệ/)
    .waitFor()
})

test('above priority 2 a filled field is closed, an empty one opens, and the managers columns are not there (D1-BANK-17 to 20, D1-BANK-32, D1-BANK-33, D1-BANK-36)', async () => {
  const page = await bank('sale111')
  const [full, half] = [rowWith(page, 'Lần 1'), rowWith(page, 'Lần 4')]
  for (const key of ['so_dien_thoai', 'goi_cuoc']) {
    expect(await cell(full, key).getAttribute('aria-readonly')).toBe('true')
  }
  expect(await cell(full, 'so_dien_thoai').innerText()).toBe('****00001')
  await fill(page, cell(half, 'goi_cuoc'), 'VD90', 'Enter')
  await expect.poll(() => cell(half, 'goi_cuoc').innerText()).toBe('VD90')
  await expect.poll(() => cell(half, 'goi_cuoc').getAttribute('aria-readonly')).toBe('true')
  const table = await page.getByRole('grid').innerText()
  for (const title of ['Kênh', 'Trạng thái xử lý', 'Người cập nhật', 'Duyệt thông tin', 'Người duyệt'])
    expect(table).not.toContain(title)
  for (const name of ['Xuất file', 'Nhập file', 'Duyệt', 'Từ chối'])
    expect(await button(page, name).count()).toBe(0)
})

test('processed is chosen in the row, both ways (D1-BANK-21, D1-BANK-22, D1-Q-053)', async () => {
  const page = await bank('quanly')
  const at = cell(rowWith(page, 'Lần 2'), 'is_read')
  for (const name of ['Đã xử lý', 'Chưa xử lý']) {
    await at.dblclick()
    await page.getByRole('option', { name, exact: true }).click()
    await expect.poll(() => at.innerText()).toBe(name)
  }
})

test('approve and reject ask in the specified words; the row is green or red then (D1-BANK-23 to 26, D1-BANK-28 to 31)', async () => {
  const page = await bank('quanly')
  const [one, two, half] = ['Lần 1', 'Lần 2', 'Lần 5'].map((text) => rowWith(page, text)) as [
    Locator,
    Locator,
    Locator,
  ]
  expect(await state(half).innerText()).toBe('-')
  await button(state(one), 'Duyệt').click()
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  expect(await ask.innerText()).toContain('0912000001 VD90, 1,000 đ')
  await button(ask, 'Huỷ').click()
  await ask.waitFor({ state: 'detached' })
  await button(state(one), 'Duyệt').click()
  await button(ask, 'Duyệt').click()
  await expect.poll(() => state(one).innerText()).toBe('ĐÃ DUYỆT')
  expect(await state(one).locator('[data-tone]').getAttribute('data-tone')).toBe('green')
  await button(state(two), 'Từ chối').click()
  await button(dialog(page, 'Xác nhận từ chối đơn này?'), 'Từ chối').click()
  await expect.poll(() => state(two).innerText()).toBe('ĐÃ TỪ CHỐI')
  expect(await state(two).locator('[data-tone]').getAttribute('data-tone')).toBe('red')
  expect(await cell(one, 'username_duyet_trang_thai_duyet_thong_tin').innerText()).toContain('quanly')
})

test('two browsers side by side: what one decides the other sees without a reload, and the slower one is told', async () => {
  const [first, second] = await Promise.all([bank('quanly'), bank('admin')])
  const row = (page: Page) => rowWith(page, 'Lần 1')
  await button(state(row(second)), 'Từ chối').click()
  const ask = dialog(second, 'Xác nhận từ chối đơn này?')
  await ask.waitFor()
  await button(state(row(first)), 'Duyệt').click()
  await button(dialog(first, 'Xác nhận duyệt đơn này?'), 'Duyệt').click()
  await expect.poll(() => state(row(first)).innerText()).toBe('ĐÃ DUYỆT')
  await expect.poll(() => state(row(second)).innerText()).toBe('ĐÃ DUYỆT')
  await button(ask, 'Từ chối').click()
  await said(second, /Tin nhắn này đã được duyệt hoặc từ chối/).waitFor()
  expect(await state(row(second)).innerText()).toBe('ĐÃ DUYỆT')
})

test('a message that arrives is there without a reload, read, with its reason in the tooltip', async () => {
  const page = await bank('sale111')
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('KC90')`)
  const body = {
    sender: 'MB',
    money: 90_000,
    datetime: new Date().toISOString(),
    str_mes: 'MBVCB.1.0987654321KC90',
  }
  expect(await send('quanly', body)).toBe(200)
  const row = rowWith(page, 'MBVCB.****54321KC90')
  await row.waitFor()
  expect(await cell(row, 'nhan_dang').innerText()).toBe('Chắc chắn')
  expect(await cell(row, 'nhan_dang').locator('[title]').getAttribute('title')).toContain(
    'gói có trong bảng giá',
  )
  await expect.poll(() => page.locator('#work').innerText()).toMatch(/Tổng đơn chuyển\s+6/)
})

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
  expect(await send('admin', { sender: 'MB', money: 1, datetime, str_mes: '0987000001 MOI90' })).toBe(200)
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

test('ticked rows are summed, decided together after one question, and what failed is told (D1-BANK-23, D1-BANK-28)', async () => {
  const page = await bank('quanly')
  for (const text of ['Lần 1', 'Lần 3', 'Lần 4']) {
    await rowWith(page, text).getByRole('checkbox').click()
  }
  const bar = page.getByRole('toolbar')
  expect(await bar.innerText()).toMatch(/3 bản ghi đã chọn\s*8,000 đ/)
  await button(bar, 'Duyệt').click()
  const ask = dialog(page, 'Xác nhận duyệt đơn này?')
  expect(await ask.innerText()).toContain('3 bản ghi, 8,000 đ')
  await button(ask, 'Duyệt 3 bản ghi').click()
  await said(page, 'Đã duyệt 2 bản ghi').waitFor()
  await said(page, /1 bản ghi không duyệt được.*Cần có số điện thoại và gói cước trước khi duyệt/s).waitFor()
  await expect.poll(() => state(rowWith(page, 'Lần 3')).innerText()).toBe('ĐÃ DUYỆT')
  expect(await state(rowWith(page, 'Lần 4')).innerText()).toBe('-')
  await expect.poll(() => bar.count()).toBe(0)
  for (const text of ['Lần 1', 'Lần 4']) await rowWith(page, text).getByRole('checkbox').click()
  await button(bar, 'Đã xử lý').click()
  await said(page, 'Đã đánh dấu xử lý 2 bản ghi').waitFor()
  await expect.poll(() => cell(rowWith(page, 'Lần 4'), 'is_read').innerText()).toBe('Đã xử lý')
  await button(page, 'Chưa xử lý hôm nay').click()
  await expect.poll(() => pager(page)).toBe('1–3 / 3')
})

test('X marks the row of the keyboard as processed and back (D1-BANK-21, D1-BANK-22, D1-Q-053)', async () => {
  const page = await bank('quanly')
  const at = cell(rowWith(page, 'Lần 1'), 'is_read')
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  for (const label of ['Đã xử lý', 'Chưa xử lý']) {
    await page.keyboard.press('x')
    await expect.poll(() => at.innerText()).toBe(label)
  }
  const sale = await bank('sale111')
  await sale.getByRole('grid').focus()
  await sale.keyboard.press('ArrowDown')
  await sale.keyboard.press('x')
  await sale.keyboard.press('d')
  await sale.keyboard.press('Enter')
  // The drawer is named after the row, whatever columns the reader has.
  await sale.getByRole('dialog', { name: '****00001 VD90, 1,000 đ' }).waitFor()
  const { rows: changed } = await app.pool.query(`SELECT FROM mesbank WHERE is_read = 1`)
  expect(changed).toEqual([])
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
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
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
  const { rowCount } = await app.pool.query(`SELECT FROM audit_log WHERE action IN ('approve', 'deny')
    AND resource_id IN (SELECT id::text FROM mesbank)`)
  expect(rowCount).toBe(1)
})

test('a delete asks in the words of the catalogue (D1-Q-055, D1-Q-129)', async () => {
  const page = await bank('admin')
  const row = rowWith(page, 'Lần 5')
  await row.getByRole('button', { name: /^Xoá dòng/ }).click()
  const ask = dialog(page, 'Xoá bản ghi')
  expect(await ask.innerText()).toMatch(/Xác nhận xoá bản ghi\s+0912000005, 5,000 đ/)
  await button(ask, 'Xác nhận').click()
  await row.waitFor({ state: 'detached' })
  await expect.poll(() => pager(page)).toBe('1–4 / 4')
})

test('the export is named YCHT.xlsx (D1-BANK-14, D1-BANK-50)', async () => {
  const page = await bank('quanly')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Xuất file').click()])
  expect(file.suggestedFilename()).toBe('YCHT.xlsx')
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
