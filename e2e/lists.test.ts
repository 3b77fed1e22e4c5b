/** What every list does alike in a real browser: periods, width, order. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, grid, menu, pick, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

test('a period typed by hand filters the list, and a wrong order is said (D2-COST-10, D2-Q-20)', async () => {
  const page = await app.open('admin', '/app/chiphiquanly')
  const open = () => page.getByRole('button', { name: /^Ngày nhập / }).click()
  await open()
  await page.getByLabel('Từ ngày').fill('01012020')
  await page.getByLabel('Đến ngày').fill('31/01/2020')
  await page.keyboard.press('Enter')
  await page.getByText('Không có bản ghi nào khớp').waitFor()
  await open()
  await page.getByLabel('Từ ngày').fill('01/03/2020')
  await page.keyboard.press('Enter')
  await said(page, '[Lỗi] Ngày bắt đầu phải trước hoặc bằng ngày kết thúc').waitFor()
  await pick(page.getByRole('button', { name: 'Số dòng mỗi trang' }), '50')
})

test('the table of a screen is never narrower than 1050: it scrolls in its place (D1-LIST-19)', async () => {
  const page = await app.open('admin', '/sys/accounts', { width: 1024, height: 768 })
  const width = async () => (await grid(page, 'Nhân viên').boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThanOrEqual(1050)
  expect((await page.locator('#work').boundingBox())?.width).toBeLessThan(800)
})

test('a click on a head sorts, again turns it, a third goes back; tab and link keep the order (D3-GRID-01)', async () => {
  const page = await app.open('admin', '/app/home')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/uploadchiadata') asked.push(searchParams.get('sort'))
  })
  await menu(page).getByText('Upload chia data').click()
  const head = (within: Page, name: string) =>
    grid(within, 'Upload chia data').getByRole('columnheader', { name, exact: true })
  const order = (name: string) => head(page, name).getAttribute('aria-sort')
  const press = (name: string) => head(page, name).getByRole('button').click()
  await press('Tên file')
  await expect.poll(() => order('Tên file')).toBe('ascending')
  await press('Ngày upload')
  await expect.poll(() => order('Ngày upload')).toBe('descending')
  expect(await order('Tên file')).toBe('none')
  await page.keyboard.press('Enter')
  await expect.poll(() => order('Ngày upload')).toBe('ascending')
  await expect.poll(() => asked).toEqual([null, 'FileName', '-ngay_upload', 'ngay_upload'])
  await menu(page).getByText('Blacklist').click()
  await grid(page, 'Blacklist').waitFor()
  await page.getByRole('tab', { name: 'Upload chia data' }).click()
  expect(await order('Ngày upload')).toBe('ascending')
  await button(page.getByRole('tabpanel', { name: 'Upload chia data' }), 'Copy liên kết với bộ lọc').click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await press('Ngày upload')
  expect(await order('Ngày upload')).toBe('none')
  const linked = await app.open('admin', link.slice(app.url.length))
  expect(await head(linked, 'Ngày upload').getAttribute('aria-sort')).toBe('ascending')
})
