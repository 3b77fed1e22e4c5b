/** No serious fault for people with a screen reader or without a mouse: axe on every built screen, keyboard reach. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { heading, menu, ready, rowWith, startApp, type App } from './app.ts'
import { screenOf, screenNames } from '../contract/screens.ts'
import { isBuilt } from '../web/screens.tsx'
import { faultsOf, settled } from './axe.ts'

let app: App
beforeAll(async () => void (app = await startApp({ month: true })))
afterAll(() => app.close())
afterEach(() => app.leave())

const routes = screenNames.filter(isBuilt).map((name) => screenOf(name).routes[0] ?? '')

/** Screens without rows that change: read only, a desk or a form of their own. */
const rowless = [
  '/app/home',
  '/app/dashboard',
  '/app/customer-care',
  '/app/tilebatso',
  '/app/tinhluong',
  '/app/chotluong',
  '/app/ketquathang',
  '/app/phieuluong',
  '/app/radatruythu',
  '/app/banduyet',
  '/app/approval',
  '/app/reportstaffrevenue',
  '/app/reportbranchrevenue',
  '/app/customer-lookup',
  '/app/customer-message-999',
  '/sys/chiadata',
  '/sys/division',
  '/sys/bangiao',
  '/sys/phanquyendata',
  '/sys/permissions',
  '/sys/settings',
  '/sys/profile',
]

/** Colours, sizes and dark: one screen of each kind with every change, all of them in the long run. */
const measured = [
  '/app/home',
  '/app/dashboard',
  '/app/customer-care',
  '/app/banduyet',
  '/app/requestrefund',
  '/app/simso',
  '/app/tinhluong',
  '/app/ketquathang',
  '/sys/chiadata',
]
const isMeasured = (route: string): boolean => process.env.TEST_LONG === '1' || measured.includes(route)

/** Opens the first row with its facts and its history, and closes it. */
async function openHistory(page: Page): Promise<void> {
  await page.getByTitle('Xem chi tiết và lịch sử').first().click()
  const history = page.getByRole('region', { name: 'Lịch sử', exact: true })
  await history.locator('h3', { hasText: /lần/ }).waitFor()
  expect(await page.getByRole('dialog').locator('dt').count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
}

test('the sign-in has no serious fault', async () => {
  const page = await app.visit('/login')
  await page.getByLabel('Tên đăng nhập').waitFor()
  expect(await faultsOf(page, 'login')).toEqual([])
})

test('the themes follow what the system asks for', async () => {
  const page = await app.open('admin', '/app/home')
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
})

test.each(['/app/home', ...routes])(
  '%s has no serious fault, and where rows change it opens one with its history',
  async (route) => {
    // What is looked at grows with the rows in sight, and one row is as the next.
    const page = await app.open('admin', route, { height: 560 })
    // Around the screen the page is the same everywhere: there it is looked at once.
    const where = route === '/app/home' ? 'html' : 'main'
    expect(await faultsOf(page, route.slice(1).replaceAll('/', '-'), where, isMeasured(route))).toEqual([])
    if (!rowless.includes(route)) await openHistory(page)
  },
)

test('no dialog, drawer or menu has a serious fault', async () => {
  const page = await app.open('admin', '/app/blacklist')
  const found: Record<string, string[]> = {}
  const look = async (name: string): Promise<void> => {
    await settled(page)
    const faults = await faultsOf(page, name)
    if (faults.length > 0) found[name] = faults
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Tạo mới', exact: true }).click()
  await page.getByRole('dialog', { name: 'Tạo bản ghi mới' }).waitFor()
  await look('dialog-form')
  await page.getByRole('button', { name: 'Nhập file', exact: true }).click()
  await page.getByRole('button', { name: 'Chọn file' }).waitFor()
  await look('dialog-import')
  await page.getByTitle('Xem chi tiết và lịch sử').first().click()
  await page.getByRole('region', { name: 'Lịch sử' }).waitFor()
  await look('drawer')
  await page.getByRole('button', { name: /^Thao tác khác dòng 1$/ }).click()
  await page.getByRole('menuitem').first().waitFor()
  await look('row-menu')
  await page.getByRole('button', { name: /^Xoá dòng 1$/ }).click()
  await page.getByRole('dialog', { name: 'Xoá bản ghi' }).waitFor()
  await look('question')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await look('palette')
  await page.goto(`${app.url}/sys/accounts`)
  await ready(page)
  await page.getByRole('button', { name: 'Tạo nhân viên' }).click()
  await page.getByRole('dialog', { name: 'Tạo nhân viên' }).waitFor()
  await look('account-form')
  expect(found).toEqual({})
})

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })

/** Presses Tab until the focus is on something called `name`; fails after 60 steps. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    if ((await focused(page)) === name) return
  }
  throw new Error(`Tab never came to '${name}'`)
}

test('menu, tabs, table and dialog are reached and worked without a mouse', async () => {
  const page = await app.open('admin', '/app/home')
  await tabTo(page, 'Blacklist')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
  await menu(page).getByRole('button', { name: 'Giá hoàn tiền' }).press('Enter')
  await expect.poll(() => heading(page).innerText()).toBe('Giá hoàn tiền')
  await page.getByRole('tab', { name: 'Giá hoàn tiền' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
  await ready(page)
  await tabTo(page, 'Tạo mới')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Tạo bản ghi mới' })
  await form.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type('0987654321')
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    expect(await form.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await form.getByLabel('Mô tả').press('Enter')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Tạo mới')
  await tabTo(page, 'Blacklist')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Mô tả' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Gõ bằng bàn phím')
  await page.keyboard.press('Enter')
  await rowWith(page, 'Gõ bằng bàn phím').waitFor()
})
