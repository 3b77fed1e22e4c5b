/** Where the parts of the desk stand, whatever the row and the window: what a browser alone can measure. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setSettings } from '#test/settings.ts'
import { startApp, type App } from './app.ts'
import { isInside } from './bank-page.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await app.pool.query(`
    TRUNCATE mesbank, transfer_use, giahoantien, requestrefund, khr, baodo, mfy CASCADE;
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD150', 15000, 150000);
    INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 1500) ON CONFLICT DO NOTHING`)
  await setSettings(app.pool, { ti_le_chiet_khau: 7 })
  await topUps()
  await setSettings(app.pool, { 'refund.secondApprovalAbove': 200_000 })
  await otherKinds()
})
afterAll(() => app.close())
afterEach(() => app.leave())

/** Waiting top-ups, oldest first: with two, four, three, one and no warnings, and one that needs two approvals. */
async function topUps(): Promise<void> {
  await app.pool.query(`
    UPDATE users SET fullname = 'Nguyễn Hoàng Thị Phương Thảo Nguyên Anh' WHERE username = 'sale111';
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    SELECT 'sale111', '', n.phone, 'VD150', 5, n.amount, now() - n.ago * interval '1 minute'
    FROM (VALUES ('917000845', 150000, 90), ('917000846', 150000, 80), ('917000846', 150000, 79), ('917000847', 150000, 70),
      ('917000848', 150000, 60), ('917000849', 999999999999, 50)) n (phone, amount, ago);
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    SELECT 'sale111', '', phone, 'VD150', 5, 150000, now() - n * interval '9 days'
    FROM generate_series(1, 6) n, unnest(ARRAY['917000845', '917000846']) phone;
    UPDATE requestrefund SET status_duyet_don = 1, approver = 'quanly' WHERE created_time < now() - interval '1 day';
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    SELECT 'TCB', 135000 - 1000 * n, now() - (91 - n) * interval '1 minute',
      'TK 900xxx632|GD: +135,000VND|ND: MBVCB.471920.0' || phone || ' VD150.CT tu 9701000482 toi 9000000632', phone, 'VD150', 'cao'
    FROM generate_series(0, 3) n, unnest(ARRAY['917000845', '917000846', '917000847']) phone;
    UPDATE requestrefund SET is_transfer = 1 WHERE number_phone = '917000846' AND created_time BETWEEN now() - interval '79.5 minutes' AND now();
    UPDATE mesbank SET trang_thai_duyet_thong_tin = '2', username_duyet_trang_thai_duyet_thong_tin = 'quanly';
    UPDATE mesbank SET trang_thai_duyet_thong_tin = NULL, username_duyet_trang_thai_duyet_thong_tin = NULL WHERE money = 135000;
    INSERT INTO revenue_line (line_id, track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    SELECT uuidv7(), '9084', 'y' || n, '9084 (3)', 917000845, 'VD150', 150000, now() - n * interval '1 day', 'sale111'
    FROM generate_series(1, 5) n`)
}

const otherKinds = () =>
  app.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
      SELECT 'VCB', n, now(), 'Tin ' || n, 912100000 + n, CASE WHEN n < 3 THEN 'VD150' END, 'cao' FROM generate_series(1, 4) n;
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv) VALUES ('912300001', '2026-11-01', 'sale111', 'x');
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
      VALUES ('912400001', '2026-11-01', 'sale111', 'x', 'VD150', '9084 (3)');
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi)
      SELECT 912500000 + n, 'sale111', '', 'VD90', 1 FROM generate_series(1, 2) n;
    UPDATE mfy SET trang_thai = 'da_soan_y_lan_1' WHERE so_dien_thoai = '912500002'`)

const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'Đơn đang xem' })
const card = (page: Page, name: string): Locator => detailOf(page).getByRole('region', { name, exact: true })
const box = async (of: Locator) => {
  const found = await of.boundingBox()
  if (!found) throw new Error('not on the page')
  return { ...found, right: found.x + found.width, bottom: found.y + found.height }
}

/** Whether a line that is too long for its box is painted beside it, or goes on in a second line. */
const spills = (line: Locator): Promise<boolean> =>
  line.evaluate((element) => {
    const [around, last] = [
      element.getBoundingClientRect(),
      element.lastElementChild?.getBoundingClientRect(),
    ]
    const isCut = getComputedStyle(element).overflowX === 'hidden'
    if (!last) throw new Error('empty')
    return last.top >= around.bottom || (last.right > around.right && !isCut)
  })

test('the head of the current row never overprints itself nor leaves its box, with long names and amounts of twelve digits; below 1100 px the decisions have a line of their own (D3-GRID-13, D3-APR-01)', async () => {
  const page = await app.open('quanly', '/app/banduyet?kinds=nap-tien')
  await page.locator('li').filter({ hasText: '999,999,999,999' }).click()
  for (const [width, height] of [
    [911, 512],
    [1024, 768],
    [1100, 768],
    [1240, 768],
    [1280, 720],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const detail = detailOf(page)
    const head = await box(detail)
    const [facts, place, reject, approve] = await Promise.all([
      box(detail.getByTitle(/0917000849, VD150, Nguyễn Hoàng/)),
      box(detail.getByText('6 / 6')),
      box(detail.getByRole('button', { name: /^Từ chối/ })),
      box(detail.getByRole('button', { name: /^Duyệt/ })),
    ])
    const next = await box(detail.getByRole('button', { name: 'Đơn sau' }))
    expect([width, facts.height]).toEqual([width, 28])
    expect([width, await spills(detail.getByTitle(/0917000849, VD150/))]).toEqual([width, false])
    expect([width, facts.right <= place.x, place.right <= next.x]).toEqual([width, true, true])
    const ownLine = reject.y >= facts.bottom
    expect([width, ownLine]).toEqual([width, width <= 1240])
    expect([width, ownLine || next.right <= reject.x, reject.right <= approve.x]).toEqual([width, true, true])
    for (const one of [next, approve]) expect([width, one.right <= head.right]).toEqual([width, true])
  }
})

test('from row to row nothing below the head moves: two lines of warnings have their place without one too, and of more none is hidden (D3-APR-03)', async () => {
  const page = await app.open('quanly', '/app/banduyet?kinds=nap-tien')
  const notes = detailOf(page).getByRole('region', { name: 'Cần xem' })
  const seen: { warnings: number; top: number; text: string; whole: boolean }[] = []
  for (let n = 1; n <= 6; n++) {
    await detailOf(page).getByText(`${n} / 6`).waitFor()
    await detailOf(page).locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    seen.push({
      warnings: await notes.getByRole('listitem').count(),
      top: (await box(card(page, 'Giá và thông tin đơn'))).y,
      text: await notes.innerText(),
      whole: await notes.evaluate((element) => element.scrollHeight <= element.clientHeight),
    })
    const compared = await card(page, 'Tin ngân hàng')
      .locator('tbody tr')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
    expect([n, compared]).toEqual([n, compared.map(() => 24)])
    await page.keyboard.press('j')
  }
  expect(seen.map(({ warnings }) => warnings)).toEqual([2, 4, 3, 1, 0, 0])
  expect(seen[4]?.text).toBe('Không có cảnh báo')
  expect(seen[5]?.text).toMatch(/^Cần hai người duyệt, chưa ai duyệt\s+Không có cảnh báo$/)
  const usual = seen.filter(({ warnings }) => warnings <= 2)
  expect(new Set(usual.map(({ top }) => top)).size).toBe(1)
  expect(seen.every(({ whole }) => whole)).toBe(true)
  expect((seen[1]?.top ?? 0) > (seen[0]?.top ?? 0)).toBe(true)
})

test("the kinds stand in one line of 1280 px and more, also with large counts and a person chosen; the others are in the menu of 'Khác' (D3-APR-01)", async () => {
  const page = await app.open('quanly', '/app/banduyet')
  await page.route('**/api/v1/banduyet/dem*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { values: { count: number; warned: number }[] } }
    for (const value of body.data.values)
      Object.assign(value, { count: value.count + 12_000, warned: 11_000 })
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: 'Tải lại' }).click()
  const bar = page.getByRole('group', { name: 'Loại đơn' })
  await bar.getByRole('button', { name: /^Tất cả 120,/ }).waitFor()
  await bar.getByRole('button', { name: 'Theo người' }).click()
  await page
    .getByRole('button', { name: /^sale111|sale111$/ })
    .first()
    .click()
  await bar.getByRole('button', { name: /bỏ lọc/ }).waitFor()
  for (const width of [1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 })
    const tops = await bar
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().top))
    expect([width, new Set(tops).size, await isInside(bar)]).toEqual([width, 1, true])
    expect(tops).toHaveLength(4 + 6 + 1)
  }
  await bar.getByRole('button', { name: /^Khác/ }).click()
  const items = page.getByRole('menuitem')
  await expect.poll(() => items.count()).toBe(4)
  const label = (await items.last().innerText()).split('\n')[0] ?? ''
  await items.last().click()
  await bar.getByRole('button', { name: label, pressed: true }).waitFor()
})

test('at 1366 × 768 the first four rows of each card of the evidence are seen, no card is stretched and none is cut before its fourth row; in a narrow window each is as high as its content (D3-APR-02)', async () => {
  const page = await app.open('quanly', '/app/banduyet?kinds=nap-tien')
  const names = [
    ['Tin ngân hàng', 'tbody tr'],
    ['Giá và thông tin đơn', 'dl > div'],
    ['Dòng đăng ký', 'li'],
    ['Hoàn, nạp trước đây của số này', 'tbody tr'],
  ] as const
  await card(page, 'Hoàn, nạp trước đây của số này').locator('tbody tr').first().waitFor()
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [name, rows] of names) {
      const around = await box(card(page, name))
      const fourth = await box(card(page, name).locator(rows).nth(3))
      expect([width, name, fourth.bottom <= Math.min(around.bottom, height)]).toEqual([width, name, true])
      const emptiness = await card(page, name).evaluate((element) => {
        const last = element.lastElementChild?.getBoundingClientRect()
        return element.getBoundingClientRect().bottom - (last?.bottom ?? 0)
      })
      expect([width, name, emptiness < 16]).toEqual([width, name, true])
    }
  }
  expect(await card(page, 'Hoàn, nạp trước đây của số này').locator('tbody tr').count()).toBe(6)
  // In a lower window they are scrolled to, uncut.
  await page.setViewportSize({ width: 1366, height: 700 })
  for (const [name, rows] of names) {
    const around = await box(card(page, name))
    const fourth = await box(card(page, name).locator(rows).nth(3))
    expect([name, fourth.bottom <= around.bottom]).toEqual([name, true])
  }
  for (const [width, height] of [
    [1024, 768],
    [911, 512],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [name] of names) {
      const cut = await card(page, name).evaluate((element) =>
        [element, ...element.querySelectorAll('*')].some(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 &&
            /auto|scroll|hidden/.test(getComputedStyle(one).overflowY) &&
            !one.matches('[data-spoken], h2, td, th, header *'),
        ),
      )
      expect([width, name, cut]).toEqual([width, name, false])
    }
  }
})
