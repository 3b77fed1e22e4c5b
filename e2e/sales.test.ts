/** Private customers and reported sales in a real browser, as those who make them and those who decide. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import {
  box,
  button,
  dialog,
  footButton,
  grid,
  missingLine,
  offered,
  pager,
  pickOption,
  rowWith,
  toast,
  startApp,
  type App,
  chooseInRow,
  unfold,
} from './app.ts'
import { firstOfMonthVn, formatDate, todayVn } from '#kit/contract/dates.ts'

// The lists begin with the month (D1-LIST-04).
const first = formatDate(firstOfMonthVn())
const today = formatDate(todayVn())
/** As a quick hand types it: DDMMYYYY. */
const digits = first.replaceAll('-', '')

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE khr, baodo, giahoantien, customer_message_9084')
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000)`)
  await app.pool.query(`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, "createdAt")
    SELECT '91234' || lpad(n::text, 4, '0'), '${firstOfMonthVn()}', u.username, u.fullname, now() - n * interval '1 hour'
    FROM generate_series(1, 25) n JOIN users u ON u.username = CASE WHEN n % 2 = 0 THEN 'sale111' ELSE 'sale211' END`)
  await app.pool.query(`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, ly_do, "createdAt")
    SELECT '98765' || lpad(n::text, 4, '0'), '${firstOfMonthVn()}', u.username, u.fullname,
      CASE WHEN n = 3 THEN 'LẠ' ELSE 'VD90' END, '9084 (3)', 'Lý do ' || n, now() - n * interval '1 hour'
    FROM generate_series(1, 25) n JOIN users u ON u.username = CASE WHEN n % 2 = 0 THEN 'sale111' ELSE 'sale211' END`)
})
afterEach(() => app.leave())

const writes = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()))
  return sent
}
/** What of the table does not stand in the window: how far it reaches beyond it, and texts that are cut. */
const cutOff = (page: Page): Promise<{ beyond: number; narrow: string[] }> =>
  page.getByRole('grid').evaluate((grid) => {
    const places = [...grid.querySelectorAll<HTMLElement>('tbody tr:nth-of-type(2) td, thead th')]
    const narrow = places.filter(
      (place) => place.scrollWidth > place.clientWidth && place.dataset.key !== 'ly_do',
    )
    return {
      beyond: (grid.parentElement?.scrollWidth ?? 0) - (grid.parentElement?.clientWidth ?? 0),
      narrow: narrow.map(({ innerText }) => innerText),
    }
  })
const whole = { beyond: 0, narrow: [] }
/** What the private customers show. */
const columns = ['#', 'SĐT', 'Ngày thành công', 'Nhân viên', 'Ngày tạo', 'Người phê duyệt', 'Trạng thái']
const cell = (row: Locator, key: string): Locator => row.locator(`td[data-key="${key}"]`)
const heads = async (page: Page, name: string): Promise<string[]> =>
  (await grid(page, name).locator('thead th').allInnerTexts()).map((text) => text.trim())
const staffFilter = (page: Page) =>
  page.getByRole('search').getByRole('button', { name: /^(Nhân viên|Bộ lọc)/ })
const toneOf = (place: Locator): Promise<string | null> =>
  place.locator('[data-tone]').getAttribute('data-tone')
const decide = async (
  page: Page,
  row: Locator,
  word: 'Duyệt' | 'Từ chối',
  question: string,
): Promise<void> => {
  await button(row, word).click()
  const ask = dialog(page, `${word} đơn`)
  expect(await ask.innerText()).toContain(question)
  await button(ask, word).click()
  await ask.waitFor({ state: 'detached' })
}

test.runIf(longRun)(
  'the private customers fit a window of 1366 px, are paged and searched by button and Enter; a whole number is searched on all days (D3-GRID-08, D1-LIST-04, D1-LIST-05, D1-KHR-01, D1-KHR-05 to 07, D1-KHR-09 to 15, D1-ROUTE-31, D1-SHELL-17)',
  async () => {
    const page = await app.open('quanly', '/app/khr')
    await page.getByRole('heading', { name: 'Khách hàng riêng', level: 1 }).waitFor()
    await unfold(page)
    expect(await heads(page, 'Khách hàng riêng')).toEqual(expect.arrayContaining(columns))
    expect(await cutOff(page)).toEqual(whole)
    expect(await pager(page)).toBe('1–20 / 25')
    await button(page, 'Trang 2').click()
    await expect.poll(() => pager(page)).toBe('21–25 / 25')
    const search = page.getByLabel('Số điện thoại')
    await search.fill('40007')
    await page.keyboard.press('Enter')
    await expect.poll(() => pager(page)).toBe('1–1 / 1')
    const row = rowWith(page, '0912340007')
    expect(await cell(row, 'username_nv').innerText()).toMatch(/sale211$/)
    expect(await cell(row, 'ngay_thanh_cong').innerText()).toBe(first)
    await search.fill('40008')
    await button(page.getByRole('search'), 'Tra cứu').click()
    await rowWith(page, '0912340008').waitFor()
    await button(page, 'Xoá lọc').click()
    const days = page.getByRole('button', { name: /^Khoảng ngày|^Ngày thành công/ }).first()
    // On the first of a month the month until now is today.
    await expect
      .poll(async () => (await days.innerText()).replace('Hôm nay', first))
      .toContain(first === formatDate(todayVn()) ? first : first.replaceAll('-', '/'))
    await app.pool.query(`UPDATE khr SET ngay_thanh_cong = '2025-10-05' WHERE so_dien_thoai = '912340009'`)
    await search.fill('0912 340 009')
    await page.keyboard.press('Enter')
    await rowWith(page, '0912340009').waitFor()
    expect(await days.innerText()).toBe('Mọi ngày')
    await search.fill('')
    await page.keyboard.press('Enter')
    // On the first of a month the month until now is today.
    await expect
      .poll(async () => (await days.innerText()).replace('Hôm nay', first))
      .toContain(first === formatDate(todayVn()) ? first : first.replaceAll('-', '/'))
    // Enter takes what was typed, whichever place it has in the whole list.
    const staff = staffFilter(page)
    const { rows } = await app.pool.query<{ name: string }>(
      `SELECT fullname AS name FROM users WHERE username = 'sale112'`,
    )
    await staff.click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.type('sale112')
    await page.keyboard.press('Enter')
    await expect.poll(() => staff.innerText()).toContain(rows[0]?.name)
    await button(page.getByRole('search'), 'Xoá lọc').click()
    await pickOption(page.getByRole('button', { name: /^Trạng thái / }), 'ĐÃ DUYỆT')
    await page.getByText('Không có bản ghi nào khớp').waitFor()
  },
)

test.runIf(longRun)(
  'a salesperson creates a private customer in one dialog, sees its state, no actions and no staff filter (D1-Q-084, D1-KHR-04, D1-KHR-08, D1-KHR-17, D1-KHR-18, D1-KHR-19, D1-KHR-21, D1-KHR-22, D1-Q-126, D1-Q-127, D1-Q-136)',
  async () => {
    const page = await app.open('sale111', '/app/khr')
    const sent = writes(page)
    expect(await pager(page)).toBe('1–12 / 12')
    expect(await page.getByRole('button', { name: /^(Thao tác|Sửa|Xoá) .*dòng/ }).count()).toBe(0)
    expect(await button(page, 'Duyệt').count()).toBe(0)
    const state = cell(rowWith(page, '****40002'), 'trang_thai')
    expect([await state.innerText(), await toneOf(state)]).toEqual(['CHỜ DUYỆT', 'amber'])
    for (const name of ['Nhập file', 'Xuất file']) expect(await button(page, name).count()).toBe(0)
    expect(await staffFilter(page).count()).toBe(0)
    await button(page, 'Tạo mới').click()
    const form = dialog(page, 'Tạo bản ghi mới')
    expect(await form.getByText('Nhân viên').count()).toBe(0)
    await footButton(page, 'Lưu').click()
    await missingLine(page).waitFor()
    for (const label of ['Số điện thoại', 'Ngày thành công'])
      expect(await box(form, label).getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    await box(form, 'Số điện thoại').fill('12345')
    await box(form, 'Ngày thành công').fill(digits.slice(0, 4))
    await page.keyboard.press('Enter')
    await form.getByText(/không hợp lệ/).waitFor()
    expect(sent).toEqual([])
    await box(form, 'Số điện thoại').fill('0977 000 111')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await rowWith(page, '****00111').waitFor()
  },
)

test('a leader names the salesperson, edits in the same dialog and deletes after a question; every column is there, with all actions in the last one (D1-KHR-04, D1-KHR-08 to 16, D1-KHR-20, D1-KHR-31, D1-Q-129)', async () => {
  const page = await app.open('leader11', '/app/khr')
  await button(page, 'Tạo mới').click()
  const form = dialog(page, 'Tạo bản ghi mới')
  await box(form, 'Số điện thoại').fill('0977000222')
  await box(form, 'Ngày thành công').fill(digits.slice(0, 4) + digits.slice(-2))
  await footButton(page, 'Lưu').click()
  await missingLine(page).waitFor()
  await pickOption(box(form, 'Nhân viên'), /Nguyễn Hồng Nhung/)
  await footButton(page, 'Lưu').click()
  await form.waitFor({ state: 'detached' })
  const row = rowWith(page, '****00222')
  expect(await cell(row, 'username_nv').innerText()).toBe('Nguyễn Hồng Nhung sale111')
  await row.getByRole('button', { name: /^Sửa dòng/ }).click()
  const edit = dialog(page, 'Cập nhật bản ghi')
  await box(edit, 'Ngày thành công').fill(today)
  await footButton(page, 'Lưu').click()
  await expect.poll(() => cell(row, 'ngay_thanh_cong').innerText()).toBe(today)
  await chooseInRow(row, 'Xoá')
  const ask = dialog(page, 'Xoá bản ghi')
  expect(await ask.innerText()).toContain('Xác nhận xoá bản ghi')
  await button(ask, 'Huỷ').click()
  await chooseInRow(row, 'Xoá')
  await button(ask, 'Xác nhận').click()
  await row.waitFor({ state: 'detached' })
  await rowWith(page, '****40002').waitFor()
  await unfold(page)
  expect(await heads(page, 'Khách hàng riêng')).toEqual(expect.arrayContaining(columns))
  expect((await heads(page, 'Khách hàng riêng')).at(-1)).toBe('Thao tác')
  const last = grid(page, 'Khách hàng riêng').locator('tbody td:last-child')
  for (const verb of ['Sửa', 'Thao tác khác'])
    expect(await last.getByRole('button', { name: new RegExp(`^${verb} dòng \\d+$`) }).count()).toBe(12)
  await last.getByRole('button', { name: 'Thao tác khác dòng 1', exact: true }).click()
  for (const name of ['Sửa', 'Xoá', 'Duyệt', 'Từ chối'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
})

test.runIf(longRun)(
  'one browser approves and rejects, and the other shows it at once (D1-KHR-23 to 30, D1-Q-136, D1-RT-01)',
  async () => {
    const [leader, sale] = [await app.open('leader11', '/app/khr'), await app.open('sale111', '/app/khr')]
    const row = rowWith(leader, '****40002')
    await decide(leader, row, 'Duyệt', 'Xác nhận duyệt đơn này?')
    await toast(leader, "[Thông báo từ 'Khách hàng riêng'] Đã duyệt đơn").waitFor()
    const approved = cell(rowWith(sale, '****40002'), 'trang_thai')
    await expect.poll(() => approved.innerText()).toBe('ĐÃ DUYỆT')
    expect(await toneOf(approved)).toBe('green')
    expect(await cell(row, 'nguoi_phe_duyet').innerText()).toContain('leader11')
    for (const name of ['Duyệt', 'Từ chối']) expect(await button(row, name).count()).toBe(0)
    expect(await row.getByRole('button', { name: /^Sửa dòng/ }).count()).toBe(0)
    await decide(leader, rowWith(leader, '****40004'), 'Từ chối', 'Xác nhận từ chối đơn này?')
    const rejected = cell(rowWith(sale, '****40004'), 'trang_thai')
    await expect.poll(() => rejected.innerText()).toBe('ĐÃ TỪ CHỐI')
    expect(await toneOf(rejected)).toBe('red')
    expect(await toneOf(cell(rowWith(leader, '****40004'), 'trang_thai'))).toBe('red')
  },
)

test.runIf(longRun)(
  'a salesperson reports, corrects and withdraws an open sale (D1-BAODO-06, D1-BAODO-10 to 18, D1-BAODO-33, D1-Q-126 to 130)',
  async () => {
    const page = await app.open('sale111', '/app/baodo')
    const sent = writes(page)
    expect(await button(page, 'Xuất file').count()).toBe(0)
    await button(page, 'Tạo mới').click()
    const form = dialog(page, 'Báo đỏ một gói')
    await footButton(page, 'Lưu').click()
    await missingLine(page).waitFor()
    expect(sent).toEqual([])
    expect(await box(form, 'Ngày thành công').inputValue()).toBe(formatDate(todayVn()))
    for (const label of ['Số điện thoại', 'Tên gói cước', 'Kênh'])
      expect(await box(form, label).getAttribute('aria-invalid')).toBe('true')
    expect(await box(form, 'Lý do').getAttribute('aria-invalid')).toBe(null)
    await box(form, 'Số điện thoại').fill('0977000333')
    await box(form, 'Ngày thành công').fill(digits)
    await box(form, 'Tên gói cước').click()
    await page.getByRole('option', { name: /^VD90/ }).waitFor()
    // Another spelling becomes that of the price list; a package that is not in it is marked (D3-WORD-01).
    const pack = box(form, 'Tên gói cước')
    await pack.fill('la1')
    await pack.blur()
    await form.getByText('Không có trong bảng giá').waitFor()
    await pack.fill('vd90')
    await pack.blur()
    await expect.poll(() => pack.inputValue()).toBe('VD90')
    await form.getByText('Không có trong bảng giá').waitFor({ state: 'detached' })
    await box(form, 'Kênh').click()
    expect(await offered(page)).toEqual(['9084 (3)', '9084 (4)', '9084 (cú pháp 3)'])
    await page.getByRole('option', { name: '9084 (cú pháp 3)' }).click()
    await footButton(page, 'Lưu').click()
    await form.waitFor({ state: 'detached' })
    const row = rowWith(page, '****00333')
    expect(await cell(row, 'gia_goi_cuoc').innerText()).toBe('90,000')
    await row.getByRole('button', { name: /^Sửa dòng/ }).click()
    const edit = dialog(page, 'Cập nhật bản ghi')
    await box(edit, 'Lý do').fill('Tổng đài chưa trả tin')
    await footButton(page, 'Lưu').click()
    await rowWith(page, 'Tổng đài chưa trả tin').waitFor()
    await chooseInRow(row, 'Xoá')
    const ask = dialog(page, 'Xoá bản ghi')
    expect(await ask.innerText()).toContain('Xác nhận xoá bản ghi')
    await button(ask, 'Xác nhận').click()
    await row.waitFor({ state: 'detached' })
  },
)

test('the reported sales have every column, a search and pages; a manager decides a sale and sets its result, each after its question, and the salesperson sees both; a matched sale says so (D1-BAODO-01, D1-BAODO-04, D1-BAODO-08, D1-BAODO-09, D1-Q-130, D1-Q-133, D1-Q-134, D1-ROUTE-32, D1-BAODO-19 to 29, D1-BAODO-43, D1-BAODO-44, D1-Q-136, D3-DEC-06)', async () => {
  await app.pool
    .query(`UPDATE baodo SET trang_thai = 'FAILD', nguoi_dat_trang_thai = '__AUTO', kenh = '9084 (CU_PHAP_3)'
    WHERE so_dien_thoai = '987650006'`)
  const wide = { width: 1920, height: 1080 }
  const [manager, sale] = [
    await app.open('quanly', '/app/baodo', wide),
    await app.open('sale111', '/app/baodo', wide),
  ]
  for (const page of [manager, sale]) expect(await cutOff(page)).toEqual(whole)
  await manager.getByRole('heading', { name: 'Báo đỏ', level: 1 }).waitFor()
  await unfold(manager)
  expect((await heads(manager, 'Báo đỏ')).filter(Boolean)).toEqual([
    '#',
    'SĐT',
    'Ngày thành công',
    'Nhân viên',
    'Lý do',
    'Tên gói cước',
    'Giá gói cước',
    'Kênh',
    'Kết quả',
    'Ngày tạo',
    'Người phê duyệt',
    'Trạng thái duyệt',
    'Thao tác',
  ])
  expect(await pager(manager)).toBe('1–20 / 25')
  expect(await cell(rowWith(manager, '0987650002'), 'gia_goi_cuoc').innerText()).toBe('90,000')
  expect(await cell(rowWith(manager, '0987650003'), 'gia_goi_cuoc').innerText()).toBe('-')
  const search = manager.getByLabel('Số điện thoại')
  await search.fill('50007')
  await manager.keyboard.press('Enter')
  await expect.poll(() => pager(manager)).toBe('1–1 / 1')
  await search.fill('50008')
  await button(manager.getByRole('search'), 'Tra cứu').click()
  await rowWith(manager, '0987650008').waitFor()
  await button(manager, 'Xoá lọc').click()
  // What was found is made one's own by picking it again.
  const found = (page: Page): Locator => cell(rowWith(page, '50006'), 'trang_thai')
  expect(await found(sale).innerText()).toMatch(/Thất bại\s+Tự động/)
  await pickOption(found(manager).getByRole('button', { name: /^Kết quả/ }), 'Thất bại')
  await button(dialog(manager, 'Đặt trạng thái'), 'Xác nhận').click()
  await expect.poll(() => found(manager).innerText()).toMatch(/Thất bại\s+Trần Quốc Bảo/)
  await expect.poll(() => found(sale).innerText()).toMatch(/Thất bại\s+quanly/)
  const mine = rowWith(sale, '****50002')
  expect(await cell(mine, 'trang_thai_duyet').innerText()).toBe('CHỜ DUYỆT')
  expect(await cell(mine, 'trang_thai').getByRole('button').count()).toBe(0)
  const row = rowWith(manager, '0987650002')
  await button(row, 'Duyệt').click()
  const text = await dialog(manager, 'Duyệt đơn').innerText()
  for (const part of ['gói VD90', 'Giá 90,000 đ', 'Nguyễn Hồng Nhung (sale111)', 'Kết quả: Chưa đặt'])
    expect(text).toContain(part)
  await button(dialog(manager, 'Duyệt đơn'), 'Huỷ').click()
  await decide(manager, row, 'Duyệt', 'Xác nhận duyệt đơn này?')
  await expect.poll(() => cell(mine, 'trang_thai_duyet').innerText()).toBe('ĐÃ DUYỆT')
  expect(await toneOf(cell(mine, 'trang_thai_duyet'))).toBe('green')
  expect(await mine.getByRole('button', { name: /^Sửa dòng/ }).count()).toBe(0)
  for (const [option, question] of [
    ['Thành công', "Xác nhận đặt trạng thái 'Thành công'?"],
    ['Thất bại', "Xác nhận đặt trạng thái 'Thất bại'?"],
  ] as const) {
    await pickOption(cell(row, 'trang_thai').getByRole('button', { name: /^Kết quả/ }), option)
    const ask = dialog(manager, 'Đặt trạng thái')
    expect(await ask.innerText()).toContain(question)
    await button(ask, 'Xác nhận').click()
    await expect.poll(() => cell(mine, 'trang_thai').innerText()).toMatch(new RegExp(`^${option}`))
    expect(await cell(row, 'trang_thai').innerText()).toContain('Trần Quốc Bảo')
  }
  expect(await cell(mine, 'trang_thai_duyet').innerText()).toBe('ĐÃ DUYỆT')
  await decide(manager, rowWith(manager, '0987650004'), 'Từ chối', 'Xác nhận từ chối đơn này?')
  const rejected = cell(rowWith(sale, '****50004'), 'trang_thai_duyet')
  await expect.poll(() => rejected.innerText()).toBe('ĐÃ TỪ CHỐI')
  expect(await toneOf(rejected)).toBe('red')
})
