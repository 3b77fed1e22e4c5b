/** Signing in, staying signed in, signing out, and the own profile, in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { everyNth, longRun } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import {
  box,
  demoPassword,
  heading,
  menu,
  menuNames,
  missingLine,
  openFromMenu,
  ready,
  toast,
  startApp,
  tokenOf,
  type App,
} from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const username = (page: Page) => page.getByLabel('Tên đăng nhập')
const password = (page: Page) => page.getByLabel('Mật khẩu', { exact: true })
const enter = (page: Page) => page.getByRole('button', { name: 'Đăng nhập' })

async function signInByHand(page: Page, name: string, secret = demoPassword): Promise<void> {
  await username(page).fill(name)
  await password(page).fill(secret)
  await enter(page).click()
}

/** What the browser keeps of a session. */
const stored = (page: Page) =>
  page.evaluate(() => ({
    cookie: document.cookie,
    token: localStorage.getItem('accessToken'),
    auth: JSON.parse(localStorage.getItem('auth') ?? 'null') as Record<string, unknown> | null,
    tabs: localStorage.getItem('tabList'),
    active: localStorage.getItem('lastActiveTab'),
  }))
const nothing = { cookie: '', token: null, auth: null, tabs: null, active: null }

test('without a session every address goes to the sign-in, which requires both fields and accepts 255 characters of each; a wrong password signs nobody in (D1-SESS-01 to 07, D1-ROUTE-01, D1-ROUTE-62, D1-ROUTE-63, D1-SHELL-02)', async () => {
  const page = await app.visit('/app/blacklist')
  for (const path of ['/sys/accounts', '/app/home']) {
    await username(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.goto(app.url + path)
  }
  await username(page).waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await enter(page).click()
  const fields = [username(page), password(page)]
  for (const field of fields) await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  for (const field of fields) {
    await field.fill('x'.repeat(300))
    expect((await field.inputValue()).length).toBe(255)
  }
  expect(sent).toEqual([])
  await signInByHand(page, 'admin', 'sai-mat-khau')
  await page.getByText('Sai tên đăng nhập hoặc mật khẩu').waitFor()
  expect(await stored(page)).toEqual(nothing)
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('the sign-in stores the token, opens the workspace and sends the token with every call until it expires (D1-SESS-07 to 16, D1-ROUTE-62)', async () => {
  const page = await app.visit('/login')
  const answered = page.waitForResponse('**/api/v1/auth/login')
  await signInByHand(page, 'admin')
  const answer = await answered
  expect(answer.request().postDataJSON()).toEqual({ username: 'admin', password: demoPassword })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['access_token', 'user', 'role', 'permissions']))
  await page.waitForURL('**/app/home')
  await menu(page).waitFor()
  const token = data.access_token as string
  const state = await stored(page)
  expect(state).toMatchObject({ cookie: `accessToken=${token}`, token })
  expect(Object.keys(state.auth ?? {}).toSorted()).toEqual(['accessToken', 'expiresAt', 'expiresIn'])
  const called = page.waitForRequest('**/api/v1/users?*')
  await openFromMenu(page, 'Nhân viên')
  expect(await (await called).headerValue('authorization')).toBe(`Bearer ${token}`)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await ready(page)
  expect(await heading(page).innerText()).toBe('Nhân viên')
  await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
  await page.context().clearCookies()
  await page.reload()
  await ready(page)
  expect(await heading(page).innerText()).toBe('Nhân viên')
  await page.evaluate(() => {
    const state = { accessToken: 'x', expiresIn: 60, expiresAt: Date.now() - 1000 }
    localStorage.setItem('auth', JSON.stringify(state))
  })
  await page.goto(`${app.url}/app/blacklist`)
  await username(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('signing out by the button, /logout or /refresh-cache ends the session on the server and clears everything stored (D1-SESS-17 to 20, D1-ROUTE-02, D1-ROUTE-03, D1-Q-014, D1-Q-025, D1-Q-026, D2-Q-47)', async () => {
  const page = await app.visit('/login')
  for (const way of everyNth(['button', '/logout', '/refresh-cache'], 0)) {
    await app.signIn(page, 'sale111')
    await page.goto(`${app.url}/app/home`)
    await openFromMenu(page, 'Blacklist')
    await ready(page)
    if (way === 'button') await page.getByRole('button', { name: 'Mở danh mục' }).click()
    // The width of the menu is the one thing that stays, also for the next who signs in.
    await page.getByRole('button', { name: 'Thu gọn danh mục' }).waitFor()
    expect(await page.getByRole('tab').count()).toBe(1)
    const token = await tokenOf(page)
    const ended = page.waitForRequest('**/api/v1/auth/logout')
    if (way === 'button') await page.getByRole('button', { name: 'Đăng xuất' }).click()
    else await page.goto(app.url + way)
    expect((await ended).postDataJSON()).toEqual({ accessToken: token })
    await page.waitForURL('**/login')
    await username(page).waitFor()
    expect(await stored(page)).toEqual(nothing)
    const me = await page.request.get(`${app.url}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(me.status()).toBe(401)
  }
})

test('a 401 clears token, cookies and stored state, goes to the sign-in and is reported once; a session ended elsewhere shows the sign-in over the page, which then continues where it was (D1-SESS-21 to 24, D1-Q-152)', async () => {
  const page = await app.open('sale112', '/app/home')
  await openFromMenu(page, 'Blacklist')
  await ready(page)
  const body = { code: 'UNAUTHENTICATED', msg: 'Phiên đăng nhập đã hết hạn' }
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: body }))
  await page.getByRole('button', { name: 'Làm mới' }).click()
  await page.waitForURL('**/login')
  await username(page).waitFor()
  expect(await stored(page)).toEqual(nothing)
  expect(await toast(page, 'Phiên đăng nhập đã hết hạn').count()).toBeLessThanOrEqual(1)
  expect(await page.getByText('Phiên đăng nhập đã hết hạn').first().isVisible()).toBe(true)
  await page.unrouteAll()
  await app.signIn(page, 'sale112')
  await page.goto(`${app.url}/app/blacklist`)
  await ready(page)
  const token = await tokenOf(page)
  await page.request.post(`${app.url}/api/v1/auth/logout`, {
    headers: { authorization: `Bearer ${token}` },
    data: { accessToken: token },
  })
  const over = page.getByRole('dialog', { name: 'Đăng nhập lại' })
  await over.waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await over.getByLabel('Tên đăng nhập').inputValue()).toBe('sale112')
  // The name is known: what is typed goes into the password.
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await over.waitFor({ state: 'detached' })
  await page.waitForURL('**/app/blacklist')
  expect(await heading(page).innerText()).toBe('Blacklist')
})

test.runIf(longRun)(
  '/register says who creates accounts, makes no request and goes to the sign-in; a screen opened right after it is shown instead of the empty workspace; with a session /register goes to the dashboard (D1-ROUTE-04, D1-ROUTE-05, D1-ROUTE-48, D1-Q-015, D1-Q-022)',
  async () => {
    const page = await app.visit('/register')
    await page.getByText('Tài khoản do quản trị viên tạo').waitFor()
    // Every page asks for its title and look when it starts.
    await page.waitForLoadState('networkidle')
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.waitForURL('**/login')
    expect(calls).toEqual([])
    await signInByHand(page, 'admin')
    await page.waitForFunction(() => localStorage.getItem('accessToken') !== null)
    await page.goto(`${app.url}/sys/accounts`)
    await ready(page)
    expect([await heading(page).innerText(), new URL(page.url()).pathname]).toEqual([
      'Nhân viên',
      '/sys/accounts',
    ])
    await page.goto(`${app.url}/register`)
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.waitForURL('**/app/dashboard')
    await expect.poll(() => heading(page).innerText()).toBe('Bảng điều khiển')
  },
)

const save = (page: Page) => page.getByRole('button', { name: 'Lưu', exact: true }).click()

test('the profile has both routes, requires name, email and a phone of digits, says why a save failed and shows what was saved; a new password needs all three fields, two of them equal and the old one right, and then signs in (D1-PROF-01 to 16, D1-ROUTE-20, D1-ROUTE-44, D1-Q-031)', async () => {
  const page = await app.open('sale113', '/app/request-sms')
  for (const path of ['/app/request-sms', '/sys/profile']) {
    await page.goto(app.url + path)
    await ready(page)
    expect(await box(page, 'Họ tên').inputValue()).toBe('Hoàng Gia Bảo')
    for (const label of ['Email', 'Số điện thoại', 'Mật khẩu cũ', 'Mật khẩu mới', 'Nhập lại mật khẩu mới'])
      expect(await box(page, label).isEditable()).toBe(true)
    expect(await page.getByRole('button', { name: 'Lưu', exact: true }).isEnabled()).toBe(true)
  }
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  for (const [label, text] of [
    ['Họ tên', ''],
    ['Email', ''],
    ['Số điện thoại', '09x'],
  ] as const) {
    const before = await box(page, label).inputValue()
    await box(page, label).fill(text)
    await save(page)
    await expect.poll(() => box(page, label).getAttribute('aria-invalid')).toBe('true')
    if (text === '') await missingLine(page).first().waitFor()
    await box(page, label).fill(before)
  }
  expect(sent).toEqual([])
  await page.route('**/api/v1/auth/saveProfile', (route) => route.fulfill({ status: 500, body: '' }))
  await box(page, 'Họ tên').fill('Hoàng Gia Bảo Châu')
  await save(page)
  await toast(page, 'Cập nhật thông tin cá nhân thất bại').waitFor()
  await page.unroute('**/api/v1/auth/saveProfile')
  await box(page, 'Số điện thoại').fill('0912345678')
  const answered = page.waitForResponse('**/api/v1/auth/saveProfile')
  await save(page)
  const answer = (await (await answered).json()) as Record<string, unknown>
  expect(answer).toMatchObject({
    msg: expect.any(String),
    data: { user: { fullname: 'Hoàng Gia Bảo Châu' } },
  })
  expect(answer).toHaveProperty('status')
  await toast(page, answer.msg as string).waitFor()
  await page.getByRole('banner').getByText('Hoàng Gia Bảo Châu').waitFor()
  const labels = ['Mật khẩu cũ', 'Mật khẩu mới', 'Nhập lại mật khẩu mới'] as const
  const fill = async (...texts: string[]) => {
    for (const [index, label] of labels.entries()) await box(page, label).fill(texts[index] ?? '')
    await save(page)
  }
  await fill(demoPassword, 'moi-mat-khau-1', 'moi-mat-khau-2')
  await page.getByText('Mật khẩu nhập lại không khớp').first().waitFor()
  await fill('khong-dung', 'moi-mat-khau-1', 'moi-mat-khau-1')
  await page.getByText('Mật khẩu cũ không đúng').first().waitFor()
  const changed = page.waitForResponse('**/api/v1/auth/saveProfile')
  await fill(demoPassword, 'moi-mat-khau-1', 'moi-mat-khau-1')
  expect((await changed).status()).toBe(200)
  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await signInByHand(page, 'sale113', 'moi-mat-khau-1')
  await page.waitForURL('**/app/home')
  // Where else the account is signed in, which is ended from here after the password.
  await signInAs(app.pool, 'sale113')
  await page.goto(`${app.url}/sys/profile`)
  const devices = page.getByRole('group', { name: 'Thiết bị đang đăng nhập' }).getByRole('listitem')
  await expect.poll(() => devices.allInnerTexts()).toHaveLength(2)
  expect(await devices.first().innerText()).toMatch(/^Chrome trên Linux \(thiết bị này\)/)
  await page.getByRole('button', { name: 'Đăng xuất Không rõ thiết bị' }).click()
  const question = page.getByRole('dialog', { name: 'Xác nhận lại' })
  await question.getByLabel('Mật khẩu của bạn').fill('moi-mat-khau-1')
  await question.getByRole('button', { name: 'Xác nhận' }).click()
  await toast(page, 'Đã đăng xuất thiết bị').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const initial = 'Mật khẩu được cấp'
const next = 'Mật khẩu mới'
const again = 'Nhập lại mật khẩu mới'

async function change(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, label] of [initial, next, again].entries())
    await field(page, label).fill(texts[index] ?? '')
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
}

test.runIf(longRun)(
  'with a given password every address shows one page, which can be left by signing out, until the user sets an own password (D1-ACC-51, D1-SESS-17, threats C7)',
  async () => {
    await app.pool.query(`UPDATE users SET must_change_password = true WHERE username = 'sale111'`)
    const page = await app.visit('/app/blacklist')
    await signInByHand(page, 'sale111')
    const title = page.getByRole('heading', { name: 'Đổi mật khẩu' })
    await title.waitFor()
    await page.getByRole('button', { name: 'Đăng xuất' }).click()
    await page.waitForURL('**/login')
    await signInByHand(page, 'sale111')
    await title.waitFor()
    for (const path of ['/app/customer-care', '/sys/profile', '/login']) {
      await page.goto(app.url + path)
      await title.waitFor()
      expect(await menu(page).count()).toBe(0)
    }
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await change(page)
    for (const label of [initial, next, again])
      await expect.poll(() => field(page, label).getAttribute('aria-invalid')).toBe('true')
    await change(page, demoPassword, '12345', '12345')
    await page.getByText('Mật khẩu mới phải có ít nhất 6 ký tự').waitFor()
    await change(page, demoPassword, 'cua-rieng-toi', 'cua-rieng-ai')
    await page.getByText('Mật khẩu nhập lại không khớp').waitFor()
    expect(sent).toEqual([])
    await change(page, 'khong-dung', 'cua-rieng-toi', 'cua-rieng-toi')
    await page.getByText('Mật khẩu cũ không đúng').waitFor()
    await change(page, demoPassword, demoPassword, demoPassword)
    await page.getByText('Mật khẩu mới phải khác mật khẩu cũ').waitFor()
    await change(page, demoPassword, 'cua-rieng-toi', 'cua-rieng-toi')
    await toast(page, 'Đổi mật khẩu thành công').waitFor()
    await page.waitForURL('**/app/home')
    await page.goto(`${app.url}/app/blacklist`)
    await ready(page)
    expect(await heading(page).innerText()).toBe('Blacklist')
  },
)

test('a sign-out in one tab clears the rows of another; the next user to sign in gets both tabs, and after an ended session one sign-in opens both tabs again (D1-Q-014, D1-SESS-14)', async () => {
  await app.pool.query(
    `INSERT INTO blacklist (phone_number, description) VALUES ('912004711', 'Khách của tab khác')`,
  )
  const first = await app.open('quanly', '/app/blacklist')
  const second = await first.context().newPage()
  await second.goto(`${app.url}/app/blacklist`)
  const text = 'Khách của tab khác'
  for (const page of [first, second]) await page.getByText(text).first().waitFor()
  await first.getByRole('button', { name: 'Đăng xuất' }).click()
  const sure = first.getByRole('dialog').getByRole('button', { name: 'Đăng xuất' })
  if ((await sure.count()) > 0) await sure.click()
  for (const page of [first, second]) {
    await username(page).waitFor()
    expect(await page.content()).not.toContain(text)
  }
  await signInByHand(first, 'sale211')
  await menu(first).waitFor()
  await second.goto(`${app.url}/app/blacklist`)
  await second.getByText(text).first().waitFor()
  // Ended elsewhere, as by an administrator: both are covered, and one sign-in opens both where they were.
  const ended = await fetch(`${app.url}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken: await tokenOf(first) }),
  })
  expect(ended.status).toBe(200)
  for (const page of [first, second]) await password(page).waitFor()
  await password(first).fill(demoPassword)
  await enter(first).click()
  await password(second).waitFor({ state: 'detached' })
  await second.getByText(text).first().waitFor()
  // Somebody else signs in after that: the other tab becomes that person's.
  await first.getByRole('button', { name: 'Đăng xuất' }).click()
  await signInByHand(first, 'leader21')
  await menu(first).waitFor()
  expect(await second.content()).not.toContain(text)
})

test.runIf(longRun)(
  'a role that loses a permission loses its screen and its rows at once in every open tab (D1-Q-021, D1-ROLE-01)',
  async () => {
    const page = await app.open('chinhanh1', '/sys/accounts')
    expect(await menuNames(page)).toContain('Nhân viên')
    await page.getByText('sale111').first().waitFor()
    const boss = await app.open('admin', '/app/blacklist')
    const headers = { authorization: `Bearer ${await tokenOf(boss)}`, 'content-type': 'application/json' }
    const ask = async (path: string, init: RequestInit = {}): Promise<unknown> =>
      ((await (await fetch(app.url + path, { headers, ...init })).json()) as { data: unknown }).data
    const { values } = (await ask('/api/v1/role?count=50')) as { values: { id: string; priority: number }[] }
    const { id } = values.find(({ priority }) => priority === 3) ?? {}
    await ask(`/api/v1/role/${id}`, { method: 'PUT', body: JSON.stringify({ permissions: [] }) })
    await expect.poll(() => page.getByText('sale111').count()).toBe(0)
    expect(await menuNames(page)).not.toContain('Nhân viên')
    expect(new URL(page.url()).pathname).not.toBe('/sys/accounts')
  },
)
