/** No serious fault for people with a screen reader or without a mouse: axe on every built screen, keyboard reach. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  button,
  dialog,
  heading,
  openFromMenu,
  ready,
  rows,
  rowWith,
  toast,
  startApp,
  type App,
  chooseInRow,
} from './app.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { screenOf, screenNames } from '#platform/contract/screens.ts'
import { everyNth, longRun } from '#test/rounds.ts'
import { titles } from '#test/screen-titles.ts'
import { faultsOf, settled } from './axe.ts'

let app: App
beforeAll(async () => void (app = await startApp({ month: true })))
afterAll(() => app.close())
afterEach(() => app.leave())

const built = screenNames.map(screenOf)
const routes = built.map((screen) => screen.routes[0] ?? '')

/** Screens without rows that change: read only, a desk or a form of their own. */
const rowless = [
  '/app/dashboard',
  '/app/customer-care',
  '/app/sangoi',
  '/app/tilebatso',
  '/app/tinhluong',
  '/app/chotluong',
  '/app/ketquathang',
  '/app/phieuluong',
  '/app/radatruythu',
  '/app/banduyet',
  '/app/batdau',
  '/app/danhsachchitra',
  '/app/reportdoitac',
  '/app/lechdoitac',
  '/app/approval',
  '/app/reportstaffrevenue',
  '/app/reportbranchrevenue',
  '/app/khachhang360',
  '/app/luatmoilai',
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

/** With every change: a desk of figures, a list and a form; in the long run all of them. */
const looked = longRun ? routes : ['/app/dashboard', '/app/requestrefund', '/sys/settings']

/** A third of the screens, in the long run all of them; what each address shows says platform/contract/screens.test.ts. */
const walked = everyNth(screenNames, 0)

/** The address with every day in the periods of its list: on the first days of a month a default period may be empty. */
function everyDay(route: string): string {
  const screen = built.find(({ routes: [first] }) => first === route)
  const { periods = [] } = resources.find(({ path }) => path === screen?.resource) ?? {}
  const days = periods.flatMap(({ from, to }) => [`${from}=01/01/2020`, `${to}=31/12/2099`])
  return days.length > 0 ? `${route}?${days.join('&')}` : route
}

/** What a list is called: it has no month or the like in its title. */
const titleOf = (route: string): string => {
  const screen = built.find(({ routes: [first] }) => first === route)
  return titles[route] ?? screen?.title ?? screen?.label ?? ''
}

/** That the page shows the screen of the address, as the tab in front. */
async function expectScreen(page: Page, route: string): Promise<void> {
  const headingText = await heading(page).innerText()
  const address = new URL(page.url()).pathname
  const front = await page.getByRole('tab', { selected: true }).count()
  const title = rowless.includes(route) ? (titles[route] ?? headingText) : titleOf(route)
  expect([headingText, address, front]).toEqual([title, route, 1])
}

/** Opens the first row with its facts and its history, and closes it. */
async function openHistory(page: Page): Promise<void> {
  await page.getByTitle('Xem chi tiết và lịch sử').first().click()
  const history = page.getByRole('region', { name: 'Lịch sử', exact: true })
  await history.locator('h3', { hasText: /lần/ }).waitFor()
  expect(await page.getByRole('dialog').locator('dt').count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
}

test.runIf(longRun)('the sign-in has no serious fault', async () => {
  const page = await app.visit('/login')
  await page.getByLabel('Tên đăng nhập').waitFor()
  expect(await faultsOf(page, 'login')).toEqual([])
})

test.runIf(longRun)(
  'the theme follows the system setting, and the page around the screen has no serious fault',
  async () => {
    const page = await app.open('admin', '/app/home', { height: 560 })
    expect(await faultsOf(page, 'app-home')).toEqual([])
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // It was dark a moment ago.
    await settled(page)
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(ground).not.toBe(light)
  },
)

describe('the address (D1-ROUTE-13 to 19, 21 to 29, 31 to 50, 52 to 61, D1-UPL-01, D1-DPERM-01, D1-SPLIT-01, D1-SPLIT-02, D1-KHR-01, D1-BAODO-01, D1-TAB-02, D1-SHELL-10, D1-SHELL-11, D1-SHELL-13, D1-SHELL-15 to 19, D2-MAP-05, D2-ROLE-04, D2-Q-01, D1-Q-022, D1-Q-108, D1-Q-115, D1-Q-122)', () => {
  test.each(looked)(
    '%s shows its screen under one heading (D3-WORD-01) without a serious fault and opens no tab; where rows change it opens one with its history',
    async (route) => {
      // What is looked at grows with the rows in sight, and one row is as the next.
      const page = await app.open('admin', everyDay(route), { height: 560 })
      await expectScreen(page, route)
      expect(await faultsOf(page, route.slice(1).replaceAll('/', '-'), 'main')).toEqual([])
      if (!rowless.includes(route)) await openHistory(page)
    },
  )

  test('screens opened one after the other in the same page each show their heading as the active tab, and the bar of many tabs scrolls', async () => {
    const page = await app.open('admin', '/app/home', { height: 560 })
    for (const name of walked) {
      const route = screenOf(name).routes[0] ?? ''
      // As a link does; that a page begins at an address is seen above.
      await page.evaluate((address) => history.pushState(null, '', address), route)
      await page.locator(`#tab-${name}[aria-selected="true"]`).waitFor()
      await ready(page)
      await expectScreen(page, route)
    }
    const bar = page.getByRole('tab').first().locator('xpath=../..')
    expect(await bar.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  }, 180_000)
})

/** Checks the open dialog, drawer or menu for faults, and closes it. */
async function lookAndClose(page: Page, name: string, where = '[role="dialog"]'): Promise<void> {
  await settled(page)
  expect.soft(await faultsOf(page, name, where)).toEqual([])
  await page.keyboard.press('Escape')
}

test('the dialog of a form and the drawer of a row have no serious fault', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await page.getByRole('button', { name: 'Tạo mới', exact: true }).click()
  await page.getByRole('dialog', { name: 'Tạo bản ghi mới' }).waitFor()
  await lookAndClose(page, 'dialog-form')
  await page.getByTitle('Xem chi tiết và lịch sử').first().click()
  await page.getByRole('region', { name: 'Lịch sử' }).waitFor()
  await lookAndClose(page, 'drawer')
})

test.runIf(longRun)('the other dialogs and menus have no serious fault', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await page.getByRole('button', { name: 'Nhập file', exact: true }).click()
  await page.getByRole('button', { name: 'Chọn file' }).waitFor()
  await lookAndClose(page, 'dialog-import')
  await page.getByRole('button', { name: /^Thao tác khác dòng 1$/ }).click()
  await page.getByRole('menuitem').first().waitFor()
  await lookAndClose(page, 'row-menu', '[role="menu"]')
  await chooseInRow(rows(page).first(), 'Xoá')
  await page.getByRole('dialog', { name: 'Xoá bản ghi' }).waitFor()
  await lookAndClose(page, 'question')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await lookAndClose(page, 'palette')
  await page.goto(`${app.url}/sys/accounts`)
  await ready(page)
  await page.getByRole('button', { name: 'Tạo nhân viên' }).click()
  await page.getByRole('dialog', { name: 'Tạo nhân viên' }).waitFor()
  await lookAndClose(page, 'account-form')
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

test('menu, tabs, table and dialog can be used without a mouse', async () => {
  const page = await app.open('admin', '/app/home')
  await tabTo(page, 'Chăm sóc')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem').first().waitFor()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
  await openFromMenu(page, 'Giá hoàn tiền')
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
  // Past source and last day to the description.
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Mô tả' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Gõ bằng bàn phím')
  await page.keyboard.press('Enter')
  await rowWith(page, 'Gõ bằng bàn phím').waitFor()
  // Of a page that was just loaded the first Tab goes to its beginning, whatever the menu shows as open.
  await page.reload()
  await ready(page)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Tới vùng làm việc')
})

const inFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
    return focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? ''
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

test.runIf(longRun)(
  'a dialog puts the focus on its first field or its title, and gives it back to the table',
  async () => {
    const page = await app.open('admin', '/sys/accounts')
    for (const [entry, first] of [
      ['Cấp mật khẩu mới', 'Mật khẩu mới'],
      ['Chọn kênh', 'Chọn kênh'],
      ['Phân quyền', 'Phân quyền'],
    ] as const) {
      await choose(page, entry)
      // The boxes of some dialogs arrive after the dialog itself.
      await expect.poll(() => inFocus(page)).not.toBe('Đóng')
      expect(await inFocus(page)).toContain(first)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => inFocus(page)).toContain('Nhân viên')
    }
    await page.goto(`${app.url}/sys/customers`)
    await button(page, 'Phân dữ liệu').click()
    await expect.poll(() => inFocus(page)).toMatch(/^Số lượng của /)
  },
)

test.runIf(longRun)(
  'a double click on a question does not open the row below it, while a double click on the row does',
  async () => {
    const page = await app.open('admin', '/app/baodo')
    await button(page, 'Từ chối').first().click()
    const sure = dialog(page, 'Từ chối đơn')
    await sure.getByRole('button', { name: 'Từ chối', exact: true }).dblclick()
    await toast(page, 'Đã từ chối đơn').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await rows(page).nth(5).locator('td').nth(3).dblclick()
    await page.getByRole('dialog').waitFor()
  },
)
