/** Feeds in trouble as a manager sees them: the bar on the dashboard, and the rows that were set aside. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sign } from '#platform/server/gateways/signature.ts'
import { longRun } from '#test/rounds.ts'
import { button, dialog, footButton, ready, toast, startApp, type App } from './app.ts'
import { paidAt } from '#test/bank.ts'

const secret = 'bi-mat-cua-ngan-hang'
let app: App
beforeAll(async () => {
  // Nobody listens there: the polled feed fails from the first second on, pushes arrive all the same.
  app = await startApp({
    env: {
      BANK_FEED_URL: 'http://127.0.0.1:1',
      BANK_FEED_TOKEN: 'x',
      BANK_WEBHOOK_SECRET: secret,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
    },
  })
})
afterAll(() => app.close())
afterEach(() => app.leave())

const transfer = (n: number, amount: unknown) => ({
  transaction_id: `FT${n}`,
  channel: 'VCB',
  amount,
  at: paidAt,
  content: 'ND: 0912345678 VD90',
})
const push = async (transfers: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ transfers })
  const answer = await fetch(`${app.url}/api/v1/mesbank/webhook`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-bank-signature': sign(secret, Math.floor(Date.now() / 1000), body),
    },
  })
  return ((await answer.json()) as { data: unknown }).data
}
const bar = (page: Page) =>
  page
    .locator('#work')
    .getByRole('status')
    .filter({ hasText: /Nguồn tin|để riêng/ })
const ids = async () =>
  (await app.pool.query<{ id: string }>('SELECT ma_giao_dich AS id FROM mesbank ORDER BY 1')).rows.map(
    ({ id }) => id,
  )

test.runIf(longRun)(
  'a manager sees that the bank feed is late and which transfers failed, and retries or skips them',
  async () => {
    await app.pool.query(`
    ALTER TABLE mesbank ADD CONSTRAINT test_limit CHECK (money < 1000000);
    UPDATE feeds SET read_at = now() - interval '12 minutes 30 seconds', failures = 5 WHERE name = 'bank'`)
    const page = await app.open('quanly', '/app/dashboard')
    await bar(page).getByText('Nguồn tin ngân hàng chậm 12 phút').waitFor()
    expect(await bar(page).getByRole('button').count()).toBe(0)
    const answer = await push([
      transfer(1, 90_000),
      transfer(2, 5_000_000),
      transfer(3, '90.000'),
      transfer(4, 80_000),
    ])
    expect(answer).toMatchObject({ received: 4, saved: 2 })
    // Told over the live channel, without a reload.
    await bar(page).getByText('2 giao dịch ngân hàng bị để riêng').waitFor()
    await button(bar(page), 'Xem').click()
    const list = dialog(page, /Dữ liệu bị để riêng/)
    const refused = list.getByRole('listitem', { name: 'Không lưu được (test_limit)' })
    await refused.getByText('"transaction_id": "FT2"').waitFor()
    const wrong = list.getByRole('listitem', { name: 'Thiếu hoặc sai: amount' })
    await wrong.getByText('"amount": "90.000"').waitFor()
    await footButton(page, 'Thử lại tất cả').click()
    await toast(page, 'Đã lưu 0 dòng, 2 dòng vẫn chưa lưu được').waitFor()
    await app.pool.query('ALTER TABLE mesbank DROP CONSTRAINT test_limit')
    await button(refused, 'Thử lại').click()
    await toast(page, 'Đã lưu 1 dòng').waitFor()
    await expect.poll(() => refused.count()).toBe(0)
    expect(await ids()).toEqual(['FT1', 'FT2', 'FT4'])
    await button(wrong, 'Bỏ qua').click()
    await button(dialog(page, 'Bỏ qua dòng này?'), 'Bỏ qua').click()
    await list.getByText('Không còn dòng nào bị để riêng').waitFor()
    await page.keyboard.press('Escape')
    await app.pool.query(
      `UPDATE feeds SET read_at = now(), failures = 0, next_at = now() + interval '1 hour'`,
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Bảng điều khiển' }).waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    expect(await ids()).toEqual(['FT1', 'FT2', 'FT4'])
  },
)

test.runIf(longRun)('a branch sees no state of the feeds and sends no request for it', async () => {
  await push([transfer(9, null)])
  const page = await app.visit('/login')
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  await app.signIn(page, 'chinhanh1')
  await page.goto(`${app.url}/app/dashboard`)
  await page.locator('#work').getByRole('region', { name: 'Doanh thu theo ngày' }).waitFor()
  expect(await bar(page).count()).toBe(0)
  expect(paths.filter((path) => path.startsWith('/api/v1/feeds'))).toEqual([])
})

test.runIf(longRun)(
  'in real operation an administrator sees whose accounts the demo password still opens, until there is none',
  async () => {
    const page = await app.open('admin', '/app/dashboard')
    const notice = page
      .locator('#work')
      .getByRole('status')
      .filter({ hasText: 'Mật khẩu dùng thử vẫn mở được' })
    await notice.getByText('và 16 tài khoản khác').waitFor()
    await app.pool.query(`UPDATE users SET password_hash = 'x'`)
    await page.reload()
    await ready(page)
    await expect.poll(() => notice.count()).toBe(0)
  },
)
