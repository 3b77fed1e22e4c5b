/** What the browser tests of look-ups share: an app with a simulated carrier, its cards, what its page sends. */
import type { Locator, Page } from 'playwright-core'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { setSettings } from '#test/settings.ts'
import { button, startApp, type App } from './app.ts'

/** How long a screen waits in these tests; the default is 60 s (D1-Q-095). */
export const waitMs = 4_000

export type LookupApp = { app: App; carrier: TestCarrier; close: () => Promise<void> }

/** Starts both; the detailed look-up is open around the clock. */
export async function startLookupApp(): Promise<LookupApp> {
  const carrier = await startTestCarrier()
  const app = await startApp({ env: carrier.env })
  await setSettings(app.pool, { 'lookup.wait': waitMs / 1000 })
  return {
    app,
    carrier,
    async close() {
      await app.close()
      await carrier.close()
    },
  }
}

/** Sets hours and number of the detailed look-up; what is left out is as specified. */
export async function setDetail(app: App, limits: Record<string, string | number>): Promise<void> {
  await app.pool.query(`DELETE FROM settings WHERE key IN ('lookup.from', 'lookup.until', 'lookup.perHour')`)
  const values = Object.entries(limits).map(([name, value]) => [`lookup.${name}`, value])
  await setSettings(app.pool, Object.fromEntries(values))
}

/** A card by its title. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true })
export const phoneOf = (within: Locator): Locator => within.getByLabel('Số điện thoại', { exact: true })
export const askButton = (within: Page | Locator): Locator => button(within, 'Tra cứu')
export const table = (within: Page | Locator, name: string): Locator =>
  within.getByRole('table', { name, exact: true })

/** Types a number into a card and asks. */
export async function lookUp(within: Locator, phone: string): Promise<void> {
  await phoneOf(within).fill(phone)
  await askButton(within).click()
}

export type Sent = { event: string; request: Record<string, unknown> }

/** Look-up events that the page sends over its socket from now on; call it before the page is opened. */
export function eventsOf(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const text = String(payload)
      if (!text.startsWith('42["traCuu')) return
      const [event, request] = JSON.parse(text.slice(2)) as [string, Record<string, unknown>]
      sent.push({ event, request })
    }),
  )
  return sent
}

/** Whether the page's socket is connected, and how many answers it hears from now on, its own or not; call it before the page is opened. */
export function repliesOf(page: Page): { count: number; connected: boolean } {
  const heard = { count: 0, connected: false }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('42["traKetQua')) heard.count += 1
      if (String(payload).startsWith('40')) heard.connected = true
    }),
  )
  return heard
}

/** Look-ups over HTTP that the page sends from now on. */
export function httpLookupsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/lookup/') && !pathname.endsWith('/limits')) sent.push(pathname + search)
  })
  return sent
}
