/** One working day with everybody at once: numbers go down, a sale comes up, money comes in and out, and everybody's figures agree. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codeCalls } from '#subjects/registrations/contract/calls/invite.ts'
import { otpOf } from '#simulator/registrations.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { chooseCodeChannels, grantInvite, nextPhone } from '#test/invite.ts'
import { call } from '#test/process.ts'
import { longRun } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { simStock, type Sim } from '#test/sims.ts'
import {
  box,
  dialog,
  footButton,
  grid,
  pickOption,
  ready,
  refused,
  rowWith,
  toast,
  startApp,
  type App,
} from './app.ts'
import { bankEnv, pushTransfer, takeProposed } from './bank-page.ts'

const file = 'thue-bao-thang.csv'
const phones = Array.from({ length: 10 }, nextPhone)

let app: App
let carrier: TestCarrier
let sim: Sim
/** Everybody's page, open from the first to the last hour. */
let manager: Page
let branch: Page
let leader: Page
let seller: Page
/** The number that is sold. */
let phone = ''

beforeAll(async () => {
  carrier = await startTestCarrier()
  app = await startApp({ env: { ...carrier.env, ...bankEnv } })
  await grantInvite(app.pool, ['care.otp'])
  await chooseCodeChannels(app.pool, 'chinhanh1')
  await chooseCodeChannels(app.pool, 'chinhanh2')
  await app.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi, gia_nang_cap_g1) VALUES ('VD90', 90000, 33000)`,
  )
  await setSettings(app.pool, {
    ti_le_chiet_khau: 7,
    'vietqr.bank_bin': '970418',
    'vietqr.account': '9000000632',
    'vietqr.name': 'CONG TY',
  })
  sim = await simStock(app.pool).sim({ number: '0912341368', price: 1_740_000 })
})
afterEach(() => {
  const faults = app.faults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
afterAll(async () => {
  await app.leave()
  await app.close()
  await carrier.close()
})

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name })
const quantity = (page: Page, username: string): Locator => page.getByLabel(`Số lượng của ${username}`)
const recorded = 'Thông tin chăm sóc khách hàng ghi nhận thành công.'

async function go(page: Page, path: string): Promise<void> {
  await page.bringToFront()
  await page.goto(app.url + path)
  await ready(page)
}

async function split(page: Page, shares: Record<string, string>): Promise<void> {
  await pickOption(button(page, /^File/), file)
  for (const [username, share] of Object.entries(shares)) await quantity(page, username).fill(share)
  await button(page, /^Lưu/).click()
  await toast(page, 'Đã lưu cài đặt').waitFor()
}

/** Who has how many numbers of the file that nobody has called. */
async function uncalled(): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ username: string; n: number }>(`
    SELECT u.username, count(*)::int AS n FROM customer c JOIN users u ON u.id = c.holder_id
    WHERE c.stage = 'left' GROUP BY 1`)
  return Object.fromEntries(rows.map(({ username, n }) => [username, n]))
}

test('a manager uploads a file, permits it and splits it among the branches (D1-SHELL-08, D1-SHELL-15, D1-SHELL-16, D1-DPERM-02, D1-DPERM-03)', async () => {
  manager = await app.open('quanly', '/sys/uploadchiadata')
  await button(manager, 'Upload data').click()
  const heads = 'Số điện thoại,Loại thuê bao,Gói cước,Gói có thể đăng ký'
  const lines = [heads, ...phones.map((number) => `0${number},MC,VD90,"VD90, KC120"`)]
  await manager
    .getByLabel('File cần nhập')
    .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await button(manager, 'Lưu 10 dòng').click()
  await manager.getByText(`Tải file thành công: "${file}" (10 số)`).first().waitFor()
  // The summary offers what comes next; once numbers are handed out, that is the split alone.
  const done = manager.getByRole('dialog')
  await button(done, 'Kích hoạt lấy số').click()
  await toast(manager, 'Đã kích hoạt lấy số').waitFor()
  await button(done, 'Kích hoạt lấy số').waitFor({ state: 'detached' })
  await done.getByRole('button', { name: 'Đóng' }).last().click()
  await go(manager, '/sys/phanquyendata')
  for (const title of ['Chi nhánh', 'Leader', 'Nhân viên'])
    await button(manager.getByRole('region', { name: title }), `${title} Chọn...`).waitFor()
  const section = manager.getByRole('region', { name: 'Chi nhánh' })
  await pickOption(button(section, /^Chi nhánh/), /chinhanh1/)
  await section.getByLabel('Tất cả file').check()
  await section.getByLabel('Tất cả ngày').check()
  await button(section, 'Lưu').click()
  await toast(manager, 'Đã lưu cài đặt phân quyền!').waitFor()
  await go(manager, '/sys/chiadata')
  await split(manager, { chinhanh1: '6', chinhanh2: '4' })
  expect(await uncalled()).toEqual({ chinhanh1: 6, chinhanh2: 4 })
})

test('a branch splits its part and no more among its leaders, a leader among their salespeople; neither reaches other units (D1-SHELL-08, D1-SPLIT-12)', async () => {
  branch = await app.open('chinhanh1', '/sys/chiadata')
  await pickOption(button(branch, /^File/), file)
  await quantity(branch, 'leader11').fill('7')
  expect(await quantity(branch, 'leader21').count()).toBe(0)
  expect(await button(branch, /^Lưu/).isDisabled()).toBe(true)
  for (const [username, share] of [
    ['leader11', '4'],
    ['leader12', '2'],
  ] as const)
    await quantity(branch, username).fill(share)
  await button(branch, /^Lưu/).click()
  await toast(branch, 'Đã lưu cài đặt').waitFor()
  expect(await uncalled()).toEqual({ chinhanh2: 4, leader11: 4, leader12: 2 })
  await go(branch, '/sys/uploadchiadata')
  await rowWith(branch, file).waitFor()
  for (const name of ['Upload data', 'Kích hoạt lấy số', 'Xoá file'])
    expect(await button(branch, name).count()).toBe(0)
  await refused(branch, app.url, ['/sys/roles', '/app/chiphiquanly'])
  leader = await app.open('leader11', '/sys/chiadata')
  await split(leader, { sale111: '1', sale112: '3' })
  for (const other of ['sale121', 'leader12', 'chinhanh2'])
    expect(await quantity(leader, other).count()).toBe(0)
  expect(await uncalled()).toEqual({ chinhanh2: 4, leader12: 2, sale111: 1, sale112: 3 })
  await refused(leader, app.url, ['/sys/accounts', '/sys/roles'])
})

test('a salesperson calls, registers the customer by code and records the result; their superiors are notified and read it without a reload (D1-SHELL-12, D1-Q-007, D3-OTP-04)', async () => {
  await go(leader, '/app/care-history')
  await go(branch, '/app/care-history')
  seller = await app.open('sale111', '/app/customer-care')
  await button(seller, 'Chăm sóc khách hàng mới').click()
  await seller.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
  await button(seller, 'Mời gói bằng OTP').click()
  // The customer's packages stand to choose, with prices where there are any, and typing goes on there (D3-OTP-06).
  await seller.locator('[data-field="package"]:focus-within').waitFor()
  await seller.keyboard.press('ArrowDown')
  const offered = seller.getByRole('option')
  await expect
    .poll(() => offered.allInnerTexts())
    .toEqual([expect.stringMatching(/^VD90\s+90,000$/), 'KC120'])
  await seller.keyboard.press('Escape')
  phone = (await box(seller, 'Số điện thoại').inputValue()).replace(/\D/g, '').slice(1)
  expect(phones).toContain(phone)
  await button(seller, /^Lấy OTP( Enter)?$/).click()
  await box(seller, 'OTP').fill(otpOf(phone))
  const heard = [leader, branch].map((page) => toast(page, /vừa đăng ký thành công cho/).waitFor())
  await seller.keyboard.press('Enter')
  await seller.getByText(`Ghi kết quả 'Đồng ý' với gói VD90 cho 0${phone}?`).waitFor()
  await Promise.all(heard)
  await footButton(seller, 'Ghi kết quả').click()
  await toast(seller, recorded).waitFor()
  for (const page of [leader, branch])
    await rowWith(page, phone.slice(-5)).getByText('VD90').first().waitFor()
  // Its number is called, nothing is left, and the tools of others stay closed.
  await button(seller, 'Chăm sóc khách hàng mới').click()
  await seller.getByText('Hết số để chăm sóc').waitFor()
  await refused(seller, app.url, [
    '/sys/chiadata',
    '/sys/uploadchiadata',
    '/sys/phanquyendata',
    '/sys/accounts',
  ])
})

test('the sale counts in the pay of the day, and less once a refund is requested (D3-PAY-10, D2-Q-54)', async () => {
  await go(seller, '/app/dashboard')
  const pay = seller.getByRole('region', { name: 'Lương tạm tính' })
  // 5 % of 90,000, less the fee of 1 %.
  await pay.getByText('4,455', { exact: true }).waitFor()
  await go(manager, '/app/requestrefund')
  await go(seller, '/app/requestrefund')
  await button(seller, 'Hoàn tiền gói cước').click()
  const form = dialog(seller, 'Hoàn tiền gói cước')
  await box(form, 'Số điện thoại').fill(`0${phone}`)
  await form.getByRole('button', { name: /^MC/ }).click()
  await box(form, 'Gói cước').fill('vd90')
  await form.getByRole('button', { name: 'Hoàn trước', exact: true }).click()
  await pickOption(box(form, 'Hình thức'), 'Nâng cấp G1')
  await form.getByRole('button', { name: 'Có', exact: true }).click()
  await box(form, 'Số tiền nạp').fill('90000')
  await seller.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  // The manager has them without reading the page again.
  await expect.poll(() => rowWith(manager, `0${phone}`).count()).toBe(2)
  await go(seller, '/app/dashboard')
  // What the sale counts is 90,000 less 33,000.
  await pay.getByText('2,821', { exact: true }).waitFor()
})

test('the transfer arrives, is taken for the top-up, both requests are approved, and the requester sees it (D3-QR-02, D3-QR-03, D2-REFUND-25)', async () => {
  await go(seller, '/app/requestrefund')
  await go(manager, '/app/approval')
  expect(await pushTransfer(app, 'FT1', 83_700, `ND: 0${phone} VD90`)).toBe(200)
  await takeProposed(manager, /VD90: đúng số tiền/)
  const used = async (): Promise<unknown> =>
    (
      await app.pool.query(`
        SELECT u.chenh_lech::int AS over, m.money::int AS money, r.transfer_final_amount::int AS owed, r.is_transfer AS paid
        FROM transfer_use u JOIN mesbank m ON m.id = u.message_id JOIN requestrefund r ON r.id = u.order_id`)
    ).rows
  await expect.poll(used).toEqual([{ over: 0, money: 83_700, owed: 83_700, paid: 1 }])
  await go(manager, '/app/requestrefund')
  for (const amount of ['33,000', '90,000']) {
    await button(rowWith(manager, amount), `Duyệt 0${phone}`).click()
    const question = dialog(manager, /^Xác nhận/)
    await question.getByRole('button', { name: 'Duyệt', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await rowWith(manager, amount).getByText('ĐÃ DUYỆT').waitFor()
  }
  await expect.poll(() => seller.getByRole('grid').getByText('ĐÃ DUYỆT').count()).toBe(2)
})

test.runIf(longRun)(
  'a SIM ordered in the shop and paid by its code is marked as sold (D3-SIM-05, D3-SIM-06)',
  async () => {
    await go(seller, '/app/order')
    const shop = await app.visit(`/sim/${sim.id}`, { width: 360, height: 740 })
    await shop.getByLabel('Số điện thoại của bạn').fill('0938123456')
    await shop.getByLabel('Họ tên').fill('Lưu Hải Yến')
    await shop.getByLabel('Địa chỉ nhận sim').fill('18 Khuất Duy Tiến')
    await button(shop, /^Đặt sim/).click()
    await shop.getByText('Đặt hàng thành công!').waitFor()
    const { rows } = await app.pool.query<{ ma_don: string }>('SELECT ma_don FROM sim_order')
    const code = rows[0]?.ma_don ?? ''
    const order = rowWith(seller, sim.dotted)
    await order.getByText('Chưa thanh toán').waitFor()
    await go(manager, '/app/approval?chua_doc=1')
    expect(await pushTransfer(app, 'FT2', 1_740_000, `ND: ${code} 0912341368`)).toBe(200)
    await takeProposed(manager, new RegExp(`${code}: đúng số tiền`))
    await order.getByText('Đã thanh toán').waitFor()
    const stock = await app.pool.query('SELECT trang_thai FROM simso')
    expect(stock.rows).toEqual([{ trang_thai: 'da_ban' }])
  },
)

test.runIf(longRun)(
  'in the evening everybody reads the sums of their own people, and the partner only those of its branch (D2-REVF-33, D1-Q-003)',
  async () => {
    // The other branch has sold one, too.
    const token = await signInAs(app.pool, 'sale211')
    const { ask, confirm } = codeCalls['9084']
    const sold = { type: '9084', phone: phones.find((number) => number !== phone) ?? '', package: 'VD90' }
    const reply = await call(app.url + ask.path, 'POST', token, sold)
    const { orderCode } = reply.body.data as { orderCode: string }
    const otp = otpOf(sold.phone)
    const done = await call(app.url + confirm.path, 'POST', token, { ...sold, otp, transIdGetOtp: orderCode })
    expect([reply.status, done.status]).toEqual([200, 200])
    const total = (page: Page, name: string): Promise<string> => grid(page, name).locator('tfoot').innerText()
    const staff = '/app/reportstaffrevenue'
    // Revenue and its packages, packages and revenue of every status, refunds, actual revenue.
    await go(manager, staff)
    expect(await total(manager, 'Doanh thu theo nhân viên')).toMatch(
      /180,000\s+2\s+2\s+180,000\s+33,000\s+147,000/,
    )
    expect(await rowWith(manager, 'sale111').innerText()).toMatch(/90,000\s+1\s+1\s+90,000\s+33,000\s+57,000/)
    await go(leader, staff)
    expect(await total(leader, 'Doanh thu theo nhân viên')).toMatch(
      /90,000\s+1\s+1\s+90,000\s+33,000\s+57,000/,
    )
    const partner = await app.open('doitac1', '/app/report90849332')
    await expect.poll(() => rowWith(partner, 'VD90').count()).toBe(1)
    expect(await rowWith(partner, 'VD90').innerText()).toContain(sold.phone.slice(-5))
    expect(await total(partner, 'Doanh thu chi tiết')).toMatch(/1\s+90,000/)
  },
)
