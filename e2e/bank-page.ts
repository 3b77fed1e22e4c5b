/** What the tests of the bank messages share: five messages, their cells, and more that come in, pushed or posted. */
import type { Locator, Page } from 'playwright-core'
import { sign } from '#platform/server/gateways/signature.ts'
import { signInAs } from '#test/server.ts'
import { dialog, type App } from './app.ts'

/** What a server is started with that takes transfers from the bank. */
export const bankEnv = { BANK_WEBHOOK_SECRET: 'bi-mat-cua-ngan-hang' }

/** Milliseconds apart, so that all are of this month from its first second on. 'Lần 1' is the newest; the first three wait for a decision, the others have no package. */
export async function fiveMessages({ pool }: App): Promise<void> {
  await pool.query('TRUNCATE mesbank, transfer_use, giahoantien')
  await pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90')`)
  await pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang, ly_do_nhan_dang)
    SELECT 'VCB', 1000 * n, now() - n * interval '1 millisecond', 'Lần ' || n, '91200000' || n,
      CASE WHEN n < 4 THEN 'VD90' END, 'cao', 'Số điện thoại và gói cước đứng cạnh nhau'
    FROM generate_series(1, 5) n`)
}

export const cell = (row: Locator, key: string): Locator => row.locator(`td[data-key="${key}"]`)

/** The cell of the decision. */
export const state = (row: Locator): Locator => cell(row, 'trang_thai_duyet_thong_tin')

/** Posts a message as the account; answers the status. */
export async function postTransfer({ url, pool }: App, username: string, body: object): Promise<number> {
  const response = await fetch(`${url}/api/v1/mesbank`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signInAs(pool, username)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return response.status
}

/** A transfer of now as the bank pushes it; answers the status. */
export async function pushTransfer(
  { url }: App,
  id: string,
  amount: number,
  content: string,
): Promise<number> {
  const row = { transaction_id: id, channel: 'VCB', amount, at: new Date().toISOString(), content }
  const body = JSON.stringify({ transfers: [row] })
  const signature = sign(bankEnv.BANK_WEBHOOK_SECRET, Math.floor(Date.now() / 1000), body)
  const headers = { 'content-type': 'application/json', 'x-bank-signature': signature }
  return (await fetch(`${url}/api/v1/mesbank/webhook`, { method: 'POST', body, headers })).status
}

/** On the desk: takes the message in front for the order that it is proposed for, in these words. */
export async function takeProposed(page: Page, proposal: RegExp): Promise<void> {
  await page.getByText(proposal).first().waitFor()
  await page.bringToFront()
  await page.keyboard.press('c')
  const question = dialog(page, 'Ghi nhận tin cho đơn')
  await question.waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
}

/** Whether every button of a bar lies within it. */
export const isInside = (bar: Locator): Promise<boolean> =>
  bar.evaluate((element) => {
    const around = element.getBoundingClientRect()
    const boxes = [...element.querySelectorAll('button')].map((one) => one.getBoundingClientRect())
    return boxes.every(
      ({ left, top, right, bottom }) =>
        left >= around.left && top >= around.top && right <= around.right && bottom <= around.bottom,
    )
  })

/** On the desk: lists one kind, from the bar or from the menu of the others. */
export async function chooseKind(page: Page, label: string, count: number): Promise<void> {
  const inBar = page.getByRole('button', { name: `${label} ${count}`, exact: true })
  const inMenu = page.getByRole('menuitem', { name: `${label} ${count}`, exact: true })
  const others = page.getByRole('group', { name: 'Loại đơn' }).getByRole('button', { name: /^Khác/ })
  await inBar.or(others).first().waitFor()
  if ((await inBar.count()) > 0) return inBar.click()
  await others.click()
  await inMenu.click()
}
