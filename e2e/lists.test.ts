/** What every list does, in a real browser: its width, its order by heads. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, grid, menu, rows, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

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

test('the rows stand as the head says, and other filters keep the order (D3-GRID-01)', async () => {
  await app.pool.query(`
    INSERT INTO blacklist (phone_number, description) VALUES
      ('912000002', 'hai'), ('912000003', 'ba'), ('912000001', 'một')`)
  const page = await app.open('admin', '/app/blacklist')
  const words = () => rows(page).locator('td[data-key="description"]').allInnerTexts()
  const head = page.getByRole('columnheader', { name: 'SĐT' }).getByRole('button')
  await head.click()
  await expect.poll(words).toEqual(['một', 'hai', 'ba'])
  await head.click()
  await expect.poll(words).toEqual(['ba', 'hai', 'một'])
  await page.getByLabel('Mô tả').fill('a')
  await page.keyboard.press('Enter')
  await expect.poll(words).toEqual(['ba', 'hai'])
})

test('who sees phones masked is offered no order by them (D3-GRID-01)', async () => {
  const page = await app.open('sale111', '/app/blacklist')
  const order = (name: string) => page.getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([await order('SĐT'), await order('Ngày tạo')]).toEqual([null, 'none'])
})
