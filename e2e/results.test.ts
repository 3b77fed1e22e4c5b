/** Registration results in a real browser: as a manager, as branches with channels of their own, as a salesperson. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatShortInstant, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { screenOfTab } from '#platform/contract/screens.ts'
import { longRun } from '#test/rounds.ts'
import {
  button,
  grid,
  heading,
  offered,
  openFromMenu,
  pager,
  pickOption,
  ready,
  rows,
  rowWith,
  startApp,
  type App,
  unfold,
  openFilters,
} from './app.ts'

let app: App
const route = '/app/customer-message-9084'
const now = Date.now()
/** Milliseconds apart, so that all are of this month from its first second on. */
const ago = (ms: number): string => new Date(now - ms).toISOString()

beforeAll(async () => {
  app = await startApp()
  await app.pool.query(
    `INSERT INTO customer_message_9084
      ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", username_nv)
    SELECT * FROM jsonb_to_recordset($1) AS r("SubAgent" text, phone text, package text, price bigint,
      at timestamptz, status int, content text, staff text)`,
    [
      JSON.stringify([
        ...Array.from({ length: 25 }, (_, n) =>
          row(`9120001${String(n).padStart(2, '0')}`, 'd1', 'sale111', n),
        ),
        { ...row('912000201', 'vg8', 'sale112', 30), status: 0, content: 'Tài khoản không đủ tiền' },
        row('912000301', 'ga22', 'QCMB01', 31),
        row('912000401', 'ga23', 'HNIMB01', 32),
        row('912000501', 'tr8', 'admin', 33),
        row('912000601', 'd1', 'sale211', 40 * 86_400_000),
      ]),
    ],
  )
})
afterEach(() => app.leave())
afterAll(() => app.close())

const row = (phone: string, SubAgent: string, staff: string, ms: number) => ({
  SubAgent,
  phone,
  package: 'VD90',
  price: 90_000,
  at: ago(ms),
  status: 1,
  content: 'Đăng ký thành công',
  staff,
})

const staffFilter = (page: Page) => page.getByRole('search').getByRole('button', { name: /^Nhân viên/ })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Số điện thoại' })
const look = (page: Page) => page.getByRole('search').getByRole('button', { name: 'Tra cứu', exact: true })

test('the screen has its tab, route, title and columns, tells success from failure, has pages, and is filtered by staff, phone, days and channel (D1-REG-01 to 20, D1-ROUTE-17, D1-TAB-22, D1-SHELL-14)', async () => {
  // In a wide window all filters are in the bar.
  const page = await app.open('admin', '/app/home', { width: 1920, height: 1080 })
  await openFromMenu(page, 'Kết quả đăng ký')
  await ready(page)
  await page.getByRole('tab', { name: 'Kết quả đăng ký', exact: true }).waitFor()
  expect(screenOfTab('CustomerMessage9084')).toBe('registrationResults')
  expect(await heading(page).innerText()).toBe('Kết quả đăng ký')
  await page.goto(`${app.url}${route}`)
  await ready(page)
  expect(await heading(page).innerText()).toBe('Kết quả đăng ký')
  await unfold(page)
  const titles = await grid(page, 'Kết quả đăng ký').getByRole('columnheader').allInnerTexts()
  expect(titles.map((text) => text.trim()).filter(Boolean)).toEqual([
    '#',
    'Kênh',
    'SĐT',
    'Tên gói',
    'Giá bán',
    'Thời gian',
    'Trạng thái',
    'Nhân viên',
    'Nội dung',
    'Thao tác',
  ])
  await look(page).waitFor()
  const cells = (await rowWith(page, '0912000100').getByRole('gridcell').allInnerTexts()).map((text) =>
    text.trim(),
  )
  expect(cells.slice(0, 7)).toEqual([
    '1',
    'd1',
    '0912000100',
    'VD90',
    '90,000',
    formatShortInstant(ago(0)),
    'Thành công',
  ])
  expect(cells.slice(7, 9).join(' ')).toMatch(/Nguyễn Hồng Nhung sale111 Đăng ký thành công/)
  expect(await pager(page)).toMatch(/^1–20 \/ 29$/)
  await page.getByRole('button', { name: 'Trang 2', exact: true }).click()
  await rowWith(page, '0912000201').waitFor()
  expect(await pager(page)).toMatch(/^21–29 \/ 29$/)
  expect(await rowWith(page, '0912000201').innerText()).toContain('Thất bại')
  expect(await rowWith(page, '0912000301').innerText()).toContain('Thành công')
  expect(await staffFilter(page).innerText()).toContain('Tất cả')
  await staffFilter(page).click()
  const names = await offered(page)
  expect(names.some((name) => name.startsWith('-- Đặng Văn Kiên'))).toBe(true)
  expect(names.some((name) => name.startsWith('---- Nguyễn Hồng Nhung'))).toBe(true)
  // Who opens the list goes on by typing, and Tab goes on from the field.
  await page.keyboard.type('thuy tien')
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual([expect.stringMatching(/Lê Thị Thuỷ Tiên/)])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await staffFilter(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await staffFilter(page).press('Enter')
  const typing = page.getByLabel('Tìm Nhân viên')
  await expect.poll(() => typing.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await searchBox(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: /^Số dòng/ }).press('Enter')
  await offered(page)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rowWith(page, '0912000201').count()).toBe(1)
  await pickOption(staffFilter(page), 'Tất cả')
  await expect.poll(() => rows(page).count()).toBe(20)

  await searchBox(page).fill('000301')
  await searchBox(page).press('Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  await searchBox(page).fill('0912000401')
  await look(page).click()
  await rowWith(page, '0912000401').waitFor()
  expect(await rows(page).count()).toBe(1)
  await button(page, 'Xoá lọc').click()
  await expect.poll(() => rows(page).count()).toBe(20)

  await openFilters(page)
  await pickOption(page.getByRole('button', { name: /^Kênh / }), 'tr8')
  await rowWith(page, '0912000501').waitFor()
  expect(await rows(page).count()).toBe(1)

  const today = toFilterDate(todayVn())
  await page.goto(`${app.url}${route}?startDate=01/01/2020&endDate=${today}&message=0601`)
  await ready(page)
  expect(await rows(page).count()).toBe(1)
  await page.goto(`${app.url}${route}?startDate=${today}&endDate=${today}&message=0601`)
  await ready(page)
  expect(await rows(page).count()).toBe(0)
})

test.runIf(longRun)(
  'in the reconciliation of the same registrations a total opens its rows, owner and result are set in their cells; the list sends page and limit, and a narrower filter shows no page beyond the last (D2-RECON-01, D2-RECON-12, D2-RECON-21, D2-DREV-18, D2-DREV-19, D2-DREV-32, D2-API-04, D2-Q-13)',
  async () => {
    const page = await app.open('quanly', '/app/dsdttinhluong')
    await ready(page)
    expect(await heading(page).innerText()).toBe('Đối soát doanh thu tính lương')
    const cell = (phone: string, key: string) => rowWith(page, phone).locator(`td[data-key="${key}"]`)
    await cell('0912000100', 'username_nv').dblclick()
    expect((await offered(page)).join(' ')).toContain('sale211')
    await page.getByRole('option', { name: /sale211/ }).click()
    await expect.poll(() => cell('0912000100', 'username_nv').innerText()).toBe('sale211')
    await cell('0912000101', 'ket_qua').dblclick()
    expect(await offered(page)).toEqual(['Thành công', 'Thất bại'])
    await page.getByRole('option', { name: 'Thất bại' }).click()
    await expect.poll(() => cell('0912000101', 'doanh_thu_tinh_luong').innerText()).toBe('0')
    await expect.poll(() => pager(page)).toMatch(/ 28$/)
    const sum = page.getByTitle('Xem các dòng này').last()
    await expect.poll(() => sum.innerText()).toBe('2,430,000')
    await sum.click()
    await expect.poll(() => pager(page)).toMatch(/ 27$/)
    expect(new URL(page.url()).searchParams.get('status')).toBe('SUCCESS')
    await expect.poll(() => sum.innerText()).toBe('2,430,000')
    // The new owner has it in the other list at once, and sees whose it is without an editor.
    const seller = await app.open('sale211', '/app/report90849332')
    await rowWith(seller, '****00100').waitFor()
    await rowWith(seller, '****00100').locator('td[data-key="username_nv"]').dblclick()
    await seller.getByRole('dialog').waitFor()
    expect(await seller.getByRole('option').count()).toBe(0)
    await page.goto(`${app.url}/app/report90849332`)
    await ready(page)
    expect(await rows(page).first().locator('td[data-key="ngay_thanh_cong"]').innerText()).toMatch(
      /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/,
    )
    const requests: (string | null)[][] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/report90849332')
        requests.push([searchParams.get('page'), searchParams.get('count')])
    })
    await page.getByRole('button', { name: 'Trang 3', exact: true }).click()
    await expect.poll(() => pager(page)).toBe('21–28 / 28')
    expect(requests).toEqual([['2', '10']])
    // A narrower filter leaves no empty table.
    await page.getByRole('searchbox').first().fill('0912000301')
    await page.keyboard.press('Enter')
    await expect.poll(() => pager(page)).toBe('1–1 / 1')
    expect(requests.map(([, count]) => count)).not.toContain(null)
  },
)
