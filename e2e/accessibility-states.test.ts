/** No serious fault in what a screen becomes when it is worked with: dialogs, panels, refusals, lost lines, empty lists. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { chooseCodeChannels, grantInvite } from '#test/invite.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { screenNames, screenOf } from '#platform/contract/screens.ts'
import { everyNth, longRun } from '#test/rounds.ts'
import { samplePath } from '#test/samples/path.ts'
import { simStock } from '#test/sims.ts'
import {
  box,
  button,
  dialog,
  footButton,
  grid,
  line,
  ready,
  rows,
  startApp,
  tokenOf,
  type App,
  chooseInRow,
} from './app.ts'
import { faultsIn } from './axe.ts'

let app: App
let carrier: TestCarrier
beforeAll(async () => {
  carrier = await startTestCarrier()
  app = await startApp({ month: true, env: carrier.env })
  await grantInvite(app.pool, ['care.otp'])
  await chooseCodeChannels(app.pool, 'chinhanh2')
  await permitFiles(app.pool, 'sale211', [await makePool(app.pool, { rows: 1 })])
})
afterAll(async () => {
  await app.close()
  await carrier.close()
})
afterEach(() => app.leave())

/** Two phones, the smallest screen of an office and a large one, each in two themes. */
const views = [
  { width: 1366, height: 768 },
  { width: 360, height: 780 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
].flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })))
let looks = 0

const anyDialog = '[role="dialog"]'
const work = '#work'

/** Looks at a state in one of the views in turn, in the long run in all of them; not where a view does not have the part. */
async function look(page: Page, name: string, where = anyDialog): Promise<void> {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const { size, theme } of everyNth(views, looks++, views.length)) {
    await page.setViewportSize(size)
    const view = `${name}-${size.width}-${theme}`
    if (await page.locator(where).filter({ visible: true }).count())
      faults.push(...(await faultsIn(page, theme, view, where)).map((fault) => `${view}: ${fault}`))
  }
  if (before) await page.setViewportSize(before)
  expect.soft(faults).toEqual([])
}

/** Looks at the dialog in front and closes it. */
async function lookAndClose(page: Page, name: string): Promise<void> {
  await look(page, name)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test.runIf(longRun)(
  'outside the workspace no state has a serious fault: a refused sign-in, /register, an unknown address, a given password, a missing right',
  async () => {
    const page = await app.visit('/login')
    await page.getByLabel('Tên đăng nhập').fill('admin')
    await page.getByLabel('Mật khẩu', { exact: true }).fill('sai-mat-khau')
    await page.getByRole('button', { name: 'Đăng nhập' }).click()
    await page.getByText('Sai tên đăng nhập hoặc mật khẩu').waitFor()
    await look(page, 'login-refused', 'html')
    await page.goto(`${app.url}/register`)
    await page.getByText('Tài khoản do quản trị viên tạo').waitFor()
    await look(page, 'register', 'html')
    await page.goto(`${app.url}/404`)
    await page.getByText('404: địa chỉ này không có').waitFor()
    await look(page, 'unknown-address', 'html')
    await app.pool.query(`UPDATE users SET must_change_password = true WHERE username = 'sale212'`)
    await app.signIn(page, 'sale212')
    await page.goto(`${app.url}/app/home`)
    await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await look(page, 'given-password', 'html')
    await app.signIn(page, 'sale111')
    await page.goto(`${app.url}/sys/accounts`)
    await page.getByText('Bạn không có quyền truy cập').waitFor()
    await look(page, 'no-right', 'html')
  },
)

test.runIf(longRun)(
  'the shop has no serious fault: its list, an incomplete order, the confirmation of an order',
  async () => {
    const sim = await simStock(app.pool).sim({ number: '0912341368' })
    const page = await app.visit('/sim', { width: 360, height: 740 })
    await page.getByRole('listitem').first().waitFor()
    await look(page, 'shop', 'html')
    await page.goto(`${app.url}/sim/${sim.id}`)
    const order = page.getByRole('button', { name: 'Đặt sim 1,740,000' })
    await order.click()
    await page.getByText('Sửa 3 ô để đặt').waitFor()
    await look(page, 'shop-refused', 'html')
    await page.getByLabel('Số điện thoại của bạn').fill('0938123456')
    await page.getByLabel('Họ tên').fill('Lưu Hải Yến')
    await page.getByLabel('Địa chỉ nhận sim').fill('18 Khuất Duy Tiến')
    await order.click()
    await page.getByText('Đặt hàng thành công!').waitFor()
    await look(page, 'shop-thanks', 'html')
  },
)

test.runIf(longRun)(
  'a list has no serious fault with its form and refusals, the drawer of a row, its menu, a question, ticked rows',
  async () => {
    const page = await app.open('admin', '/app/blacklist')
    await button(page, 'Tạo mới').click()
    await dialog(page, 'Tạo bản ghi mới').waitFor()
    await look(page, 'form')
    await footButton(page, 'Lưu').click()
    await line(page).waitFor()
    await lookAndClose(page, 'form-refused')
    await page.getByTitle('Xem chi tiết và lịch sử').first().click()
    await page.getByRole('region', { name: 'Lịch sử' }).waitFor()
    await lookAndClose(page, 'drawer')
    await page.getByRole('button', { name: /^Thao tác khác dòng 1$/ }).click()
    await page.getByRole('menuitem').first().waitFor()
    await look(page, 'row-menu', '[role="menu"]')
    await page.keyboard.press('Escape')
    await chooseInRow(rows(page).first(), 'Xoá')
    await dialog(page, 'Xoá bản ghi').waitFor()
    await lookAndClose(page, 'question')
    await rows(page).nth(1).getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: 'Việc với các dòng đã chọn' }).waitFor()
    await look(page, 'ticked', work)
  },
  120_000,
)

test.runIf(longRun)(
  'a list has no serious fault with an import, its panels, an empty result, a toast, the bell, a lost connection, loading rows',
  async () => {
    const page = await app.open('admin', '/app/blacklist')
    const press = (name: string) => button(page, name).click()
    await press('Nhập file')
    await page.getByRole('button', { name: 'Chọn file' }).waitFor()
    await look(page, 'import')
    await page.getByLabel('File cần nhập').setInputFiles(samplePath('blacklist.xlsx'))
    await page.getByRole('group', { name: 'Lọc theo kết quả' }).waitFor()
    await page.getByRole('button', { name: /^Lỗi/ }).click()
    await lookAndClose(page, 'import-errors')
    await press('Cột hiển thị')
    await page.getByRole('checkbox', { name: 'Mô tả' }).waitFor()
    await look(page, 'columns')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Thông báo/ }).click()
    await page.getByRole('button', { name: 'Đọc hết' }).waitFor()
    await look(page, 'bell', 'body')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill('bao do')
    await page.getByRole('option').first().waitFor()
    await lookAndClose(page, 'palette')
    await press('Làm mới')
    await page.getByRole('status').filter({ hasText: 'Vừa làm mới' }).waitFor()
    await press('Copy liên kết với bộ lọc')
    await page.locator('[data-toasts] > *').first().waitFor()
    await look(page, 'toast', '[data-toasts]')
    await page.goto(`${app.url}/app/blacklist?description=khong-co-gi-nhu-the`)
    await page.getByText(/^Không có .* nào khớp/).waitFor()
    await look(page, 'empty', 'html')
    await page.context().setOffline(true)
    await page.getByText(/^Mất kết nối từ/).waitFor()
    await look(page, 'offline', 'html')
    await page.context().setOffline(false)
    await page.getByText('Đã kết nối lại').waitFor()
    await look(page, 'back', 'html')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/blacklist?*', (route) => held.promise.then(() => route.continue()))
    await page.goto(`${app.url}/app/blacklist`)
    await page.locator('main [aria-busy="true"]').first().waitFor()
    await look(page, 'on-the-way', 'html')
    held.resolve()
    await ready(page)
    await page.unrouteAll()
    await page.route('**/api/v1/blacklist?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'BUSY', msg: 'Hệ thống đang bận' } }),
    )
    await press('Làm mới')
    await page.getByText('Chưa tải lại được danh sách').first().waitFor()
    await look(page, 'stale', work)
    await page.goto(`${app.url}/sys/accounts`)
    await ready(page)
    await press('Tạo nhân viên')
    await dialog(page, 'Tạo nhân viên').waitFor()
    await lookAndClose(page, 'account-form')
  },
  120_000,
)

test.runIf(longRun)(
  'a list has no serious fault with saved views, an edited cell, a refused cell and a pasted range',
  async () => {
    const page = await app.open('admin', '/sys/giahoantien')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /^Chế độ xem / }).click()
    await button(page, 'Lưu thành mới').waitFor()
    await look(page, 'views', 'body')
    await button(page, 'Lưu thành mới').click()
    await dialog(page, 'Lưu chế độ xem mới').waitFor()
    await lookAndClose(page, 'view-form')
    const price = rows(page).first().locator('td[data-key="gia_gia_han"]')
    await price.click()
    await page.keyboard.type('-')
    await look(page, 'cell-edited', work)
    await page.keyboard.press('Enter')
    await price.getByRole('alert').waitFor()
    await look(page, 'cell-refused', work)
    await page.keyboard.press('Escape')
    await price.click()
    await page.evaluate(() => navigator.clipboard.writeText('252.000\t378,000\r\n189.000\t667.5OO\r\n'))
    await page.keyboard.press('Control+v')
    await page.getByRole('region', { name: 'Dán' }).waitFor()
    await look(page, 'pasted', work)
  },
)

test.runIf(longRun)(
  'filters have no serious fault with a short list, a long searchable list and a month, nor has a row decided by somebody else',
  async () => {
    const page = await app.open('quanly', '/app/khr')
    const filters = page.getByRole('search')
    for (const name of [/^Trạng thái/, /^Nhân viên/]) {
      await filters.getByRole('button', { name }).click()
      await page.getByRole('option').first().waitFor()
      await look(page, `list-${name.source.slice(1)}`, 'body')
      await page.keyboard.press('Escape')
    }
    await filters.getByRole('button', { name: /^Ngày thành công/ }).click()
    await button(page, 'Mọi ngày').waitFor()
    await look(page, 'days', 'body')
    await page.keyboard.press('Escape')
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/v1/mesbank?'))
    await page.goto(`${app.url}/app/bank-lookup?cho_duyet=1`)
    const { data } = (await (await answered).json()) as { data: { values: { id: string }[] } }
    await ready(page)
    // Somebody else decides on a row that is looked at.
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    await fetch(`${app.url}/api/v1/mesbank/deny/${data.values[0]?.id}`, { headers })
    await page.getByRole('button', { name: /đã có người xử lý$/ }).waitFor()
    await look(page, 'decided-elsewhere', work)
  },
)

test.runIf(longRun)(
  'a phone has no serious fault with cards, a ticked card, the filter sheet, the menu and the desk',
  async () => {
    const page = await app.open('admin', '/app/requestrefund')
    await page.setViewportSize({ width: 360, height: 780 })
    const card = page.locator('main li[data-index="0"]')
    await card.getByRole('checkbox').click()
    await look(page, 'cards-ticked', work)
    await page.getByRole('button', { name: /^Bộ lọc/ }).click()
    await dialog(page, 'Bộ lọc').waitFor()
    await lookAndClose(page, 'filter-sheet')
    await page.getByRole('button', { name: 'Thêm' }).click()
    await dialog(page, 'Thêm').getByText('Blacklist').waitFor()
    await look(page, 'menu', 'html')
    await page.keyboard.press('Escape')
    await page.goto(`${app.url}/app/banduyet`)
    const waiting = page.getByRole('list', { name: 'Hàng chờ' })
    await waiting.getByRole('button', { expanded: false }).first().click()
    await waiting.getByRole('button', { expanded: true }).waitFor()
    await look(page, 'desk-of-a-phone', work)
  },
)

test.runIf(longRun)(
  'the desk with an open order, its question and the guide have no serious fault',
  async () => {
    const page = await app.open('quanly', '/app/banduyet')
    await page
      .getByRole('region', { name: 'Đơn đang xem' })
      .getByRole('button', { name: /^Duyệt/ })
      .waitFor()
    await look(page, 'desk', work)
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByLabel('Lý do từ chối').waitFor()
    await lookAndClose(page, 'desk-refusal')
    await button(page, 'Hướng dẫn và phím tắt').click()
    await page.getByRole('dialog').getByRole('tabpanel').first().waitFor()
    await lookAndClose(page, 'guide')
  },
)

test.runIf(longRun)(
  'the care card, its dialog with a refusal and the registration by code have no serious fault',
  async () => {
    const page = await app.open('sale211', '/app/customer-care')
    await page.keyboard.press('F2')
    const card = page.getByRole('region', { name: 'Khách hàng đang chăm sóc' })
    await card.waitFor()
    await look(page, 'care', work)
    await page.keyboard.press('2')
    const form = dialog(page, 'Chăm sóc')
    await form.waitFor()
    await page.keyboard.press('Enter')
    await form.locator('[aria-invalid="true"]').waitFor()
    await lookAndClose(page, 'care-refused')
    await button(page, 'Mời gói bằng OTP').click()
    await box(page, 'Gói cước').fill('VD90')
    await page.getByRole('button', { name: /^Lấy OTP/ }).click()
    await box(page, 'OTP').waitFor()
    await look(page, 'otp', 'html')
  },
)

test.runIf(longRun)(
  'the customer page, an explained pay figure, a payslip and the monthly result have no serious fault',
  async () => {
    const { rows: busy } = await app.pool.query<{ phone: string }>(`
    SELECT number_phone::text AS phone FROM requestrefund r
    WHERE EXISTS (SELECT FROM customer c WHERE c.phone = r.number_phone AND c.holder_id IS NOT NULL) LIMIT 1`)
    const page = await app.open('admin', '/app/khachhang360')
    await page.getByLabel('Số điện thoại cần xem').fill(`0${busy[0]?.phone}`)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Ai đã thấy số này' }).waitFor()
    await ready(page)
    await look(page, 'customer-360', work)
    await page.goto(`${app.url}/app/tinhluong`)
    await rows(page).first().waitFor()
    await grid(page, 'Tính lương').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await dialog(page, /Giải thích/)
      .getByRole('region', { name: 'Chi trả' })
      .waitFor()
    await lookAndClose(page, 'explanation')
    await page.goto(`${app.url}/app/phieuluong?username=sale111`)
    await page.getByRole('region', { name: 'Khấu trừ' }).waitFor()
    await look(page, 'payslip', work)
    await page.goto(`${app.url}/app/ketquathang`)
    await ready(page)
    await look(page, 'month-result', work)
  },
)

/** Who sees other columns, buttons and masks than the administrator. */
const people = ['admin', 'sale111', 'leader11']

test.runIf(longRun)(
  'every screen has no serious fault at every size, as an administrator, a salesperson and a leader',
  async () => {
    for (const who of people) {
      const page = await app.open(who, '/app/home')
      for (const name of screenNames) {
        await page.goto(app.url + (screenOf(name).routes[0] ?? ''))
        await ready(page)
        await look(page, `${who}-${name}`, 'html')
      }
    }
  },
  1_800_000,
)
