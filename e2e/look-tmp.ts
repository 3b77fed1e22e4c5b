import { openBrowser, newPage } from './harness.ts'
const base = 'http://127.0.0.1:3111'
const shots = JSON.parse(process.argv[2]!) as [string, string, string, number, number, string][]
const browser = await openBrowser()
for (const [user, route, out, w, h, scheme] of shots) {
  const page = await newPage({ width: w, height: h, colorScheme: scheme as 'light' })
  page.on('pageerror', (e) => console.log(out, 'pageerror', String(e).slice(0, 300)))
  page.on('response', (r) => { if (r.status() >= 400) console.log(out, r.status(), r.url()) })
  await page.goto(`${base}/login`)
  await page.getByLabel('Tên đăng nhập').fill(user)
  await page.getByLabel('Mật khẩu', { exact: true }).fill('Demo@2026')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home')
  await page.waitForTimeout(500)
  await page.goto(`${base}${route}`)
  await page.waitForTimeout(1800)
  await page.screenshot({ path: out })
  await page.close()
}
await browser.close()
process.exit(0)
