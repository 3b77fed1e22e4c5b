/** `npm run guides`: takes the pictures of the guides from the running demo, and bundles them with the screens. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { dayNames, type DayName } from '../contract/guide.ts'
import { screenOf, type ScreenName } from '../contract/screens.ts'
import { findChromium } from '../e2e/chromium.ts'
import { demoPassword } from '../server/seed/organisation.ts'
import { addressOf } from '../test/process.ts'
import { guidePage, pictureFile, pictureFolder } from './guide-pages.ts'
import { root } from './source-files.ts'

/** Whose day it is, among the accounts of the demo. */
const accounts: Record<DayName, string> = {
  'quan-tri': 'admin',
  'quan-ly': 'quanly',
  'ke-toan': 'quanly',
  'chi-nhanh': 'chinhanh1',
  'truong-nhom': 'leader11',
  'nhan-vien': 'sale111',
  'doi-tac': 'doitac1',
  'doi-tac-mfy': 'HNIMB01',
}

const size = { width: 1366, height: 768 }
/** Bytes a picture may have; it is made coarser until it has no more. */
const heaviest = 60_000
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The product with a demo of its own, once it answers. */
async function startDemo(data: string): Promise<{ url: string; server: ChildProcess }> {
  const env = { ...process.env, DATA_DIR: data, PORT: String(await freePort()), NODE_ENV: 'development' }
  const server = spawn(process.execPath, [join(root, 'scripts/start.ts')], { env })
  return { url: await addressOf(server), server }
}

async function signedIn(browser: Browser, url: string, username: string): Promise<Page> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: { access_token: string } }
  const context = await browser.newContext({
    viewport: size,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'accessToken', value: data.access_token, url }])
  return context.newPage()
}

/** The picture of what is in front, as WebP. */
async function picture(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  for (let quality = 80; ; quality -= 10) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
    const image = Buffer.from(data, 'base64')
    if (image.length <= heaviest) return image
    if (quality <= 10) throw new Error(`${image.length} bytes even at quality ${quality}`)
  }
}

/** Goes there and waits until all of it has come. */
async function visit(page: Page, url: string, screen: ScreenName): Promise<void> {
  await page.goto(url + screenOf(screen).routes[0])
  await page.getByRole('navigation', { name: 'Danh mục' }).waitFor()
  await page.waitForLoadState('networkidle')
  // Hidden parts of a screen wait until they are shown.
  const waiting = page.locator('main [aria-busy="true"]').filter({ visible: true })
  await waiting.first().waitFor({ state: 'hidden' })
  await page.evaluate('document.fonts.ready.then(() => true)')
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  for (const day of dayNames) {
    const page = await signedIn(browser, url, accounts[day])
    for (const block of guidePage(day).blocks) {
      if (!('stop' in block)) continue
      await visit(page, url, block.stop)
      const file = pictureFile(day, block.stop)
      const image = await picture(page)
      await writeFile(join(root, pictureFolder, file), image)
      console.log(`${file} ${Math.round(image.length / 1000)} kB`)
    }
    await page.context().close()
  }
}

const data = await mkdtemp(join(tmpdir(), 'vasdesk-guides-'))
const { url, server } = await startDemo(data)
try {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  await rm(join(root, pictureFolder), { recursive: true, force: true })
  await mkdir(join(root, pictureFolder), { recursive: true })
  try {
    await takeAll(browser, url)
  } finally {
    await browser.close()
  }
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  await rm(data, { recursive: true, force: true })
}
spawnSync(process.execPath, [join(root, 'scripts/web-build.ts')], { stdio: 'inherit' })
