/** What the tests of the bank messages share: five messages, their cells, and one more that comes in. */
import type { Locator } from 'playwright-core'
import { signInAs } from '../test/server.ts'
import type { App } from './app.ts'

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
export async function send({ url, pool }: App, who: string, body: object): Promise<number> {
  const response = await fetch(`${url}/api/v1/mesbank`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInAs(pool, who)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}
