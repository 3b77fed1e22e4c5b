/** The live channel of the page: notices and the bell, a line that is refused or cut, two tabs of one browser. */
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#kit/server/sessions.ts'
import { longRun } from '#test/rounds.ts'
import { ready, rowWith, toast, tokenOf, type App } from './app.ts'
import * as desk from './lookup-page.ts'
import { card, lookUp, table } from './lookup-page.ts'

let api: desk.LookupApp
let app: App
beforeAll(async () => {
  api = await desk.startLookupApp()
  ;({ app } = api)
})
afterAll(() => api.close())
afterEach(() => app.leave())

const lookups = '/app/customer-lookup'
const history = 'Lịch sử gói cước'
const signInBox = (page: Page) => page.getByLabel('Tên đăng nhập')
const bell = (page: Page) => page.getByRole('button', { name: /^Thông báo/ })

/** A page whose line passes through the test; `meet` is called with each connection the page tries. */
async function open(
  username: string,
  path: string,
  meet: (line: WebSocketRoute, index: number) => void = (line) => void line.connectToServer(),
): Promise<{ page: Page; lines: WebSocketRoute[] }> {
  const page = await app.visit('/login')
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (line) => meet(line, lines.push(line)))
  await app.signIn(page, username)
  await page.goto(app.url + path)
  await ready(page)
  return { page, lines }
}

/** Answers the handshake as the server does when it refuses. */
function refuse(line: WebSocketRoute, message: string): void {
  line.onMessage((frame) => {
    if (String(frame).startsWith('40')) line.send(`44${JSON.stringify({ message })}`)
  })
  const opening = { sid: 'x', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1e6 }
  line.send(`0${JSON.stringify(opening)}`)
}

const revoke = (token: string) =>
  app.pool.query(`UPDATE sessions SET revoked_at = now() WHERE token_hash = decode($1, 'hex')`, [
    hashToken(token),
  ])

/** Looks up a number and tells over which way it went. */
async function wayOf(page: Page, phone: string): Promise<'live' | 'http'> {
  const http = desk.httpLookupsOf(page)
  await lookUp(card(page, history), phone)
  await card(page, history)
    .getByText(new RegExp(`^0${phone} lúc`))
    .waitFor()
  await table(page, history).waitFor()
  return http.length === 0 ? 'live' : 'http'
}

test.runIf(longRun)(
  'showThongBao shows a toast in plain text and adds nothing to the bell (D1-RT-07, D1-SHELL-26, D3-BELL-01)',
  async () => {
    const { page, lines } = await open('sale111', '/app/blacklist')
    const content = '<b>Nhung</b> vừa đăng ký thành công gói VD90 cho ****45678'
    const notice = { domain: new URL(app.url).host, content, at: '2026-11-20T03:00:00.000Z' }
    await expect.poll(() => lines.length).toBe(1)
    await expect
      .poll(async () => {
        lines.at(-1)?.send(`42${JSON.stringify(['showThongBao', notice])}`)
        return toast(page, content).count()
      })
      .toBe(1)
    await bell(page).click()
    await page.getByText('Chưa có thông báo').waitFor()
  },
)

test.runIf(longRun)(
  "a row that changed between the list's answer and the live connection is updated on the screen (D1-RT-01)",
  async () => {
    const add = (phone: string) => app.pool.query(`INSERT INTO blacklist (phone_number) VALUES ('${phone}')`)
    await add('912000076')
    const page = await app.visit('/login')
    await page.routeWebSocket(/socket\.io/, async (line) => {
      await rowWith(page, '912000076').waitFor()
      // Written past the server, so no event is sent: the page can only see it by reading the list again.
      await add('912000077')
      line.connectToServer()
    })
    await app.signIn(page, 'admin')
    // What a page reads again after a push is marked as less urgent (docs/decisions/places.md).
    const again = page.waitForRequest(
      (request) => request.url().includes('/blacklist') && request.headers().priority === 'u=6',
    )
    await page.goto(`${app.url}/app/blacklist`)
    await again
    await rowWith(page, '912000077').waitFor()
  },
)

test('a live connection that the server refused or cut briefly reconnects by itself (D1-RT-01, D1-Q-011, threats D6)', async () => {
  const { page, lines } = await open('sale111', lookups, (line, index) => {
    if (index === 1) refuse(line, 'UNAVAILABLE')
    else line.connectToServer()
  })
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => wayOf(page, '912345678'), { timeout: 10_000 }).toBe('live')
  lines.at(-1)?.send('41')
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(3)
  await expect.poll(() => wayOf(page, '912345679'), { timeout: 10_000 }).toBe('live')
})

test.runIf(longRun)(
  'a user who comes back to an ended session is asked to sign in without a click (D1-SHELL-43, D1-SESS-22)',
  async () => {
    const { page, lines } = await open('sale111', lookups)
    await expect.poll(() => wayOf(page, '912345678'), { timeout: 10_000 }).toBe('live')
    await revoke(await tokenOf(page))
    await signInBox(page).waitFor()
    await signInBox(page).fill('sale111')
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Demo@2026')
    await page.getByRole('button', { name: 'Đăng nhập' }).click()
    await expect.poll(() => signInBox(page).count()).toBe(0)
    await table(page, history).waitFor()
    await expect.poll(() => wayOf(page, '912345679'), { timeout: 10_000 }).toBe('live')
    // The line is cut first, so that nobody can tell the page that its session ended.
    await page.unrouteAll()
    await page.routeWebSocket(/socket\.io/, (line) => refuse(line, 'UNAUTHENTICATED'))
    await lines.at(-1)?.close()
    await signInBox(page).waitFor()
  },
)

test.runIf(longRun)(
  'a sign-in in another tab ends nothing here: the live connection moves to the new session (D1-SESS-22, D1-Q-101)',
  async () => {
    const { page } = await open('sale111', lookups)
    await expect.poll(() => wayOf(page, '912345678'), { timeout: 10_000 }).toBe('live')
    const before = await tokenOf(page)
    await app.signIn(page, 'sale111')
    expect(await tokenOf(page)).not.toBe(before)
    // The line still speaks for the session it was opened with.
    expect(await wayOf(page, '912345677')).toBe('live')
    const ended = page.waitForEvent('websocket', { timeout: 10_000 }).catch(() => null)
    await revoke(before)
    await ended
    await expect.poll(() => wayOf(page, '912345679'), { timeout: 10_000 }).toBe('live')
    expect(await signInBox(page).count()).toBe(0)
    expect(await tokenOf(page)).not.toBe('')
  },
)
