/** The switcher of views in the head of a list, in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { button, dialog, pickOption, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

test.runIf(longRun)(
  'a view stores filters, order and columns under a name, shows what has changed, is the default of a list by choice and by role, and a link overrides it (D3-GRID-06)',
  async () => {
    await app.pool.query(`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv)
    SELECT phone, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 'sale111', '' FROM unnest(ARRAY['912000701', '912000702']) phone`)
    const page = await app.open('quanly', '/app/khr')
    const switcher = (within: Page) => within.getByRole('button', { name: /^Chế độ xem / })
    const named = (within: Page) => switcher(within).getAttribute('aria-label')
    const press = (name: string) => button(page, name).click()
    const panel = (within: Page, name: string) => within.getByRole('button', { name, exact: true })
    await pickOption(page.getByRole('search').getByRole('button', { name: /^Trạng thái/ }), 'CHỜ DUYỆT')
    await switcher(page).click()
    await press('Lưu thành mới')
    await dialog(page, 'Lưu chế độ xem mới').getByLabel('Tên').fill('Chờ duyệt')
    await pickOption(dialog(page, 'Lưu chế độ xem mới').getByLabel('Dành cho'), 'Mọi người')
    await dialog(page, 'Lưu chế độ xem mới').getByRole('button', { name: /^Lưu/ }).click()
    await dialog(page, 'Lưu chế độ xem mới').waitFor({ state: 'detached' })
    await expect.poll(() => named(page)).toBe('Chế độ xem Chờ duyệt')
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('trang_thai'), searchParams.get('view')]).toEqual(['0', expect.any(String)])
    // Another column hidden: the list says so, and saves it by keys alone.
    await press('Cột hiển thị')
    await page.getByRole('checkbox', { name: 'Người phê duyệt' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => named(page)).toBe('Chế độ xem Chờ duyệt, đã đổi')
    await switcher(page).click()
    await page.getByText('cột Người phê duyệt').waitFor()
    // How many rows each view has stands beside it: of the view as it is saved.
    const { rows } = await app.pool.query<{ count: string }>(
      `SELECT count(*) FROM khr WHERE trang_thai = '0' AND ngay_thanh_cong >= date_trunc('month', now() AT TIME ZONE 'Asia/Ho_Chi_Minh')`,
    )
    const counted = Number(rows[0]?.count).toLocaleString('en-US')
    expect(Number(counted)).toBeGreaterThan(1)
    await expect
      .poll(() => page.locator('[data-view]').filter({ hasText: 'Chờ duyệt' }).locator('small').innerText())
      .toBe(counted)
    await panel(page, 'Lưu vào “Chờ duyệt”').press('Enter')
    await expect.poll(() => named(page)).toBe('Chế độ xem Chờ duyệt')
    await switcher(page).focus()
    await page.keyboard.press('Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Mặc định cho Nhân viên' }).click()
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Mặc định cho Nhân viên' }).isChecked())
      .toBe(true)
    const sale = await app.open('sale111', '/app/khr')
    expect(await named(sale)).toBe('Chế độ xem Chờ duyệt')
    expect(new URL(sale.url()).searchParams.get('trang_thai')).toBe('0')
    expect(await sale.getByRole('columnheader', { name: 'Người phê duyệt' }).count()).toBe(0)
    await switcher(sale).click()
    await panel(sale, 'Không dùng chế độ xem').click()
    await expect.poll(() => new URL(sale.url()).search).toBe('?view=none')
    await sale.getByRole('columnheader', { name: 'Người phê duyệt' }).waitFor()
    const linked = await app.open('sale111', '/app/khr?trang_thai=1')
    await expect.poll(() => named(linked)).toBe('Chế độ xem Chế độ xem')
    expect(new URL(linked.url()).search).toBe('?trang_thai=1')
    // Deleted by its manager, it is gone from open screens.
    await switcher(sale).click()
    await sale.getByText('mặc định Nhân viên').waitFor()
    await panel(page, 'Xoá').click()
    await dialog(page, 'Xoá chế độ xem').getByRole('button', { name: 'Xoá' }).click()
    await sale.getByText('mặc định Nhân viên').waitFor({ state: 'detached' })
  },
)
