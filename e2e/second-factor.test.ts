/** The second factor in a real browser: required after the password, set up, asked for at the next sign-in; a sensitive call that asks again. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { deviceWith } from '#test/second-factor.ts'
import { setSettings } from '#test/settings.ts'
import { demoPassword, menu, ready, startApp, type App } from './app.ts'
import { screenshot } from './harness.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const question = (page: Page) => page.getByRole('dialog', { name: 'Xác nhận lại' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const code = (page: Page) => page.getByLabel('Mã xác thực')

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Tên đăng nhập').fill('admin')
  await page.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword)
  await press(page, 'Đăng nhập')
}

test.runIf(longRun)(
  'a user who must have a second factor sets it up after the password, signs in with it, and confirms a sensitive call with it, which then succeeds (D3-SEC-06, D3-SEC-07)',
  async () => {
    await setSettings(app.pool, { 'signIn.secondFactor': 'required' })
    const page = await app.visit('/login')
    await signIn(page)
    await page.getByRole('heading', { name: 'Xác thực hai lớp' }).waitFor()
    expect(await menu(page).count()).toBe(0)
    await press(page, 'Bắt đầu cài')
    await question(page).getByLabel('Mật khẩu của bạn').fill(demoPassword)
    await screenshot(page, 'factor-reauth')
    await question(page).getByRole('button', { name: 'Xác nhận' }).click()
    await page.getByRole('img', { name: /^Mã QR/ }).waitFor()
    const secret = (await page.locator('code').innerText()).replace(/\s/g, '')
    const device = deviceWith({ secret, recovery: [] })
    await screenshot(page, 'factor-scan')
    await code(page).fill(device.code(-1))
    await press(page, 'Bật xác thực hai lớp')
    const recovery = page.getByRole('list', { name: 'Mã khôi phục' }).getByRole('listitem')
    await expect.poll(() => recovery.count()).toBe(10)
    await screenshot(page, 'factor-codes')
    await press(page, 'Tôi đã cất các mã')
    await ready(page)

    await page.goto(`${app.url}/logout`)
    await signIn(page)
    await code(page).fill('000000')
    await screenshot(page, 'factor-code-step')
    await press(page, 'Đăng nhập')
    await page.getByText('Mã xác thực không đúng hoặc đã dùng').waitFor()
    await code(page).fill(device.code(0))
    await press(page, 'Đăng nhập')
    await ready(page)

    await page.goto(`${app.url}/sys/roles`)
    await ready(page)
    await press(page, 'Tạo vai trò')
    const form = page.getByRole('dialog').first()
    await form.getByLabel('Tên vai trò').fill('Kho')
    await form.getByRole('button', { name: /^(Tạo|Lưu)/ }).click()
    await code(page).fill(device.code(1))
    // Esc is for the upper dialog alone.
    await page.keyboard.press('Escape')
    expect(await form.getByLabel('Tên vai trò').inputValue()).toBe('Kho')
    await form.getByRole('button', { name: /^(Tạo|Lưu)/ }).click()
    await code(page).fill(device.code(1))
    await screenshot(page, 'factor-reauth-code')
    const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
    const before = await token()
    await question(page).getByRole('button', { name: 'Xác nhận' }).click()
    await page.getByText('Tạo vai trò thành công').waitFor()
    // The session goes on under a new token (ASVS 7.2.4), also in a page that is opened now.
    expect(await token()).not.toBe(before)
    await page.goto(`${app.url}/sys/profile`)
    await page.getByText('còn 10 mã khôi phục').waitFor()
    await screenshot(page, 'factor-profile')
  },
  90_000,
)
