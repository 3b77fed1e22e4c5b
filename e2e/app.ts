/** One server on a database of its own, and pages of whoever is signed in, for a file of browser tests. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { standingOf } from '#platform/contract/menu.ts'
import { screenNames, screenOf, screenOfRoute, type ScreenName } from '#platform/contract/screens.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { startServer } from '#platform/app/server/main.ts'
import { demoDatabase, organisationDatabase } from '#test/organisation.ts'
import { ownDatabase } from '#test/own.ts'
// Names what the global set-up provides to every test file.
import type {} from '#test/global-setup.ts'
import { processEnv } from '#test/process.ts'
import { signInAs } from '#test/server.ts'
import type { PageOptions } from './harness.ts'
import { returnTab, takeTab } from './tabs.ts'

export { demoPassword } from '#platform/app/server/seed/organisation.ts'

export type App = {
  url: string
  pool: Pool
  /** A new page at `path`, nobody signed in. */
  visit: (path: string, options?: PageOptions) => Promise<Page>
  /** Puts a session of the account into the page's browser, without the sign-in screen. */
  signIn: (page: Page, username: string) => Promise<void>
  /** A new page at `path` with the session of the account; waits until the screen has its rows. */
  open: (username: string, path: string, options?: PageOptions) => Promise<Page>
  /** What the pages complained of since the last look: errors of a script, refused content. */
  faults: () => string[]
  /** Ends every page; call it after each test. Throws when a page's script failed or content was refused. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

/** A call that is refused or finds no network is no fault of the page, though the browser writes it into the console. */
const isRefused = (text: string): boolean =>
  text.startsWith('Failed to load resource') ||
  text.endsWith('ERR_INTERNET_DISCONNECTED') ||
  // The server ended the line while a packet was on its way out.
  text === 'WebSocket is already in CLOSING or CLOSED state.'

/**
 * Starts the server, in this process: the next file's server finds the program compiled and warm. `month` seeds the demo's whole month,
 * `own` an administrator alone, else there are the accounts and nothing else.
 */
export async function startApp({
  month = false,
  isolated = false,
  env = {},
}: { month?: boolean; isolated?: boolean; env?: Record<string, string> } = {}): Promise<App> {
  const database = await (isolated ? ownDatabase() : month ? demoDatabase() : organisationDatabase())
  const server = await startServer(
    readConfig({
      ...(await processEnv(database.url)),
      // A new connection plans every statement once more, and a journey has one or two people.
      DB_POOL: '4',
      ...(month && { VASDESK_DEMO: '1' }),
      ...env,
    }),
  )
  const pages = new Set<Page>()
  const faults: string[] = []
  const look = (): string[] => faults.splice(0)
  const blank = async (options: PageOptions = {}): Promise<Page> => {
    const page = await takeTab({ width: 1366, height: 768, colorScheme: 'light', ...options })
    pages.add(page)
    // Shorter than a test may take, so that a failure names the line that waited.
    page.setDefaultTimeout(25_000)
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (line) => {
      if (line.type() === 'error' && !isRefused(line.text())) faults.push(line.text())
    })
    return page
  }
  const signIn = async (page: Page, username: string): Promise<void> => {
    const value = await signInAs(database.pool, username)
    await page.context().addCookies([{ name: 'accessToken', value, url: server.url }])
  }
  return {
    url: server.url,
    pool: database.pool,
    faults: look,
    async visit(path, options) {
      const page = await blank(options)
      await page.goto(server.url + path)
      return page
    },
    signIn,
    async open(username, path, options) {
      const page = await blank(options)
      await signIn(page, username)
      await page.goto(server.url + path)
      await ready(page)
      return page
    },
    async leave() {
      const used = [...pages]
      pages.clear()
      await Promise.all(used.map((page) => returnTab(page, server.url)))
      const found = look()
      if (found.length > 0) throw new Error(`the page complained: ${found.join('\n')}`)
    },
    async close() {
      await server.close()
      await database.drop()
    },
  }
}

/** The token of whoever is signed in to the page's browser; '' when nobody is. */
export async function tokenOf(page: Page): Promise<string> {
  return (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
}

/** Waits for the shell and for whatever of the screen in front is still on its way. */
export async function ready(page: Page): Promise<void> {
  await menu(page).waitFor()
  // Hidden parts of a screen wait until they are shown.
  const waiting = page.locator('main [aria-busy="true"]').filter({ visible: true })
  await expect.poll(() => waiting.count(), { timeout: 20_000 }).toBe(0)
}

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Danh mục' })

/** The entry of a screen in the open map of all; behind its name may stand a pin and what waits. */
const inMap = (page: Page, label: string): Locator =>
  menu(page).getByRole('menuitem', { name: new RegExp(`^${label}(, đã ghim)?( ?[\\d,]+)?$`) })

/** Opens the map of the menu. */
async function openMap(page: Page): Promise<void> {
  await menu(page).getByRole('button', { name: 'Tất cả', exact: true }).click()
  await menu(page).getByRole('menuitem').first().waitFor()
}

/** Links to the other views in the head of the screen in front. */
export const headLinks = (page: Page): Locator =>
  page.locator('#work').getByRole('navigation', { name: 'Các phần của mục này' }).getByRole('link')

/** Opens a screen as somebody finds it: in the map of the menu, or, of those without groups, in the head of its place. */
export async function openFromMenu(page: Page, label: string): Promise<void> {
  const name = screenNames.find((screen) => screenOf(screen).label === label)
  if (!name) throw new Error(`no screen is called ${label}`)
  await menu(page).waitFor()
  if ((await menu(page).getByRole('button', { name: 'Tất cả', exact: true }).count()) > 0) {
    await openMap(page)
    await inMap(page, label).click()
    return
  }
  await menu(page)
    .locator(`#menu-${standingOf(name)?.own}`)
    .click()
  await heading(page).waitFor()
  const link = headLinks(page).and(page.locator(`[href^="${screenOf(name).routes[0]}"]`))
  if ((await link.count()) > 0) await link.click()
}

/** Screens that the place in front leads to: itself, and the links in its head. */
async function inPlace(page: Page): Promise<ScreenName[]> {
  await heading(page).waitFor()
  const links = await headLinks(page).evaluateAll((all: HTMLAnchorElement[]) =>
    all.map(({ pathname }) => pathname),
  )
  return [new URL(page.url()).pathname, ...links].flatMap((route) => screenOfRoute(route) ?? [])
}

/** The names of the screens that are reached from the menu. */
export async function menuNames(page: Page): Promise<string[]> {
  if ((await menu(page).getByRole('button', { name: 'Tất cả', exact: true }).count()) === 0) {
    const found: ScreenName[] = []
    for (const place of await menu(page).getByRole('button').all()) {
      await place.click()
      found.push(...(await inPlace(page)))
    }
    return [...new Set(found)].map((name) => screenOf(name).label)
  }
  await openMap(page)
  const names = await menu(page)
    .getByRole('menuitem')
    .evaluateAll((entries: HTMLElement[]) => entries.map(({ dataset }) => dataset['name'] ?? ''))
  await page.keyboard.press('Escape')
  return names.map((name) => screenOf(name as ScreenName).label)
}

/** What the addresses of a server answer to somebody without their right. */
export async function refused(page: Page, url: string, routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    await page.goto(url + route)
    await page.getByText('Bạn không có quyền truy cập').waitFor()
  }
}

/** The table of a screen by its name. */
export const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true })

/** Rows of the table that hold `text`. */
export const rowWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('grid').locator('tbody tr[aria-rowindex]').filter({ hasText: text })

/** A toast with the text; line breaks count as spaces. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-toasts]').getByText(text)

/** The heading of the screen in front. */
export const heading = (page: Page): Locator => page.locator('#work').getByRole('heading', { level: 1 })

/** What the list offers that is open or about to open. */
export async function offered(page: Page): Promise<string[]> {
  const options = page.getByRole('option')
  await options.first().waitFor()
  return options.allInnerTexts()
}

/** Picks an option of a field that opens a list. */
export async function pickOption(field: Locator, option: string | RegExp): Promise<void> {
  const options = field.page().getByRole('option')
  // A list that is still closing must not take this choice.
  await options.first().waitFor({ state: 'hidden' })
  await field.click()
  await field.page().getByRole('option', { name: option }).first().click()
}

/** The box with the label, in front of the mark of a required one. */
export const box = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label}( \\*)?$`)).filter({ visible: true })

/** A button by its whole name; the side menu does not count, whose groups are called like buttons of screens. */
export const button = (within: Page | Locator, name: string): Locator =>
  within
    .getByRole('button', { name, exact: true })
    .and(within.locator(':is(button, [role="button"]):not(nav[aria-label="Danh mục"] *)'))

/** Opens the filters of a list that have no room in its bar, if there are any. */
export async function openFilters(page: Page): Promise<void> {
  const more = page
    .getByRole('search')
    .getByRole('button', { name: /^Bộ lọc/ })
    .filter({ visible: true })
  if ((await more.count()) > 0 && (await more.getAttribute('aria-expanded')) !== 'true') await more.click()
}

/** Opens the columns of a list that are folded away because all their cells are alike (D3-GRID-12). */
export async function unfold(page: Page): Promise<void> {
  await page.getByRole('grid').locator('tbody tr[aria-rowindex]').first().waitFor()
  const folded = /\+\d+ cột/
  if ((await page.getByText(folded).filter({ visible: true }).count()) === 0) return
  await page.getByRole('button', { name: folded }).filter({ visible: true }).click()
}

/** Opens the menu of a row ('…') and takes one of its actions. */
export async function chooseInRow(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await row.page().getByRole('menuitem', { name: action, exact: true }).click()
}

/** A button of the open dialog; those with a key cap after the word are found by how they begin. */
export const footButton = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}( |$)`) })

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

export const rows = (page: Page): Locator => page.getByRole('grid').locator('tbody tr[aria-rowindex]')

/** '1–20 / 45' of the list in front. Tabs behind it are still in the page. */
export const pager = (page: Page): Promise<string> =>
  page
    .getByText(/^\d[\d,]*–\d[\d,]* \/ [\d,]+$/)
    .filter({ visible: true })
    .innerText()

/** What a form says beside its buttons of fields that are wrong; no toast does (D3-BELL-03). */
export const line = (page: Page): Locator => page.locator('[data-line]')

/** What it says of empty ones. */
export const missingLine = (page: Page): Locator =>
  line(page).getByText('[Lỗi] Có trường bắt buộc chưa được nhập hoặc chưa được chọn', { exact: true })
