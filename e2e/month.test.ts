/** A month of a salesperson and of accounting: sold, refunded, clocked, paid, closed; and what comes to light too late. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#kit/contract/money.ts'
import { type Slip } from '#subjects/pay/contract/calls/payslip.ts'
import { slipGroups, slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { nextPhone } from '#test/invite.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { call } from '#test/process.ts'
import { longRun } from '#test/rounds.ts'
import { samplePath } from '#test/samples/path.ts'
import { signInAs } from '#test/server.ts'
import { box, button, dialog, footButton, grid, ready, rowWith, toast, startApp, type App } from './app.ts'
import { bankEnv, pushTransfer, takeProposed } from './bank-page.ts'

let app: App
/** Accounting and the salesperson, from the first to the last day. */
let office: Page
let seller: Page
const phones = [nextPhone(), nextPhone(), nextPhone()]
const [refunded = '', failing = '', paid = ''] = phones
const prices = [4_000_000, 5_000_000, 3_000_000]
/** What the month counts for pay: all of it but the refund. */
const counted = '11,988,000'
/** What is paid for it, as accounting reads it. */
let net = ''

beforeAll(async () => {
  app = await startApp({ env: bankEnv })
  await app.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi, gia_gia_han) VALUES ('VD90', 90000, 12000)`,
  )
  const file = await makePool(app.pool, { rows: 1 })
  await app.pool.query('UPDATE customer SET phone = $2 WHERE file_id = $1', [file, refunded])
  await permitFiles(app.pool, 'sale111', [file])
})
afterEach(() => {
  const faults = app.faults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
afterAll(async () => {
  await app.leave()
  await app.close()
})

async function go(page: Page, path: string): Promise<void> {
  await page.bringToFront()
  await page.goto(app.url + path)
  await ready(page)
}

/** Gives a file to the screen in front by the button with this `label`, and waits until its rows are in. */
async function upload(label: string, file: string | { name: string; lines: string[] }): Promise<void> {
  await button(office, label).click()
  const upload =
    typeof file === 'string'
      ? samplePath(file)
      : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.lines.join('\n')) }
  await office.setInputFiles('input[type="file"]', upload)
  await office.getByRole('button', { name: /^Lưu [\d,]+/ }).click()
  const name = typeof file === 'string' ? file : file.name
  await office.getByText(`Tải file thành công: "${name}"`).first().waitFor()
  await office.keyboard.press('Escape')
  await office.getByRole('dialog').waitFor({ state: 'detached' })
}

async function ask(path: string, more: object): Promise<void> {
  const body = {
    millisecond_created_at: Date.now(),
    number_type: 1,
    package_code: 'VD90',
    cho_len_don: 0,
    ...more,
  }
  const token = await signInAs(app.pool, 'sale111')
  const { status } = await call(`${app.url}/api/v1/requestrefund/${path}`, 'POST', token, body)
  expect(status).toBe(200)
}

test.runIf(longRun)(
  "a salesperson calls and sells; the carrier's file has three registrations of the month (D1-REG-18, D2-REVF-15)",
  async () => {
    seller = await app.open('sale111', '/app/customer-care')
    await seller.getByRole('button', { name: 'Chăm sóc khách hàng mới' }).click()
    await seller.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
    await seller.keyboard.press('1')
    await box(dialog(seller, 'Chăm sóc'), 'Gói cước').fill('VD90')
    // Enter does nothing before the prices have come.
    await dialog(seller, 'Chăm sóc').getByText('90,000', { exact: true }).first().waitFor()
    await seller.keyboard.press('Enter')
    await toast(seller, 'Thông tin chăm sóc khách hàng ghi nhận thành công.').waitFor()
    office = await app.open('quanly', '/app/customer-message-9084')
    const rows = phones.map(
      (phone, n) => `d1,0${phone},VD90,${prices[n]},0${n + 5}/10/2026 10:00:00,1,sale111,OK`,
    )
    const heads = 'Kênh,Số điện thoại,Tên gói cước,Giá bán,Thời gian,Mã trạng thái,Nhân viên,Nội dung'
    await upload('Nhập file', { name: 'ket-qua.csv', lines: [heads, ...rows] })
    await go(seller, '/app/report90849332?startDate=01/10/2026&endDate=31/10/2026')
    expect(await grid(seller, 'Doanh thu chi tiết').locator('tfoot').innerText()).toMatch(/3\s+12,000,000/)
  },
)

test.runIf(longRun)(
  'a refund and a top-up are requested, the transfer is matched, both are approved (D3-QR-03, D2-REVF-15)',
  async () => {
    await ask('createHoanTienGoiCuoc', { number_phone: refunded, request_type: 2, request_method: 1 })
    await ask('createNapTienChietKhau', { number_phone: paid, refund_price: 100_000 })
    await go(office, '/app/approval')
    expect(await pushTransfer(app, 'FT1', 100_000, `ND: 0${paid} VD90`)).toBe(200)
    await takeProposed(office, /VD90: đúng số tiền/)
    // The test takes a minute; the rows are moved to their days in October.
    await app.pool.query(`UPDATE requestrefund SET created_time = '2026-10-12T03:00:00Z'`)
    await app.pool.query(`UPDATE care_history SET created_at = '2026-10-05T02:00:00Z'`)
    await go(office, '/app/requestrefund?startDate=01/10/2026&endDate=31/10/2026')
    for (const phone of [refunded, paid]) {
      await office.getByRole('button', { name: `Duyệt 0${phone}` }).click()
      await button(dialog(office, /^Xác nhận/), 'Duyệt').click()
      await rowWith(office, `0${phone}`).getByText('ĐÃ DUYỆT').waitFor()
    }
    await go(seller, '/app/dsdttinhluong?startDate=01/10/2026&endDate=31/10/2026')
    await expect
      .poll(() => grid(seller, 'Đối soát doanh thu tính lương').locator('tfoot').innerText())
      .toContain(counted)
  },
)

test.runIf(longRun)(
  'accounting uploads working times and typed amounts; payroll, explanation and payslip show the same đồng (D3-PAY-01, D3-PAY-03, D3-PAY-09)',
  async () => {
    await go(office, '/app/tinhluong?startDate=10/2026')
    await upload('Nhập file chấm công', 'cham-cong-2026-10.xlsx')
    await upload('Nhập file dữ liệu nhập tay', 'du-lieu-nhap-tay-2026-10.xlsx')
    // The list shows the figures from before the upload for a moment; a fresh page has the new ones.
    await go(office, '/app/tinhluong?startDate=10/2026')
    await rowWith(office, 'sale111').getByRole('button', { name: counted }).first().click()
    const drawer = dialog(office, /Giải thích/)
    await drawer.getByText(`Cộng ${counted}`).waitFor()
    net = await drawer.locator('[data-line="chiTra"] b').innerText()
    await office.keyboard.press('Escape')
    await go(seller, '/app/phieuluong?startDate=10/2026')
    const summary = seller.getByRole('region', { name: 'Lương thực nhận' })
    await summary.getByText(net, { exact: true }).waitFor()
    const token = await signInAs(app.pool, 'sale111')
    const { body } = await call(`${app.url}/api/v1/phieuluong?startDate=10/2026`, 'GET', token)
    const { dong } = body.data as Slip
    const sum = slipGroups.reduce((all, group) => {
      const lines = dong.filter(({ cot }) => group.lines.includes(cot))
      const amount = lines.reduce((part, { gia_tri }) => part + gia_tri, 0)
      return all + (group.less ? -amount : amount)
    }, 0)
    expect(formatMoney(sum)).toBe(net)
    await seller.getByRole('button', { name: `Xác nhận cả ${slipLines.length} dòng` }).click()
    await seller.getByText(`${slipLines.length} / ${slipLines.length} dòng đã xác nhận`).waitFor()
  },
)

test.runIf(longRun)(
  'the month is closed; a registration that fails afterwards is deducted in the next month, with a link to it (D3-PAY-05, D3-PAY-06, D3-PAY-07)',
  async () => {
    await go(office, '/app/chotluong?startDate=10/2026')
    await button(office, 'Chốt kèm lý do').click()
    await box(dialog(office, /Chốt lương tháng/), 'Lý do vẫn chốt').fill('Trả đúng ngày')
    await footButton(office, 'Chốt lương').click()
    await office.getByText('tính lại khớp từng đồng').waitFor()
    const { rows: lines } = await app.pool.query<{ track0: string; track1: string }>(
      'SELECT track0, track1 FROM revenue_line WHERE so_dien_thoai_cs = $1 AND line_id = id',
      [failing],
    )
    await go(office, '/app/dsdttinhluong?startDate=01/10/2026&endDate=31/10/2026')
    const failed = `${lines[0]?.track0},${lines[0]?.track1},Thất bại`
    await upload('Nhập file', {
      name: 'doi-soat.csv',
      lines: ['Nguồn,Mã nguồn,Kết quả đối soát', failed],
    })
    // What was paid stays paid.
    await go(seller, '/app/phieuluong?startDate=10/2026')
    await seller.getByRole('region', { name: 'Lương thực nhận' }).getByText(net, { exact: true }).waitFor()
    const { rows: due } = await app.pool.query<{ due: number; right: number }>(`
    SELECT a.so::int AS due, (p."luongThucNhan" - c."luongThucNhan")::int AS right
    FROM (SELECT sum(so) AS so FROM payroll_adjustments('2026-11-01', ARRAY['sale111'])) a,
      payroll('2026-10-01', (SELECT tham_so FROM payroll_closing), ARRAY['sale111']) p,
      payroll_rows('2026-10-01', '{}', ARRAY['sale111']) c`)
    const [sum] = due
    expect(sum?.due).toBe(sum?.right)
    expect(sum?.due).toBeLessThan(-200_000)
    await go(office, '/app/tinhluong?startDate=11/2026&username=sale111')
    await rowWith(office, 'sale111').waitFor()
    await grid(office, 'Tính lương').focus()
    await office.keyboard.press('ArrowDown')
    await office.keyboard.press('End')
    await office.keyboard.press('Space')
    const drawer = dialog(office, /Giải thích/)
    await drawer.locator('[data-line="dieuChinh"]').click()
    await drawer.getByText(`Cộng ${formatMoney(sum?.due ?? 0)}`).waitFor()
    await drawer.getByTitle('Mở dòng này trong danh sách').first().click()
    await rowWith(office, failing.slice(-5)).getByText('Thất bại').waitFor()
    expect(new URL(office.url()).pathname).toBe('/app/report90849332')
  },
)
