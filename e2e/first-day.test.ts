/** From an empty organisation to the first call, in the browser alone (D3-SETUP). */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allRows } from '#platform/server/sheet/book.fixture.ts'
import { sheetRows } from '#platform/server/sheet/sheet-rows.ts'
import { csv } from '#test/imports.ts'
import { ownAdmin } from '#test/own.ts'
import { button, dialog, openFromMenu, ready, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp({ isolated: true })))
afterAll(() => app.close())
afterEach(() => app.leave())

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Tên đăng nhập').fill(username)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
}

const sheet = (name: string, rows: (string | number)[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: csv(rows),
})
const choose = (page: Page) => page.getByLabel('File cần nhập')
const first = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Bắt đầu' }).click()

/** Brings a branch, a leader and a seller by a file; answers the seller's one-time password. */
async function bringStaff(page: Page): Promise<string> {
  await button(page, 'Nhập file nhân viên').click()
  await choose(page).setInputFiles(
    sheet('nhan-su.csv', [
      ['Tên đăng nhập', 'Họ tên', 'Vai trò', 'Chi nhánh', 'Leader', 'SĐT', 'Email'],
      ['cn1', 'Chi nhánh 1', 'Chi nhánh', '', '', '', 'cn1@congty.example'],
      ['tn1', 'Đặng Văn Kiên', 'Leader', 'cn1', '', '', 'tn1@congty.example'],
      ['nv1', 'Nguyễn Hồng Nhung', 'Nhân viên', 'cn1', 'tn1', '0912000222', 'nv1@congty.example'],
    ]),
  )
  await button(page, 'Lưu 3 dòng').click()
  const file = page.waitForEvent('download')
  await button(page, 'Tải mật khẩu một lần').click()
  // Passwords are given in a confirmed session alone.
  await dialog(page, 'Xác nhận lại').getByLabel('Mật khẩu của bạn', { exact: true }).fill(ownAdmin.password)
  await page.keyboard.press('Enter')
  const rows = await allRows(sheetRows(await (await file).path(), 1))
  const saved = dialog(page, 'Đã lưu nhan-su.csv')
  // Who closes before is asked whether the passwords may wait.
  await saved.getByText('Đã tải file mật khẩu').waitFor()
  await saved.getByRole('button', { name: 'Đóng' }).last().click()
  return String(rows.find(({ cells }) => cells[0] === 'nv1')?.cells[2])
}

/** A file of numbers that every branch may draw from, from today on. */
async function bringNumbers(page: Page): Promise<void> {
  await first(page)
  await button(page, 'Mở File thuê bao').click()
  await button(page, 'Upload data').click()
  await choose(page).setInputFiles(
    sheet('thue-bao.csv', [
      ['Số điện thoại', 'Gói cước'],
      ['0912030001', 'VD90'],
    ]),
  )
  await button(page, 'Lưu 1 dòng').click()
  await button(dialog(page, 'Đã lưu thue-bao.csv'), 'Kích hoạt lấy số').click()
  await toast(page, 'Đã kích hoạt lấy số').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Đã lưu thue-bao.csv').waitFor({ state: 'detached' })
  await first(page)
  await button(page, 'Mở Phân quyền data').click()
  const work = page.locator('#work')
  await work.getByText('Chọn...').first().click()
  await page.getByRole('option', { name: 'Tất cả' }).click()
  await work.getByText('Chỉ các ngày đánh dấu bên dưới').first().click()
  await page
    .getByRole('option', { name: /^Mọi ngày từ/ })
    .first()
    .click()
  await work.getByText('thue-bao.csv').first().click()
  await work.getByRole('button', { name: 'Lưu' }).first().click()
  await button(page, 'Xác nhận').click()
  await toast(page, 'Đã lưu cài đặt phân quyền!').waitFor()
}

test('D3-SETUP-01, D3-SETUP-02: a new administrator gets from an empty organisation to the first call of a seller by the first-day list alone', async () => {
  const page = await app.visit('/login')
  await signIn(page, ownAdmin.username, ownAdmin.password)
  await ready(page)
  await page.getByText('0 / 10 việc xong').waitFor()
  const password = await bringStaff(page)
  await bringNumbers(page)
  await first(page)
  await page.getByText('6 / 10 việc xong').waitFor()

  const seller = await app.visit('/login')
  await signIn(seller, 'nv1', password)
  await seller.getByLabel('Mật khẩu được cấp').fill(password)
  await seller.getByLabel('Mật khẩu mới', { exact: true }).fill('cua-rieng-nv1')
  await seller.getByLabel('Nhập lại mật khẩu mới').fill('cua-rieng-nv1')
  await seller.getByRole('button', { name: 'Đổi mật khẩu' }).click()
  await ready(seller)
  await seller.keyboard.press('F2')
  await seller.getByText('0912 030 001').waitFor()
  await seller.keyboard.press('2')
  await dialog(seller, 'Chăm sóc').getByLabel('Ghi chú').fill('Không có nhu cầu')
  await seller.keyboard.press('Enter')
  await dialog(seller, 'Chăm sóc').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await app.pool.query('SELECT FROM care_history')).rowCount, { timeout: 10_000 })
    .toBe(1)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Cuộc gọi đầu tiên' })
    .getByText('có', { exact: true })
    .waitFor()

  await button(page, 'Cất đi').click()
  await toast(page, /Đã cất/).waitFor()
  await button(page, 'Mở lại khi đăng nhập').waitFor()
  // Put away it is not what a new window begins with, and the menu opens it again.
  await page.evaluate(() => localStorage.removeItem('tabList'))
  await page.goto(`${app.url}/app/home`)
  await ready(page)
  expect(await page.getByRole('tab', { name: 'Bắt đầu' }).count()).toBe(0)
  await openFromMenu(page, 'Bắt đầu')
  await page.getByText('6 / 10 việc xong').waitFor()
  await button(page, 'Mở lại khi đăng nhập').click()
  await button(page, 'Cất đi').waitFor()
}, 90_000)
