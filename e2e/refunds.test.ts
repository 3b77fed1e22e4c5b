/** Refund and top-up requests in a real browser: asked for, decided, owed back, by those who may. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refundBody } from '#test/refunds.ts'
import { longRun } from '#test/rounds.ts'
import { setSettings } from '#test/settings.ts'
import {
  box,
  button,
  dialog,
  footButton,
  grid,
  missingLine,
  offered,
  pager,
  pickOption,
  rowWith,
  toast,
  startApp,
  type App,
  unfold,
  openFilters,
} from './app.ts'
import { postAs } from './post-as.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await setSettings(app.pool, {
    ti_le_chiet_khau: 7,
    ti_le_chiet_khau_tra_sau: 5,
    'vietqr.bank_bin': '970418',
    'vietqr.account': '9000000632',
    'vietqr.name': 'CONG TY',
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE requestrefund, giahoantien CASCADE')
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap_g1, gia_goi)
    VALUES ('VD90', 12000, 33000, 90000)`)
  await app.pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, number_type, package_code, request_type,
      request_method, refund_price, other_refund, created_time)
    VALUES ('sale111', '', '912000001', 1, 'VD90', 1, 1, 0, 500, now()),
      ('sale111', '', '912000002', 2, 'VD90', 5, NULL, 100000, 0, now() - interval '1 minute'),
      ('sale211', '', '912000003', 1, 'VD90', 4, 1, 0, 7000, now() - interval '2 minutes')`)
})
afterEach(() => app.leave())

const cell = (row: Locator, key: string): Locator => row.locator(`td[data-key="${key}"]`)
const heads = async (page: Page, name: string): Promise<string[]> =>
  (await grid(page, name).locator('thead th').allInnerTexts()).map((text) => text.trim())
const stored = async (phone: string): Promise<Record<string, unknown>> =>
  (await app.pool.query('SELECT * FROM requestrefund WHERE number_phone = $1 ORDER BY request_type', [phone]))
    .rows[0]
const writes = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
  return sent
}
/** What somebody else asks for meanwhile waits in a bar, and no row moves (D3-DEC-05). */
async function holdsStill(page: Page): Promise<void> {
  const rowTexts = () => page.getByRole('grid').locator('tbody tr[aria-rowindex]').allInnerTexts()
  const before = await rowTexts()
  await postAs(app, 'sale211', 'requestrefund/createHoanTienGoiCuoc', refundBody('0912000009'))
  const bar = button(page, '1 đơn mới')
  await bar.waitFor()
  expect(await rowTexts()).toEqual(before)
  await bar.click()
  await rowWith(page, '0912000009').waitFor()
}
/** Answers the open question. */
const answer = async (page: Page, title: string, verb: string): Promise<void> => {
  const question = dialog(page, title)
  await button(question, verb).click()
  await question.waitFor({ state: 'detached' })
}

test('the refund list has its columns, filters and buttons, and new requests wait in a bar (D3-DEC-05, D2-REFUND-01 to 04, D2-REFUND-10 to 14, D2-REFUND-26, D2-REFUND-27, D2-REFUND-34, D2-Q-50)', async () => {
  const page = await app.open('admin', '/app/requestrefund')
  await page.getByRole('heading', { name: 'Yêu cầu hoàn tiền', level: 1 }).waitFor()
  await unfold(page)
  const columns = ['Nhân viên', 'SĐT', 'Gói cước', 'Yêu cầu', 'Tiền hoàn / nạp', 'Thời gian', 'Hoàn thêm (lý do)',
    'Trạng thái đối tác', 'Loại TB', 'Hình thức', 'Chênh lệch', 'Tiến trình nạp', 'Tiền chuyển khoản', 'Chiết khấu (%)',
    'Kênh đối tác', 'Sau chiết khấu', 'Chuyển khoản', 'Người duyệt', 'Duyệt'] // prettier-ignore
  expect((await heads(page, 'Yêu cầu hoàn tiền')).filter((name) => columns.includes(name))).toEqual(columns)
  for (const name of ['Cài đặt', 'Xuất file', 'Nạp tiền chiết khấu', 'Hoàn tiền gói cước'])
    expect(await button(page, name).count()).toBe(1)
  const row = rowWith(page, '0912000002')
  // The amounts are seen without scrolling, in front of what stands frozen at the right.
  const amounts = await cell(row, 'other_refund').boundingBox()
  const frozen = await cell(row, 'duyet').boundingBox()
  expect((amounts?.x ?? 0) + (amounts?.width ?? 0)).toBeLessThanOrEqual(frozen?.x ?? 0)
  expect(await cell(row, 'staff_username').innerText()).toMatch(/Nguyễn Hồng Nhung\s+sale111/)
  expect(await cell(row, 'number_type').innerText()).toBe('MG')
  expect(await cell(row, 'tien_trinh_nap').innerText()).toBe('0/100,000')
  expect(await cell(row, 'request_method').innerText()).toBe('-')
  await holdsStill(page)
  await openFilters(page)
  await pickOption(page.getByRole('button', { name: /^Trạng thái đơn / }), 'Đơn bị từ chối')
  await page.getByText('Không có đơn nào khớp').waitFor()
  await button(page, 'Xoá lọc').first().click()
  await openFilters(page)
  await pickOption(page.getByRole('button', { name: /^Chuyển khoản Tất cả/ }), 'Chưa CK')
  await expect.poll(() => pager(page)).toBe('1–1 / 1')
})

test('a manager edits in the row, but nobody saves an empty amount or edits by a stray click; deciding asks first, and the partner status follows; the drawer shows the history of a request, and a decided one is editable only in its open fields (D3-ACC-09, D2-REFUND-25, D2-REFUND-33, D2-REFUND-98, D2-REFUND-102, D2-REFUND-103, D2-REFUND-105, D2-Q-38, D2-Q-80, D2-RFREP-07, D3-DEC-01, D3-PRV-05, D2-REFUND-15 to 22, D2-REFUND-31, D2-REFUND-32, D2-REFUND-38, D2-REFUND-82)', async () => {
  const page = await app.open('quanly', '/app/requestrefund')
  const sent = writes(page)
  const amount = cell(rowWith(page, '0912000002'), 'refund_price')
  await amount.dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect.poll(() => amount.innerText()).toBe('100,000')
  expect(sent).toEqual([])
  // A stray click saves no amount: what was typed stays to be saved or given up.
  const difference = cell(rowWith(page, '0912000002'), 'chenh_lech')
  await difference.dblclick()
  await difference.getByRole('textbox').fill('5000')
  await page.getByText(/^\d+ đơn$/).click()
  expect(await difference.getByRole('textbox').inputValue()).toMatch(/^5,?000$/)
  await difference.getByRole('textbox').press('Escape')
  expect(sent).toEqual([])
  await amount.dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('200000')
  await page.keyboard.press('Enter')
  // More than the package costs is asked about in its cell, and saved by the second Enter (D3-GRID-10).
  await page
    .getByRole('alert')
    .getByText(/^Tiền hoàn \/ nạp 200,000, nhiều hơn giá gói/)
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored('912000002')).transfer_final_amount).toBe(190_000)
  expect(sent).toEqual(['/api/v1/requestrefund/updateTienHoan'])
  // Types but 'Không hoàn', every staff member and package, whatever the length of their lists.
  const waiting = rowWith(page, '0912000001')
  // Esc closes the open list and nothing else: what is ticked stays ticked, and the next Esc takes that back.
  await waiting.getByRole('checkbox').check()
  await cell(waiting, 'request_type').dblclick()
  expect(await offered(page)).toEqual(['Hoàn trước', 'Hoàn sau', 'Hoàn thêm', 'Nạp tiền'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await waiting.getByRole('checkbox').isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => waiting.getByRole('checkbox').isChecked()).toBe(false)
  await cell(waiting, 'request_type').dblclick()
  await page.getByRole('option', { name: 'Hoàn trước' }).click()
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await cell(waiting, 'package_code').dblclick()
  expect(await offered(page)).toEqual(['VD90'])
  await page.getByRole('option', { name: 'VD90' }).click()
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await cell(waiting, 'staff_username').dblclick()
  expect((await offered(page)).join(' ')).toContain('sale211')
  await page.getByRole('option', { name: /sale211/ }).click()
  await expect.poll(async () => (await stored('912000001')).staff_username).toBe('sale211')
  // The amount of a refund is the table's.
  await cell(rowWith(page, '0912000001'), 'refund_price').dblclick()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  const before = sent.length
  await button(page, 'Duyệt 0912000001').click()
  expect(await dialog(page, 'Xác nhận thay đổi trạng thái đơn này?').innerText()).toContain(
    '"CHỜ DUYỆT" → "ĐÃ DUYỆT"',
  )
  await answer(page, 'Xác nhận thay đổi trạng thái đơn này?', 'Huỷ')
  expect(sent.length).toBe(before)
  await button(page, 'Duyệt 0912000001').click()
  await answer(page, 'Xác nhận thay đổi trạng thái đơn này?', 'Duyệt')
  const row = rowWith(page, '0912000001')
  await row.getByText('ĐÃ DUYỆT').waitFor()
  await row.getByText('Đã tạo đơn không qua API').waitFor()
  await button(page, 'Từ chối 0912000002').click()
  await answer(page, 'Xác nhận từ chối đơn này?', 'Từ chối')
  await rowWith(page, '0912000002').getByText('Đơn bị từ chối').waitFor()
  expect(await cell(rowWith(page, '0912000003'), 'duyet').innerText()).toBe('Không cần duyệt')
  // Of a prepaid one 'Đang xử lý' is not offered, nor what it is already.
  await page.getByRole('button', { name: /^Trạng thái đối tác 0912000003/ }).click()
  expect(await offered(page)).toEqual(['Hoàn thành', 'Hoàn tiền'])
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: 'Xem chi tiết và lịch sử' }).click()
  const drawer = dialog(page, 'Hoàn trước VD90, 0912000001')
  await drawer.getByText('Đã tạo đơn không qua API').first().waitFor()
  await drawer.getByRole('region', { name: 'Lịch sử' }).getByText('Kênh đối tác').waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: 'Sửa', exact: true }).click()
  const form = dialog(page, 'Cập nhật bản ghi')
  await box(form, 'Chênh lệch').waitFor()
  expect(
    await form.locator('[data-field]').evaluateAll((all) => all.map((one) => one.getAttribute('data-field'))),
  ).toEqual(['other_reason', 'chenh_lech'])
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: 'Mở lại' }).click()
  const question = dialog(page, 'Mở lại đơn')
  await question.getByLabel('Lý do mở lại').fill('Duyệt nhầm gói')
  await answer(page, 'Mở lại đơn', 'Mở lại')
  await row.getByText('CHỜ DUYỆT', { exact: true }).waitFor()
})

test.runIf(longRun)(
  'a salesperson sees their own requests, masked and as text, and requests a refund and a top-up by one click; an incoming transfer approves the waiting request, and open rows show it at once (D2-Q-76, D2-REFUND-28 to 30, D2-REFUND-35 to 37, D2-REFUND-46, D2-REFUND-48, D2-REFUND-64, D2-Q-53, D2-Q-54)',
  async () => {
    const page = await app.open('sale111', '/app/requestrefund')
    expect(await pager(page)).toBe('1–2 / 2')
    const names = await heads(page, 'Yêu cầu hoàn tiền')
    for (const hidden of ['Kênh đối tác', 'Sau chiết khấu']) expect(names).not.toContain(hidden)
    expect(names).toContain('Chênh lệch')
    for (const hidden of ['Cài đặt', 'Xuất file']) expect(await button(page, hidden).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Duyệt|Từ chối|Trạng thái đối tác) / }).count()).toBe(0)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(rowWith(page, '****00001'), '****00001').click()
    await toast(page, 'Đã copy: ****00001').waitFor()
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(new Error('no')),
      }),
    )
    await button(rowWith(page, '****00001'), '****00001').click()
    await toast(page, 'Lỗi không thể copy: ****00001').waitFor()
    const sent = writes(page)
    await button(page, 'Hoàn tiền gói cước').click()
    const form = dialog(page, 'Hoàn tiền gói cước')
    expect(await button(form, 'Không hoàn').isDisabled()).toBe(true)
    await form.getByRole('button', { name: /^MC/ }).click()
    await box(form, 'Gói cước').fill('vd90')
    await button(form, 'Hoàn trước').click()
    await pickOption(box(form, 'Hình thức'), 'Nâng cấp G1')
    await footButton(page, 'Tạo đơn').click()
    await missingLine(page).waitFor()
    await box(form, 'Số điện thoại').fill('0977 000 111')
    await button(form, 'Có').click()
    await footButton(page, 'Tạo 2 đơn').click()
    await form.getByText('Chưa nhập số tiền nạp').waitFor()
    expect(sent).toEqual([])
    await box(form, 'Số tiền nạp').fill('90000')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    expect(sent).toEqual([
      '/api/v1/requestrefund/createHoanTienGoiCuoc',
      '/api/v1/requestrefund/createNapTienChietKhau',
    ])
    await expect.poll(() => rowWith(page, '****00111').count()).toBe(2)
    const { rows } = await app.pool.query(
      `SELECT count(DISTINCT millisecond_created_at) AS clicks, sum(refund_price)::int AS sum FROM requestrefund WHERE number_phone = '977000111'`,
    )
    expect(rows).toMatchObject([{ clicks: 1, sum: 123_000 }])
    await setSettings(app.pool, { tu_dong_duyet_hoan_goi: 1 })
    const first = rowWith(page, '****00001')
    await first.getByText('CHỜ DUYỆT', { exact: true }).waitFor()
    // Inserted with SQL, as another process would: the server learns of it only through the database's notification.
    await app.pool.query(`UPDATE requestrefund SET other_refund = 0;
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
    VALUES ('ketqua', 'live', '912000001', 'VD90', now(), 'sale111')`)
    await first.getByText('ĐÃ DUYỆT', { exact: true }).waitFor()
    expect(await cell(first, 'nguoi_quyet_dinh').innerText()).toBe('Tự động')
    await setSettings(app.pool, { tu_dong_duyet_hoan_goi: 0 })
  },
)

test.runIf(longRun)(
  'amount and transfer amount fill each other; content, note and VietQR follow (D2-REFUND-59 to 63, D2-REFUND-133, D2-Q-65, D3-QR-01)',
  async () => {
    const page = await app.open('chinhanh1', '/app/requestrefund')
    await button(page, 'Nạp tiền chiết khấu').click()
    const form = dialog(page, 'Nạp tiền chiết khấu')
    await box(form, 'Số điện thoại').fill('0918000640')
    await form.getByRole('button', { name: /^MC/ }).click()
    await box(form, 'Gói cước').fill('vd90')
    await box(form, 'Số tiền nạp').fill('90000')
    await expect.poll(() => box(form, 'Khách chuyển').inputValue()).toBe('83,700')
    await box(form, 'Khách chuyển').fill('93000')
    await expect.poll(() => box(form, 'Số tiền nạp').inputValue()).toBe('100,000')
    await form.getByRole('button', { name: /^MG/ }).click()
    await expect.poll(() => box(form, 'Khách chuyển').inputValue()).toBe('95,000')
    await form.getByText('0918000640 VD90 95000').waitFor()
    await form.getByRole('img', { name: 'VietQR 95,000 đ, nội dung 0918000640 VD90' }).waitFor()
    expect(await form.getByText('Khách đã chuyển khoản').count()).toBe(0)
    await button(form, 'Không').click()
    await page.route('**/createNapTienChietKhau', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', msg: 'Thử lại sau' } }),
    )
    await footButton(page, 'Tạo đơn').click()
    await page.getByRole('button', { name: 'Vẫn lưu' }).click()
    await toast(page, '[NẠP TIỀN CHIẾT KHẤU] Thử lại sau').waitFor()
  },
)

test('recoveries appear at once and are reverted when the server refuses (D2-RFREP-01 to 04, D2-RFREP-15 to 19, D2-RFREP-39, D2-RFREP-43 to 46, D2-Q-86, D2-Q-87)', async () => {
  const page = await app.open('quanly', '/app/requestrefundreport')
  await page.getByRole('heading', { name: 'Báo cáo yêu cầu hoàn tiền', level: 1 }).waitFor()
  const row = rowWith(page, '0912000001')
  const recovery = cell(row, 'trang_thai_truy_thu_hoan_theo_goi')
  const extra = cell(row, 'trang_thai_truy_thu_hoan_them')
  const choose = (option: string) =>
    pickOption(recovery.getByRole('button', { name: /^Truy thu hoàn theo gói/ }), new RegExp(`^${option}`))
  const question = 'Xác nhận đổi trạng thái truy thu thành "TRUY THU"?'
  await choose('TRUY THU')
  await answer(page, question, 'Huỷ')
  expect(await recovery.innerText()).toMatch(/BÌNH THƯỜNG\s*Tự động/)
  let release: (() => void) | undefined
  await page.route('**/setTrangThaiTruyThuHoanTheoGoi/*', async (route) => {
    await new Promise<void>((go) => (release = go))
    await route.fulfill({ status: 500, json: { code: 'INTERNAL', msg: 'Không lưu được' } })
  })
  await choose('TRUY THU')
  await answer(page, question, 'Xác nhận')
  await expect.poll(() => recovery.innerText()).toMatch(/TRUY THU\s*quanly/)
  await expect.poll(() => release !== undefined).toBe(true)
  release?.()
  await toast(page, /\[Lỗi\]\s*Không lưu được/).waitFor()
  await expect.poll(() => recovery.innerText()).toMatch(/BÌNH THƯỜNG\s*Tự động/)
  await page.unroute('**/setTrangThaiTruyThuHoanTheoGoi/*')
  await choose('TRUY THU')
  await answer(page, question, 'Xác nhận')
  await expect
    .poll(async () => (await stored('912000001')).trang_thai_truy_thu_hoan_theo_goi)
    .toBe('truy_thu')
  expect(await extra.innerText()).toMatch(/BÌNH THƯỜNG\s*Tự động/)
  expect(await cell(rowWith(page, '0912000002'), 'trang_thai_truy_thu_hoan_them').innerText()).toBe('-')
  await grid(page, 'Báo cáo yêu cầu hoàn tiền').getByText('Hoàn 12,000').waitFor()
})

test.runIf(longRun)(
  'the report has its export, its form without a top-up, a bar for new rows, and the settings of channels and discounts (D2-SET-01, D2-SET-09, D2-SET-10, D2-SET-12, D2-Q-64, D2-ROLE-33, D2-RFREP-05, D2-RFREP-06, D2-RFREP-08, D2-RFREP-14)',
  async () => {
    const page = await app.open('quanly', '/app/requestrefundreport')
    const file = page.waitForEvent('download')
    await button(page, 'Xuất DS truy thu').click()
    expect((await file).suggestedFilename()).toBe('DANH-SACH-TRUY-THU.xlsx')
    await button(page, 'Hoàn tiền gói cước').click()
    expect(await dialog(page, 'Hoàn tiền gói cước').getByText('Có lên đơn chiết khấu không?').count()).toBe(0)
    await footButton(page, 'Tạo đơn').click()
    await missingLine(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await holdsStill(page)
    await button(page, 'Cài đặt').click()
    const settings = dialog(page, /^Cài đặt/)
    await pickOption(box(settings, 'Kênh hoàn tiền trả trước'), 'Chưa chọn')
    await footButton(page, 'Lưu').click()
    await missingLine(page).waitFor()
    await box(settings, 'Kênh hoàn tiền trả trước').click()
    expect(await offered(page)).toEqual(['Chưa chọn', 'Không qua API', 'doitac1.example', 'doitac2.example'])
    await page.getByRole('option', { name: 'doitac1.example' }).click()
    // The list that closes must not take the next choice.
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await pickOption(box(settings, 'Kênh nạp chiết khấu trả sau'), 'Chưa chọn')
    await footButton(page, 'Lưu').click()
    await toast(page, 'Cập nhật cài đặt thành công').waitFor()
    const { rows: set } = await app.pool.query(
      `SELECT key, value FROM settings WHERE key LIKE 'kenh_%' ORDER BY key`,
    )
    expect(set).toEqual([
      { key: 'kenh_hoan_tien', value: 'doitac1.example' },
      { key: 'kenh_nap_chiet_khau_tra_sau', value: '' },
    ])
    await app.pool.query(`DELETE FROM settings WHERE key LIKE 'kenh_%'`)
  },
)
