/** 'Sàn gọi' with two people at work: a leader at the keyboard, a seller who forgot a number, and a screen on the wall. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clearPools, makePool, permitFiles } from '#test/pool.ts'
import { menu, toast, startApp, tokenOf, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

test("a leader finds a forgotten number and releases it by keyboard alone: the seller's card closes; the wall updates by itself, shows no phone, and says when its session is over (D3-FLR-01, D3-FLR-02, D3-FLR-04)", async () => {
  await clearPools(app.pool)
  await permitFiles(app.pool, 'sale111', [await makePool(app.pool, { rows: 3 })])
  const seller = await app.open('sale111', '/app/customer-care')
  const card = seller.getByRole('region', { name: 'Khách hàng đang chăm sóc' })
  await seller.keyboard.press('F2')
  await card.waitFor()
  await app.pool.query(`UPDATE customer SET claimed_at = now() - interval '21 minutes' WHERE stage = 'open'`)

  const wall = await app.open('leader11', '/app/sangoi')
  await wall.goto(`${app.url}/app/sangoi/manhinhlon`)
  const screen = wall.getByRole('region', { name: 'Màn hình lớn' })
  await screen.getByText('Giữ chưa trả').waitFor()
  expect(await screen.innerText()).not.toMatch(/\*{4}\d{5}/)
  expect(await menu(wall).evaluate((entries) => entries.closest('[inert]') !== null)).toBe(true)

  const leader = await app.open('leader11', '/app/sangoi')
  const row = leader.getByRole('row', { name: /Nguyễn Hồng Nhung/ })
  await row.getByText('Giữ chưa trả').waitFor()
  expect(await row.innerText()).toMatch(/\*{4}\d{5}\s+\d{2}:\d{2}\s+21:\d{2}/)
  // She needs help most, so hers is the first row.
  await leader.keyboard.press('ArrowDown')
  await leader.keyboard.press('Enter')
  const reason = (name: string) => leader.getByRole('radio', { name })
  await expect
    .poll(() => reason('Quên ghi kết quả').evaluate((box) => box === document.activeElement))
    .toBe(true)
  await leader.keyboard.press('ArrowUp')
  await leader.keyboard.press('Enter')
  await leader.getByRole('alert').getByText('Ghi lý do').waitFor()
  await leader.keyboard.type('Mất điện')
  await leader.keyboard.press('Enter')
  await toast(leader, 'Đã nhả số').waitFor()
  await row.getByText('Rảnh').waitFor()

  await card.waitFor({ state: 'hidden' })
  await seller.getByText('Sẵn sàng nhận khách hàng tiếp theo').waitFor()
  await screen.getByText('Giữ chưa trả').waitFor({ state: 'hidden' })

  const accessToken = await tokenOf(wall)
  await fetch(`${app.url}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken }),
  })
  await screen.getByText('Phiên đăng nhập đã kết thúc').waitFor()
})
