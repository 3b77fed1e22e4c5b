/** Tabs that are used again: one that has compiled the product's scripts opens a screen in half the time of a new one. */
import type { Page } from 'playwright-core'
import { newPage, type PageOptions } from './harness.ts'

const idle: Page[] = []

/** Tabs to which something was done that cannot be taken back. */
const spoiled = new WeakSet<Page>()

function watch(page: Page): Page {
  const spoils =
    <Given extends unknown[], Answer>(act: (...args: Given) => Answer) =>
    (...args: Given): Answer => {
      spoiled.add(page)
      return act(...args)
    }
  page.routeWebSocket = spoils(page.routeWebSocket.bind(page))
  page.clock.install = spoils(page.clock.install.bind(page.clock))
  return page
}

/** A tab with cookies, storage and cache of its own that nobody is signed in to. */
export async function takeTab(options: Required<PageOptions>): Promise<Page> {
  const page = idle.pop() ?? watch(await newPage(options))
  await page.setViewportSize({ width: options.width, height: options.height })
  await page.emulateMedia({ colorScheme: options.colorScheme, media: null })
  return page
}

/** Takes back a tab that showed pages of `url` and leaves nothing in it of who used it. */
export async function returnTab(page: Page, url: string): Promise<void> {
  const context = page.context()
  if (page.isClosed() || spoiled.has(page)) return context.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  for (const other of context.pages()) if (other !== page) await other.close()
  // A document of the same origin without a script: only from there the storages can be emptied for good.
  await page.goto(`${url}/logo.svg`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  await page.mouse.move(0, 0)
  idle.push(page)
}
