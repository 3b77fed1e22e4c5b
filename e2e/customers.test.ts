/** Customers, their lists and files, data permission, care log and exports in a real browser. */
import { writeXlsx } from 'hucre'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { longRun } from '#test/rounds.ts'
import { samplePath } from '#test/samples/path.ts'
import {
  button,
  dialog,
  footButton,
  grid,
  heading,
  missingLine,
  offered,
  pager,
  pickOption,
  ready,
  rowWith,
  rows,
  toast,
  startApp,
  type App,
  chooseInRow,
} from './app.ts'
import { downloaded } from './sheet.ts'

const sample = 'danh-sach-khach-hang.xlsx'
const twoSheets = 'hai-trang.xlsx'
const everyList = '00000000-0000-0000-0000-000000000000'
/** Room for every filter in one line. */
const wide = { width: 1920, height: 1080 }
/** Reading and saving a file of 1,200 rows. */
const slow = { timeout: 20_000 }

let app: App
beforeAll(async () => void (app = await startApp()))
afterEach(() => app.leave())
afterAll(() => app.close())

/** Lets the calls fail as a broken server would: without a sentence. */
const fail = (page: Page, calls: string | RegExp): Promise<unknown> =>
  page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))

const counted = async (source: string): Promise<number> =>
  Number((await app.pool.query(`SELECT count(*) AS n FROM ${source}`)).rows[0].n)

const importing = (page: Page) => page.getByLabel('File cần nhập')

/** Exports what the screen in front shows: the name of the file, its lines with the head, and one of the heads. */
async function exported(page: Page, name: string, lines: number, head: string): Promise<void> {
  const { file, rows: sheet } = await downloaded(page, () => button(page, 'Xuất file').click())
  expect([file, sheet.length]).toEqual([name, lines])
  expect(sheet[0]).toContain(head)
  await toast(page, new RegExp(`^Đã xuất file ${name}`)).waitFor()
}

/** Types a period into an open-and-close field of the filter bar. */
async function typePeriod(page: Page, name: RegExp, from: string, to: string): Promise<URLSearchParams> {
  const sent = page.waitForRequest((request) => /\/care\/history\?/.test(request.url()))
  await page.getByRole('button', { name }).click()
  // The field opened before may still be on its way out.
  const field = page.getByRole('dialog', { name })
  await field.getByLabel('Từ ngày').fill(from)
  await field.getByLabel('Đến ngày').fill(to)
  await page.keyboard.press('Enter')
  return new URL((await sent).url()).searchParams
}

test('a spreadsheet is previewed over the whole page and saved, and the list shows its rows (D1-CUST-14, D1-CUST-18 to 21, D1-CUST-32, D1-CUST-33, D1-CUST-35, D1-CUST-36)', async () => {
  const page = await app.open('admin', '/sys/customers')
  await button(page, 'Tải dữ liệu').click()
  await importing(page).setInputFiles(samplePath(sample))
  const preview = dialog(page, sample)
  const lines = preview.getByRole('table', { name: `Xem trước ${sample}` }).locator('tbody tr')
  await expect.poll(() => lines.count(), slow).toBe(20)
  await expect.poll(async () => (await preview.boundingBox())?.width).toBeGreaterThan(1300)
  expect((await preview.boundingBox())?.height).toBeGreaterThan(700)
  expect(await lines.first().locator('td').first().innerText()).toBe('2')
  expect(await lines.first().innerText()).toContain('0790007821')
  const size = preview.getByRole('button', { name: 'Số dòng mỗi trang 20' })
  await size.click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['20', '50', '100'])
  await page.getByRole('option', { name: '100' }).click()
  await expect.poll(() => lines.count()).toBe(100)
  expect(await counted('customer')).toBe(0)
  await button(preview, 'Lưu 1,179 dòng').click()
  await page.getByText(`Tải file thành công: "${sample}" (1179 số)`).first().waitFor(slow)
  expect(await counted('customer')).toBe(1179)
  await button(page.getByRole('dialog'), 'Đóng').last().click()
  await expect.poll(() => pager(page)).toBe('1–20 / 1,179')
})

test.runIf(longRun)(
  'only the first sheet of a workbook is read, after a question about its unknown headings (D1-CUST-31, D1-CUST-32, D3-FILE-04)',
  async () => {
    const heads = ['STT', 'SĐT', 'Loại', 'Gói', 'Đăng ký', 'Hết hạn', 'Chu kỳ', 'Trạng thái', 'Gói có thể ĐK']
    const line = (n: number, phone: string) => [
      n,
      phone,
      'MC',
      'VD90',
      '01/10/2026',
      '31/10/2026',
      1,
      'Mở',
      'VD120',
    ]
    const sheets = [
      { name: 'Một', rows: [heads, line(1, '0981000001'), line(2, '0981000002')] },
      { name: 'Hai', rows: [heads, line(1, '0981000003')] },
    ]
    const page = await app.open('admin', '/sys/upload')
    await button(page, 'Tải dữ liệu').click()
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await importing(page).setInputFiles({
      name: twoSheets,
      mimeType: type,
      buffer: Buffer.from(await writeXlsx({ sheets })),
    })
    const question = page.getByRole('group', { name: 'Cột chưa rõ' })
    // The columns are preset by their position in the sheet.
    await question.getByRole('button', { name: 'Cột E “Đăng ký” Ngày đăng ký' }).waitFor(slow)
    await question.getByRole('button', { name: 'Cột F “Hết hạn” Ngày hết hạn' }).waitFor()
    expect(await button(page, 'Lưu 2 dòng').isDisabled()).toBe(true)
    await pickOption(question.getByRole('button', { name: /^Cột F/ }), 'Không đọc')
    await button(question, 'Đọc lại file').click()
    await question.waitFor({ state: 'detached' })
    await button(page, 'Lưu 2 dòng').click(slow)
    await page.getByText(`Tải file thành công: "${twoSheets}" (2 số)`).first().waitFor()
    const read = `"packageRegisterAt" IS NOT NULL AND "packageExpiredAt" IS NULL`
    expect(await counted(`customer WHERE phone::text LIKE '%98100000%' AND ${read}`)).toBe(2)
  },
)

test("rows have checkboxes, the search box finds by phone, 'Thêm khách hàng' opens its dialog and creates a row, 'Phân dữ liệu' counts the free numbers and assigns them (D1-CUST-10 to 13, D1-CUST-15, D1-CUST-17, D1-CUST-54 to 56, D1-LIST-15, D1-Q-058, D1-Q-059, D1-Q-067, D1-Q-160, D2-ERR-06, D2-ERR-08)", async () => {
  const page = await app.open('admin', '/sys/customers')
  await page.getByLabel('Chọn dòng 1', { exact: true }).check()
  await page.getByLabel('Chọn dòng 3', { exact: true }).check()
  await page.getByRole('toolbar').getByText('2 số đã chọn').waitFor()
  // Esc closes the question alone; the ticks stay for another try.
  await button(page.getByRole('toolbar'), 'Xoá').click()
  await button(dialog(page, 'Xoá bản ghi'), 'Xoá 2 số').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Xoá bản ghi').waitFor({ state: 'detached' })
  await page.getByRole('toolbar').getByText('2 số đã chọn').waitFor()
  await page.getByRole('searchbox', { name: 'Số điện thoại' }).fill('0790007821')
  await page.keyboard.press('Enter')
  await expect.poll(() => pager(page)).toBe('1–1 / 1')
  await expect.poll(() => rows(page).innerText()).toContain('0790007821')
  await button(page, 'Thêm khách hàng').click()
  await dialog(page, 'Thêm khách hàng').getByLabel('Số điện thoại').waitFor()
  await footButton(page, 'Tạo').click()
  await missingLine(page).waitFor()
  const form = dialog(page, 'Thêm khách hàng')
  await form.getByLabel('Số điện thoại').fill('0981777001')
  await pickOption(form.getByRole('button', { name: /^Loại/ }), 'MC')
  await form.getByLabel('Gói cước', { exact: false }).first().fill('VD90')
  await form.getByLabel('Ngày đăng ký').fill('01/11/2026')
  await form.getByLabel('Ngày hết hạn').fill('01/12/2026')
  await form.getByLabel('Gói có thể đăng ký').fill('VD120')
  await footButton(page, 'Tạo').click()
  await toast(page, 'Tạo khách hàng thành công').waitFor()
  await form.waitFor({ state: 'detached' })
  await button(page, 'Xoá lọc').click()
  await fail(page, '**/count-assign/*')
  await button(page, 'Phân dữ liệu').click()
  await toast(page, 'Lấy số lượng khách hàng có thể chia không thành công').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unroute('**/count-assign/*')
  const total = await counted('customer')
  const counts = page.waitForResponse((response) => response.url().endsWith(`/count-assign/${everyList}`))
  await button(page, 'Phân dữ liệu').click()
  expect(await (await counts).json()).toMatchObject({ data: { total } })
  const parts = dialog(page, /^Phân dữ liệu/)
  await parts.getByText(`${total.toLocaleString('en-US')} số có thể phân`).waitFor()
  await parts.getByLabel('Số lượng của chinhanh1').fill('5')
  await fail(page, '**/api/v1/customer/assign')
  await footButton(page, 'Phân 5 số').click()
  await toast(page, 'Phân chia dữ liệu thất bại. Vui lòng thử lại lần sau.').waitFor()
  expect(await parts.getByLabel('Số lượng của chinhanh1').inputValue()).toBe('5')
  await page.unroute('**/api/v1/customer/assign')
  await footButton(page, 'Phân 5 số').click()
  await toast(page, 'Phân chia dữ liệu thành công.').waitFor()
  await parts.waitFor({ state: 'detached' })
  expect(await counted('customer WHERE holder_id IS NOT NULL')).toBe(5)
})

test.runIf(longRun)(
  'deleting a list asks with its explanation and continues only when confirmed; unreadable lists are reported; deleting a subscriber file warns that its numbers are lost (D1-UPL-19, D1-UPL-34 to 36, D1-UPL-38)',
  async () => {
    const page = await app.open('admin', '/sys/upload')
    const remove = (): Promise<void> => chooseInRow(rowWith(page, twoSheets), 'Xoá')
    await remove()
    const ask = dialog(page, 'Xoá dữ liệu upload?')
    await ask.getByText(`Toàn bộ dữ liệu khách hàng trong file ${twoSheets} sẽ bị xoá.`).waitFor()
    expect((await ask.getByRole('button').allInnerTexts()).filter(Boolean)).toEqual(['Quay lại', 'Xác nhận'])
    await button(ask, 'Quay lại').click()
    await ask.waitFor({ state: 'detached' })
    await remove()
    await button(ask, 'Xác nhận').click()
    await rowWith(page, twoSheets).waitFor({ state: 'detached' })
    expect(await rowWith(page, sample).count()).toBe(1)
    await fail(page, /\/api\/v1\/upload(\?|$)/)
    await button(page, 'Làm mới').click()
    await toast(page, 'Lấy danh sách upload không thành công').first().waitFor()
    const file = await makePool(app.pool, { rows: 3 })
    const { rows: named } = await app.pool.query<{ name: string }>(
      'SELECT "FileName" AS name FROM data_files WHERE id = $1',
      [file],
    )
    const name = named[0]?.name ?? ''
    await page.unrouteAll()
    await page.goto(`${app.url}/sys/uploadchiadata`)
    await ready(page)
    const removeFile = rowWith(page, name).getByRole('button', { name: /^Xoá file dòng/ })
    await removeFile.click()
    const warning = dialog(page, `Xoá file '${name}'`)
    await warning
      .getByText(
        'Xin lưu ý, khi xóa file này thì data từ file này không thể lấy được nữa. Bạn có chắc muốn xóa file này?',
      )
      .waitFor()
    await button(warning, 'Huỷ').click()
    await warning.waitFor({ state: 'detached' })
    expect(await rowWith(page, name).count()).toBe(1)
    await removeFile.click()
    await button(warning, 'Xoá file').click()
    await rowWith(page, name).waitFor({ state: 'detached' })
  },
)

test.runIf(longRun)(
  'the data permission has three sections with a picker each; a failed save is alerted, -99 means nobody and __ALL everybody of a level; a split without data is refused (D1-DPERM-01 to 03, D1-DPERM-25, D1-LIST-16, D1-LIST-17, D1-Q-122)',
  async () => {
    const page = await app.open('admin', '/sys/phanquyendata')
    expect(await heading(page).innerText()).toBe('Phần quyền data')
    const titles = ['Chi nhánh', 'Leader', 'Nhân viên']
    expect(await page.locator('#work').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(titles)
    for (const [title, somebody] of [
      ['Leader', 'leader11'],
      ['Nhân viên', 'sale111'],
      ['Chi nhánh', 'chinhanh1'],
    ] as const)
      await pickOption(
        page.getByRole('region', { name: title }).getByRole('button', { name: `${title} Chọn...` }),
        new RegExp(somebody),
      )
    await page.route('**/handleCustomDataOption', (route) =>
      route.fulfill({ status: 400, json: { code: 'VALIDATION', msg: 'File không còn' } }),
    )
    await button(page.getByRole('region', { name: 'Chi nhánh' }), 'Lưu').click()
    const ask = dialog(page, 'Lưu khi chưa chọn đủ file và ngày')
    await ask.getByText('chinhanh1 và nhân viên bên dưới sẽ không được lấy số.').waitFor()
    await button(ask, 'Xác nhận').click()
    await toast(page, '[Lỗi] File không còn').waitFor()
    await page.unroute('**/handleCustomDataOption')
    const section = page.getByRole('region', { name: 'Leader' })
    const read = page.waitForResponse((response) => /getOptionDataByUsername\/__ALL\?/.test(response.url()))
    await pickOption(section.getByRole('button', { name: /^Leader / }), 'Tất cả')
    expect((await read).status()).toBe(200)
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await button(section, 'Lưu').click()
    await ask.getByText('Mọi tài khoản ở cấp này và nhân viên bên dưới sẽ không được lấy số.').waitFor()
    await button(ask, 'Huỷ').click()
    await ask.waitFor({ state: 'detached' })
    expect(calls).toEqual([])
    await button(section, 'Lưu').click()
    const sent = page.waitForRequest('**/handleCustomDataOption')
    await button(ask, 'Xác nhận').click()
    const nobody = { username: '-99', files: [], ngay: [] }
    expect((await sent).postDataJSON()).toEqual({
      branch: nobody,
      leader: { username: '__ALL', files: [], ngay: [] },
      sale: nobody,
    })
    await toast(page, 'Đã lưu cài đặt phân quyền!').waitFor()
    await page.goto(`${app.url}/sys/division`)
    await page.getByRole('button', { name: 'Lưu' }).click()
    await toast(page, 'Chưa chọn data chia').waitFor()
  },
)

test('the screen reports a customer that could not be fetched, a result that could not be saved and one that was saved (D1-CARE-56 to 58)', async () => {
  // What the levels above are permitted bounds what a salesperson gets.
  await app.pool.query('DELETE FROM data_options')
  await permitFiles(app.pool, 'sale111', [await makePool(app.pool, { rows: 3 })])
  const page = await app.open('sale111', '/app/customer-care')
  const next = page.getByRole('button', { name: 'Chăm sóc khách hàng mới' })
  await fail(page, '**/customer/new-care')
  await next.click()
  await toast(page, 'Lấy khách hàng mới không thành công. Vui lòng thử lại').waitFor()
  await page.unroute('**/customer/new-care')
  await next.click()
  await page.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
  await page.keyboard.press('2')
  const note = dialog(page, 'Chăm sóc').getByLabel('Ghi chú')
  await note.fill('Không cần')
  await fail(page, '**/customer/*/care')
  await note.press('Enter')
  const lost = 'Thông tin chăm sóc khách hàng ghi nhận không thành công. Vui lòng thử lại lần sau.'
  await toast(page, lost).waitFor()
  expect(await note.inputValue()).toBe('Không cần')
  await page.unroute('**/customer/*/care')
  await note.press('Enter')
  await toast(page, 'Thông tin chăm sóc khách hàng ghi nhận thành công.').waitFor()
  expect(await counted('care_history')).toBe(1)
})

test.runIf(longRun)(
  'the care log is filtered by the days of call and appointment; its staff picker indents by level; log and capture report are exported as files (D1-CARE-36, D1-CARE-37, D1-CARE-59, D2-CAP-17, D1-LIST-13, D1-LIST-14, D2-ROLE-13, D2-ROLE-14, D1-CONST-07, D1-Q-083)',
  async () => {
    await app.pool.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, appointment_at, note, created_at)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', h.status, h.hen::timestamptz, h.note, h.at::timestamptz
    FROM (VALUES ('REJECTED', NULL, 'Gọi năm 2020', '2020-01-31T23:30:00+07'),
      ('APPOINTMENT', '2030-03-31T23:30:00+07', 'Hẹn tháng ba', now()::text)) AS h(status, hen, note, at),
      (SELECT * FROM users WHERE username = 'sale111') u, (SELECT * FROM customer LIMIT 1) c`)
    const page = await app.open('admin', '/app/care-history', wide)
    const log = grid(page, 'Nhật ký chăm sóc')
    const notes = (): Promise<string[]> => log.locator('td[data-key="note"]').allInnerTexts()
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date())
    await button(page, `Ngày chăm sóc 01${day.slice(2)} – ${day}`).waitFor()
    await button(page, 'Ngày hẹn Mọi ngày').waitFor()
    expect((await notes()).toSorted()).toEqual(['Hẹn tháng ba', 'Không cần'])
    await exported(page, 'NHAT-KY-CSKH.xlsx', 3, 'Thời gian chăm sóc')
    const meeting = await typePeriod(page, /^Ngày hẹn /, '01/03/2030', '31/03/2030')
    expect([meeting.get('startDateHen'), meeting.get('endDateHen')]).toEqual(['01/03/2030', '31/03/2030'])
    await expect.poll(notes).toEqual(['Hẹn tháng ba'])
    await button(page, 'Xoá lọc').first().click()
    await expect.poll(async () => (await notes()).length).toBe(2)
    const called = await typePeriod(page, /^Ngày chăm sóc /, '01/01/2020', '31/01/2020')
    expect([called.get('startDate'), called.get('endDate')]).toEqual(['01/01/2020', '31/01/2020'])
    expect(called.has('startDateHen') || called.has('endDateHen')).toBe(false)
    await expect.poll(notes).toEqual(['Gọi năm 2020'])
    await page.getByRole('button', { name: /^Nhân viên / }).click()
    await page.getByRole('option', { name: /sale111/ }).waitFor()
    const options = (await offered(page)).map((text) => text.split('\n')[0])
    const marks: Record<number, string> = { 3: '', 4: '-- ', 5: '---- ' }
    for (const { fullname, priority } of demoAccounts.filter((account) => account.priority in marks))
      expect(options).toContain(`${marks[priority]}${fullname}`)
    await page.keyboard.press('Escape')
    await page.goto(`${app.url}/app/tilebatso`)
    await ready(page)
    await exported(page, 'Ti-le-bat-so.xlsx', 2, 'Mã nhân viên')
  },
)
