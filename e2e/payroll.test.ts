/** The payroll in a real browser: columns by role, months, the dialog, explanations, uploads that hide the table. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { thisMonth } from '#kit/contract/month.ts'
import { payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import { samplePath } from '#test/samples/path.ts'
import { addLine, vn } from '#test/payroll-books.ts'
import { longRun } from '#test/rounds.ts'
import {
  box,
  button,
  dialog,
  footButton,
  grid,
  ready,
  rowWith,
  toast,
  startApp,
  type App,
  unfold,
} from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await addLine(app.pool, { at: vn('2026-10-02 10:00'), owner: 'sale111', price: 20_000_000 })
  // The month before is known too, so that October is compared with it.
  await app.pool.query(
    `INSERT INTO payroll_input (username, thang, updated_by) VALUES ('sale112', '2026-09-01', 'quanly')`,
  )
})
afterAll(() => app.close())
afterEach(() => app.leave())

const address = '/app/tinhluong'
const october = `${address}?startDate=10/2026`

test('a manager sees all columns under their groups, uploads and export; a salesperson sees their own row as plain text (D2-PAY-01 to D2-PAY-08, D2-PAY-10, D2-PAY-13, D2-PAY-14, D2-PAY-16 to D2-PAY-18, D2-Q-152, D2-FMT-02, D2-FMT-03)', async () => {
  const page = await app.open('quanly', october)
  await rowWith(page, 'sale111').waitFor()
  const table = grid(page, 'Tính lương')
  await unfold(page)
  expect(await table.locator('th[data-key]').count()).toBe(32)
  const groups = await table.locator('th[scope="colgroup"]').allInnerTexts()
  // The commission stays in sight at the right, under its group.
  expect([...new Set(groups.filter(Boolean))]).toEqual([
    'Nhân viên',
    'Lương cơ bản',
    'Doanh thu và hoa hồng',
    'Thưởng, phụ cấp',
    'Lương',
    'Khấu trừ',
    'Thực nhận',
    'Chi trả',
  ])
  for (const name of ['Tra cứu', 'Nhập file chấm công', 'Nhập file dữ liệu nhập tay', 'Xuất báo cáo'])
    expect([name, await button(page, name).count()]).toEqual([name, 1])
  expect(await rowWith(page, 'sale111').innerText()).toMatch(/0\.0[\s\S]*20,000,000[\s\S]*5\.0/)
  await page.getByText('Doanh thu thực tế').waitFor()
  // The month with one key, and from the calendar of months.
  await button(page, 'Tháng trước').click()
  await button(page, 'Tháng 09/2026').click()
  await page.getByRole('button', { name: 'Th 10', exact: true }).click()
  await button(page, 'Tháng 10/2026').waitFor()
  const seller = await app.open('sale111', october)
  await rowWith(seller, 'sale111').waitFor()
  expect(await rowWith(seller, 'sale').count()).toBe(1)
  expect(await rowWith(seller, 'sale111').getByRole('button', { name: 'sale111' }).count()).toBe(0)
  expect(await button(seller, 'Xuất báo cáo').count()).toBe(0)
  expect(await button(seller, 'Nhập file chấm công').count()).toBe(0)
})

test.runIf(longRun)(
  'the dialog saves the typed fields and the row changes at once (D2-PAY-13, D2-PAY-21, D2-PAY-32, D2-PAY-34 to D2-PAY-36)',
  async () => {
    const page = await app.open('chinhanh1', october)
    await rowWith(page, 'sale112').getByRole('button', { name: 'sale112' }).click()
    const form = dialog(page, /Sửa lương/)
    await box(form, 'Thi đua tháng').fill('300000')
    await box(form, 'Nhận khác').fill('')
    await footButton(page, 'Lưu').click()
    await page.getByText('Có trường bắt buộc chưa được nhập hoặc chưa được chọn').first().waitFor()
    await box(form, 'Nhận khác').fill('0')
    await footButton(page, 'Lưu').click()
    await toast(page, 'Đã cập nhật sale112 trong bảng lương tháng 10/2026').waitFor()
    await rowWith(page, 'sale112').filter({ hasText: '297,000' }).waitFor()
  },
)

test.runIf(longRun)(
  'Space explains the selected figure, and a click on a part opens it (D3-PAY-03, D3-PAY-04)',
  async () => {
    const page = await app.open('sale111', october)
    await rowWith(page, '20,000,000').waitFor()
    await grid(page, 'Tính lương').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    const drawer = dialog(page, /Giải thích/)
    await drawer.getByRole('region', { name: 'Chi trả' }).waitFor()
    await drawer.getByRole('region', { name: 'Vì sao khác tháng trước' }).waitFor()
    await drawer.locator('[data-line="hoaHongThucTinh"]').click()
    await drawer.getByText('20,000,000 × 5.0% = 1,000,000').waitFor()
    await drawer.getByText('Cộng 20,000,000').waitFor()
    // An amount tells of itself on the spot; Esc closes that alone.
    await drawer.getByRole('button', { name: 'Hoa hồng (%) 5.0: cách tính' }).press('Enter')
    const peek = dialog(page, 'Cách tính Hoa hồng (%)')
    await peek.getByText('mức đầu tiên').first().waitFor()
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'hidden' })
    expect(await drawer.isVisible()).toBe(true)
  },
)

test.runIf(longRun)('months before the first month with data are not offered (D3-ONE-02)', async () => {
  const { rows } = await app.pool.query<{ first: string }>(
    `SELECT to_char(first_month(), 'MM/YYYY') AS first`,
  )
  const first = rows[0]?.first ?? ''
  const page = await app.open('quanly', `/app/ketquathang?startDate=${first}`)
  expect(await button(page, `Chưa có gì trước tháng ${first}`).isDisabled()).toBe(true)
  await button(page, `Tháng ${first}`).click()
  const months = page.getByRole('dialog', { name: 'Chọn tháng' })
  const offered = months.getByRole('button', { name: /^Th \d+$/, disabled: false })
  await offered.first().waitFor()
  expect(await offered.count()).toBe(13 - Number(first.slice(0, 2)))
  await page.keyboard.press('Escape')
  await button(page, 'Tháng sau').click()
  expect(await button(page, 'Tháng trước').isDisabled()).toBe(false)
})

test.runIf(longRun)(
  'a salesperson asks and confirms on the phone, the branch answers, both are notified at once; the payroll shows who confirmed, and a print shows the payslip alone (D3-PAY-09)',
  async () => {
    const slips = '/app/phieuluong?startDate=10/2026'
    const phone = await app.open('sale111', slips)
    await phone.setViewportSize({ width: 390, height: 844 })
    const line = phone.getByRole('listitem', { name: 'Tổng chế tài' })
    // Lines of 0 are folded until one of them is asked about.
    const deducted = phone.getByRole('region', { name: 'Khấu trừ' })
    expect(await line.isVisible()).toBe(false)
    await deducted.getByRole('button', { name: /dòng bằng 0$/ }).click()
    await line.getByRole('button', { name: 'Thắc mắc' }).click()
    await line.getByRole('textbox').fill('Khoản này của đơn nào ạ?')
    await line.getByRole('button', { name: 'Gửi' }).click()
    await line.getByText('Chờ trả lời').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const branch = await app.open('chinhanh1', `${slips}&username=sale111`)
    await branch.getByRole('button', { name: /1 thắc mắc/ }).waitFor()
    await button(branch, 'Trả lời').click()
    await branch.getByRole('textbox', { name: 'Trả lời: Tổng chế tài' }).fill('Không có khoản nào')
    await button(branch, 'Gửi').click()
    // Nobody reads the page again.
    await line.getByText('Không có khoản nào').waitFor()
    // A page behind another does not draw, and is not clicked.
    await phone.bringToFront()
    await phone.getByRole('button', { name: `Xác nhận cả ${slipLines.length} dòng` }).click()
    await phone.getByText(`${slipLines.length} / ${slipLines.length} dòng đã xác nhận`).waitFor()
    expect(await deducted.getByRole('button', { name: /dòng bằng 0$/ }).isVisible()).toBe(true)
    await phone.emulateMedia({ media: 'print' })
    expect(await line.isVisible()).toBe(true)
    expect(await phone.getByRole('button', { name: 'Tháng 10/2026' }).isVisible()).toBe(false)
    await branch
      .getByRole('button', { name: /sale111/ })
      .getByText('Đã xác nhận')
      .waitFor()
    await branch.goto(`${app.url}${october}`)
    const mark = rowWith(branch, 'sale111').getByRole('link', { name: 'Đã xác nhận phiếu lương' })
    expect(await mark.getAttribute('href')).toBe('/app/phieuluong?username=sale111&startDate=10%2F2026')
  },
)

test.runIf(longRun)(
  "figures of the month, source rows and evidence open their rows; evidence is marked as seen; a salesperson's start page shows the pay of the month (D3-PAY-03, D3-PAY-10, D3-PAY-12, D3-PAY-13)",
  async () => {
    const page = await app.open('quanly', '/app/ketquathang?startDate=10/2026')
    const months = page.getByRole('region', { name: 'Kết quả các tháng' })
    await months.getByRole('button', { name: /^Tháng 10\/2026: doanh thu 20,000,000 đồng/ }).waitFor()
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const table = page.getByRole('table', { name: 'Kết quả tháng' })
    // The statement itself gives no room to what stands below it.
    const hidden = () =>
      table.evaluate((one) => one.clientHeight - (one.parentElement as HTMLElement).clientHeight)
    await expect.poll(hidden).toBeLessThanOrEqual(0)
    if (wide) await page.setViewportSize(wide)
    await button(months, 'Xem dạng bảng').click()
    await months.getByRole('row', { name: /^10\/2026 20,000,000/ }).waitFor()
    const costs = page.getByRole('region', { name: 'Chi phí lớn nhất' })
    await costs.getByText('chưa có chi phí nào').waitFor()
    await table.getByRole('button', { name: 'Chi phí hỗ trợ' }).click()
    await costs.getByRole('heading', { name: 'Chi phí hỗ trợ' }).waitFor()
    await page.getByRole('link', { name: 'Doanh thu tháng 10/2026: 20,000,000' }).click()
    await rowWith(page, '20,000,000').filter({ hasText: 'VD90' }).waitFor()
    await page.goto(`${app.url}${october}`)
    await rowWith(page, 'sale111').getByRole('button', { name: '20,000,000' }).first().click()
    await page.getByTitle('Mở dòng này trong danh sách').click()
    expect(new URL(page.url()).pathname).toBe('/app/report90849332')
    await rowWith(page, 'VD90').waitFor()
    await dialog(page, /Giải thích/).waitFor({ state: 'hidden' })
    await page.goto(`${app.url}/app/radatruythu?startDate=01/10/2026&endDate=31/10/2026`)
    const evidence = rowWith(page, 'Bán không xác nhận')
    const people = page.getByRole('region', { name: 'Theo nhân viên' })
    await people.getByRole('button', { name: /20,000,000 1 chứng cứ 1 chưa xem/ }).click()
    await people.locator('[aria-current]').waitFor()
    await evidence.getByRole('button', { name: 'Đã xem' }).click()
    await box(dialog(page, 'Đánh dấu đã xem'), 'Ghi chú').fill('Đúng, có hợp đồng giấy')
    await button(dialog(page, 'Đánh dấu đã xem'), 'Đã xem').click()
    await evidence.filter({ hasText: 'Đúng, có hợp đồng giấy' }).waitFor()
    const month = thisMonth().split('/').toReversed().join('-')
    await addLine(app.pool, { at: vn(`${month}-01 00:00`), owner: 'sale112', price: 90_000 })
    const sale = await app.open('sale112', '/app/dashboard')
    const pay = sale.getByRole('region', { name: 'Lương tạm tính' })
    await pay.getByText(/từ đơn cuối \*{4}\d{5} VD90/).waitFor()
    await pay.getByText('Chưa có ngày công để tính bậc 7.0%').waitFor()
  },
)

test.runIf(longRun)(
  'an upload names its month, hides the table while it is saved and lists unusual rows (D2-PAY-07, D2-PAY-29 to D2-PAY-31, D2-Q-166, D2-Q-168, D3-PAY-14)',
  async () => {
    const page = await app.open('quanly', october)
    await rowWith(page, 'sale111').waitFor()
    await button(page, 'Nhập file chấm công').click()
    await page.setInputFiles('input[type="file"]', samplePath('cham-cong-2026-10.xlsx'))
    // However short it is hidden, it is seen.
    await page.evaluate((words) => {
      new MutationObserver(() => {
        if (document.body.innerText.includes(words)) document.body.dataset.seen = 'hidden'
      }).observe(document.body, { childList: true, subtree: true })
    }, payrollTexts.hidden)
    await page.getByRole('button', { name: /^Lưu 457/ }).click()
    await toast(page, /Tải file thành công: "cham-cong-2026-10.xlsx". Bảng lương sẽ tạm ẩn/).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('body').getAttribute('data-seen')).toBe('hidden')
    await page.getByRole('button', { name: /^Chấm công bất thường/ }).click()
    const odd = dialog(page, /Chấm công bất thường/)
    const unknown = odd.getByRole('row').filter({ hasText: 'sale999' })
    await expect.poll(() => unknown.count()).toBe(2)
    await odd.getByText(/^2 dòng của 'sale999'/).waitFor()
    await unknown.first().getByRole('button', { name: 'Không tính' }).click()
    await expect.poll(() => unknown.count()).toBe(1)
    await page.keyboard.press('Escape')
    await ready(page)
  },
)

test.runIf(longRun)(
  'the checklist links to what is left; a month is closed with a reason, marked in the payroll and reopened by priority 1 (D3-PAY-05, D3-PAY-07, D3-PAY-08)',
  async () => {
    const page = await app.open('admin', '/app/chotluong?startDate=10/2026')
    const work = page.getByRole('region', { name: 'Việc trước khi chốt' })
    const odd = work.getByRole('listitem').filter({ hasText: 'Chấm công bất thường' })
    await odd.getByText('Chặn chốt').waitFor()
    expect(await button(page, 'Chốt lương').isDisabled()).toBe(true)
    await work.getByRole('button', { name: 'Xác nhận' }).click()
    await work.getByText('Đã xác nhận').first().waitFor()
    await button(page, 'Chốt kèm lý do').click()
    await box(dialog(page, /Chốt lương tháng/), 'Lý do vẫn chốt').fill('Trả đúng ngày')
    // As long as a large month takes.
    await app.pool.query(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$;
    CREATE TRIGGER slows BEFORE INSERT ON payroll_closing FOR EACH ROW EXECUTE FUNCTION slow()`)
    await footButton(page, 'Chốt lương').click()
    await page.getByText('Đang chốt lương tháng 10/2026: giữ dòng lương và nguồn (2 / 3)').waitFor()
    await page.getByRole('region', { name: 'Các lần chốt' }).getByText('Trả đúng ngày').waitFor()
    await app.pool.query('DROP TRIGGER slows ON payroll_closing')
    await page.getByText('tính lại khớp từng đồng').waitFor()
    // What is decided now is paid with the next month.
    await odd.getByRole('link', { name: 'Sửa chấm công' }).click()
    await dialog(page, /Chấm công bất thường/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Đã chốt').filter({ visible: true }).first().waitFor()
    await button(page, 'Chốt lương').click()
    await button(page, 'Mở lại').click()
    await box(dialog(page, /Mở lại lương/), 'Lý do').fill('Thiếu một file')
    await footButton(page, 'Mở lại').click()
    await page.getByText('Thiếu một file').waitFor()
    await button(page, 'Chốt kèm lý do').waitFor()
  },
)
