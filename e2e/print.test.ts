/** A list on paper, in a real browser: media queries and the print event are the browser's. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { button, grid, rows, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await app.pool.query(`
    INSERT INTO blacklist (phone_number, description)
    SELECT (912000000 + n)::text, 'In' FROM generate_series(1, 150) n`)
})
afterAll(() => app.close())
afterEach(() => app.leave())

const paper = (page: Page) => page.locator('[data-printed]')
const heads = (page: Page): Promise<string[]> =>
  paper(page)
    .locator('th[data-key]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-key') ?? ''))])
/** What the browser's own print does, without its window. */
const answerPrint = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })

test('a list is printed with all its columns, in parts that fit the sheet, with title, filter, date and person; only those who may export print all rows (D3-GRID-11)', async () => {
  const page = await app.open('admin', '/app/requestrefund')
  await grid(page, 'Yêu cầu hoàn tiền').waitFor()
  expect(await paper(page).count()).toBe(0)
  await expect
    .poll(async () => {
      await page.emulateMedia({ media: 'screen' })
      await page.emulateMedia({ media: 'print' })
      return paper(page).count()
    })
    .toBe(1)
  expect((await heads(page)).toSorted()).toEqual([...requestrefund.list].toSorted())
  expect(await page.locator('#root').isVisible()).toBe(false)
  expect(await paper(page).locator('h1').innerText()).toBe('Yêu cầu hoàn tiền')
  expect(await paper(page).innerText()).toMatch(/In lúc [\d-]+ [\d:]+ bởi .* \(admin\)/)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => paper(page).count()).toBe(0)

  await page.goto(`${app.url}/app/blacklist?description=In`)
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  await answerPrint(page)
  await button(page, 'In tất cả').click()
  await expect.poll(() => paper(page).locator('table').first().locator('tbody tr').count()).toBe(150)
  expect(await paper(page).innerText()).toContain('Mô tả: In')
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await expect.poll(() => paper(page).count()).toBe(0)

  const other = await app.open('sale111', '/app/requestrefund')
  await grid(other, 'Yêu cầu hoàn tiền').waitFor()
  expect(await button(other, 'In tất cả').count()).toBe(0)
})
