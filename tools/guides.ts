/** `npm run guides`: takes the guides' pictures from a running demo, and bundles them with the screens. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { dayNames } from '#platform/contract/guide.ts'
import { findChromium } from '../e2e/chromium.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { addressOf } from '#test/process.ts'
import { freePort } from './drill/processes.ts'
import { signIn } from './player/person.ts'
import { pictureFile, pictureFolder } from './guide-pages.ts'
import { picture, pictureAccounts, pictureStops, visitStop } from './guide-pictures.ts'
import { root } from './source-files.ts'

const size = { width: 1366, height: 768 }

/** Starts the product with a separate demo; resolves once it answers. */
async function startDemo(data: string): Promise<{ url: string; server: ChildProcess }> {
  const env = { ...process.env, DATA_DIR: data, PORT: String(await freePort()), NODE_ENV: 'development' }
  const server = spawn(process.execPath, [join(root, 'tools/start.ts')], { env })
  return { url: await addressOf(server), server }
}

async function signedIn(browser: Browser, url: string, username: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'accessToken', value: await signIn(url, username, demoPassword), url }])
  return context.newPage()
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  for (const day of dayNames) {
    const page = await signedIn(browser, url, pictureAccounts[day])
    for (const stop of pictureStops(day)) {
      await visitStop(page, url, stop)
      const file = pictureFile(day, stop)
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
spawnSync(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })
