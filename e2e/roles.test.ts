/** The main job from hand to hand: manager, branch, leader, salesperson, and the partner who sees none of it. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePool, permit } from '../test/pool.ts'
import { dialog, grid, menu, pick, rows, rowWith, said, startApp, type App } from './app.ts'

const file = 'thue-bao-thang.csv'
const phones = Array.from({ length: 10 }, (_, n) => `091234500${n}`)

let app: App
beforeAll(async () => void (app = await startApp()))
afterEach(() => app.leave())
afterAll(() => app.close())

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name })
const quantity = (page: Page, username: string): Locator => page.getByLabel(`Số lượng của ${username}`)

/** The split of the file, as the account sees it. */
async function openSplit(username: string, first: string): Promise<Page> {
  const page = await app.open(username, '/sys/chiadata')
  await pick(button(page, /^File/), file)
  await quantity(page, first).waitFor()
  return page
}

async function saveSplit(page: Page, shares: Record<string, string>): Promise<void> {
  for (const [username, share] of Object.entries(shares)) await quantity(page, username).fill(share)
  await button(page, /^Lưu/).click()
  await said(page, 'Đã lưu cài đặt').waitFor()
}

/** What the address answers to somebody without its right. */
async function refused(page: Page, routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    await page.goto(app.url + route)
    await page.getByText('Bạn không có quyền truy cập').waitFor()
  }
}

test('a manager uploads a file, permits it and splits it among the branches (D1-SHELL-08, D1-SHELL-15, D1-SHELL-16)', async () => {
  const page = await app.open('quanly', '/sys/uploadchiadata')
  await button(page, 'Upload data').click()
  const lines = ['Số điện thoại,Loại thuê bao,Gói cước', ...phones.map((phone) => `${phone},MC,VD90`)]
  await page
    .getByLabel('File cần nhập')
    .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await button(page, 'Lưu 10 dòng').click()
  await page.getByText(`Tải file thành công: "${file}" (10 số)`).first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Đóng' }).last().click()
  await button(rowWith(page, file), 'Kích hoạt lấy số').click()
  await said(page, 'Đã kích hoạt lấy số').waitFor()
  await page.goto(`${app.url}/sys/phanquyendata`)
  const section = page.getByRole('region', { name: 'Chi nhánh' })
  await pick(button(section, /^Chi nhánh/), /chinhanh1/)
  await section.getByLabel('Tất cả file').check()
  await section.getByLabel('Tất cả ngày').check()
  await button(section, 'Lưu').click()
  await said(page, 'Đã lưu cài đặt phân quyền!').waitFor()
  await saveSplit(await openSplit('quanly', 'chinhanh1'), { chinhanh1: '6', chinhanh2: '4' })
})

test('a branch hands its part to its leaders and no more than that; it uploads nothing (D1-SHELL-08, D1-SPLIT-12)', async () => {
  const page = await openSplit('chinhanh1', 'leader11')
  expect(await quantity(page, 'leader21').count()).toBe(0)
  await quantity(page, 'leader11').fill('7')
  expect(await button(page, /^Lưu/).isDisabled()).toBe(true)
  await saveSplit(page, { leader11: '4', leader12: '2' })
  await page.goto(`${app.url}/sys/uploadchiadata`)
  await rowWith(page, file).waitFor()
  for (const name of ['Upload data', 'Kích hoạt lấy số', 'Xóa file'])
    expect(await button(page, name).count()).toBe(0)
  await refused(page, ['/sys/roles', '/app/chiphiquanly'])
})

test('a leader hands its part to its salespeople and sees no other group (D1-SHELL-08)', async () => {
  const page = await openSplit('leader11', 'sale111')
  for (const other of ['sale121', 'leader12', 'chinhanh2'])
    expect(await quantity(page, other).count()).toBe(0)
  await saveSplit(page, { sale111: '1', sale112: '3' })
  await refused(page, ['/sys/accounts', '/sys/roles'])
})

test('a salesperson calls a number of it and records the result; its superiors read it (D1-SHELL-12)', async () => {
  const page = await app.open('sale111', '/app/customer-care')
  await button(page, 'Chăm sóc khách hàng mới').click()
  const card = page.getByRole('region', { name: 'Khách hàng đang chăm sóc' })
  await card.waitFor()
  await page.keyboard.press('2')
  const note = dialog(page, 'Chăm sóc').getByLabel('Ghi chú')
  await note.fill('Đang dùng gói khác')
  await note.press('Enter')
  await said(page, 'Thông tin chăm sóc khách hàng ghi nhận thành công.').waitFor()
  await button(page, 'Chăm sóc khách hàng mới').click()
  await page.getByText('Hết số để chăm sóc').waitFor()
  await refused(page, ['/sys/chiadata', '/sys/uploadchiadata', '/sys/phanquyendata', '/sys/accounts'])
  for (const username of ['leader11', 'chinhanh1', 'quanly']) {
    const log = await app.open(username, '/app/care-history')
    await grid(log, 'Nhật ký chăm sóc').getByText('Đang dùng gói khác').waitFor()
  }
})

test('a partner reads only what its own branch did, calls its own numbers and exports nothing (D1-SHELL-06, D1-Q-002)', async () => {
  const own = await makePool(app.pool, { rows: 1, held: { doitac1: 1 } })
  await permit(app.pool, 'chinhanh2', [own])
  await permit(app.pool, 'doitac1', [own])
  const page = await app.open('doitac1', '/app/care-history')
  await page.getByText('Không có kết quả nào khớp').waitFor()
  const shown = await menu(page).innerText()
  for (const label of ['Nhân viên', 'Vai trò', 'Upload chia data']) expect(shown).not.toContain(label)
  await page.goto(`${app.url}/app/customer-care`)
  await button(page, 'Chăm sóc khách hàng mới').click()
  await page.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
  await page.keyboard.press('2')
  const note = dialog(page, 'Chăm sóc').getByLabel('Ghi chú')
  await note.fill('Khách của đối tác')
  await note.press('Enter')
  await said(page, 'Thông tin chăm sóc khách hàng ghi nhận thành công.').waitFor()
  await page.goto(`${app.url}/app/care-history`)
  await grid(page, 'Nhật ký chăm sóc').getByText('Khách của đối tác').waitFor()
  expect(await rows(page).count()).toBe(1)
  expect(await rows(page).innerText()).toContain('****')
  expect(await button(page, 'Xuất file').count()).toBe(0)
  await refused(page, ['/sys/uploadchiadata', '/sys/accounts', '/sys/roles', '/app/chiphiquanly'])
})

test('a leader hands the numbers of one salesperson to another and takes them back (D3-ORG-04)', async () => {
  await makePool(app.pool, { rows: 4, held: { leader12: 1, sale121: 3 } })
  const page = await app.open('leader12', '/sys/bangiao')
  await button(page, 'Bàn giao').last().click()
  const form = dialog(page, 'Bàn giao')
  await pick(form.getByLabel(/^Người bàn giao/), /sale121/)
  await form.getByText('3 số, 0 lịch hẹn').waitFor()
  await pick(form.getByLabel(/^Người nhận/), /sale122/)
  await button(form, /^Bàn giao/)
    .last()
    .click()
  await said(page, 'Đã bàn giao').waitFor()
  const row = rowWith(page, 'sale122')
  await row.getByText('Phạm Đức Trọng (sale121)').waitFor()
  await button(row, /^Hoàn tác/).click()
  await button(dialog(page, 'Hoàn tác bàn giao'), 'Hoàn tác').click()
  await said(page, 'Đã hoàn tác bàn giao').waitFor()
  const { rows: held } = await app.pool.query(
    `SELECT u.username, count(*)::int AS n FROM customer c JOIN users u ON u.id = c.holder_id
     WHERE u.username IN ('sale121', 'sale122') GROUP BY 1`,
  )
  expect(held).toEqual([{ username: 'sale121', n: 3 }])
})

test('moving a person asks what becomes of the uncalled numbers, and a lock says what goes to whom (D3-ORG-02, D3-ORG-03)', async () => {
  const page = await app.open('admin', '/sys/accounts')
  const row = rowWith(page, 'sale121')
  await button(row, /^Sửa/).click()
  const form = dialog(page, 'Cập nhật nhân viên')
  await expect.poll(() => form.getByLabel(/^Họ tên/).inputValue()).toBe('Phạm Đức Trọng')
  expect(await form.getByText('Số chưa gọi').count()).toBe(0)
  await pick(form.getByLabel(/^Leader/), /leader11/)
  await form.getByText('Đang có 3 số chưa gọi').waitFor()
  await pick(form.getByLabel(/^Số chưa gọi/), 'Mang theo')
  await button(form, /^Lưu/).click()
  await said(page, 'Cập nhật nhân viên thành công').waitFor()
  await button(row, /^Khoá/).click()
  const ask = dialog(page, 'Khoá nhân viên')
  await ask.getByText('3 số chưa gọi được chuyển cho leader11').waitFor()
  await button(ask, 'Khoá').click()
  await row.getByText('Đã dừng').waitFor()
  const { rows: kinds } = await app.pool.query(
    `SELECT DISTINCT kind FROM movements m JOIN users u ON u.id = m.from_holder WHERE u.username = 'sale121' ORDER BY 1`,
  )
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['handover', 'move-take', 'recall'])
})
