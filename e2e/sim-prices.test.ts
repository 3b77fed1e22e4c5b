/** Prices of a filtered set in the browser: typed, previewed, changed, taken back by Ctrl+Z (D3-SIM-09). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { simStock } from '#test/sims.ts'
import { rowWith, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => app.leave())
afterAll(() => app.close())

test.runIf(longRun)(
  'a manager raises the filtered prices by 5 %, sees which numbers keep their price, and takes it back with Ctrl+Z (D3-SIM-09, D3-GRID-04)',
  async () => {
    const shop = simStock(app.pool)
    const free = await shop.sim({ number: '0981616786', price: 430_000, nha_mang: 'VIETTEL' })
    await shop.sim({ number: '0981848968', price: 545_000, nha_mang: 'VIETTEL' })
    const sold = await shop.sim({ number: '0973418688', nha_mang: 'VIETTEL' })
    await app.pool.query(`UPDATE simso SET trang_thai = 'da_ban' WHERE so_dien_thoai = '0973418688'`)
    await shop.sim({ number: '0912341368' })
    const page = await app.open('quanly', '/app/simso?nha_mang=VIETTEL')
    await page.getByRole('button', { name: 'Đổi giá' }).click()
    const dialog = page.getByRole('dialog', { name: 'Đổi giá theo bộ lọc' })
    await dialog.getByText('Nhập mức tăng, giảm để xem trước').waitFor()
    await page.keyboard.type('5')
    await dialog.getByText('Cộng 2 số').waitFor()
    expect(await dialog.getByRole('row').filter({ hasText: free.dotted }).innerText()).toMatch(
      /430,000\s+452,000\s+\+22,000/,
    )
    expect(await dialog.getByRole('row').filter({ hasText: sold.dotted }).innerText()).toContain('đã bán')
    await dialog.getByRole('button', { name: 'Giữ giá 1' }).click()
    await expect.poll(() => dialog.getByRole('row').count()).toBe(2)
    await dialog.getByLabel('Lý do').fill('Giá Tết 2027')
    await dialog.getByRole('button', { name: 'Tăng giá 2 số' }).click()
    await toast(page, 'Đã đổi giá 2 số').waitFor()
    await rowWith(page, free.dotted).getByText('452,000').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Tăng 5% giá khách hàng, 2 số').waitFor()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await toast(page, 'Đã hoàn tác giá 2 số').waitFor()
    await rowWith(page, free.dotted).getByText('430,000').waitFor()
  },
)
