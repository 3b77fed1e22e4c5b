/** Deciding on bank messages in a real browser: the queue, its keys, what the question says. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { button, dialog, heading, rows, rowWith, toast, startApp, type App } from './app.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { longRun } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import { chooseKind, fiveMessages, isInside, postTransfer } from './bank-page.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE requestrefund, khr, baodo, mfy CASCADE')
  await fiveMessages(app)
})
afterEach(() => app.leave())

/** The waiting rows of the desk. */
const waiting = (page: Page): Locator =>
  page.locator('#work').getByRole('region', { name: 'Hàng chờ' }).getByRole('listitem')
const waitingRow = (page: Page, text: string): Locator => waiting(page).filter({ hasText: text })
const current = (page: Page): Locator => page.locator('#work li[aria-current="true"]')
/** Letters right after a dialog decide nothing. */
const calm = (page: Page): Promise<void> => page.waitForTimeout(350)
const approveAsk = (page: Page): Locator => dialog(page, 'Xác nhận duyệt đơn này?')

/** Somebody else rejects the message meanwhile. */
async function denyElsewhere(text: string): Promise<void> {
  const { rows: found } = await app.pool.query<{ id: string }>('SELECT id FROM mesbank WHERE str_mes = $1', [
    text,
  ])
  const headers = { authorization: `Bearer ${await signInAs(app.pool, 'admin')}` }
  expect((await fetch(`${app.url}/api/v1/mesbank/deny/${found[0]?.id}`, { headers })).status).toBe(200)
}

test('/app/approval is the desk of bank messages; the keys A, R and Enter decide them, but never while somebody types (D1-BANK-27, D1-ROUTE-21, D1-Q-016, D3-APR-01, D3-APR-04)', async () => {
  const page = await app.open('quanly', '/app/approval')
  expect(await heading(page).innerText()).toBe('Duyệt tin ngân hàng')
  await expect.poll(() => waiting(page).count()).toBe(3)
  for (const name of [/^Từ chối/, /^Duyệt/]) {
    const at = await page
      .getByRole('region', { name: 'Đơn đang xem' })
      .getByRole('button', { name })
      .boundingBox()
    expect(at && at.x + at.width).toBeLessThanOrEqual(1366)
    expect(at && at.y + at.height).toBeLessThanOrEqual(768)
  }
  // The buttons of ticked rows lie inside of their bar, whatever the width of the queue.
  await page.getByLabel('Chọn tất cả đơn đang hiện').click()
  const bar = page.getByRole('toolbar', { name: 'Việc với các đơn đã chọn' })
  for (const width of [1920, 1024, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    expect([width, await button(bar, 'Từ chối 3 đơn').count(), await isInside(bar)]).toEqual([width, 1, true])
  }
  await page.getByLabel('Chọn tất cả đơn đang hiện').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ar')
  expect(await approveAsk(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect.poll(() => current(page).innerText()).toContain('0912000002')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Lịch sử').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await expect.poll(() => current(page).innerText()).toContain('0912000003')
  for (const key of ['a', 'r', 'a']) {
    const count = await waiting(page).count()
    await page.keyboard.press(key)
    await dialog(page, key === 'a' ? 'Xác nhận duyệt đơn này?' : 'Xác nhận từ chối đơn này?').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => waiting(page).count()).toBe(count - 1)
    await calm(page)
  }
  const { rows: decided } = await app.pool.query(
    `SELECT trang_thai_duyet_thong_tin AS now FROM mesbank WHERE trang_thai_duyet_thong_tin IS NOT NULL ORDER BY datetime DESC`,
  )
  expect(decided.map(({ now }) => now)).toEqual(['1', '2', '1'])
  await page.getByText('Không có đơn nào chờ bạn duyệt').waitFor()
  const outside = await app.open('chinhanh1', '/app/approval')
  await outside.getByText('Bạn không có quyền truy cập').waitFor()
})

test('on the desk no row moves while somebody works: new rows come last, a row decided by somebody else greys in its place, the slower of two deciders is told; arrow keys move too (D3-DEC-05, D3-APR-01, D3-APR-04)', async () => {
  const page = await app.open('quanly', '/app/banduyet')
  await page.getByRole('button', { name: /^Tin ngân hàng 3/ }).click()
  await expect.poll(() => waiting(page).count()).toBe(3)
  // The kind that was clicked leaves Space to the queue.
  for (const ticked of [true, false]) {
    await page.keyboard.press(' ')
    await expect.poll(() => current(page).getByRole('checkbox').isChecked()).toBe(ticked)
  }
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await app.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('MOI90')`)
  const datetime = new Date().toISOString()
  expect(
    await postTransfer(app, 'admin', { sender: 'MB', money: 1, datetime, str_mes: '0987000001 MOI90' }),
  ).toBe(200)
  await waitingRow(page, '0987000001').waitFor()
  expect(await waiting(page).allInnerTexts()).toEqual([
    expect.stringContaining('0912000003'),
    expect.stringContaining('0912000002'),
    expect.stringContaining('0912000001'),
    expect.stringContaining('0987000001'),
  ])
  await page.keyboard.press('a')
  expect(await approveAsk(page).innerText()).toContain('0912000002 VD90, 2,000 đ')
  await denyElsewhere('Lần 2')
  await page.keyboard.press('Enter')
  await toast(page, /đã được .+ (duyệt|từ chối) lúc/).waitFor()
  await waitingRow(page, '0912000002').getByText('Đã có người xử lý').waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('j')
  await expect.poll(() => current(page).innerText()).toContain('0912000001')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: '1 đơn đã có người xử lý' }).click()
  await expect.poll(() => waiting(page).count()).toBe(3)
  // So it is in the list.
  await page.goto(`${app.url}/app/bank-lookup?cho_duyet=1`)
  await expect.poll(() => rows(page).count()).toBe(3)
  await denyElsewhere('Lần 1')
  await page.getByRole('button', { name: '1 bản ghi đã có người xử lý' }).waitFor()
  expect(await page.locator('tr[data-gone]').allInnerTexts()).toEqual([expect.stringContaining('0912000001')])
})

test.runIf(longRun)(
  'an unreadable bank message is a kind of its own, which is filled in or rejected with a reason (D3-DEC-07, D3-APR-04)',
  async () => {
    const page = await app.open('quanly', '/app/approval?chua_doc=1')
    await expect.poll(() => waiting(page).count()).toBe(2)
    await waitingRow(page, '0912000004').click()
    const detail = page.getByRole('region', { name: 'Đơn đang xem' })
    await expect.poll(() => detail.innerText()).toContain('4,000')
    expect(await detail.getByRole('button', { name: /^Duyệt/ }).count()).toBe(0)
    await page.keyboard.press('r')
    const ask = dialog(page, 'Xác nhận từ chối đơn này?')
    await button(ask, 'Từ chối').click()
    await ask.getByText('Có trường bắt buộc').waitFor()
    await ask.getByLabel('Lý do từ chối').fill('Không phải đơn')
    await page.keyboard.press('Enter')
    await waitingRow(page, '0912000004').waitFor({ state: 'detached' })
    const stored = async () =>
      (await app.pool.query(`SELECT ly_do_tu_choi FROM mesbank WHERE str_mes = 'Lần 4'`)).rows
    await expect.poll(stored).toEqual([{ ly_do_tu_choi: 'Không phải đơn' }])
    await button(detail, 'Điền thông tin').click()
    await page.getByRole('dialog').getByLabel('Gói cước').fill('VD90')
    await page.getByRole('dialog').getByRole('button', { name: /^Lưu/ }).click()
    await page.getByRole('button', { name: 'Tin ngân hàng 4', exact: true }).click()
    await waitingRow(page, '0912000005').waitFor()
  },
)

test.runIf(longRun)(
  'on every kind of the desk a reason typed at once reaches its box and decides this row alone; further typing decides nothing (D3-APR-04)',
  async () => {
    await app.pool.query('TRUNCATE mesbank CASCADE')
    const { rows: begun } = await app.pool.query<{ at: Date }>('SELECT now() AS at')
    await app.pool.query(`UPDATE giahoantien SET gia_gia_han = 1000`)
    await app.pool.query(
      `INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 1500) ON CONFLICT DO NOTHING`,
    )
    await app.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
      SELECT 'VCB', n, now(), 'Tin ' || n, 912100000 + n, CASE WHEN n < 3 THEN 'VD90' END, 'cao' FROM generate_series(1, 4) n;
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price)
      SELECT 'sale111', '', 912200000 + n, 'VD90', CASE WHEN n < 3 THEN 5 ELSE 1 END, 1000 FROM generate_series(1, 4) n;
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv)
      SELECT 912300000 + n, '2026-11-01', 'sale111', 'x' FROM generate_series(1, 2) n;
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
      SELECT 912400000 + n, '2026-11-01', 'sale111', 'x', 'VD90', '9084 (3)' FROM generate_series(1, 2) n;
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi)
      SELECT 912500000 + n, 'sale111', '', 'VD90', 1 FROM generate_series(1, 2) n`)
    await app.pool.query('DELETE FROM giagoimfy')
    const reason = 'Sai goi a r '
    const page = await app.open('quanly', '/app/banduyet')
    const kinds = waitingKinds.filter(({ rejecting }) => rejecting !== null)
    expect(kinds.length).toBe(7)
    for (const { label: kind } of kinds) {
      await chooseKind(page, kind, 2)
      await expect.poll(() => waiting(page).count()).toBe(2)
      await calm(page)
      // Held down it is still one key, and none of the answer.
      await page.keyboard.down('r')
      await page.keyboard.down('r')
      await page.keyboard.up('r')
      await page.getByRole('dialog').getByLabel('Lý do từ chối').waitFor()
      await page.keyboard.type(reason)
      await page.keyboard.press('Enter')
      // In the very moment when the dialog is gone.
      await page.evaluate(async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        while (document.querySelector('[aria-modal="true"]')) await frame()
        for (const key of ['a', ' ', 'a', 'r'])
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          )
      })
      await expect.poll(() => waiting(page).count()).toBe(1)
      expect([kind, await page.getByRole('dialog').count()]).toEqual([kind, 0])
    }
    // An input method's own Enter is no answer.
    const method = await page.context().newCDPSession(page)
    await calm(page)
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByLabel('Lý do từ chối').waitFor()
    await method.send('Input.imeSetComposition', { text: 'Sai gói', selectionStart: 7, selectionEnd: 7 })
    await method.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    })
    await method.send('Input.insertText', { text: 'Sai gói' })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => waiting(page).count()).toBe(0)
    // A kind that has no R: what follows it decides nothing either.
    await chooseKind(page, 'Mfy chờ duyệt', 2)
    await expect.poll(() => waiting(page).count()).toBe(2)
    await calm(page)
    await page.keyboard.type('rsai a \n')
    expect(await page.getByRole('dialog', { name: 'Duyệt' }).count()).toBe(0)
    const { rows: decided } = await app.pool.query(`
    SELECT why, count(*)::int AS n FROM (
      SELECT ly_do_tu_choi AS why FROM mesbank WHERE trang_thai_duyet_thong_tin = '2'
      UNION ALL SELECT ly_do_tu_choi FROM requestrefund WHERE quyet_dinh = '2'
      UNION ALL SELECT ly_do_tu_choi FROM khr WHERE trang_thai = '2'
      UNION ALL SELECT ly_do_tu_choi FROM baodo WHERE trang_thai_duyet = '2'
      UNION ALL SELECT ly_do_tu_choi FROM mfy WHERE trang_thai_duyet_thong_tin = 'tu_choi') w GROUP BY why ORDER BY n DESC`)
    expect(decided).toEqual([
      { why: reason.trim(), n: kinds.length },
      { why: 'Sai gói', n: 1 },
    ])
    const { rowCount } = await app.pool.query(
      `SELECT FROM audit_log WHERE action = 'approve' AND username = 'quanly' AND at >= $1`,
      [begun[0]?.at],
    )
    expect(rowCount).toBe(0)
    // All of one person, with one reason.
    await chooseKind(page, 'Nạp tiền', 1)
    await page.getByRole('button', { name: 'Theo người' }).click()
    await button(page, 'Từ chối tất cả').click()
    const many = dialog(page, 'Từ chối các đơn đã chọn')
    expect(await many.innerText()).toContain('1 đơn')
    await page.keyboard.type('Dò số')
    await page.keyboard.press('Enter')
    await page.getByText('Không có đơn chờ nào do nhân viên gửi').waitFor()
  },
)

test.runIf(longRun)(
  'the key C takes a message for the order proposed for it, and the message opens from the order (D3-QR-01, D3-QR-02)',
  async () => {
    await app.pool.query(`INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 1500)`)
    await app.pool.query(`
    INSERT INTO mfy (so_dien_thoai, ma_goi, gia_ban_goi, username_nv, ten_nv) VALUES ('912000003', 'VD90', 1, 'sale111', '')`)
    const orders = await app.open('quanly', '/app/mfy')
    const openRow = async (of: Page): Promise<void> => {
      await rowWith(of, '0912000003')
        .getByRole('button', { name: /^Thao tác khác/ })
        .click()
      await of.getByRole('menuitem', { name: 'Xem chi tiết và lịch sử' }).click()
    }
    await openRow(orders)
    const drawer = orders.getByRole('dialog')
    await drawer.getByText('Mfy VD90: dư 1,500 đ', { exact: false }).waitFor()
    const page = await app.open('quanly', '/app/approval')
    await expect.poll(() => waiting(page).count()).toBe(3)
    await page.getByText('Mfy VD90: dư 1,500 đ', { exact: false }).waitFor()
    await page.keyboard.press('c')
    const ask = dialog(page, 'Ghi nhận tin cho đơn')
    expect(await ask.innerText()).toContain('Lần 3')
    await page.keyboard.press('Enter')
    // A message that was matched to an order needs no decision; on one without a match the key does nothing.
    await expect.poll(() => waiting(page).count()).toBe(2)
    await expect.poll(() => current(page).innerText()).toContain('0912000002')
    await page.keyboard.press('c')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await drawer.getByText('Tin ngân hàng đã ghi nhận').waitFor()
    await drawer.getByRole('button', { name: 'VCB 3,000 đ' }).click()
    await orders.getByRole('dialog').last().getByText('Dùng cho đơn').first().waitFor()
  },
)

test.runIf(longRun)(
  "the question and the row show the bank's text with the recognised parts marked and the doubts; a transfer that differs from its package price shows the difference and stays out of a bulk approval (D1-BANK-25, D3-APR-02, D3-APR-03, D3-APR-05)",
  async () => {
    await app.pool.query(`UPDATE mesbank SET str_mes = 'STK 0912000001 VD90', nhan_dang = 'vua',
    ly_do_nhan_dang = 'Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch' WHERE str_mes = 'Lần 1'`)
    const page = await app.open('quanly', '/app/approval')
    const reason = 'Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch'
    await waitingRow(page, '0912000001').click()
    await page.getByRole('list', { name: 'Cảnh báo' }).getByText(reason).waitFor()
    const message = page.getByRole('region', { name: 'Tin ngân hàng' })
    await expect.poll(() => message.locator('mark').allInnerTexts()).toEqual(['0912000001', 'VD90'])
    await page.keyboard.press('a')
    const question = await approveAsk(page).innerText()
    expect(question).toContain('STK 0912000001 VD90')
    expect(question).toContain(`Cần xem: ${reason}`)
    await button(approveAsk(page), 'Huỷ').click()
    await page.getByRole('button', { name: 'Có cảnh báo 1' }).click()
    await expect.poll(() => waiting(page).count()).toBe(1)
    await app.pool.query(`UPDATE giahoantien SET gia_goi = 2000`)
    await page.reload()
    const warned = page.getByRole('list', { name: 'Cảnh báo' })
    const short = 'Thiếu 1,000 đ so với giá gói VD90 (2,000 đ)'
    await waitingRow(page, '0912000001').click()
    await warned.getByText(short).waitFor()
    await waitingRow(page, '0912000002').click()
    await warned.waitFor({ state: 'detached' })
    await page.keyboard.press(' ')
    await waitingRow(page, '0912000003').getByRole('checkbox').click()
    await page.getByText('2 đơn đã chọn, 1 không có cảnh báo').waitFor()
    await page.keyboard.press('a')
    // The server counts: the doubtful one stays out, and the sum is that of the others (D3-DEC-04).
    const ask = dialog(page, 'Duyệt các đơn đã chọn')
    const many = await ask.innerText()
    expect(many).toContain('1 đơn, 2,000 đ')
    expect(many).toContain('Để lại 1 đơn cần xem riêng:\n1 đơn có số tiền khác giá gói')
    await button(ask, 'Duyệt 1 đơn').click()
    await waitingRow(page, '0912000002').waitFor({ state: 'detached' })
    expect(await waitingRow(page, '0912000003').getByRole('checkbox').isChecked()).toBe(true)
  },
)

test.runIf(longRun)(
  'a bulk approval counts the rows first; rows that changed meanwhile are left out and named (D3-DEC-03, D3-DEC-04, D3-APR-05)',
  async () => {
    await app.pool.query(`UPDATE giahoantien SET gia_goi = 5000`)
    await app.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    SELECT 'VCB', CASE WHEN n <= 60 THEN 5000 ELSE 4000 END, now() - interval '1 day', 'Nhiều ' || n, 912001000 + n, 'VD90', 'cao'
    FROM generate_series(1, 80) n`)
    const page = await app.open('quanly', '/app/approval')
    await page.getByLabel('Chọn tất cả đơn đang hiện').click()
    await button(page, 'Chọn cả 83 theo bộ lọc').click()
    await button(page, 'Duyệt tất cả').click()
    const whole = dialog(page, 'Duyệt các đơn đã chọn')
    expect(await whole.innerText()).toContain('60 đơn, 300,000 đ')
    await button(whole, 'Huỷ').click()
    await page.getByLabel('Chọn tất cả đơn đang hiện').click()
    // The next page comes as its end comes into sight.
    await expect
      .poll(async () => {
        await waiting(page).last().scrollIntoViewIfNeeded()
        return waiting(page).count()
      })
      .toBe(83)
    await page.getByLabel('Chọn tất cả đơn đang hiện').click()
    await button(page, 'Duyệt 60 đơn').click()
    const ask = dialog(page, 'Duyệt các đơn đã chọn')
    const words = await ask.innerText()
    expect(words).toContain('60 đơn, 300,000 đ')
    expect(words).toContain('Để lại 23 đơn cần xem riêng')
    await app.pool.query(`UPDATE mesbank SET version = version + 1 WHERE str_mes = 'Nhiều 7'`)
    await button(ask, 'Duyệt 60 đơn').click()
    await toast(page, 'Đã duyệt 59 đơn').waitFor()
    await toast(
      page,
      /1 đơn không duyệt được\s+0912001007 VD90, 5,000 đ: Bản ghi vừa được người khác sửa/,
    ).waitFor()
    await expect.poll(() => waiting(page).count()).toBe(24)
  },
)

test.runIf(longRun)(
  'on a phone the desk shows cards: amount, whole text, warnings and buttons of 44 px, at 360 to 430 px (D3-APR-06, D1-BANK-23)',
  async () => {
    await app.pool.query(`UPDATE giahoantien SET gia_goi = 2000`)
    const page = await app.open('quanly', '/app/approval')
    for (const width of [430, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await page.reload()
      const card = page.locator('#work').getByRole('list', { name: 'Hàng chờ' }).locator('> li').first()
      await expect.poll(() => card.innerText()).toContain('0912000003')
      const text = await card.innerText()
      for (const part of ['3,000', 'Lần 3', 'Dư 1,000 đ so với giá gói VD90 (2,000 đ)'])
        expect(text).toContain(part)
      for (const name of ['Từ chối', 'Duyệt']) {
        const box = await button(card, name).boundingBox()
        expect([name, box && box.height >= 44 && box.x >= 0 && box.x + box.width <= width]).toEqual([
          name,
          true,
        ])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    }
    const card = page.locator('#work li').filter({ hasText: '0912000002' })
    await card.getByRole('button', { name: /0912000002 VD90/ }).click()
    await card.getByText('Giá và thông tin đơn').waitFor()
    await card.getByRole('button', { name: /^Duyệt/ }).click()
    await button(approveAsk(page), 'Duyệt').click()
    await card.waitFor({ state: 'detached' })
  },
)
