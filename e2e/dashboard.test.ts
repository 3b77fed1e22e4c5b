/** The dashboard in a real browser: as a manager, a leader, a salesperson, a partner; every figure opens its rows. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { actionPath } from '#kit/contract/action.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { longRun } from '#test/rounds.ts'
import {
  grid,
  heading,
  menu,
  openFromMenu,
  pickOption,
  ready,
  rows,
  startApp,
  tokenOf,
  type App,
} from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ month: true })
  // Early in the morning the day has sold nothing yet, and on the first of a month the month neither.
  await app.pool.query(`
    INSERT INTO customer_message_9084
      ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", username_nv)
    SELECT 'd1', 912000777 + n, 'VD90', 90000, now() - n * interval '1 millisecond', 1, 'OK', 'sale111'
    FROM generate_series(1, 25) n`)
})
afterAll(() => app.close())
afterEach(() => app.leave())

const route = '/app/dashboard'
const card = (page: Page, name: string) => page.locator('#work').getByRole('region', { name, exact: true })
const number = (text: string | null | undefined): number => Number((text ?? '').replace(/\D/g, ''))
const path = (page: Page): string => new URL(page.url()).pathname
/** The figure that stands in a link's name: 'Doanh thu tháng 11: 612,847,500', 'Gọi 3,310 95.6%'. */
const figureOf = async (link: Locator): Promise<number> => {
  const name = (await link.getAttribute('aria-label')) ?? (await link.innerText())
  return number(/^\D*([\d,]+)/.exec(name.split(': ').at(-1) ?? '')?.[1])
}

/** How many rows the list in front says it has. */
async function countOf(page: Page): Promise<number> {
  await ready(page)
  const note = page.locator('#work h1 ~ span:not(:empty)').first()
  await note.waitFor()
  return number(/^[\d,]+/.exec(await note.innerText())?.[0])
}

async function back(page: Page): Promise<void> {
  await page.goBack()
  await page.waitForURL((url) => url.pathname === route)
  await ready(page)
}

/** Opens each link of a card from the dashboard in front, compares its figure with the rows, and goes back. */
async function opensRows(page: Page, name: string, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const link = card(page, name).getByRole('link', { name: new RegExp(`^${label}:? `) })
    const figure = await figureOf(link)
    await link.click()
    await page.waitForURL((url) => url.pathname !== route)
    expect([label, await countOf(page)]).toEqual([label, figure])
    await back(page)
  }
}

test.runIf(longRun)(
  'the dashboard has its menu entry, tab, both routes and title; the details of a bar or an hour open by keyboard as by pointer, and nothing is cut off at any window size (D1-HOME-01 to 03, D1-ROUTE-12, D1-ROUTE-51, D1-TAB-12, D1-SHELL-21)',
  async () => {
    const page = await app.open('admin', '/app/home')
    await openFromMenu(page, 'Bảng điều khiển')
    await ready(page)
    expect(await heading(page).innerText()).toBe('Bảng điều khiển')
    expect(await page.evaluate(() => localStorage.getItem('tabList'))).toBe('["Dashboard"]')
    for (const address of [route, '/sys/dashboard']) {
      await page.goto(app.url + address)
      await ready(page)
      expect([path(page), await heading(page).innerText()]).toEqual([address, 'Bảng điều khiển'])
      await card(page, 'Doanh thu theo ngày').waitFor()
    }
    const chart = card(page, 'Doanh thu theo ngày')
    const bars = chart.getByRole('listitem').getByRole('link')
    await chart.getByRole('button', { name: 'Xem dạng bảng' }).focus()
    await page.keyboard.press('Tab')
    const first = await bars.first().getAttribute('aria-label')
    const tip = chart.getByText(/^Tháng trước /).filter({ visible: true })
    const words = async (): Promise<string> => tip.locator('..').innerText()
    await expect
      .poll(words)
      .toBe(
        (first ?? '').replace(/: (.*) đồng, cùng ngày tháng trước (.*) đồng/, '\n$1 đồng\nTháng trước $2'),
      )
    await bars.last().hover()
    expect(await tip.count()).toBe(1)
    await expect.poll(words).toContain(toFilterDate(todayVn()).replaceAll('/', '-'))
    const map = card(page, 'Tỉ lệ gặp khách theo giờ')
    const figures = map.locator('tbody td span')
    const visibleCount = (): Promise<number> =>
      figures.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 3).length)
    expect(await visibleCount()).toBeLessThan(5)
    await map.getByRole('button', { name: 'Hiện số' }).press('Enter')
    await expect.poll(visibleCount).toBe(await figures.count())
    expect(await figures.first().innerText()).toMatch(/^(\d+%|–)$/)
    await card(page, 'Tỉ lệ gặp khách theo giờ').getByRole('table').waitFor()
    const wider = (): Promise<(string | null)[]> =>
      page
        .locator('#work')
        .evaluate((work) =>
          [...work.querySelectorAll('section')]
            .filter((one) => one.getBoundingClientRect().right > work.getBoundingClientRect().right + 1)
            .map((one) => one.getAttribute('aria-label')),
        )
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [800, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(wider, { message: `at ${width} × ${height}` }).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  },
)

test("an empty workspace offers the dashboard; a salesperson begins with today's figures, their own rank and the next customer, and sees nobody else (D1-HOME-02, D1-HOME-03, D1-TAB-12, D1-Q-003)", async () => {
  const page = await app.open('sale111', '/app/home')
  await page.getByRole('button', { name: 'Mở bảng điều khiển' }).click()
  await page.getByRole('tab', { name: 'Bảng điều khiển' }).waitFor()
  await card(page, 'Chăm sóc').waitFor()
  await ready(page)
  const period = page.getByRole('group', { name: 'Kỳ' })
  expect(await period.getByRole('button', { name: 'Hôm nay' }).getAttribute('aria-pressed')).toBe('true')
  expect(await card(page, 'Vị trí trong nhóm').innerText()).toMatch(/\d+ \/ 11/)
  expect(await page.locator('#work').innerText()).not.toMatch(/Hoàng Gia Bảo|Thuỷ Tiên|Chờ duyệt|file/i)
  await page
    .locator('#work')
    .getByRole('button', { name: /Khách hàng tiếp theo/ })
    .click()
  await page.waitForURL('**/app/customer-care')
})

test.runIf(longRun)(
  'every step of the funnel opens as many rows as it counts, and single figures open theirs: money, appointments, waiting requests (D1-HOME-02, D1-Q-146)',
  async () => {
    const page = await app.open('admin', route)
    await opensRows(page, 'Chăm sóc', ['Gọi', 'Gặp', 'Đồng ý', 'Đăng ký'])
    const received = card(page, 'Chăm sóc').getByRole('link', { name: /^Nhận / })
    const figure = await figureOf(received)
    await received.click()
    await page.waitForURL('**/app/tilebatso?**')
    await ready(page)
    const foot = grid(page, 'Tỉ lệ bắt số').locator('tfoot')
    await expect.poll(async () => (await foot.innerText()).split(/\s+/).map(number)).toContain(figure)
    // The days go along, whatever the report begins with.
    await back(page)
    await page.getByRole('button', { name: 'Hôm nay', exact: true }).click()
    const today = toFilterDate(todayVn())
    await page.locator(`#work a[href*="startDate=${encodeURIComponent(today)}"][href*="tilebatso"]`).click()
    await page.waitForURL('**/app/tilebatso?**')
    await page.getByRole('button', { name: new RegExp(`^Khoảng ngày ${today.slice(0, 5)}`) }).waitFor()
    await page.goto(app.url + route)
    await ready(page)
    const month = card(page, `Doanh thu tháng ${Number(todayVn().slice(5, 7))}`)
    const earned = await figureOf(month.getByRole('link').first())
    expect(earned).toBeGreaterThan(1_000_000)
    await month.getByRole('link').first().click()
    await page.waitForURL('**/app/report90849332?**')
    await ready(page)
    // The list shows the same sum; the dashboard also says which days it is compared with.
    await page
      .locator('#work')
      .getByText(`Doanh thu ${earned.toLocaleString('en-US')} đ`)
      .waitFor()
    const results = await rows(page).allInnerTexts()
    expect(results.length).toBe(10)
    for (const text of results) expect(text).toContain('Thành công')
    await back(page)
    const late = card(page, 'Lịch hẹn trễ giờ')
    const lateOnes = number(await late.getByRole('link').first().innerText())
    await late.getByRole('link').first().click()
    await page.waitForURL('**/app/care-history?**')
    expect(await countOf(page)).toBe(lateOnes)
    await back(page)
    await opensRows(page, 'Lịch hẹn trễ giờ', ['Lịch hẹn trễ giờ'])
    const all = number(
      await card(page, 'Đơn chờ duyệt')
        .getByRole('link', { name: /^Đơn chờ duyệt/ })
        .innerText(),
    )
    // Dashboard, menu and desk say the same (D3-ONE-03).
    expect(
      number(
        await menu(page)
          .getByRole('button', { name: /^Bàn duyệt/ })
          .innerText(),
      ),
    ).toBe(all)
    const parts = card(page, 'Đơn chờ duyệt').locator('a[href*="kinds="]')
    expect(await parts.count()).toBe(3)
    for (const name of await parts.allInnerTexts()) {
      const part = card(page, 'Đơn chờ duyệt').getByRole('link', { name, exact: true })
      const count = number(await part.innerText())
      await part.click()
      await page.waitForURL((url) => url.pathname === '/app/banduyet')
      expect([name, await countOf(page)]).toEqual([name, count])
      await back(page)
    }
  },
)

test.runIf(longRun)(
  'a chosen branch narrows every figure and is kept in the opened rows; periods change funnel and ranking; a day of the chart opens its results, also as a table (D1-HOME-02, D1-Q-003)',
  async () => {
    const page = await app.open('admin', route)
    const called = card(page, 'Chăm sóc').getByRole('link', { name: /^Gọi / })
    const all = await figureOf(called)
    await pickOption(page.getByRole('button', { name: /^Chi nhánh Tất cả/ }), /^Chi nhánh 2/)
    await expect.poll(() => figureOf(called)).toBeLessThan(all)
    const few = await figureOf(called)
    await card(page, 'Leader').getByText('Ngô Thanh Phương').waitFor()
    await called.click()
    await page.waitForURL(/team=chinhanh2/)
    expect(await countOf(page)).toBe(few)
    await page.goto(app.url + route)
    await ready(page)
    const month = await figureOf(called)
    await page.getByRole('button', { name: 'Hôm nay', exact: true }).click()
    // On the first of a month its only day is all of it.
    await expect.poll(() => figureOf(called)).toBeLessThan(todayVn().endsWith('-01') ? month + 1 : month)
    const yesterday = toFilterDate(addDays(todayVn(), -1)).slice(0, 5)
    await card(page, 'Chi nhánh').getByText(`so với ${yesterday}`, { exact: true }).waitFor()
    const chart = card(page, 'Doanh thu theo ngày')
    await chart.getByRole('button', { name: 'Xem dạng bảng' }).click()
    const row = chart.getByRole('row').nth(1)
    expect(await row.getByRole('rowheader').innerText()).toBe(toFilterDate(todayVn()).replaceAll('/', '-'))
    const amount = number(await row.getByRole('cell').first().innerText())
    await chart.getByRole('button', { name: 'Xem dạng biểu đồ' }).click()
    const bar = chart.getByRole('listitem').getByRole('link').last()
    expect(number(/: ([\d,]+) đồng/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1])).toBe(amount)
    await bar.click()
    await page.waitForURL('**/app/report90849332?**')
    expect(await countOf(page)).toBeGreaterThan(0)
  },
)

test.runIf(longRun)(
  'a subscriber file on the dashboard opens the screen where it is split (D1-HOME-02)',
  async () => {
    const page = await app.open('chinhanh1', route)
    const file = card(page, 'Số còn lại theo file').getByRole('button').first()
    const name = (await file.innerText()).split('\n')[0] ?? ''
    await file.click()
    await page.getByRole('tab', { name: 'Chia data' }).waitFor()
    await page.locator('#work').getByText(name).first().waitFor()
  },
)

test.runIf(longRun)(
  'figures are refreshed within seconds while the tab is active, and send no request while it is not (D1-HOME-02)',
  async () => {
    const page = await app.visit('/login')
    await app.signIn(page, 'admin')
    // The seconds between two looks pass when the test says so.
    await page.clock.install()
    await page.goto(`${app.url}/app/home`)
    const calls: number[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/dashboard?')) calls.push(Date.now())
    })
    await openFromMenu(page, 'Bảng điều khiển')
    await ready(page)
    const part = card(page, 'Đơn chờ duyệt').getByRole('link', { name: /^Đơn chờ duyệt: / })
    const before = number(await part.innerText())
    const decide = async (): Promise<void> => {
      const { rows } = await app.pool.query<{ id: string }>(
        `SELECT id FROM khr WHERE trang_thai = '0' AND deleted_at IS NULL LIMIT 1`,
      )
      const address = actionPath(khr, khr.actions.approve).replace(':id', rows[0]?.id ?? '')
      const token = await tokenOf(page)
      const answer = await page.request.put(app.url + address, {
        data: { trang_thai: 1 },
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.status()).toBe(200)
    }
    await decide()
    const later = async (): Promise<number> => {
      await page.clock.runFor(1_000)
      return number(await part.innerText())
    }
    await expect.poll(later).toBe(before - 1)
    expect(calls.length).toBe(2)
    await openFromMenu(page, 'Blacklist')
    await ready(page)
    await decide()
    await page.waitForTimeout(1_000)
    await page.clock.runFor(15_000)
    expect(calls.length).toBe(2)
    await page.getByRole('tab', { name: 'Bảng điều khiển' }).click()
    await expect.poll(later).toBe(before - 2)
  },
)
