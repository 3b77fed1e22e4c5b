import { chromium } from 'playwright-core'
import { findChromium } from '../e2e/chromium.ts'
const base = 'http://127.0.0.1:4761'
const args = process.argv.slice(2)
const found = await findChromium()
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env },
  args: ['--no-sandbox'],
})
const page = await browser.newPage({
  viewport: { width: Number(process.env.W ?? 1366), height: Number(process.env.H ?? 768) },
})
const errors = []
page.on('response', (r) => {
  if (r.status() >= 400) errors.push(r.status() + ' ' + r.url())
})
page.on('pageerror', (e) => errors.push('PAGE ' + e.message))
await page.goto(base + '/login')
await page.waitForTimeout(1500)
const inputs = page.locator('input')
await inputs.nth(0).fill(args[0])
await page.locator('input[type=password]').fill('Demo@2026')
await page.keyboard.press('Enter')
await page.waitForTimeout(5000)
await page.screenshot({ path: '/tmp/shot-first.png' })
for (const path of args.slice(1)) {
  errors.push('-- ' + path)
  await page.goto(base + path)
  await page.waitForTimeout(4000)
  await page.screenshot({ path: '/tmp/shot-' + path.replace(/[^a-z0-9]/gi, '_') + '.png' })
}
console.log(errors.join('\n'))
await browser.close()
