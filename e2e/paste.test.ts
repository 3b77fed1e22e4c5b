/** Ranges of cells in a real browser: copied, pasted with a preview, saved at once and taken back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rowWith, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const prices = async (): Promise<number[][]> => {
  const { rows } = await app.pool.query<{ gia_gia_han: number; gia_nang_cap: number }>(
    `SELECT gia_gia_han, gia_nang_cap FROM giahoantien WHERE ten_goi_cuoc LIKE 'DAN%' ORDER BY ten_goi_cuoc`,
  )
  return rows.map((row) => [row.gia_gia_han, row.gia_nang_cap])
}

test('a copied range is changed in a spreadsheet, pasted with a preview, corrected, saved as one step and taken back except where somebody changed it since (D3-GRID-03, D3-GRID-04)', async () => {
  await app.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap)
    SELECT 'DAN' || n, 240000, 360000 FROM generate_series(1, 4) n`)
  const page = await app.open('admin', '/sys/giahoantien?ten_goi_cuoc=DAN')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const cellOf = (name: string, key: string) => rowWith(page, name).locator(`td[data-key="${key}"]`)
  const bar = page.getByRole('region', { name: 'Dán' })
  const save = bar.getByRole('button').last()
  const first = cellOf('DAN1', 'gia_gia_han')

  // Down a row by key, over a column by mouse: four cells.
  await first.click()
  await page.keyboard.press('Shift+ArrowDown')
  await cellOf('DAN2', 'gia_nang_cap').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+c')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('240000\t360000\r\n240000\t360000')
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text()
  })
  expect(html).toContain(`<td style="mso-number-format:'0'">240000</td>`)
  await first.hover()
  await page.mouse.down()
  await cellOf('DAN3', 'gia_nang_cap').hover()
  await page.mouse.up()
  await expect.poll(() => cellOf('DAN3', 'gia_nang_cap').getAttribute('data-picked')).toBe('br')

  await page.evaluate(() =>
    navigator.clipboard.writeText('252.000\t378,000\r\n"189.000"\t667.5OO\r\n240000\t441000\r\n'),
  )
  await page.keyboard.press('Control+v')
  await bar.getByText('Dán 3 hàng × 2 cột').waitFor()
  expect(await bar.getByRole('status').innerText()).toMatch(/4\s+ô đổi\s+1\s+như cũ\s+1\s+không nhận/)
  expect(await first.innerText()).toMatch(/240,000\s+252,000/)
  expect(await save.isDisabled()).toBe(true)
  expect(await prices()).toEqual(Array.from({ length: 4 }, () => [240_000, 360_000]))

  const wrong = cellOf('DAN2', 'gia_nang_cap')
  await wrong.click()
  await wrong.getByText('Giá nâng cấp T1 không phải số tiền; đang là 360,000').waitFor()
  await wrong.getByRole('button', { name: 'Sửa lại' }).click()
  await wrong.getByRole('textbox').fill('667500')
  await page.keyboard.press('Enter')
  // Somebody else changes a row that is looked at: nothing is saved, and the row says so.
  await app.pool.query(
    `UPDATE giahoantien SET gia_goi = 7, version = version + 1 WHERE ten_goi_cuoc = 'DAN3'`,
  )
  await save.click()
  const overtaken = cellOf('DAN3', 'gia_nang_cap')
  await bar.getByText('Sửa hoặc bỏ 1 ô để lưu').waitFor()
  await overtaken.click()
  await overtaken.getByText('Bản ghi vừa được người khác sửa').waitFor()
  expect(await prices()).toEqual(Array.from({ length: 4 }, () => [240_000, 360_000]))
  await overtaken.getByRole('button', { name: 'Bỏ ô này' }).click()
  await save.click()
  await bar.waitFor({ state: 'detached' })
  expect(await prices()).toEqual([
    [252_000, 378_000],
    [189_000, 667_500],
    [240_000, 360_000],
    [240_000, 360_000],
  ])

  await app.pool.query(`
    UPDATE giahoantien SET gia_gia_han = 1, version = version + 1 WHERE ten_goi_cuoc = 'DAN2'`)
  await page.keyboard.press('Control+z')
  await page.getByText('DAN2, Giá gia hạn: đã có thay đổi khác sau đó').waitFor()
  expect(await prices()).toEqual([
    [240_000, 360_000],
    [1, 360_000],
    [240_000, 360_000],
    [240_000, 360_000],
  ])
  await expect.poll(() => first.innerText()).toBe('240,000')
  await page.keyboard.press('Control+z')
  await page.getByText('Không có thay đổi nào của bạn trong 24 giờ qua để hoàn tác').waitFor()

  // Filled down, and dropped by Esc.
  await cellOf('DAN2', 'gia_gia_han').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await bar.getByText('Điền xuống 1 hàng × 1 cột').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})
