/** The five look-up cards in a real browser, with a carrier that answers, is late, is cut off, is asked by two. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { longRun } from '#test/rounds.ts'
import { heading, openFromMenu, ready, rows, rowWith, toast, tokenOf, type App } from './app.ts'
import * as desk from './lookup-page.ts'
import { askButton, card, lookUp, phoneOf, table } from './lookup-page.ts'
import type { TestCarrier } from '#test/carrier.ts'

let api: desk.LookupApp
let app: App
let carrier: TestCarrier
beforeAll(async () => {
  api = await desk.startLookupApp()
  ;({ app, carrier } = api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await carrier.fault()
  await desk.setDetail(app, { from: '00:00', until: '24:00' })
  await app.pool.query('TRUNCATE lookup_turns, lookup_quota, lstracuu')
})
afterEach(() => app.leave())

const path = '/app/customer-lookup'
const titles = {
  packages: 'Gói cước có thể đăng ký',
  balance: 'Tài khoản chính',
  info: 'Thông tin chi tiết thuê bao',
  history: 'Lịch sử gói cước',
  shortCode: 'Lịch sử 9279',
} as const
/** As they stand on the screen, card by card. */
const shownOrder = [titles.packages, titles.shortCode, titles.balance, titles.info, titles.history]
const heads = (page: Page, title: string, of = title) =>
  table(card(page, title), of).getByRole('columnheader').allInnerTexts()

const numbers = async (of: Page): Promise<number[]> =>
  (
    await of
      .locator('[data-card]')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-card'))))
  ).toSorted((a, b) => a - b)

const shared = (page: Page) => page.getByLabel('Số điện thoại cho mọi thẻ')
const cardInFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-card]')?.querySelector('h2')?.textContent ?? '')

/** The last line of the toast, and what the clipboard holds. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy kết quả ${name}` }).click()
  await toast(page, `Đã copy: ${name} 0987654321`).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens the screen and waits for the live connection, counting what the page sends. */
async function open(username: string, address = path) {
  const page = await app.visit('/login')
  await app.signIn(page, username)
  const [events, http, replies] = [desk.eventsOf(page), desk.httpLookupsOf(page), desk.repliesOf(page)]
  await page.goto(app.url + address)
  await expect.poll(() => replies.connected, { timeout: 15_000 }).toBe(true)
  await ready(page)
  return { page, events, http, replies }
}

test("a salesperson's cards 2, 3, 5 and 6 show: packages with a red expiry and pages 1 to maxPage-1, the balance over HTTP, registered packages with seven facts, messages between two days in order (D1-LOOK-01, D1-LOOK-02, D1-LOOK-15 to 18, D1-LOOK-20, D1-LOOK-35 to 51, D1-LOOK-55 to 58, D1-LOOK-65, D1-LOOK-66, D1-Q-096, D1-Q-099, D1-RT-04, D1-TAB-20, D1-SHELL-13, D1-LOOK-03 to 13, D1-LOOK-53, D1-RT-01, D1-RT-02, D1-RT-06, D1-Q-092)", async () => {
  const { page, events, http } = await open('sale111', '/app/home')
  await openFromMenu(page, 'Tra cứu thông tin thuê bao')
  await card(page, titles.balance).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('tabList'))).toBe('["CustomerLookup"]')
  expect(await numbers(page)).toEqual([2, 3, 5, 6])
  const hint = page.getByText('Số dư tài khoản chính của thuê bao.')
  await hint.waitFor()
  const packages = card(page, titles.packages)
  expect(await askButton(packages).isDisabled()).toBe(true)
  await lookUp(packages, '+84 912 345 678')
  await table(packages, titles.packages).waitFor()
  expect(await heads(page, titles.packages)).toEqual([
    'Mã gói cước',
    'Từ ngày',
    'Đến ngày',
    'Cú pháp đăng ký',
    'Hạn đăng ký',
  ])
  const deadline = packages.locator('td[data-key="RegisterExpire"]').first()
  expect(await deadline.innerText()).toMatch(/^\d\d-\d\d-\d{4}$/)
  expect(await deadline.evaluate((cell) => getComputedStyle(cell).color)).toBe('rgb(179, 38, 30)')
  const pages = packages.getByRole('navigation', { name: 'Trang' }).getByRole('button')
  expect(await pages.allInnerTexts()).toEqual(['1', '2'])
  expect(await pages.first().isDisabled()).toBe(true)
  const first = await packages.locator('td[data-key="PackageCode"]').allInnerTexts()
  await pages.nth(1).click()
  await expect.poll(() => pages.nth(1).isDisabled()).toBe(true)
  await expect.poll(() => pages.first().isDisabled()).toBe(false)
  expect(await packages.locator('td[data-key="PackageCode"]').allInnerTexts()).not.toEqual(first)
  await packages.getByLabel('Mã gói cước', { exact: true }).fill(first[0] ?? '')
  await askButton(packages).click()
  await expect.poll(() => packages.locator('td[data-key="PackageCode"]').allInnerTexts()).toEqual([first[0]])
  expect(events.map(({ event, request }) => [event, request.data])).toEqual([
    ['traCuuDanhSachDoiTuongChuongTrinh', { isdn: '912345678', package_code: '', page: 1 }],
    ['traCuuDanhSachDoiTuongChuongTrinh', { isdn: '912345678', package_code: '', page: 2 }],
    ['traCuuDanhSachDoiTuongChuongTrinh', { isdn: '912345678', package_code: first[0], page: 1 }],
  ])
  expect(events[0]?.request).toMatchObject({ host: new URL(app.url).host, token: await tokenOf(page) })
  expect(new Set(events.map(({ request }) => request.client_id)).size).toBe(3)
  expect(http).toEqual([])
  events.length = 0
  const balance = card(page, titles.balance)
  await lookUp(balance, '0912345678')
  await balance.getByText('Số dư', { exact: true }).waitFor()
  expect(await hint.count()).toBe(0)
  expect(await balance.innerText()).toMatch(/Số thuê bao\s+0912345678\s+Số dư\s+[\d,]+\s+đồng/)
  expect([http, events]).toEqual([['/api/v1/lookup/balance?phone=912345678'], []])
  http.length = 0
  await lookUp(card(page, titles.history), '0912345678')
  await table(page, titles.history).waitFor()
  expect(await heads(page, titles.history)).toEqual([
    'Loại',
    'Gói hiện tại',
    'Ngày đăng ký',
    'Ngày hết hạn',
    'Chu kỳ',
    'Còn lại',
    'Trạng thái',
  ])
  const facts = await table(page, titles.history).locator('tbody tr').first().locator('td').allInnerTexts()
  expect(facts).toEqual([
    'Thuê bao trả trước',
    expect.stringMatching(/^\w/),
    expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
    expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/\S/),
  ])
  expect(events).toMatchObject([{ event: 'traCuuLichSuGoiCuoc', request: { data: { isdn: '912345678' } } }])
  const shortCode = card(page, titles.shortCode)
  const [from, to] = [shortCode.getByLabel('Ngày bắt đầu'), shortCode.getByLabel('Ngày kết thúc')]
  const today = toFilterDate(todayVn())
  expect([await from.inputValue(), await to.inputValue()]).toEqual([today, today])
  expect(await askButton(shortCode).isDisabled()).toBe(true)
  const refused = async (text: string): Promise<void> => {
    await askButton(shortCode).click()
    await toast(page, `[Lỗi] ${text}`).waitFor()
  }
  await phoneOf(shortCode).fill('abc')
  await refused('Bạn phải nhập số điện thoại')
  await phoneOf(shortCode).fill('0912345678')
  await from.fill('')
  await refused('Bạn phải nhập ngày bắt đầu')
  await from.fill('01/06/2026')
  await to.fill('')
  await refused('Bạn phải nhập ngày kết thúc')
  await to.fill('31/05/2026')
  await refused('Ngày bắt đầu phải trước hoặc bằng ngày kết thúc')
  expect(http).toEqual([])
  await carrier.seen()
  await to.fill(today)
  await askButton(shortCode).click()
  await table(shortCode, titles.shortCode).waitFor()
  expect(await heads(page, titles.shortCode)).toEqual([
    'Nội dung',
    'Ngày ghi nhận',
    'Người nhận',
    'Người gửi',
    'Loại',
  ])
  expect((await carrier.seen()).map(({ body }) => body)).toEqual([
    { isdn: '84912345678', startDate: '01/06/2026', endDate: today },
  ])
})

test.runIf(longRun)(
  'above salespeople card 4 shows the facts of prepaid and postpaid, packages, and what is left of the hourly limit, with a plain notice when it is used up or outside the hours (D1-LOOK-01, D1-LOOK-20, D1-LOOK-21, D1-LOOK-62, D1-Q-091, D1-Q-093, D1-Q-094, D1-ROUTE-15, D1-ERR-07, D1-LOOK-19, D1-LOOK-22 to 34, D1-RT-03)',
  async () => {
    const { page, events } = await open('leader11')
    expect(await heading(page).innerText()).toBe('Tra cứu thông tin thuê bao')
    expect(await numbers(page)).toEqual([2, 3, 4, 5, 6])
    const info = card(page, titles.info)
    await info.getByText('Còn 60/60 lượt trong 1 giờ').waitFor()
    await lookUp(info, '0912345678')
    await info.getByText('Còn 59/60 lượt trong 1 giờ').waitFor()
    const facts = () => info.locator('dt').allInnerTexts()
    expect((await facts()).slice(0, 5)).toEqual([
      'Số thuê bao',
      'Loại thuê bao',
      'Tài khoản chính',
      'Loại SIM',
      'Gói cước hiện tại',
    ])
    expect(await info.locator('dd').nth(3).innerText()).toMatch(/^SIM /)
    expect(await heads(page, titles.info, 'Lịch sử đăng ký gói cước')).toEqual([
      'Tên gói cước',
      'Ngày bắt đầu',
      'Ngày kết thúc',
    ])
    const select = info.getByRole('button', { name: /^Loại thuê bao/ })
    await select.click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['MC - Trả trước', 'MG - Trả sau'])
    await page.getByRole('option', { name: 'MG - Trả sau' }).click()
    await askButton(info).click()
    await info.getByText('Hạn mức gói F1').waitFor()
    expect((await facts()).slice(0, 6)).toEqual([
      'Số thuê bao',
      'Loại SIM',
      'Gói cước hiện tại',
      'Ngày ký hợp đồng',
      'Hạn mức trong nước',
      'Hạn mức gói F1',
    ])
    expect(events.map(({ event, request }) => [event, request.data])).toEqual([
      ['traCuuThongTinChiTietThueBao', { isdn: '912345678', phoneType: 'MC' }],
      ['traCuuThongTinChiTietThueBao', { isdn: '912345678', phoneType: 'MG' }],
    ])
    await desk.setDetail(app, { from: '00:00', until: '24:00', perHour: 2 })
    const full = 'Bạn đã vượt quá 2 lượt tra cứu trong 1 giờ'
    await askButton(info).click()
    await toast(page, full).waitFor()
    await info.getByRole('status').getByText(full).waitFor()
    await desk.setDetail(app, { from: '00:00', until: '00:00' })
    await askButton(info).click()
    await toast(page, /^\[Lỗi\]\s+Chỉ được tra cứu trong khung giờ 0:00-0:00$/).waitFor()
    expect(await page.getByText('Chưa tra cứu được ở nhà mạng.').count()).toBe(0)
  },
)

test('one Enter sends the number to every card with one request each; Alt and a digit switch cards, an answer is copied whole, and the number stays available (D1-LOOK-01, D1-LOOK-19, D1-LOOK-34, D1-LOOK-59, D1-Q-091, D1-Q-159)', async () => {
  const { page, events, http } = await open('leader11')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(page, titles.info).getByText('Còn 60/60').waitFor()
  expect(await numbers(page)).toEqual([2, 3, 4, 5, 6])
  await carrier.fault({ mode: 'slow', ms: 500 })
  await page.keyboard.press('/')
  await page.keyboard.type('0987654321')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await table(page, titles.packages).waitFor()
  await card(page, titles.info).locator('dl').waitFor()
  await table(page, titles.history).waitFor()
  await card(page, titles.balance).getByText('Số dư').waitFor()
  expect([events.length, http.length]).toEqual([3, 2])
  for (const title of Object.values(titles))
    expect(await phoneOf(card(page, title)).inputValue()).toBe('0987654321')
  for (const [index, name] of shownOrder.entries()) {
    await page.keyboard.press(`Alt+${index + 1}`)
    expect(await cardInFocus(page)).toBe(name)
  }
  await table(page, titles.packages).getByRole('button').first().click()
  await toast(page, /^Đã copy: /).waitFor()
  const history = await copied(page, 'Lịch sử gói cước')
  const shownRows = await table(page, 'Lịch sử gói cước')
    .locator('tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join('\t')))
  expect(history.split('\n')).toEqual(['Lịch sử gói cước 0987654321', ...shownRows])
  const balance = await copied(page, 'Tài khoản chính')
  expect(balance).toMatch(/^Tài khoản chính 0987654321\nSố dư\t[\d,]+ đồng$/)
  expect(await copied(page, 'Thông tin chi tiết thuê bao')).toMatch(
    /^Thông tin chi tiết thuê bao 0987654321\nLoại thuê bao\tThuê bao trả trước\n[^]*\nTên gói cước\tNgày bắt đầu\tNgày kết thúc\n/,
  )
  await page.getByLabel('Số điện thoại cho mọi thẻ').fill('0912345678')
  await page.getByRole('navigation', { name: 'Số vừa tra cứu' }).getByText('0987654321').click()
  expect(await page.getByLabel('Số điện thoại cho mọi thẻ').inputValue()).toBe('0987654321')
  const { rows: logged } = await app.pool.query('SELECT DISTINCT so_dien_thoai FROM lstracuu')
  expect(logged).toEqual([{ so_dien_thoai: '987654321' }])
  await page.goto(`${app.url}${path}?phone=0912345678`)
  await expect.poll(() => phoneOf(card(page, titles.history)).inputValue()).toBe('0912345678')
})

test.runIf(longRun)(
  'while a look-up runs its button is off; without an answer the wait times out, and a late answer is ignored (D1-LOOK-59, D1-LOOK-60, D1-Q-095)',
  async () => {
    const { page, events } = await open('sale111')
    const history = card(page, titles.history)
    await carrier.fault({ mode: 'slow', ms: desk.waitMs + 2_000, times: 1 })
    await lookUp(history, '0912345678')
    await history.getByText('Đang chờ nhà mạng trả lời…').waitFor()
    expect(await askButton(history).isDisabled()).toBe(true)
    await phoneOf(history).press('Enter')
    const msg = 'Không nhận được phản hồi, vui lòng thử lại'
    await toast(page, new RegExp(`^${msg}$`)).waitFor()
    expect(await askButton(history).isDisabled()).toBe(false)
    await expect
      .poll(async () => (await app.pool.query('SELECT FROM lstracuu')).rowCount, { timeout: 8_000 })
      .toBe(1)
    await page.waitForTimeout(300)
    expect(await table(page, titles.history).count()).toBe(0)
    await history.getByRole('button', { name: 'Thử lại' }).click()
    await table(page, titles.history).waitFor()
    expect(events).toHaveLength(2)
  },
)

test.runIf(longRun)(
  'without the live connection cards 2, 4 and 5 use HTTP and show the same (D1-LOOK-63, D1-LOOK-64, D1-Q-099)',
  async () => {
    const page = await app.visit('/login')
    await page.routeWebSocket(/socket\.io/, (socket) => void socket.close())
    await app.signIn(page, 'leader11')
    const http = desk.httpLookupsOf(page)
    await page.goto(app.url + path)
    await ready(page)
    await lookUp(card(page, titles.packages), '0912345678')
    await table(page, titles.packages).waitFor()
    await lookUp(card(page, titles.info), '0912345678')
    await card(page, titles.info).locator('dl').waitFor()
    await lookUp(card(page, titles.history), '0912345678')
    await table(page, titles.history).waitFor()
    expect(http).toEqual([
      '/api/v1/lookup/package?phone=912345678&page=1',
      '/api/v1/lookup/info?phone=912345678&type=MC',
      '/api/v1/lookup/history?phone=912345678',
    ])
  },
)

test.runIf(longRun)(
  'the palette takes a pasted number to the look-ups, where one Enter starts them (D1-LOOK-54, D1-Q-157)',
  async () => {
    const page = await app.open('sale111', '/app/blacklist')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('+84 912-345-678')
    await page
      .getByRole('option', { name: /Tìm 0912345678/ })
      .first()
      .click()
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

test.runIf(longRun)(
  'from the look-up log a number goes back to the look-ups, for roles that see it (D1-LLOG-02, D1-MASK-01)',
  async () => {
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
  },
)

test.runIf(longRun)(
  'a carrier that is cut off midway stops this screen only, is reported once, and the screen continues when it is back (D1-LOOK-62, G5)',
  async () => {
    const { page } = await open('sale111')
    await carrier.fault({ mode: 'drop', times: 4 })
    await page.getByLabel('Số điện thoại cho mọi thẻ').fill('0912345678')
    await page.keyboard.press('Enter')
    const bar = page.getByText('Chưa tra cứu được ở nhà mạng.')
    await bar.waitFor()
    await expect
      .poll(() => page.locator('[data-card]').getByRole('button', { name: 'Thử lại' }).count())
      .toBe(4)
    expect(await toast(page, /Kênh tra cứu của nhà mạng đang lỗi/).count()).toBe(1)
    const other = await app.open('sale111', '/app/blacklist')
    await heading(other).waitFor()
    expect(await other.getByRole('alert').count()).toBe(0)
    await page.locator('[role="status"]', { has: bar }).getByRole('button', { name: 'Thử lại' }).click()
    await table(page, titles.history).waitFor()
    await expect.poll(() => bar.count()).toBe(0)
    await carrier.fault({ mode: 'slow', ms: 3_000 })
    await lookUp(card(page, titles.balance), '0912345678')
    await card(page, titles.balance).getByText('Đang chờ nhà mạng trả lời…').waitFor()
    await carrier.close()
    await bar.waitFor()
    await openFromMenu(page, 'Blacklist')
    await page.getByRole('grid').waitFor()
    expect(await rows(page).count()).toBe(0)
  },
)
