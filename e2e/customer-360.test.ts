/** 'Khách hàng 360' and the palette that leads there, in a real browser. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { heading, ready, startApp, type App } from './app.ts'
import { faultsOf } from './axe.ts'

let app: App
beforeAll(async () => void (app = await startApp({ month: true })))
afterAll(() => app.close())
afterEach(() => app.leave())

/** A number that somebody holds and that was called, asked for a refund and registered. */
async function busyPhone(username?: string): Promise<string> {
  const { rows } = await app.pool.query<{ phone: string }>(
    `SELECT c.phone::text AS phone FROM customer c JOIN users u ON u.id = c.holder_id
     WHERE ($1::text IS NULL OR u.username = $1) AND EXISTS (SELECT FROM care_history h WHERE h.phone = c.phone)
     ORDER BY (SELECT count(*) FROM requestrefund r WHERE r.number_phone = c.phone) DESC,
       (SELECT count(*) FROM care_history h WHERE h.phone = c.phone) DESC LIMIT 1`,
    [username ?? null],
  )
  return rows[0]?.phone ?? ''
}

test.runIf(longRun)(
  'a manager opens the page of a number with its blocks, a reload keeps it by its key, and two themes have no serious fault (D3-C360-01, D3-NAV-01)',
  async () => {
    const phone = await busyPhone()
    const page = await app.open('quanly', '/app/khachhang360')
    await page.getByLabel('Số điện thoại cần xem').fill(`0${phone}`)
    await page.keyboard.press('Enter')
    const spaced = `0${phone}`.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')
    await expect.poll(() => heading(page).innerText()).toBe(spaced)
    await ready(page)
    expect(page.url()).toMatch(/\/app\/khachhang360\?k=[\w-]{22}$/)
    expect(page.url()).not.toContain(phone)
    for (const card of ['Thuê bao', 'Người giữ', 'Kiểm tra', 'Tiền', 'File có số này', 'Ai đã thấy số này'])
      await page.getByRole('region', { name: card, exact: true }).waitFor()
    const events = page.getByRole('region', { name: 'Các sự việc' }).getByRole('listitem')
    expect(await events.count()).toBeGreaterThan(1)
    const group = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })
    await group('Chuyển số').click()
    expect(
      await events.getByText(/^(Nhập file|Chia data|Phân dữ liệu|Lấy số chăm sóc)$/).count(),
    ).toBeGreaterThan(0)
    await group('Tất cả').click()
    await page.reload()
    await ready(page)
    expect(await heading(page).innerText()).toBe(spaced)
    expect(await faultsOf(page, 'customer-360')).toEqual([])
    if (process.env.SCREENSHOTS) {
      await page.setViewportSize({ width: 1920, height: 1080 })
      await faultsOf(page, 'customer-360-1920')
      await page.setViewportSize({ width: 390, height: 844 })
      await faultsOf(page, 'customer-360-390')
    }
  },
)

test('Ctrl+K and the last digits lead a leader to the masked page of a customer of the group, and a reload keeps it (D3-PAL-01, D3-C360-01, D3-SEC-05)', async () => {
  const { rows } = await app.pool.query<{ phone: string }>(
    `SELECT c.phone::text AS phone FROM customer c JOIN users u ON u.id = c.holder_id
     WHERE u.group_id = (SELECT id FROM users WHERE username = 'leader11') AND c.phone::text !~ '0[235-9].{3}$'
       AND EXISTS (SELECT FROM care_history h WHERE h.phone = c.phone AND h.group_id = u.group_id) ORDER BY c.id LIMIT 1`,
  )
  const ending = rows[0]?.phone.slice(-5) ?? ''
  const page = await app.open('leader11', '/app/care-history')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Tìm nhanh' })
  await palette.getByRole('combobox').fill(ending)
  const hit = palette.getByRole('option', { name: `****${ending}` })
  await hit.first().waitFor()
  expect(await palette.getByText(/còn \d+ \/ 200 lượt hỏi số hôm nay/).count()).toBe(1)
  expect(await faultsOf(page, 'palette', '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).innerText()).toBe(`****${ending}`)
  await ready(page)
  const events = page.getByRole('region', { name: 'Các sự việc' }).getByRole('listitem')
  expect(await events.count()).toBeGreaterThan(1)
  expect(await page.getByRole('region', { name: 'Ai đã thấy số này' }).count()).toBe(0)
  // A form takes a number in full, which is masked here.
  expect(await page.getByRole('button', { name: 'Thêm việc với số này' }).count()).toBe(0)
  expect(await page.content()).not.toContain(rows[0]?.phone)
  await page.reload()
  await ready(page)
  expect(await heading(page).innerText()).toBe(`****${ending}`)
})

test.runIf(longRun)(
  'a refund opened from the page of a number has the number filled in and not in the address, also when opened by the menu (D3-C360-01)',
  async () => {
    const phone = await busyPhone()
    const page = await app.open('quanly', '/app/dashboard')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Tìm nhanh' })
    await palette.getByRole('combobox').fill(phone.slice(-5))
    // Among the results is a single order with its amount, state and number (D3-PAL-01).
    await palette
      .getByRole('option', { name: new RegExp(`[\\d,]+ .*0${phone} (CHỜ DUYỆT|ĐÃ)`) })
      .first()
      .waitFor()
    await palette
      .getByRole('option', { name: `0${phone}` })
      .first()
      .click()
    const begin = async (label: string, from: string, field: string, next: string): Promise<void> => {
      await page.goto(from)
      await ready(page)
      const button = page.getByRole('button', { name: label, exact: true }).filter({ visible: true })
      if ((await button.count()) > 0) await button.click()
      else {
        await page.getByRole('button', { name: 'Thêm việc với số này' }).click()
        await page.getByRole('menuitem', { name: label }).click()
      }
      expect(await page.getByRole('dialog').getByLabel(field).inputValue()).toBe(`0${phone}`)
      // The phone is filled in already, and the cursor is in the next field.
      await expect
        .poll(() => page.getByRole('dialog').locator('[data-field]:focus-within').getAttribute('data-field'))
        .toBe(next)
      expect(page.url()).not.toContain(phone)
    }
    await expect.poll(() => page.url()).toContain('/app/khachhang360?k=')
    const from = page.url()
    await begin('Hoàn tiền gói cước', from, 'Số điện thoại', 'package_code')
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^M[CG]/, pressed: true })
        .count(),
    ).toBe(1)
    await begin('Tạo mới khách hàng riêng', from, 'Số điện thoại', 'ngay_thanh_cong')
  },
)

test.runIf(longRun)(
  'the palette starts an everyday action: it opens the form of a new row on its screen (D3-PAL-01)',
  async () => {
    const page = await app.open('sale111', '/app/dashboard')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Tìm nhanh' })
    await palette.getByRole('combobox').fill('tao moi khach hang rieng')
    await palette.getByRole('option', { name: /Tạo mới khách hàng riêng/ }).click()
    await page.getByRole('dialog').getByLabel('Số điện thoại').waitFor()
    expect(await heading(page).innerText()).toBe('Khách hàng riêng')
  },
)
