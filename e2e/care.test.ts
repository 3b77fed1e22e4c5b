/** The care screen, the care log and the capture report in a real browser against the real server. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayVn } from '#kit/contract/dates.ts'
import { pricedTexts } from '#platform/contract/priced.ts'
import { clearPools, makePool, permitFiles } from '#test/pool.ts'
import { call } from '#test/process.ts'
import { longRun } from '#test/rounds.ts'
import { startApp, tokenOf, type App } from './app.ts'

let app: App
let page: Page

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

/** Puts everything handed out away and gives `sale111` a file with three numbers. */
beforeEach(async () => {
  await clearPools(app.pool)
  const file = await makePool(app.pool, { rows: 3 })
  await permitFiles(app.pool, 'sale111', [file])
})
afterEach(() => app.leave())

async function open(username: string, path: string): Promise<void> {
  page = await app.open(username, path)
}

const askButton = (): Locator => page.getByRole('button', { name: 'Chăm sóc khách hàng mới' })
const card = (): Locator => page.getByRole('region', { name: 'Khách hàng đang chăm sóc' })
const dialog = (): Locator => page.getByRole('dialog', { name: 'Chăm sóc' })
const note = (): Locator => dialog().getByLabel('Ghi chú')
const packageBox = (): Locator => dialog().getByLabel('Gói cước')
const timeBox = (): Locator => dialog().getByLabel('Thời gian hẹn lại')
const savedText = 'Thông tin chăm sóc khách hàng ghi nhận thành công.'

/** Takes the next customer with F2 and answers the number on the card. */
async function take(): Promise<string> {
  await askButton().and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('F2')
  await card().waitFor()
  return card().getByRole('heading').innerText()
}

/** Records a refusal with the keyboard alone. */
async function refuse(words = 'Không có nhu cầu'): Promise<void> {
  await page.keyboard.press('2')
  await note().fill(words)
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
}

const stored = async (): Promise<Record<string, unknown>[]> =>
  (await app.pool.query('SELECT status, package, note, appointment_at, version FROM care_history')).rows

test('F2 fetches a customer with the focus on the number, words typed right after a result key are kept whole, and a reload brings back the same customer; until the result is saved the button is off with its reason (D1-CARE-15 to 18, D1-CARE-24, D1-Q-074, D1-Q-082)', async () => {
  await open('sale111', '/app/customer-care')
  await page.getByText('Sẵn sàng nhận khách hàng tiếp theo').waitFor()
  const phone = await take()
  expect(phone).toMatch(/^0\d{3} \d{3} \d{3}$/)
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')
  await expect.poll(focused).toMatch(/^0\d{3} \d{3} \d{3}$/)
  // Both in one task of the page, as fast as no hand is: the dialog takes the focus in the moment it appears.
  await page.evaluate(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true, cancelable: true }))
    await Promise.resolve()
    document.execCommand('insertText', false, 'Bận')
  })
  expect(await note().inputValue()).toBe('Bận')
  await page.reload()
  await card().waitFor()
  expect(await card().getByRole('heading').innerText()).toBe(phone)
  expect(await askButton().isDisabled()).toBe(true)
  expect(await askButton().getAttribute('title')).toBe('Ghi kết quả để nhận khách tiếp theo')
  const words = await card().innerText()
  for (const label of ['Loại thuê bao', 'Gói cước', 'Ngày hết hạn', 'Chu kỳ miễn phí còn'])
    expect(words).toContain(label)
  expect(words).toContain('VD90')
  await card().getByRole('button', { name: 'VD120' }).click()
  expect(await packageBox().inputValue()).toBe('VD120')
  await page.keyboard.press('Enter')
  await page.getByText(savedText).waitFor()
  expect(await stored()).toMatchObject([{ status: 'APPROVED', package: 'VD120', note: null }])
  await expect.poll(() => askButton().evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await askButton().isEnabled()).toBe(true)
  expect(await page.getByRole('table', { name: 'Vừa xong' }).innerText()).toContain('****')
})

test.runIf(longRun)(
  'a saved note of the caller is inserted with one key or click (D1-CARE-24, D1-CARE-28)',
  async () => {
    await open('sale111', '/app/customer-care')
    await take()
    await refuse('Tắt máy cả ngày')
    await page.reload()
    await take()
    await page.keyboard.press('2')
    await dialog().getByRole('button', { name: 'Tắt máy cả ngày' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await note().inputValue()).toBe('Tắt máy cả ngày')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect((await stored()).map((row) => row.note)).toEqual(['Tắt máy cả ngày', 'Tắt máy cả ngày'])
  },
)

test('a result sent offline waits and says so, a result whose answer is lost is sent again with the same key, a half typed result survives the end of the session: each is recorded once (D1-CARE-26)', async () => {
  await open('sale111', '/app/customer-care')
  await take()
  await page.context().setOffline(true)
  await page.keyboard.press('2')
  await note().fill('Không có nhu cầu')
  await page.keyboard.press('Enter')
  await dialog().getByText('Mất kết nối, sẽ gửi ngay khi có mạng lại.').waitFor()
  await page.keyboard.press('Enter')
  await page.context().setOffline(false)
  await dialog().waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject([{ note: 'Không có nhu cầu' }])
  await take()
  const keys: string[] = []
  await page.route('**/care', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The server records the first one, but its answer never arrives.
    if (keys.length === 1) await route.fetch().then(() => route.abort())
    else await route.continue()
  })
  await refuse('Bận')
  await dialog().waitFor({ state: 'detached' })
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(1)
  expect(await stored()).toHaveLength(2)
  await page.unrouteAll()
  await take()
  await page.keyboard.press('2')
  await note().fill('Đang nói dở')
  await call(`${app.url}/api/v1/auth/logout`, 'POST', await tokenOf(page), {})
  await note().press('Enter')
  const password = page.locator('input[type="password"]')
  await password.fill('Demo@2026')
  if ((await page.getByLabel('Tên đăng nhập').inputValue()) === '')
    await page.getByLabel('Tên đăng nhập').fill('sale111')
  await password.press('Enter')
  await password.waitFor({ state: 'detached' })
  expect(await note().inputValue()).toBe('Đang nói dở')
  await note().press('Enter')
  await dialog().waitFor({ state: 'detached' })
  expect(await stored()).toHaveLength(3)
})

test('the dialog shows the number read-only and the fields of each result, names each missing field below it, and sends an appointment time only with an appointment (D1-CARE-19 to 33, D1-Q-076)', async () => {
  await open('sale111', '/app/customer-care')
  const phone = await take()
  const fields = async (): Promise<[number, number]> => [await packageBox().count(), await timeBox().count()]
  await page.keyboard.press('1')
  await dialog().waitFor()
  const box = dialog().getByLabel('Số điện thoại')
  expect([await box.inputValue(), await box.getAttribute('readonly')]).toEqual([
    phone.replaceAll(' ', ''),
    '',
  ])
  expect(await fields()).toEqual([1, 0])
  await page.keyboard.press('Alt+3')
  await timeBox().waitFor()
  expect(await fields()).toEqual([1, 1])
  await page.keyboard.press('Alt+4')
  await timeBox().waitFor({ state: 'detached' })
  expect(await fields()).toEqual([0, 0])
  expect(await dialog().getByRole('button', { name: 'Xác nhận' }).isVisible()).toBe(true)
  await dialog().getByRole('button', { name: 'Huỷ' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await card().isVisible()).toBe(true)
  const refused = async (words: string): Promise<void> => {
    await page.keyboard.press('Enter')
    await dialog().getByText(words).waitFor()
  }
  await page.keyboard.press('3')
  await packageBox().fill('  ')
  await refused('Bạn chưa nhập gói cước!')
  await packageBox().fill('vd150')
  await refused('Bạn chưa nhập thời gian hẹn lại!')
  await timeBox().fill('01/01/2020 09:00')
  await note().fill('Gọi lại')
  await refused('Thời gian hẹn lại phải ở sau hiện tại')
  await note().fill('   ')
  await timeBox().fill('31/12/2099 09:00')
  expect(await dialog().innerText()).toContain('Thứ Năm, 31-12-2099 09:00:00')
  await note().focus()
  await refused('Bạn chưa nhập ghi chú!')
  expect(await stored()).toEqual([])
  await note().fill('Không nghe máy')
  await page.keyboard.press('Alt+4')
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/care') && request.method() === 'POST',
  )
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    status: 'KBM',
    note: 'Không nghe máy',
    version: expect.any(Number),
  })
  await page.getByText(savedText).waitFor()
})

test.runIf(longRun)(
  'an appointment is listed, and its entry opens the dialog without a result; appointments and own log are on the same screen (D1-CARE-30, D1-CARE-34, D1-Q-072, D1-Q-081)',
  async () => {
    await open('sale111', '/app/customer-care')
    await take()
    await page.keyboard.press('3')
    await packageBox().fill('VD150')
    // The list is that of today, and a quarter of an hour before midnight the quarter ends tomorrow.
    const soon = new Date(Date.now() + 16 * 60_000)
    if (todayVn(soon) === todayVn()) await dialog().getByRole('button', { name: '15 phút nữa' }).click()
    else await timeBox().fill(`${todayVn()} 23:59`)
    await note().fill('Bận họp')
    await page.keyboard.press('Enter')
    await page.getByText(savedText).waitFor()
    const entry = page.getByRole('button', { name: /VD150, Bận họp/ })
    expect(await entry.innerText()).not.toContain('trễ')
    await entry.click()
    await dialog().getByRole('button', { name: 'Xác nhận' }).click()
    await dialog().getByText('Bạn phải chọn kết quả!').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Lịch hẹn/ }).click()
    const table = page.getByRole('grid', { name: 'Lịch hẹn' })
    await table.getByText('Bận họp').waitFor()
    for (const head of ['SĐT', 'Gói cước', 'Hẹn lại', 'Ghi chú', 'Lúc gọi'])
      expect(await table.getByRole('columnheader', { name: head, exact: true }).count()).toBe(1)
    // All of them are here, so a click on a head sorts them here (D3-GRID-01).
    const head = table.getByRole('columnheader', { name: 'Lúc gọi', exact: true })
    await head.getByRole('button').click()
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await table
      .getByRole('button', { name: /^Ghi kết quả dòng/ })
      .first()
      .click()
    await dialog().getByRole('button', { name: 'Xác nhận' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Nhật ký của tôi' }).first().click()
    await page.getByRole('grid', { name: 'Nhật ký chăm sóc' }).getByText('Bận họp').waitFor()
    await page.getByRole('button', { name: /^Ngày chăm sóc / }).waitFor()
  },
)

test.runIf(longRun)(
  'when no customer is handed out the screen says so and names the rule that prevents it (D1-Q-073, D3-ORG-07)',
  async () => {
    await app.pool.query(`UPDATE data_options SET ngay = '{2020-01-01}'`)
    await open('sale111', '/app/customer-care')
    await askButton().click()
    await page.getByText('Hết số để chăm sóc').waitFor()
    expect(await askButton().isEnabled()).toBe(true)
    const reason = /^Phân quyền data của sale111 không có hôm nay/
    await page.getByText(reason).waitFor()
    await page.getByText('còn 3 số').waitFor()
    expect(await page.getByRole('button', { name: 'Vì sao không có số?' }).count()).toBe(0)
  },
)

test("the care log of a salesperson has neither staff filter nor export; result and note are edited in the row, 'accepted' only with its package, and not before the date limit of edits (D1-CARE-31, D1-CARE-38 to 49, D1-CARE-53, D1-Q-086)", async () => {
  await open('sale111', '/app/customer-care')
  await take()
  await refuse('Đang bận')
  await page.goto(`${app.url}/app/care-history`)
  const grid = page.getByRole('grid', { name: 'Nhật ký chăm sóc' })
  await grid.getByText('Đang bận').waitFor()
  expect(await grid.innerText()).not.toContain('Nhân viên')
  expect(await page.getByRole('button', { name: 'Xuất file' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Nhân viên/ }).count()).toBe(0)
  const cell = (key: string): Locator => grid.locator(`td[data-key="${key}"]`)
  await cell('note').dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Gọi sau')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell('note').innerText()).toContain('Gọi sau')
  await cell('note').dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await cell('status').dblclick()
  await page.getByRole('option', { name: 'Không bắt máy' }).click()
  await expect.poll(() => cell('status').innerText()).toContain('Không bắt máy')
  // The cell shows the choice while it is on its way; the database has it a moment later.
  await expect.poll(stored).toMatchObject([{ status: 'KBM', note: 'Gọi sau' }])
  // Its icon comes with the answer; until then the cell is on its way, and is not changed again.
  await cell('status').locator('svg').waitFor()
  await grid.locator('td[data-key="status"]').dblclick()
  await page.getByRole('option', { name: 'Đồng ý' }).click()
  const question = page.getByRole('dialog', { name: 'Đồng ý gói nào' })
  await question.getByLabel('Gói cước').fill('vd1200')
  await page.keyboard.press('Enter')
  // Enter takes no package that nothing suggests; the button asks, and no Enter answers yes (D3-OTP-08).
  const unpriced = page.getByRole('dialog', { name: pricedTexts.askTitle })
  expect(await unpriced.count()).toBe(0)
  await question.getByRole('button', { name: /^Xác nhận/ }).click()
  await unpriced.getByText(/^Gói "VD1200" không có trong bảng giá/).waitFor()
  await page.keyboard.press('Enter')
  await unpriced.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject([{ status: 'KBM' }])
  await question.getByRole('button', { name: /^Xác nhận/ }).click()
  await unpriced.getByRole('button', { name: pricedTexts.go }).click()
  await question.waitFor({ state: 'detached' })
  await grid
    .getByTitle(/^Gói không có trong bảng giá/)
    .getByText('VD1200')
    .waitFor()
  expect(await stored()).toMatchObject([{ status: 'APPROVED', package: 'VD1200' }])
  await app.pool.query(`UPDATE care_history SET created_at = created_at - interval '40 days'`)
  await page.goto(`${app.url}/app/care-history?startDate=01/01/2020&endDate=31/12/2099`)
  await grid.getByText('Gọi sau').waitFor()
  await grid.locator('td[data-key="note"]').dblclick()
  expect(await grid.getByRole('textbox').count()).toBe(0)
  expect(await grid.getByRole('button', { name: 'Mời lại' }).isEnabled()).toBe(true)
})

test.runIf(longRun)(
  'the capture report shows counts with their share, and a figure opens its calls; a manager sees staff filter and export, and a past result becomes an appointment once its time is given (D2-CAP-01 to 16, D1-CARE-35, D1-CARE-40, D1-CARE-42, D1-CARE-45, D1-Q-085)',
  async () => {
    await open('sale111', '/app/customer-care')
    await take()
    await refuse()
    await app.leave()
    await open('leader11', '/app/tilebatso')
    const row = page.getByRole('grid', { name: 'Tỉ lệ bắt số' }).getByRole('row', { name: /sale111/ })
    await row.waitFor()
    const words = await row.innerText()
    expect(words).toContain('Nguyễn Hồng Nhung')
    expect(words).toContain('1 (100%)')
    expect(words).toContain('0 (0%)')
    expect(await page.getByRole('button', { name: 'Xuất file' }).isEnabled()).toBe(true)
    await row.getByRole('link', { name: '1 (100%)' }).click()
    await page.getByRole('grid', { name: 'Nhật ký chăm sóc' }).getByText('Không có nhu cầu').waitFor()
    await app.leave()
    await open('admin', '/app/care-history')
    const grid = page.getByRole('grid', { name: 'Nhật ký chăm sóc' })
    await grid.getByText('sale111').waitFor()
    expect(await page.getByRole('button', { name: 'Xuất file' }).isEnabled()).toBe(true)
    const status = grid.locator('td[data-key="status"]')
    await status.dblclick()
    await page.getByRole('option', { name: 'Hẹn gọi lại' }).click()
    const question = page.getByRole('dialog', { name: 'Hẹn gọi lại' })
    await question.getByLabel('Thời gian hẹn lại').fill('31/12/2099 09:00')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => grid.innerText()).toContain('31-12-2099 09:00:00')
    await grid.getByRole('button', { name: 'Mời lại' }).click()
    await page.getByRole('button', { name: 'Xác nhận' }).click()
    await page.getByText("[Thông báo từ 'Chăm sóc khách hàng']").waitFor()
  },
)
