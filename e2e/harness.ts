/** One headless browser for all browser tests of a worker, its pages, and screenshots to look at afterwards. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

export type PageOptions = { width?: number; height?: number; colorScheme?: 'light' | 'dark' }

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Containers give /dev/shm 64 MB, and a page with a large grid crashes in it.
  '--disable-dev-shm-usage',
  // A screen lives for a second or two here: what the optimisers make of its scripts is never earned back.
  '--js-flags=--no-opt,--no-maglev',
  // One program draws and runs all pages: fewer processes to start and to wait for.
  '--in-process-gpu',
  '--disable-site-isolation-trials',
]

const SCREENSHOTS = join(import.meta.dirname, '../.screenshots')

let running: Browser | undefined

/** The browser of this worker, started on the first call; it ends with the worker. */
async function openBrowser(): Promise<Browser> {
  if (running?.isConnected()) return running
  const { executablePath, env } = await findChromium()
  running = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: FLAGS,
  })
  return running
}

/**
 * A page with storage of its own, as a Vietnamese user sees it; sizes in CSS pixels. Closing the page's
 * context (`page.context().close()`) forgets its sign-in.
 */
export async function newPage({
  width = 1440,
  height = 900,
  colorScheme = 'light',
}: PageOptions = {}): Promise<Page> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
  })
  return context.newPage()
}

/** Writes `.screenshots/<name>.png` of what is visible and resolves to its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const path = join(SCREENSHOTS, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  return path
}
