/** The bell: rung by another person at once, opens its row, read on every device; reminders that were closed stay away. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import { rowWith, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const bell = (page: Page) => page.getByRole('button', { name: /^Thông báo/ })
const label = (page: Page) => bell(page).getAttribute('aria-label')

/** A call without a screen. */
async function call(username: string, method: string, path: string, body: object): Promise<number> {
  const token = await signInAs(app.pool, username)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(app.url + path, { method, headers, body: JSON.stringify(body) })).status
}

test("D3-BELL-01: a leader's decision notifies the seller on every open screen, opens its row, and is marked read on the other device too", async () => {
  await app.pool.query(`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv) VALUES ('912345678', '2026-11-20', 'sale111')`)
  const desk = await app.open('sale111', '/app/blacklist')
  const phone = await app.visit('/404', { width: 390, height: 844 })
  await app.signIn(phone, 'sale111')
  await phone.goto(`${app.url}/app/blacklist`)
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM khr')
  await expect.poll(() => label(desk)).toBe('Thông báo')
  const decision = { trang_thai: 2, ly_do_tu_choi: 'Trùng số' }
  expect(await call('leader11', 'PUT', `/api/v1/khr/approve/${rows[0]?.id}`, decision)).toBe(200)
  for (const page of [desk, phone]) await expect.poll(() => label(page)).toBe('Thông báo, 1 chưa đọc')
  await toast(desk, 'Khách hàng riêng bị từ chối').waitFor()
  await bell(desk).click()
  const notice = desk.getByRole('link', { name: /Khách hàng riêng bị từ chối/ })
  expect(await notice.innerText()).toContain('“Trùng số”')
  await notice.click()
  await rowWith(desk, '****45678').waitFor()
  expect(new URL(desk.url()).pathname).toBe('/app/khr')
  for (const page of [desk, phone]) await expect.poll(() => label(page)).toBe('Thông báo')
  // The narrow screen has all of it within its width.
  await bell(phone).click()
  const old = phone.getByRole('link', { name: /Khách hàng riêng bị từ chối/ })
  const place = await old.boundingBox()
  expect([(place?.x ?? -1) >= 0, (place?.x ?? 0) + (place?.width ?? 999) <= 390]).toEqual([true, true])
  expect(await phone.getByRole('button', { name: 'Đọc hết' }).isDisabled()).toBe(true)
  await phone.getByRole('button', { name: /^Chưa đọc/ }).click()
  await phone.getByText('Đã đọc hết').waitFor()
})

test.runIf(longRun)(
  "D3-BELL-02: a closed reminder stays away until something new is due; several reminders are shown as one; the browser's notification permission is requested on a click only",
  async () => {
    const wait = (phone: string) =>
      app.pool.query(
        `INSERT INTO mfy (so_dien_thoai, ma_goi, gia_ban_goi, username_nv, trang_thai) VALUES ($1, 'VD90', 1, 'sale111', 'duyet')`,
        [phone],
      )
    await app.pool.query(
      `INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 1, 1, 1, 1)`,
    )
    await wait('912345001')
    const page = await app.visit('/404')
    await page.addInitScript(() => {
      const asked = { times: 0 }
      Object.assign(window, { asked })
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      Notification.requestPermission = async () => {
        asked.times += 1
        return 'denied'
      }
    })
    await app.signIn(page, 'sale111')
    await page.goto(`${app.url}/app/mfy`)
    await toast(page, 'Thuê bao ****45001 đang chờ soạn Y').waitFor()
    await page.getByRole('button', { name: 'Đóng thông báo' }).click()
    await page.waitForResponse((answer) => answer.url().includes('nhacNhanVien'))
    expect(await toast(page, 'đang chờ soạn Y').count()).toBe(0)
    await wait('912345002')
    await toast(page, '2 thuê bao đang chờ soạn Y').waitFor()
    const asked = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)
    await bell(page).click()
    await page.getByText('Báo lịch hẹn và đồng hồ cả khi ở cửa sổ khác').waitFor()
    expect(await asked()).toBe(0)
    await page.getByRole('button', { name: 'Bật', exact: true }).click()
    await expect.poll(asked).toBe(1)
  },
)
