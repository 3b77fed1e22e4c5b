/** Proves that the browser of the tests runs on this machine and draws Vietnamese. */
import { statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { newPage, screenshot } from './harness.ts'

const show = (page: Page, body: string): Promise<unknown> =>
  page.goto(
    `data:text/html;charset=utf-8,${encodeURIComponent(`<body style="font:32px sans-serif">${body}`)}`,
  )

test.runIf(longRun)('Vietnamese letters are drawn with glyphs of their own', async () => {
  const page = await newPage({ width: 900, height: 300 })
  await show(
    page,
    `<p>Đường dây nóng: Nguyễn Thị Ánh Tuyết, ỷ ỹ ệ ộ ữ ặ ẵ ằ</p><p>Khách hàng đã hẹn gọi lại – 1.234.567 ₫</p>
     <span>ệ</span><span>ặ</span><span>&#x10FFFD;</span><span>&#x10FFFC;</span>`,
  )
  expect(statSync(await screenshot(page, 'harness-vietnamese')).size).toBeGreaterThan(5_000)
  const glyphs = await Promise.all((await page.locator('span').all()).map((span) => span.screenshot()))
  const [first, second, unassigned, alsoUnassigned] = glyphs.map((png) => png.toString('base64'))
  expect(first).not.toBe(second)
  // What no font has is drawn as a box; the Vietnamese letter must not look like that.
  expect([unassigned, alsoUnassigned]).not.toContain(first)
  await page.context().close()
})

test.runIf(longRun)('a page gets the requested size, colour scheme, language and time zone', async () => {
  const page = await newPage({ width: 800, height: 600, colorScheme: 'dark' })
  await show(page, 'x')
  const seen = await page.evaluate(() => ({
    size: [innerWidth, innerHeight],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    language: navigator.language,
    midnightUtc: new Date('2026-01-01T00:00:00Z').getHours(),
  }))
  expect(seen).toEqual({ size: [800, 600], dark: true, language: 'vi-VN', midnightUtc: 7 })
  await page.context().close()
})
