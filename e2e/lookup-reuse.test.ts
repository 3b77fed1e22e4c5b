/** What an eight-hour user does around look-ups: paste, go on from a card, from the palette, from the log; copy. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ready, rowWith, said, type App } from './app.ts'
import * as desk from './lookup-page.ts'
import { card, lookUp, phoneOf, table } from './lookup-page.ts'

let api: desk.LookupApp
let app: App
beforeAll(async () => {
  api = await desk.startLookupApp()
  ;({ app } = api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await desk.setDetail(app, { from: '00:00', until: '24:00' })
  await app.pool.query('TRUNCATE lookup_turns, lookup_quota, lstracuu')
})
afterEach(() => app.leave())

const path = '/app/customer-lookup'
const titles = [
  'Gói cước có thể đăng ký',
  'Lịch sử 9279',
  'Tài khoản chính',
  'Thông tin chi tiết thuê bao',
  'Lịch sử gói cước',
]
const shared = (page: Page) => page.getByLabel('Số điện thoại cho mọi thẻ')
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-card]')?.querySelector('h2')?.textContent ?? '')

/** The last line of the toast, and what the clipboard holds. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy kết quả ${name}` }).click()
  await said(page, `Đã copy: ${name} 0912345678`).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the answer of a card is copied whole, as it is shown, to be pasted elsewhere (D1-Q-159)', async () => {
  const page = await app.open('leader11', path)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  expect(await page.getByRole('button', { name: /^Copy kết quả/ }).count()).toBe(0)
  await shared(page).fill('0912.345.678')
  await page.keyboard.press('Enter')
  for (const name of titles) await page.getByRole('button', { name: `Copy kết quả ${name}` }).waitFor()
  const history = await copied(page, 'Lịch sử gói cước')
  const shownRows = await table(page, 'Lịch sử gói cước')
    .locator('tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join('\t')))
  expect(history.split('\n')).toEqual(['Lịch sử gói cước 0912345678', ...shownRows])
  const balance = await copied(page, 'Tài khoản chính')
  expect(balance).toMatch(/^Tài khoản chính 0912345678\nSố dư\t[\d,]+ đồng$/)
  expect(await copied(page, 'Thông tin chi tiết thuê bao')).toMatch(
    /^Thông tin chi tiết thuê bao 0912345678\nLoại thuê bao\tThuê bao trả trước\n[^]*\nTên gói cước\tNgày bắt đầu\tNgày kết thúc\n/,
  )
})

test('Alt and a digit go from card to card, also out of a box; with four cards the fourth is the last', async () => {
  const page = await app.open('leader11', path)
  for (const [at, name] of titles.entries()) {
    await page.keyboard.press(`Alt+${at + 1}`)
    expect(await focused(page)).toBe(name)
  }
  const sale = await app.open('sale111', path)
  await sale.keyboard.press('Alt+4')
  expect(await focused(sale)).toBe('Lịch sử gói cước')
  await sale.keyboard.press('Alt+5')
  expect(await focused(sale)).toBe('Lịch sử gói cước')
})

test.each(['+84 912-345-678', '0084912345678', '84.912.345.678', '0912 345 678'])(
  'the palette takes the pasted number %s to the look-ups, where one Enter asks (D1-LOOK-54, D1-Q-157)',
  async (pasted) => {
    const page = await app.open('sale111', '/app/blacklist')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(pasted)
    await page
      .getByRole('option', { name: /Tìm 0912345678/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}?phone=0912345678`)
    await ready(page)
    expect(await phoneOf(card(page, 'Tài khoản chính')).inputValue()).toBe('0912345678')
    expect((await app.pool.query('SELECT FROM lstracuu')).rowCount).toBe(0)
    await expect.poll(() => shared(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await card(page, 'Lịch sử gói cước')
      .getByText(/^0912345678 lúc/)
      .waitFor()
  },
)

test('from the log the number goes back to the look-ups, for those who see it (D1-LLOG-02, D1-MASK-01)', async () => {
  const sale = await app.open('sale111', path)
  await lookUp(card(sale, 'Tài khoản chính'), '0912345678')
  await card(sale, 'Tài khoản chính').getByText('Số dư').waitFor()
  const again = (page: Page) => page.getByRole('menuitem', { name: 'Tra cứu lại số này' })
  const openMenu = async (page: Page): Promise<void> => {
    await rowWith(page, 'Tra cứu tài khoản chính').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Xem chi tiết và lịch sử' }).waitFor()
  }
  await sale.goto(`${app.url}/sys/lstracuu`)
  await ready(sale)
  await openMenu(sale)
  expect(await again(sale).count()).toBe(0)
  const admin = await app.open('admin', '/sys/lstracuu')
  await openMenu(admin)
  await again(admin).click()
  await admin.waitForURL(`**${path}?phone=0912345678`)
  await ready(admin)
  expect(await shared(admin).inputValue()).toBe('0912345678')
})
