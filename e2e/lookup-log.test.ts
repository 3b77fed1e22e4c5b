/** The message centre and the look-up log in a real browser. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { button, grid, heading, openFromMenu, ready, rows, rowWith, toast, type App } from './app.ts'
import * as desk from './lookup-page.ts'
import { askButton, table } from './lookup-page.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { longRun } from '#test/rounds.ts'

let api: desk.LookupApp
let app: App
let carrier: TestCarrier
beforeAll(async () => {
  api = await desk.startLookupApp()
  ;({ app, carrier } = api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await carrier.fault()
  await app.pool.query('TRUNCATE lookup_turns, lstracuu')
})
afterEach(() => app.leave())

const centre = '/app/customer-message-999'
const centreTitle = 'Trung tâm tin nhắn'
const today = () => toFilterDate(todayVn())
const phone = (page: Page) => page.getByLabel('Số điện thoại', { exact: true })

test('the message centre searches one direction between two days, shows seven columns and pages 1 to maxPage, and checks the phone box and the days (D1-MSG-16, D1-Q-096, D1-ROUTE-16, D1-MSG-01 to 15, D1-RT-05, D1-Q-092, D1-Q-103, D1-TAB-21, D1-SHELL-13)', async () => {
  const page = await app.visit('/login')
  await app.signIn(page, 'sale111')
  const events = desk.eventsOf(page)
  await page.goto(`${app.url}/app/home`)
  await openFromMenu(page, centreTitle)
  await ready(page)
  expect(await heading(page).innerText()).toBe(centreTitle)
  expect(await page.evaluate(() => localStorage.getItem('tabList'))).toBe('["CustomerMessage999"]')
  const [from, to] = [page.getByLabel('Ngày bắt đầu'), page.getByLabel('Ngày kết thúc')]
  expect([await from.inputValue(), await to.inputValue()]).toEqual([today(), today()])
  await from.fill('1-6-2026')
  await to.click()
  expect(await from.inputValue()).toBe('01/06/2026')
  const direction = page.getByRole('button', { name: /^Hướng [IO]-/ })
  await direction.click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['I-Input', 'O-Output'])
  await page.getByRole('option', { name: 'O-Output' }).click()
  await phone(page).fill('0912345678')
  await askButton(page).click()
  await table(page, centreTitle).waitFor()
  expect(await table(page, centreTitle).getByRole('columnheader').allInnerTexts()).toEqual([
    'Thuê bao',
    'Hướng',
    'Đầu số',
    'Mã dịch vụ',
    'Cú pháp SMS',
    'Nội dung SMS',
    'Ngày thực hiện',
  ])
  const cell = (key: string) => table(page, centreTitle).locator(`td[data-key="${key}"]`).first().innerText()
  expect([await cell('ISDN'), await cell('ActionType'), await cell('NumberService')]).toEqual([
    '0912345678',
    'O-Output',
    '999',
  ])
  for (const key of ['SystemSource', 'SMSSyntax', 'SMSContent']) expect(await cell(key)).toMatch(/\S/)
  expect(await cell('ActionTime')).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
  const pages = page.getByRole('navigation', { name: 'Trang' }).getByRole('button')
  const last = await pages.count()
  expect(await pages.allInnerTexts()).toEqual(Array.from({ length: last }, (_, index) => String(index + 1)))
  await pages.last().click()
  await expect.poll(() => pages.last().isDisabled()).toBe(true)
  await expect.poll(() => pages.first().isDisabled()).toBe(false)
  expect(await table(page, centreTitle).locator('tbody tr').count()).toBeGreaterThan(0)
  const asked = { isdn: '912345678', huong_ket_qua: 'O', startDate: '01/06/2026', endDate: today() }
  expect(events.map(({ event, request }) => [event, request.data])).toEqual([
    ['traCuuTinNhan999', { ...asked, page: 1 }],
    ['traCuuTinNhan999', { ...asked, page: last }],
  ])
  await page.goto(app.url + centre)
  await ready(page)
  const http = desk.httpLookupsOf(page)
  expect(await askButton(page).isDisabled()).toBe(true)
  await phone(page).fill('+')
  await askButton(page).click()
  await toast(page, '[Lỗi] Bạn phải nhập số điện thoại').waitFor()
  await phone(page).fill('84 0912 345 678')
  await page.getByLabel('Ngày kết thúc').fill('01/01/2026')
  await askButton(page).click()
  await toast(page, '[Lỗi] Ngày bắt đầu phải trước hoặc bằng ngày kết thúc').waitFor()
  expect(http).toEqual([])
  await page.getByLabel('Ngày kết thúc').fill(today())
  await phone(page).fill('12345')
  await askButton(page).click()
  await toast(page, '[Lỗi] Số điện thoại không hợp lệ').waitFor()
  await phone(page).fill('0912340000')
  await askButton(page).click()
  await toast(page, '[Lỗi] Không tìm thấy thuê bao').waitFor()
  expect(await page.getByText('Chưa tra cứu được ở nhà mạng.').count()).toBe(0)
})

const names = ['Tra cứu tài khoản chính', 'Tra cứu lịch sử 9279'] as const
const fill = () =>
  app.pool.query(
    `INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung, nguon, "createdAt")
      SELECT CASE WHEN n % 3 = 0 THEN 'sale211' ELSE 'sale111' END, 'Nhân viên', 912345600 + n,
        CASE WHEN n <= 20 THEN $1 ELSE $2 END, 'Lượt ' || n || E'\\nKết quả: Có số dư', 'tra_cuu',
        now() - CASE WHEN n = 30 THEN interval '70 days' ELSE n * interval '1 millisecond' END
      FROM generate_series(1, 30) n`,
    [...names],
  )
const logPath = '/sys/lstracuu'
const counts = (page: Page) =>
  table(page, 'Số lượt theo tên tra cứu')
    .locator('th, td')
    .evaluateAll((cells) => cells.map((one) => one.textContent))

test.runIf(longRun)(
  'the look-up log has one screen with two tables, filters by staff, content and days, line breaks in its content, and an export; salespeople have neither export nor staff filter, and see masked numbers (D1-BLH-07, D1-BLH-10, D1-BLH-11, D1-Q-084, D1-BLH-01 to 06, D1-BLH-08, D1-BLH-09, D1-LLOG-02 to 05, D1-Q-143, D1-ROUTE-43, D1-TAB-33, D1-SHELL-20)',
  async () => {
    await fill()
    const page = await app.open('admin', logPath)
    expect(await heading(page).innerText()).toBe('Nhật ký tra cứu')
    await expect.poll(() => counts(page)).toEqual(['Tất cả', ...names, '29', '20', '9'])
    const content = rows(page).first().locator('td[data-key="noi_dung"]')
    expect((await content.innerText()).split('\n')).toEqual(['Lượt 1', 'Kết quả: Có số dư'])
    const staff = page.locator('#work').getByRole('button', { name: /^Nhân viên / })
    await staff.click()
    await page.getByPlaceholder('Gõ không dấu cũng tìm được').fill('sale211')
    await page.getByRole('option').filter({ hasText: 'sale211' }).click()
    await button(page, 'Tra cứu').click()
    await expect.poll(() => counts(page)).toEqual(['Tất cả', ...names, '9', '6', '3'])
    await button(page, 'Xoá lọc').click()
    await page.getByPlaceholder('Tìm trong nội dung').fill('luot 7')
    await button(page, 'Tra cứu').click()
    await expect.poll(() => counts(page)).toEqual(['Tất cả', names[0], '1', '1'])
    await button(page, 'Xoá lọc').click()
    await page.getByRole('button', { name: /^Ngày tra cứu/ }).click()
    await page.getByLabel('Từ ngày').fill('01/01/2026')
    await page.getByLabel('Đến ngày').fill('02/01/2026')
    await button(page, 'Áp dụng').click()
    await expect.poll(() => rows(page).count()).toBe(0)
    await page.goto(`${app.url}${logPath}?startDate=01/01/2026&endDate=${today()}`)
    await ready(page)
    await expect.poll(() => counts(page)).toEqual(['Tất cả', ...names, '30', '20', '10'])
    for (const name of ['Tạo mới', 'Nhập file', 'Xoá']) expect(await button(page, name).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Sửa|Xoá) dòng/ }).count()).toBe(0)
    const tab = await app.open('leader11', '/app/home')
    await openFromMenu(tab, 'Nhật ký tra cứu')
    await grid(tab, 'Nhật ký tra cứu').waitFor()
    expect(await heading(tab).innerText()).toBe('Nhật ký tra cứu')
    expect(await tab.evaluate(() => localStorage.getItem('tabList'))).toBe('["LstracuuLookup"]')
    const download = tab.waitForEvent('download')
    await button(tab, 'Xuất file').click()
    const file = await download
    expect(file.suggestedFilename()).toBe('LICH-SU-TRA-CUU.xlsx')
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    const sale = await app.open('sale111', logPath)
    await rowWith(sale, '****45601').waitFor()
    expect(await grid(sale, 'Nhật ký tra cứu').innerText()).not.toContain('12345601')
    expect(await button(sale, 'Xuất file').count()).toBe(0)
    expect(await sale.getByRole('button', { name: /^Nhân viên/ }).count()).toBe(0)
  },
)
