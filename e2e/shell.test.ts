/** The frame of every signed-in page: menu, top bar, tabs, routes, toasts, the live connection. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import {
  demoPassword,
  grid,
  heading,
  menu,
  openFromMenu,
  ready,
  toast,
  startApp,
  tokenOf,
  type App,
  openFilters,
} from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const path = (page: Page): string => new URL(page.url()).pathname
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const openTabs = (page: Page) => page.getByRole('tab').allInnerTexts()
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test.runIf(longRun)(
  'the buttons are purple-blue on light grey; letters typed right after Ctrl+K reach the palette, which finds without diacritics and opens a tab (D1-SHELL-61, D1-SHELL-62, D1-Q-009, D1-Q-021)',
  async () => {
    const page = await app.open('admin', '/app/blacklist')
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colour('main button:has-text("Tạo mới")')).toBe('rgb(91, 91, 214)')
    expect(await colour('body')).toBe('rgb(244, 245, 247)')
    const behind = page.getByPlaceholder('Tìm số điện thoại')
    await behind.focus()
    await page.evaluate(async () => {
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      document.execCommand('insertText', false, 'gia hoan')
    })
    const palette = page.getByRole('dialog', { name: 'Tìm nhanh' }).getByRole('combobox')
    expect(await palette.inputValue()).toBe('gia hoan')
    expect(await behind.inputValue()).toBe('')
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page).innerText()).toBe('Giá hoàn tiền')
    expect(await openTabs(page)).toEqual(['Blacklist', 'Giá hoàn tiền'])
  },
)

test('a slow network shows a waiting text; the shell announces itself on its live connection; the top bar has title, logo, bell, name, role and the default avatar, which opens the profile tab (D1-ROUTE-11, D1-SHELL-01, D1-SHELL-09, D1-SHELL-23 to 27, D1-SHELL-31 to 35, D1-SHELL-40 to 43, D1-TAB-46, D1-Q-006, D1-Q-008)', async () => {
  const page = await app.visit('/login')
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
  await app.signIn(page, 'sale111')
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto(`${app.url}/app/home`, { waitUntil: 'commit' })
  await page.getByText('đang mở…').waitFor()
  await ready(page)
  await page.unrouteAll({ behavior: 'wait' })
  expect(await page.getByText('đang mở…').count()).toBe(0)
  const event = (): string => frames.find((frame) => frame.startsWith('42')) ?? ''
  await expect.poll(event, { timeout: 8000 }).toContain('thongTinKetNoi')
  const token = await tokenOf(page)
  const announced = { client_index: expect.any(String), host: new URL(app.url).host, token }
  const [, sent] = JSON.parse(event().slice(2)) as [string, unknown]
  expect(sent).toEqual(announced)
  expect(JSON.parse(frames.find((frame) => frame.startsWith('40'))?.slice(2) ?? '{}')).toEqual(announced)

  const bar = page.getByRole('banner')
  expect(await bar.innerText()).toContain('Hệ thống tính lương')
  expect(await bar.innerText()).toContain('Nguyễn Hồng Nhung')
  expect(await bar.innerText()).toContain('Nhân viên')
  const images = (): Promise<[string, boolean][]> =>
    bar
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) =>
        all.map((image) => [image.src.slice(0, 18), image.naturalWidth > 0]),
      )
  await expect.poll(images).toEqual([
    ['data:image/svg+xml', true],
    ['data:image/svg+xml', true],
  ])
  expect(await page.title()).toContain('Hệ thống tính lương')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('vi')
  await bar.getByRole('button', { name: 'Đăng xuất' }).waitFor()
  await bar.getByRole('button', { name: 'Thông báo' }).click()
  await page.getByText('Chưa có thông báo').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByText('Nguyễn Hồng Nhung').click()
  await expect.poll(() => heading(page).innerText()).toBe('Thông tin cá nhân')
  expect(await stored(page, 'tabList')).toBe('["Account"]')
  expect(await stored(page, 'lastActiveTab')).toBe('Account')
})

test.runIf(longRun)(
  'below 1440 px the menu is a rail with names; opened it is 256 px wide, and folded it stays so after a reload; a tab keeps the typed filter while another tab is active (D1-SHELL-28 to 30, D1-Q-030, D3-GRID-09)',
  async () => {
    const page = await app.open('admin', '/app/home')
    const width = async () => (await menu(page).boundingBox())?.width
    expect(await width()).toBeLessThan(80)
    await menu(page).getByText('Hệ thống', { exact: true }).waitFor()
    // Nothing was stored: the same address in a wide window has the menu.
    await page.setViewportSize({ width: 1440, height: 768 })
    await page.reload()
    await ready(page)
    expect(await width()).toBe(256)
    await page.getByRole('button', { name: 'Thu gọn danh mục' }).click()
    await expect.poll(width).toBeLessThan(80)
    await page.reload()
    await ready(page)
    expect(await width()).toBeLessThan(80)
    await openFromMenu(page, 'Blacklist')
    await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
    await page.getByRole('button', { name: 'Mở danh mục' }).click()
    await expect.poll(width).toBe(256)
    await openFilters(page)
    await page.getByPlaceholder('Tìm mô tả').fill('không gọi')
    await openFromMenu(page, 'Giá hoàn tiền')
    await grid(page, 'Giá hoàn tiền').waitFor()
    await tab(page, 'Blacklist').click()
    expect(await page.getByPlaceholder('Tìm mô tả').inputValue()).toBe('không gọi')
  },
)

test.runIf(longRun)(
  'a refusal is shown for 15 seconds, a success for 5 (D1-SHELL-37, D1-SHELL-38, D3-BELL-03)',
  async () => {
    const page = await app.open('admin', '/sys/profile')
    await page.clock.install()
    await page.route('**/api/v1/auth/saveProfile', (route) => route.fulfill({ status: 500, body: '' }))
    await page.locator('#work').getByLabel('Họ tên').fill('Quản trị')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    const failure = toast(page, 'Cập nhật thông tin cá nhân thất bại')
    await failure.waitFor()
    await page.mouse.move(700, 300)
    await page.clock.fastForward(13_500)
    expect(await failure.isVisible()).toBe(true)
    await page.clock.fastForward(2_500)
    await failure.waitFor({ state: 'detached' })
    await page.unroute('**/api/v1/auth/saveProfile')
    await page.locator('#work').getByLabel('Họ tên').fill('Quản trị hệ thống')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    const saved = page.locator('[data-toasts]').getByRole('status')
    await saved.waitFor()
    await page.mouse.move(700, 300)
    await page.clock.fastForward(3_500)
    expect(await saved.isVisible()).toBe(true)
    await page.clock.fastForward(2_000)
    await saved.waitFor({ state: 'detached' })
  },
)

test('each tab opens once, is stored by its raw name, closes with the last one active, and is restored; each has its own address, and a tab without a raw name is stored by its address (D1-TAB-01, D1-TAB-03 to 10, D1-ROUTE-11, D1-SHELL-54, D1-SHELL-58, D1-SHELL-59, D3-NAV-02)', async () => {
  const page = await app.open('admin', '/app/home')
  await page.getByText('Chưa mở tab nào').waitFor()
  for (const name of ['Blacklist', 'Giá hoàn tiền', 'Nhật ký chăm sóc', 'Blacklist'])
    await openFromMenu(page, name)
  expect(await openTabs(page)).toEqual(['Blacklist', 'Giá hoàn tiền', 'Nhật ký chăm sóc'])
  expect(await stored(page, 'tabList')).toBe('["Blacklist","Giahoantien","CustomerCareHistoryList"]')
  expect(await stored(page, 'lastActiveTab')).toBe('Blacklist')
  expect(path(page)).toBe('/app/blacklist')
  await page.goto(`${app.url}/app/home`)
  await ready(page)
  expect(await openTabs(page)).toEqual(['Blacklist', 'Giá hoàn tiền', 'Nhật ký chăm sóc'])
  expect(await tab(page, 'Blacklist').getAttribute('aria-selected')).toBe('true')
  expect(await heading(page).innerText()).toBe('Blacklist')
  await page.getByRole('button', { name: 'Đóng Blacklist' }).click()
  await expect.poll(() => heading(page).innerText()).toBe('Nhật ký chăm sóc')
  await page.getByRole('button', { name: 'Đóng Nhật ký chăm sóc' }).click()
  await page.getByRole('button', { name: 'Đóng Giá hoàn tiền' }).click()
  await page.getByText('Chưa mở tab nào').waitFor()
  expect([await stored(page, 'tabList'), await stored(page, 'lastActiveTab')]).toEqual(['[]', ''])
  expect(path(page)).toBe('/app/home')
  const addresses = [
    ['Chi phí quản lý', '/app/chiphiquanly'],
    ['Nhân viên', '/sys/accounts'],
    ['Vai trò', '/sys/roles'],
    ['Mời gói hôm sau', '/app/moigoihomsau'],
  ] as const
  for (const [label, route] of addresses) {
    await openFromMenu(page, label)
    await page.waitForURL(`**${route}`)
    await expect.poll(() => heading(page).innerText()).toBe(label)
  }
  expect(await openTabs(page)).toEqual(addresses.map(([label]) => label))
  expect(await stored(page, 'tabList')).toBe('["Chiphiquanly","AccountList","RoleList","/app/moigoihomsau"]')
  await page.goto(`${app.url}/app/khr`)
  await ready(page)
  expect(await openTabs(page)).toEqual([...addresses.map(([label]) => label), 'Khách hàng riêng'])
  await page.goBack()
  await expect.poll(() => heading(page).innerText()).toBe('Mời gói hôm sau')
})

test.runIf(longRun)(
  'filters and order are kept in the address of the tab and restored after a reload, also in a background tab; a phone number is in neither; a link resets a tab, but keeps what was typed into it (D3-NAV-02, D3-GRID-08)',
  async () => {
    const page = await app.open('admin', '/app/home')
    const query = (): string => decodeURIComponent(new URL(page.url()).search.replaceAll('+', ' '))
    const phone = page.getByPlaceholder('Tìm số điện thoại').filter({ visible: true })
    const text = page.getByPlaceholder('Tìm mô tả').filter({ visible: true })
    await openFromMenu(page, 'Blacklist')
    await grid(page, 'Blacklist').waitFor()
    await openFilters(page)
    await text.fill('không gọi')
    await text.press('Enter')
    await expect.poll(query).toBe('?description=không gọi')
    await grid(page, 'Blacklist')
      .getByRole('columnheader', { name: 'Ngày tạo' })
      .getByRole('button')
      .first()
      .click()
    await expect.poll(query).toContain('&sort=')
    const before = query()
    await openFromMenu(page, 'Giá hoàn tiền')
    await page.waitForURL('**/sys/giahoantien')
    await page.reload()
    await ready(page)
    await tab(page, 'Blacklist').click()
    expect(await text.inputValue()).toBe('không gọi')
    await expect.poll(query).toBe(before)

    await page.goto(`${app.url}/app/khr?phone=0912345678`)
    await ready(page)
    expect(await phone.inputValue()).toContain('912')
    await expect.poll(query).toBe('')
    expect(await stored(page, 'tabFilters')).not.toContain('912')

    const name = page.locator('#work').getByLabel('Họ tên')
    await page.goto(`${app.url}/sys/profile`)
    await name.fill('Tên đang sửa')
    await openFromMenu(page, 'Blacklist')
    await grid(page, 'Blacklist').waitFor()
    // As a link of a screen does.
    await page.evaluate(() => history.pushState(null, '', '/sys/profile?tu=lien-ket'))
    await toast(page, 'Thông tin cá nhân còn phần chưa lưu').waitFor()
    expect(await name.inputValue()).toBe('Tên đang sửa')
    expect(path(page) + query()).toBe('/sys/profile')
    await page.evaluate(() => history.pushState(null, '', '/app/blacklist?description=theo'))
    await expect.poll(() => text.inputValue()).toBe('theo')
    expect(query()).toBe('?description=theo')
  },
)

test('after sign-in the first screen of the role opens: desk, floor, or today; F2 takes the next customer there, from any screen, also while typing (D3-NAV-03, D3-NAV-06)', async () => {
  await app.pool.query(`INSERT INTO first_day_put_away SELECT id FROM users WHERE username = 'admin'`)
  const page = await app.visit('/login')
  const openFor = async (username: string): Promise<string[]> => {
    await page.getByLabel('Tên đăng nhập').fill(username)
    await page.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Đăng nhập' }).click()
    await ready(page)
    return [path(page), ...(await openTabs(page)), await heading(page).innerText()]
  }
  const leave = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Đăng xuất' }).click()
    await page.waitForURL('**/login')
  }
  expect(await openFor('admin')).toEqual(['/app/home', 'Bàn duyệt', 'Bàn duyệt'])
  await leave()
  expect(await openFor('leader11')).toEqual(['/app/home', 'Sàn gọi', 'Sàn gọi'])
  await page.keyboard.press('F2')
  await leave()
  expect(await openFor('sale111')).toEqual(['/app/home', 'Hôm nay', 'Hôm nay'])
  const next = async (): Promise<void> => {
    const response = page.waitForResponse('**/api/v1/customer/new-care**')
    await page.keyboard.press('F2')
    await response
    await expect
      .poll(() => page.getByRole('button', { name: /^Chăm sóc khách hàng mới/ }).isEnabled())
      .toBe(true)
  }
  await next()
  await openFromMenu(page, 'Blacklist')
  await page.getByRole('searchbox').filter({ visible: true }).first().focus()
  await next()
  expect(path(page)).toBe('/app/customer-care')
  // Care's own key comes after the frame's once its tab has been hidden.
  await next()
})

test.runIf(longRun)(
  'every built screen with a raw name is restored as its tab; the bar scrolls when there are more tabs than room, and the area below is at least 80vh (D1-TAB-02, D1-TAB-11, D1-SHELL-18, D1-TAB-13 to 19, 23 to 25, 41 to 43, 30, 32, 34, 35, 36, 46, 48, D2-MAP-01 to 04, D2-MAP-13, 14, 16, 24, D2-ROLE-02, D2-ROLE-07)',
  async () => {
    const page = await app.open('admin', '/app/home')
    const names = {
      CustomerCareList: 'Chăm sóc khách hàng',
      Blacklist: 'Blacklist',
      CustomerCareHistoryList: 'Nhật ký chăm sóc',
      TilebatsoList: 'Tỉ lệ bắt số',
      AccountList: 'Nhân viên',
      RoleList: 'Vai trò',
      Giahoantien: 'Giá hoàn tiền',
      Account: 'Thông tin cá nhân',
      Chiphiquanly: 'Chi phí quản lý',
      Requestrefund: 'Yêu cầu hoàn tiền',
      Requestrefundreport: 'Báo cáo yêu cầu hoàn tiền',
      Mfy: 'Mfy',
      Giagoimfy: 'Giá gói mfy',
      Invitation: 'Mời gói',
      BankLookup: 'Tin nhắn ngân hàng',
      Uploadchiadata: 'Upload chia data',
      Phanquyendata: 'Phân quyền data',
      Chiadata: 'Chia data',
      Khr: 'Khách hàng riêng',
      Baodo: 'Báo đỏ',
    }
    await page.evaluate(
      (list) => localStorage.setItem('tabList', list),
      JSON.stringify([...Object.keys(names), 'Nothing']),
    )
    await page.reload()
    await ready(page)
    expect(await openTabs(page)).toEqual(Object.values(names))
    await page.setViewportSize({ width: 1024, height: 768 })
    const bar = page.getByRole('tab').first().locator('xpath=../..')
    const [inner, outer] = await bar.evaluate(
      (element) => [element.scrollWidth, element.clientWidth] as const,
    )
    expect(inner).toBeGreaterThan(outer)
    const back = page.getByRole('button', { name: 'Tab phía trước' })
    await back.click()
    await expect
      .poll(() => bar.evaluate((element) => element.scrollLeft < element.scrollWidth - element.clientWidth))
      .toBe(true)
    expect((await page.locator('#work').boundingBox())?.height).toBeGreaterThanOrEqual(768 * 0.8)
    for (const label of Object.values(names)) {
      // By the keyboard: a bar that still moves its front tab into sight takes a click's place away.
      await tab(page, label).press('Enter')
      // The documents write one of them in another way on its screen.
      const title = label === 'Phân quyền data' ? 'Phần quyền data' : label
      await expect.poll(() => heading(page).innerText()).toBe(title)
      expect(await page.title()).toBe(`${label} - Hệ thống tính lương`)
    }
  },
)

/** What each of these screens exists for, and where its sums are read. */
const decisive: readonly [route: string, title: string, columns: readonly string[]][] = [
  ['/app/simso', 'Quản lý sim số', ['gia_khach_hang', 'trang_thai']],
  ['/app/requestrefund', 'Yêu cầu hoàn tiền', ['refund_price', 'other_refund', 'duyet']],
  ['/app/report90849332', 'Doanh thu chi tiết', ['doanh_thu', 'ket_qua']],
  ['/app/chiphihoantien', 'Chi phí hoàn tiền', ['trang_thai', 'so_tien_hoan_hoac_nap']],
  ['/app/baodo', 'Báo đỏ', ['gia_goi_cuoc', 'trang_thai', 'trang_thai_duyet']],
  ['/app/order', 'Quản lý đơn hàng', ['ordered_gia_khach_hang', 'trang_thai']],
]

test.runIf(longRun)(
  'at 1366 px amount, state and decision of a list are fully visible without scrolling, as are all its sums (D3-GRID-09)',
  async () => {
    const page = await app.open('admin', '/app/home')
    const covered = (head: Locator) =>
      head.evaluate((cell) => {
        const { left, right, top, height } = cell.getBoundingClientRect()
        const isVisible = (x: number) => cell.contains(document.elementFromPoint(x, top + height / 2))
        return !isVisible(left + 2) || !isVisible(right - 2)
      })
    for (const [route, title, columns] of decisive) {
      await page.goto(app.url + route)
      const heads = grid(page, title).filter({ visible: true })
      await heads.waitFor()
      for (const key of columns) {
        const head = heads.locator(`[data-key="${key}"]`).first()
        expect([title, key, await covered(head)]).toEqual([title, key, false])
      }
    }
  },
)
