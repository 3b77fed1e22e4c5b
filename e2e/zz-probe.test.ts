import { expect, test, beforeAll, afterAll } from 'vitest'
import { startApp, type App, ready, heading } from './app.ts'
import { screenshot } from './harness.ts'
let app: App
beforeAll(async () => { const t = Date.now(); app = await startApp({ month: true }); console.log('boot', Date.now() - t) })
afterAll(() => app.close())
test('probe', async () => {
  for (const who of ['admin','quanly','chinhanh1','leader11','sale111','doitac1','HNIMB01']) {
    const page = await app.open(who, '/app/home')
    console.log(who, JSON.stringify((await page.getByRole('navigation', { name: 'Danh mục' }).innerText()).split('\n')))
    await app.leave()
  }
  const paths = ['/app/customer-care','/app/care-history','/app/tilebatso','/app/blacklist','/sys/giahoantien','/app/chiphiquanly','/sys/accounts','/sys/roles','/sys/permissions','/sys/profile','/app/home']
  for (const colorScheme of ['light','dark'] as const) {
    for (const path of paths) {
      const page = await app.visit('/login', { colorScheme }); await app.signIn(page,'admin'); await page.goto(app.url+path); await page.getByRole('navigation', { name: 'Danh mục' }).waitFor(); await page.waitForTimeout(700); console.log(path, await page.evaluate(() => [...document.querySelectorAll('main [aria-busy="true"]')].map(e => e.outerHTML.slice(0,200))))
      await page.waitForTimeout(500)
      await screenshot(page, `shell-${path.split('/').at(-1)}-${colorScheme}`)
      await app.leave()
    }
    const page = await app.visit('/login', { colorScheme })
    await page.getByLabel('Tên đăng nhập').waitFor()
    await screenshot(page, `shell-login-${colorScheme}`)
    await app.leave()
  }
  console.log(app.faults())
}, 300000)
