/** What every list does, in a real browser: its width, its order by heads. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { todayVn } from '#kit/contract/dates.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { chiphihotro, chiphikhac } from '#subjects/pay/contract/lists/expenses.ts'
import { call } from '#test/process.ts'
import { everyNth, longRun } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import {
  button,
  dialog,
  footButton,
  grid,
  openFromMenu,
  pager,
  pickOption,
  rows,
  rowWith,
  startApp,
  tokenOf,
  type App,
  chooseInRow,
} from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

test.runIf(longRun)(
  'a click on a heading sorts, a second one reverses, a third restores the default order; tab and link keep the order (D3-GRID-01)',
  async () => {
    const page = await app.open('admin', '/app/home')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const queries: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/uploadchiadata') queries.push(searchParams.get('sort'))
    })
    await openFromMenu(page, 'Upload chia data')
    const head = (within: Page, name: string) =>
      grid(within, 'Upload chia data').getByRole('columnheader', { name, exact: true })
    const order = (name: string) => head(page, name).getAttribute('aria-sort')
    const press = (name: string) => head(page, name).getByRole('button').click()
    await press('Tên file')
    await expect.poll(() => order('Tên file')).toBe('ascending')
    await press('Ngày upload')
    await expect.poll(() => order('Ngày upload')).toBe('descending')
    expect(await order('Tên file')).toBe('none')
    await page.keyboard.press('Enter')
    await expect.poll(() => order('Ngày upload')).toBe('ascending')
    await expect.poll(() => queries).toEqual([null, 'FileName', '-ngay_upload', 'ngay_upload'])
    await openFromMenu(page, 'Blacklist')
    await grid(page, 'Blacklist').waitFor()
    await page.getByRole('tab', { name: 'Upload chia data' }).click()
    expect(await order('Ngày upload')).toBe('ascending')
    await button(page.getByRole('tabpanel', { name: 'Upload chia data' }), 'Copy liên kết với bộ lọc').click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await press('Ngày upload')
    expect(await order('Ngày upload')).toBe('none')
    const linked = await app.open('admin', link.slice(app.url.length))
    expect(await head(linked, 'Ngày upload').getAttribute('aria-sort')).toBe('ascending')
  },
)

test('typing edits the focused cell, Enter saves and moves down, Tab moves to the next cell, Esc drops a refused value (D3-GRID-02)', async () => {
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('GO1'), ('GO2'), ('GO3')`)
  const page = await app.open('admin', '/sys/giahoantien?ten_goi_cuoc=GO')
  const cellOf = (name: string, key: string) => rowWith(page, name).locator(`td[data-key="${key}"]`)
  const focused = async (cell: Locator) => {
    await expect.poll(() => cell.getAttribute('data-focused')).toBe('true')
  }
  await cellOf('GO1', 'gia_gia_han').click()
  await page.keyboard.type('90000')
  await page.keyboard.press('Enter')
  await focused(cellOf('GO2', 'gia_gia_han'))
  await page.keyboard.type('1500')
  await page.keyboard.press('Tab')
  await cellOf('GO2', 'gia_nang_cap').getByRole('textbox').waitFor()
  await page.keyboard.type('2500')
  await page.keyboard.press('Shift+Enter')
  await focused(cellOf('GO1', 'gia_nang_cap'))
  await expect
    .poll(
      async () =>
        (
          await app.pool.query(
            `SELECT gia_gia_han, gia_nang_cap FROM giahoantien WHERE ten_goi_cuoc IN ('GO1', 'GO2') ORDER BY ten_goi_cuoc`,
          )
        ).rows,
    )
    .toEqual([
      { gia_gia_han: 90_000, gia_nang_cap: 0 },
      { gia_gia_han: 1500, gia_nang_cap: 2500 },
    ])
  await page.keyboard.type('-')
  await page.keyboard.press('Enter')
  // A refused value keeps the focus, to be put right or dropped.
  await cellOf('GO1', 'gia_nang_cap').getByRole('alert').waitFor()
  await focused(cellOf('GO1', 'gia_nang_cap'))
  await page.keyboard.press('Escape')
  await expect.poll(() => cellOf('GO1', 'gia_nang_cap').innerText()).toBe('0')
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await expect.poll(() => cellOf('GO1', 'gia_nang_cap').innerText()).toBe('0')
  // A digit too many is asked about where it was typed, and nothing is saved before the second Enter.
  const price = cellOf('GO1', 'gia_gia_han')
  const priced = `SELECT gia_gia_han AS price FROM giahoantien WHERE ten_goi_cuoc = 'GO1'`
  const stored = async () => (await app.pool.query<{ price: number }>(priced)).rows[0]?.price
  await price.click()
  await page.keyboard.type('900000')
  await page.keyboard.press('Enter')
  await price.getByText('Giá gia hạn từ 90,000 thành 900,000').waitFor()
  await focused(price)
  expect(await stored()).toBe(90_000)
  await page.keyboard.press('Enter')
  await focused(cellOf('GO2', 'gia_gia_han'))
  await expect.poll(stored).toBe(900_000)
})

test.runIf(longRun)(
  'a page holds as many rows as fit the screen, also after the window grew; typing a page number opens it; one click of the date filter chooses all days (D3-GRID-08)',
  async () => {
    await app.pool.query(`
    INSERT INTO blacklist (phone_number, description, "createdAt")
    SELECT (930000000 + n)::text, 'Trang', now() - n * interval '1 minute' FROM generate_series(1, 210) n`)
    const page = await app.open('admin', '/app/blacklist?description=trang')
    const rowCount = () => rows(page).count()
    await expect.poll(() => pager(page)).toBe('1–20 / 210')
    await page.getByLabel('đến trang').fill('9')
    await page.keyboard.press('Enter')
    await expect.poll(() => pager(page)).toBe('161–180 / 210')
    await page.getByLabel('đến trang').fill('900')
    await page.keyboard.press('Enter')
    await expect.poll(() => pager(page)).toBe('201–210 / 210')
    await pickOption(page.getByRole('button', { name: /^Số dòng mỗi trang/ }), 'Vừa màn hình')
    const fits = async (): Promise<void> => {
      const table = grid(page, 'Blacklist')
      await expect
        .poll(() =>
          table.evaluate((element) => {
            const box = element.parentElement
            return (
              box !== null &&
              box.scrollHeight <= box.clientHeight &&
              box.clientHeight - element.getBoundingClientRect().height < 33
            )
          }),
        )
        .toBe(true)
    }
    await page.getByRole('button', { name: 'Trang 1', exact: true }).click()
    await fits()
    const before = await rowCount()
    await page.setViewportSize({ width: 1366, height: 1000 })
    await expect.poll(rowCount).toBeGreaterThan(before + 4)
    await fits()
    const history = await app.open('admin', '/app/care-history')
    const range = history.getByRole('button', { name: /^Ngày chăm sóc/ })
    // On the first of a month the month until now is today.
    expect(await range.innerText()).toMatch(/–|Hôm nay/)
    await range.click()
    await button(history, 'Mọi ngày').click()
    await expect.poll(() => range.innerText()).toContain('Mọi ngày')
  },
)

test.runIf(longRun)(
  'a value typed over a row that somebody else changed meanwhile is not saved, even when the list shows the change already (D3-GRID-05)',
  async () => {
    await app.pool.query(`INSERT INTO blacklist (phone_number, description) VALUES ('912000011', 'cũ')`)
    const page = await app.open('admin', '/app/blacklist')
    const row = rowWith(page, '912000011')
    const words = row.locator('td[data-key="description"]')
    await words.dblclick()
    await page.getByRole('textbox', { name: 'Mô tả' }).fill('của tôi')
    const { rows: found } = await app.pool.query<{ id: string }>(
      `UPDATE blacklist SET phone_number = '912000022', version = version + 1
     WHERE phone_number = '912000011' RETURNING id`,
    )
    // Any change of the list has every screen read it again.
    await fetch(`${app.url}/api/v1/blacklist`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(page)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number: '0912000033' }),
    })
    await rowWith(page, '912000022').waitFor()
    await page.keyboard.press('Enter')
    const mine = rowWith(page, '912000022').locator('td[data-key="description"]')
    await mine.getByText('Người khác vừa sửa dòng này, ô này nay là cũ').waitFor()
    const stored = () =>
      app.pool.query<{ description: string }>(
        `SELECT description FROM blacklist WHERE id = '${found[0]!.id}'`,
      )
    expect((await stored()).rows[0]?.description).toBe('cũ')
    await mine.getByRole('button', { name: 'Ghi đè của tôi' }).click()
    await expect.poll(async () => (await stored()).rows[0]?.description).toBe('của tôi')
  },
)

test('a table is never narrower than 1050 px and scrolls inside its box; a list that cannot be reloaded keeps its rows, shows the reason and their age, and reloads on demand (D1-LIST-19, D3-GRID-07, D2-ERR-14, D2-Q-24)', async () => {
  const page = await app.open('admin', '/sys/accounts', { width: 1024, height: 768 })
  const width = async () => (await grid(page, 'Nhân viên').boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThanOrEqual(1050)
  expect((await page.locator('#work').boundingBox())?.width).toBeLessThan(1000)
  const before = await rows(page).count()
  await page.route('**/api/v1/users?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'BUSY', msg: 'Hệ thống đang bận' } }),
  )
  await button(page, 'Làm mới').click()
  const notice = page.getByRole('status').filter({ hasText: 'Chưa tải lại được danh sách' })
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(
    /đang xem dữ liệu lúc \d\d-\d\d-\d{4} \d\d:\d\d:\d\d: Hệ thống đang bận/,
  )
  expect(await rows(page).count()).toBe(before)
  await page.unroute('**/api/v1/users?*')
  await notice.getByRole('button', { name: 'Thử lại' }).click()
  await notice.waitFor({ state: 'detached' })
})

test.runIf(longRun)(
  'revenue by staff and by branch has its columns, sums, ranking, and the rows behind a figure (D2-SREV-01 to 12, D2-BREV-01 to 05, D2-FMT-09)',
  async () => {
    await app.pool.query(
      `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`,
    )
    await app.pool.query(`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    VALUES ('9332', '1', '912000001', 'VD90', 90000, now(), 'sale111'), ('9332', '2', '912000002', 'VD90', 70000, now(), 'sale211'),
      ('9332', '3', '912000003', 'VD90', 50000,
        (date_trunc('month', now() AT TIME ZONE 'Asia/Ho_Chi_Minh') - interval '1 month') AT TIME ZONE 'Asia/Ho_Chi_Minh', 'sale211')`)
    await app.pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, other_refund, created_time)
    VALUES ('sale111', '', '912000001', 'VD90', 1, 0, 500, now()), ('sale111', '', '912000004', 'VD90', 5, 1000, 0, now())`)
    const page = await app.open('admin', '/app/reportstaffrevenue')
    const staff = grid(page, 'Doanh thu theo nhân viên')
    const row = rowWith(page, 'sale111')
    await row.waitFor()
    expect((await row.innerText()).split(/\s*[\t\n]\s*/).slice(1, 9)).toEqual([
    'sale111', 'Nguyễn Hồng Nhung', '90,000', '1', '1', '90,000', '12,500', '77,500',
  ]) // prettier-ignore
    for (const name of [
      'Mã NV',
      'Tên nhân viên',
      'Doanh thu',
      'Số gói',
      'Gói (mọi trạng thái)',
      'Tạm tính (mọi trạng thái)',
      'Tổng hoàn tiền',
      'Thực tế (trừ hoàn)',
    ])
      await staff.getByRole('columnheader', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: /^Nhân viên / }).waitFor()
    expect(await staff.locator('tfoot').innerText()).toContain('160,000')
    const ranking = page.getByRole('region', { name: 'Xếp hạng nhân viên' })
    await expect
      .poll(() => ranking.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining('Nguyễn Hồng Nhung'),
        expect.stringMatching(/70,000[^]*\+40%[^]*50,000/),
      ])
    await row.getByRole('button', { name: '77,500' }).click()
    await page.getByRole('link', { name: 'Tổng hoàn tiền' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await rows(page).innerText()).toContain('12,000')
    await page.goto(`${app.url}/app/reportbranchrevenue`)
    const branch = rowWith(page, 'Chi nhánh 2')
    await branch.waitFor()
    expect(await branch.innerText()).toMatch(/70,000[^]*17,500\s*$/)
    for (const name of ['Số NV', 'DT bình quân', 'Tạm tính trung bình'])
      await grid(page, 'Doanh thu theo chi nhánh').getByRole('columnheader', { name, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^(Nhân viên|Nhóm) / }).count()).toBe(0)
  },
)

// One component with other columns: the one that has most of them with every change.
const costs = [
  [chiphihoantien, false],
  [chiphihotro, true],
  [chiphikhac, true],
  [doanhthutinhluong, true],
] as const
test.each(everyNth(costs, 3, 4))(
  '$path has all its columns, buttons and dialogs (D2-COST-01, D2-COST-03, D2-COST-04, D2-COST-05 to 32, D2-SALREV-01 to 12, D2-SALREV-16, D2-SALREV-17, D1-ROUTE-38, D1-ROUTE-40 to 42, D2-Q-39)',
  async (resource, creates) => {
    const { path, title, fields, list } = resource as Resource
    const token = await signInAs(app.pool, 'admin')
    const sent: object = {
      kenh: 'ga24',
      nguoi_thuc_hien: 'Đỗ An',
      ngay_nhap: todayVn(),
      noi_dung: 'Điện',
      don_gia: 1000,
      so_luong: 2.5,
    }
    await call(`${app.url}/api/v1/${path}`, 'POST', token, sent)
    const page = await app.open('admin', `/app/${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await rows(page).first().waitFor()
    const heads = await grid(page, title).locator('thead th').allInnerTexts()
    // Who, what and money lead (D3-GRID-12); state and amount that the window would hide are pinned at the right (D3-GRID-09).
    const titles = heads.map((text) => text.trim()).filter((text) => !['', '#', 'Thao tác'].includes(text))
    const declared = list.map((name) => fields[name]?.short ?? fields[name]?.label ?? '')
    expect(titles.toSorted()).toEqual(declared.toSorted())
    for (const name of ['Biểu mẫu', 'Nhập file', 'Xuất file', 'Làm mới']) await button(page, name).waitFor()
    await page.route(`**/api/v1/${path}?*`, async (route) => pause(600).then(() => route.continue()))
    await button(page, 'Làm mới').click()
    expect(await button(page, 'Làm mới').getAttribute('aria-busy')).toBe('true')
    await page.getByRole('status').filter({ hasText: 'Vừa làm mới' }).waitFor()
    expect(await button(page, 'Làm mới').getAttribute('aria-busy')).toBeNull()
    // The list may be on its way once more by itself.
    await page.unrouteAll({ behavior: 'wait' })
    expect(await button(page, 'Tạo mới').count()).toBe(creates ? 1 : 0)
    if (creates) {
      await button(page, 'Tạo mới').click()
      await dialog(page, 'Tạo bản ghi mới').waitFor()
      await footButton(page, 'Huỷ').click()
    }
    await rows(page)
      .first()
      .getByRole('button', { name: /^Sửa dòng/ })
      .click()
    const edit = dialog(page, 'Cập nhật bản ghi')
    const wanted = list.filter((name) => fields[name]?.write !== 'never')
    await expect.poll(() => edit.locator('[data-field]').count()).toBe(wanted.length)
    await footButton(page, 'Huỷ').click()
    await chooseInRow(rows(page).first(), 'Xoá')
    const ask = dialog(page, 'Xoá bản ghi')
    expect(await ask.innerText()).toContain('Xác nhận xoá bản ghi')
    await button(ask, 'Xác nhận').click()
    await expect.poll(() => rows(page).count()).toBe(0)
  },
)

test.runIf(longRun)(
  'a column without its permission is neither in the table nor in the dialog, and an empty row is asked about (D2-SALREV-13, D2-SALREV-14, D2-Q-190)',
  async () => {
    await app.pool.query(`
    DELETE FROM role_permissions WHERE role_id IN (SELECT id FROM roles WHERE priority = 2) AND permission_id IN (
      SELECT id FROM permissions WHERE code IN ('doanhthutinhluong.column.gia_von', 'doanhthutinhluong.column.ngay_dang_ky'))`)
    await app.pool.query(
      `INSERT INTO doanhthutinhluong (kenh, gia_von, ngay_dang_ky) VALUES ('ga25', 31500, '2020-01-01')`,
    )
    const page = await app.open('quanly', '/app/doanhthutinhluong')
    await grid(page, 'Doanh thu tính lương').getByRole('columnheader', { name: 'Hoa hồng 1' }).waitFor()
    await rowWith(page, 'ga25').waitFor()
    for (const name of ['Giá vốn', 'Ngày đăng ký'])
      expect(await page.getByRole('columnheader', { name }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Ngày đăng ký / }).count()).toBe(0)
    await button(page, 'Tạo mới').click()
    const form = dialog(page, 'Tạo bản ghi mới')
    await expect.poll(() => form.locator('[data-field]').count()).toBe(19)
    expect(await form.locator('[data-field="gia_von"]').count()).toBe(0)
    // Nothing is required here: an empty record is asked about, and a filled one is not.
    await footButton(page, 'Tạo').click()
    const blank = dialog(page, 'Tạo bản ghi trống')
    await button(blank, 'Nhập tiếp').click()
    await blank.waitFor({ state: 'detached' })
    await form.getByLabel('Kênh').fill('ga26')
    await footButton(page, 'Tạo').click()
    await rowWith(page, 'ga26').waitFor()
    const { rows: made } = await app.pool.query<{ kenh: string | null }>(
      'SELECT kenh FROM doanhthutinhluong WHERE deleted_at IS NULL ORDER BY 1',
    )
    expect(made.map(({ kenh }) => kenh)).toEqual(['ga25', 'ga26'])
  },
)
