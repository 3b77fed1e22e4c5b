/** A partner who sees the own branch alone, and people who hand over, move and leave. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePool, permitFiles } from '#test/pool.ts'
import { longRun } from '#test/rounds.ts'
import {
  chooseInRow,
  dialog,
  grid,
  menuNames,
  pickOption,
  refused,
  rows,
  rowWith,
  toast,
  startApp,
  type App,
} from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterEach(() => app.leave())
afterAll(() => app.close())

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name })

test.runIf(longRun)(
  "a partner reads only its own branch's data, calls its own numbers and exports nothing (D1-SHELL-06, D1-Q-002)",
  async () => {
    const pool = await makePool(app.pool, { rows: 1, held: { doitac1: 1 } })
    await permitFiles(app.pool, 'chinhanh2', [pool])
    await permitFiles(app.pool, 'doitac1', [pool])
    const page = await app.open('doitac1', '/app/care-history')
    await page.getByText('Không có kết quả nào khớp').waitFor()
    const names = await menuNames(page)
    for (const label of ['Nhân viên', 'Vai trò', 'Upload chia data']) expect(names).not.toContain(label)
    await page.goto(`${app.url}/app/customer-care`)
    await button(page, 'Chăm sóc khách hàng mới').click()
    await page.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
    await page.keyboard.press('2')
    const note = dialog(page, 'Chăm sóc').getByLabel('Ghi chú')
    await note.fill('Khách của đối tác')
    await note.press('Enter')
    await toast(page, 'Thông tin chăm sóc khách hàng ghi nhận thành công.').waitFor()
    await page.goto(`${app.url}/app/care-history`)
    await grid(page, 'Nhật ký chăm sóc').getByText('Khách của đối tác').waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(await rows(page).innerText()).toContain('****')
    expect(await button(page, 'Xuất file').count()).toBe(0)
    await refused(page, app.url, ['/sys/uploadchiadata', '/sys/accounts', '/sys/roles', '/app/chiphiquanly'])
  },
)

test.runIf(longRun)(
  'a leader hands over the numbers of one salesperson to another and takes them back (D3-ORG-04)',
  async () => {
    await makePool(app.pool, { rows: 4, held: { leader12: 1, sale121: 3 } })
    const page = await app.open('leader12', '/sys/bangiao')
    await button(page, 'Bàn giao').last().click()
    const form = dialog(page, 'Bàn giao')
    // Without a click into the field, as in every dialog.
    await form.waitFor()
    await page.keyboard.type('sale121')
    await page.getByRole('option', { name: /sale121/ }).waitFor()
    await page.keyboard.press('Enter')
    await form.getByText('3 số, 0 lịch hẹn').waitFor()
    await pickOption(form.getByLabel(/^Người nhận/), /sale122/)
    await button(form, /^Bàn giao/)
      .last()
      .click()
    await toast(page, 'Đã bàn giao').waitFor()
    const row = rowWith(page, 'sale122')
    await row.getByText('Phạm Đức Trọng (sale121)').waitFor()
    await button(row, /^Hoàn tác/).click()
    await button(dialog(page, 'Hoàn tác bàn giao'), 'Hoàn tác').click()
    await toast(page, 'Đã hoàn tác bàn giao').waitFor()
    const { rows: holders } = await app.pool.query(
      `SELECT u.username, count(*)::int AS n FROM customer c JOIN users u ON u.id = c.holder_id
     WHERE u.username IN ('sale121', 'sale122') GROUP BY 1`,
    )
    expect(holders).toEqual([{ username: 'sale121', n: 3 }])
  },
)

test.runIf(longRun)(
  'moving a person asks what to do with the uncalled numbers, and locking one says who gets what (D3-ORG-02, D3-ORG-03)',
  async () => {
    const page = await app.open('admin', '/sys/accounts')
    const row = rowWith(page, 'sale121')
    await button(row, /^Sửa/).click()
    const form = dialog(page, 'Cập nhật nhân viên')
    await expect.poll(() => form.getByLabel(/^Họ tên/).inputValue()).toBe('Phạm Đức Trọng')
    expect(await form.getByText('Số chưa gọi').count()).toBe(0)
    await pickOption(form.getByLabel(/^Leader/), /leader11/)
    await form.getByText('Đang có 3 số chưa gọi').waitFor()
    await pickOption(form.getByLabel(/^Số chưa gọi/), 'Mang theo')
    await button(form, /^Lưu/).click()
    await toast(page, 'Cập nhật nhân viên thành công').waitFor()
    await chooseInRow(row, 'Khoá')
    const ask = dialog(page, 'Khoá nhân viên')
    await ask.getByText('3 số chưa gọi được chuyển cho leader11').waitFor()
    await button(ask, 'Khoá').click()
    await row.getByText('Đã dừng').waitFor()
    const { rows: kinds } = await app.pool.query(
      `SELECT DISTINCT kind FROM movements m JOIN users u ON u.id = m.from_holder WHERE u.username = 'sale121' ORDER BY 1`,
    )
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['handover', 'move-take', 'recall'])
  },
)
