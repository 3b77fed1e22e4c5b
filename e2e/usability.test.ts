/** Small things that people notice: where the focus goes, what piles up, what a narrow window still shows. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { box, button, dialog, menu, rows, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp({ month: true })))
afterAll(() => app.close())
afterEach(() => app.leave())

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
    return at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? ''
  })

/** Opens a row's menu and takes the entry. */
async function choose(page: Page, entry: string): Promise<void> {
  await rows(page)
    .nth(3)
    .getByRole('button', { name: /^Thao tác khác/ })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

test('the same complaint stands there once, however often one asks for it (D1-ERR-02)', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await button(page, 'Tạo mới').click()
  await dialog(page, 'Tạo bản ghi mới').waitFor()
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
  const complaint = said(page, 'Có trường bắt buộc chưa được nhập')
  await complaint.first().waitFor()
  await expect.poll(() => complaint.count()).toBe(1)
})

test('a dialog begins at its first box or its title, and gives the focus back to the table', async () => {
  const page = await app.open('admin', '/sys/accounts')
  for (const [entry, first] of [
    ['Cấp mật khẩu mới', 'Mật khẩu mới'],
    ['Chọn kênh', 'Chọn kênh'],
    ['Phân quyền', 'Phân quyền'],
  ] as const) {
    await choose(page, entry)
    // The boxes of some dialogs arrive after the dialog itself.
    await expect.poll(() => focused(page)).not.toBe('Đóng')
    expect(await focused(page)).toContain(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focused(page)).toContain('Nhân viên')
  }
  await page.goto(`${app.url}/sys/customers`)
  await button(page, 'Phân dữ liệu').click()
  await expect.poll(() => focused(page)).toMatch(/^Số lượng của /)
})

test('a double click on a question does not open the row below it, one on the row does', async () => {
  const page = await app.open('admin', '/app/baodo')
  await button(page, 'Từ chối').first().click()
  const sure = dialog(page, 'Từ chối đơn')
  await sure.getByRole('button', { name: 'Từ chối', exact: true }).dblclick()
  await said(page, 'Đã từ chối đơn').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await rows(page).nth(5).locator('td').nth(3).dblclick()
  await page.getByRole('dialog').waitFor()
})

test('the menu shows the entry of the screen in front, also one below its edge', async () => {
  const page = await app.open('admin', '/sys/settings')
  const stage = await menu(page).getByRole('button', { name: 'Cài đặt', exact: true }).boundingBox()
  expect(stage && stage.y + stage.height).toBeLessThanOrEqual(768)
})

test('1366 px show what a transfer is decided by: number, package and both buttons (D1-BANK-27)', async () => {
  const page = await app.open('admin', '/app/approval')
  const detail = page.getByRole('region', { name: 'Đơn đang xem' })
  for (const name of [/^Từ chối/, /^Duyệt/]) {
    const box = await detail.getByRole('button', { name }).boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(1366)
    expect(box && box.y + box.height).toBeLessThanOrEqual(768)
  }
})

test('a look-up card tells what it will tell, until it has', async () => {
  const page = await app.open('sale111', '/app/customer-lookup')
  const hint = page.getByText('Số dư tài khoản chính của thuê bao.')
  await hint.waitFor()
  await box(page, 'Số điện thoại cho mọi thẻ').fill('0912345678')
  await page.keyboard.press('Enter')
  await expect.poll(() => hint.count()).toBe(0)
})

test('who lacks a permission reads its name, not its code (D1-Q-005)', async () => {
  const page = await app.open('sale111', '/sys/accounts')
  await page.getByText('Cần quyền "Xem nhân viên". Hỏi quản lý của bạn để được cấp.').waitFor()
})
