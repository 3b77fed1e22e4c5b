/** What an address leads to besides a screen: the workspace, the page of an unknown one, or the right that is missing. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { heading, menu, menuNames, ready, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const path = (page: Page): string => new URL(page.url()).pathname

test.runIf(longRun)(
  'a screen without the right is not in the menu, and its address says that the right is missing (D1-Q-005, D1-SHELL-47, D1-ROUTE-64)',
  async () => {
    const page = await app.open('sale111', '/app/home')
    const names = await menuNames(page)
    for (const label of ['Chăm sóc khách hàng', 'Nhật ký chăm sóc', 'Tỉ lệ bắt số', 'Blacklist'])
      expect(names).toContain(label)
    for (const label of ['Giá hoàn tiền', 'Chi phí quản lý', 'Cài đặt', 'Nhân viên', 'Vai trò', 'Quyền'])
      expect(names).not.toContain(label)
    for (const route of ['/sys/roles', '/app/chiphiquanly']) {
      await page.goto(app.url + route)
      await page.getByText('Bạn không có quyền truy cập').waitFor()
      expect(await page.getByRole('grid').count()).toBe(0)
    }
    // It is called by its name, not its code.
    await page.goto(`${app.url}/sys/accounts`)
    await page.getByText('Cần quyền "Xem nhân viên". Hỏi quản lý của bạn để được cấp.').waitFor()
    // Without one, by the level that it is for.
    await page.goto(`${app.url}/sys/settings`)
    await page
      .getByText('Dành cho cấp Quản lý trở lên, và người có quyền Kế toán. Hỏi quản lý của bạn để được cấp.')
      .waitFor()
  },
)

test.runIf(longRun)(
  '/ goes to the workspace, an unknown address to the 404 page, the old address of the care screen still shows it; base styles rank below those of Mantine, whichever file loads first (D1-ROUTE-06 to 10, D1-ROUTE-30, D1-Q-017)',
  async () => {
    const page = await app.open('admin', '/')
    expect(path(page)).toBe('/app/home')
    for (const route of ['/khong-co', '/app/khong-co', '/sys/khong-co']) {
      await page.goto(app.url + route)
      await page.getByRole('heading', { name: 'Không tìm thấy trang' }).waitFor()
      expect(path(page)).toBe('/404')
    }
    await page.getByRole('button', { name: 'Về trang chính' }).click()
    await menu(page).waitFor()
    expect(path(page)).toBe('/app/home')
    await page.goto(`${app.url}/app/chamsoc`)
    await ready(page)
    expect([await heading(page).innerText(), path(page)]).toEqual(['Chăm sóc khách hàng', '/app/chamsoc'])
    const order = await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('@layer base { .probe { order: 1 } } @layer mantine { .probe { order: 2 } }')
      document.adoptedStyleSheets.push(sheet)
      const probe = document.body.appendChild(document.createElement('i'))
      probe.className = 'probe'
      return getComputedStyle(probe).order
    })
    expect(order).toBe('2')
  },
)
