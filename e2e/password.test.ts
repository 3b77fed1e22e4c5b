/** The page of somebody who signed in with a password given by somebody else, in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoPassword, heading, menu, ready, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())
beforeEach(async () => {
  await app.pool.query(
    `UPDATE users SET must_change_password = true WHERE username IN ('sale111', 'sale112')`,
  )
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const given = 'Mật khẩu được cấp'
const next = 'Mật khẩu mới'
const again = 'Nhập lại mật khẩu mới'

async function fill(page: Page, ...texts: string[]): Promise<void> {
  for (const [at, label] of [given, next, again].entries()) await field(page, label).fill(texts[at] ?? '')
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
}

test('a given password leads to one page, whatever is asked for, until an own one is set (D1-ACC-51, threats C7)', async () => {
  const page = await app.visit('/app/blacklist')
  await page.getByLabel('Tên đăng nhập').fill('sale111')
  await field(page, 'Mật khẩu').fill(demoPassword)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  const title = page.getByRole('heading', { name: 'Đổi mật khẩu' })
  await title.waitFor()
  expect(await menu(page).count()).toBe(0)
  for (const path of ['/app/customer-care', '/sys/profile', '/login']) {
    await page.goto(app.url + path)
    await title.waitFor()
    expect(await menu(page).count()).toBe(0)
  }
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await fill(page)
  for (const label of [given, next, again])
    await expect.poll(() => field(page, label).getAttribute('aria-invalid')).toBe('true')
  await fill(page, demoPassword, '12345', '12345')
  await page.getByText('Mật khẩu mới phải có ít nhất 6 ký tự').waitFor()
  await fill(page, demoPassword, 'cua-rieng-toi', 'cua-rieng-ai')
  await page.getByText('Mật khẩu nhập lại không khớp').waitFor()
  expect(sent).toEqual([])
  await fill(page, 'khong-dung', 'cua-rieng-toi', 'cua-rieng-toi')
  await page.getByText('Mật khẩu cũ không đúng').waitFor()
  await fill(page, demoPassword, demoPassword, demoPassword)
  await page.getByText('Mật khẩu mới phải khác mật khẩu cũ').waitFor()
  await fill(page, demoPassword, 'cua-rieng-toi', 'cua-rieng-toi')
  await said(page, 'Đổi mật khẩu thành công').waitFor()
  await page.waitForURL('**/app/home')
  await page.goto(`${app.url}/app/blacklist`)
  await ready(page)
  expect(await heading(page).innerText()).toBe('Blacklist')
})

test('the page can be left by signing out (D1-SESS-17)', async () => {
  const page = await app.visit('/login')
  await app.signIn(page, 'sale112')
  await page.goto(`${app.url}/app/home`)
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Tên đăng nhập').waitFor()
})
