/** Uploads and downloads of the plain screens in a real browser, with the operation's sample files. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { longRun } from '#test/rounds.ts'
import { samplePath } from '#test/samples/path.ts'
import { button, pager, ready, toast, startApp, type App } from './app.ts'
import { downloaded } from './sheet.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE chiphiquanly CASCADE')
  await app.pool.query(`
    INSERT INTO chiphiquanly (nguoi_thuc_hien, ngay_nhap, noi_dung, don_gia, so_luong, note)
    SELECT 'Người ' || n, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 'Tiền điện ' || n, 1000 * n, 1.5, NULL
    FROM generate_series(1, 3) n`)
})
afterEach(() => app.leave())

test('a file is previewed, saved and counted, and its unsaved rows come back as a file (D1-IMP-02 to 06, D1-BLACK-02, D1-BLACK-13 to 15, D1-Q-139, D2-IMP-03, D2-IMP-11)', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await button(page, 'Nhập file').click()
  await page.getByLabel('File cần nhập').setInputFiles(samplePath('blacklist.xlsx'))
  const saving = button(page, 'Lưu 579 dòng')
  await saving.waitFor()
  const verdicts = await page.getByRole('group', { name: 'Lọc theo kết quả' }).innerText()
  for (const verdict of ['Tất cả 600', 'Trùng 14', 'Lỗi 3', 'Trống 4'])
    expect(verdicts.replace(/\s+/g, ' ')).toContain(verdict)
  await page.getByRole('button', { name: /^Lỗi/ }).click()
  await expect.poll(() => page.locator('tr[data-verdict="bad"]').count()).toBe(3)
  await saving.click()
  await page.getByText('Tải file thành công: "blacklist.xlsx" (579 số)').first().waitFor()
  const errors = await downloaded(page, () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tải về/ })
      .click(),
  )
  expect(errors.file).toBe('LOI-blacklist.xlsx')
  const complaints = errors.rows
    .map((row) => String(row.at(-1) ?? ''))
    .filter((text) => text !== '' && text !== 'Lỗi')
  expect(complaints.length).toBe(3)
  expect(complaints.join()).toContain('Số điện thoại')
  await button(page.getByRole('dialog'), 'Đóng').last().click()
  await ready(page)
  await expect.poll(() => pager(page)).toContain('/ 579')
})

test.runIf(longRun)(
  'the found rows of a list are exported with Vietnamese headings and whole columns, a refusal with its reason; a content imported before, and rows that are stored already, are asked about before they are saved again (D1-EXP-02 to 05, D1-Q-156, D2-COST-16, D2-COST-67, D2-EXP-04, D3-FILE-02)',
  async () => {
    const page = await app.open('admin', '/app/chiphiquanly')
    const exported = await downloaded(page, () => button(page, 'Xuất file').click())
    expect([exported.file, exported.sheets, exported.rows.length]).toEqual([
      'Chi-phi-quan-ly.xlsx',
      ['Sheet 1'],
      4,
    ])
    expect(exported.rows[0]?.slice(0, 2)).toEqual(['Người thực hiện', 'Ngày nhập'])
    expect(exported.rows[1]?.slice(0, 2)).toEqual([expect.stringMatching(/^Người/), expect.anything()])
    await toast(page, /^Đã xuất file Chi-phi-quan-ly.xlsx/).waitFor()
    await page.route(/chiphiquanly.*(export|getAll|9999999999)/, (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', msg: 'Bạn không có quyền xuất file' } }),
    )
    await button(page, 'Xuất file').click()
    await toast(page, '[Lỗi] Bạn không có quyền xuất file').waitFor()
    await page.unrouteAll()
    const lines = ['Người thực hiện,Ngày nhập,Nội dung,Đơn giá,Số lượng', 'An,20/11/2026,Nước,1500,2']
    const choose = async (name: string): Promise<void> => {
      await button(page, 'Nhập file').click()
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
      await page.getByLabel('File cần nhập').setInputFiles(file)
    }
    const saved = async (name: string): Promise<void> => {
      await page.getByText(`Tải file thành công: "${name}"`).first().waitFor()
      await button(page.getByRole('dialog'), 'Đóng').last().click()
    }
    const stored = async (): Promise<unknown> =>
      (await app.pool.query(`SELECT noi_dung FROM chiphiquanly WHERE noi_dung IN ('Nước', 'Bút')`)).rowCount
    await choose('nuoc.csv')
    await button(page, 'Lưu 1 dòng').click()
    await saved('nuoc.csv')
    await choose('nuoc-2.csv')
    await button(page, 'Lưu cả 1 dòng đã có').click()
    const question = page.getByRole('dialog', { name: 'Nội dung này đã được nhập' })
    await question.getByText('Lưu lần nữa sẽ thêm 1 dòng trùng').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await stored()).toBe(1)
    await button(page, 'Lưu cả 1 dòng đã có').click()
    await button(question, 'Vẫn lưu').click()
    await saved('nuoc-2.csv')
    expect(await stored()).toBe(2)
    lines.push('An,20/11/2026,Bút,4000,1')
    await choose('dai-hon.csv')
    await page.getByText('1 dòng đã có trong danh sách với đúng nội dung này').waitFor()
    await button(page, 'Lưu 1 dòng mới').click()
    await saved('dai-hon.csv')
    expect(await stored()).toBe(3)
  },
)

test.runIf(longRun)(
  'an import is taken back from its summary, or later from the dialog, which lists what stays; its list is reloaded exactly once (D3-FILE-05)',
  async () => {
    const page = await app.open('admin', '/app/chiphiquanly')
    let reads = 0
    page.on('request', (request) => void (request.url().includes('/api/v1/chiphiquanly?') && reads++))
    const choose = async (name: string, content: string): Promise<void> => {
      await button(page, 'Nhập file').click()
      const lines = `Người thực hiện,Ngày nhập,Nội dung,Đơn giá,Số lượng\nAn,20/11/2026,${content},4000,1`
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines) }
      await page.getByLabel('File cần nhập').setInputFiles(file)
      await button(page, 'Lưu 1 dòng').click()
      await page.getByText(`Tải file thành công: "${name}"`).first().waitFor()
    }
    const close = () => button(page.getByRole('dialog'), 'Đóng').last().click()
    const asking = page.getByRole('dialog', { name: 'Hoàn tác lần nhập này' })
    await choose('but.csv', 'Bút')
    await button(page, 'Hoàn tác lần nhập này').click()
    await asking.getByText('1 dòng mới sẽ bị xoá.').waitFor()
    await button(asking, 'Hoàn tác').click()
    await page.getByText('Đã hoàn tác "but.csv": 1 dòng').first().waitFor()
    const { rowCount } = await app.pool.query(
      `SELECT FROM chiphiquanly WHERE noi_dung = 'Bút' AND deleted_at IS NULL`,
    )
    expect(rowCount).toBe(0)
    await close()
    await choose('giay.csv', 'Giấy')
    await close()
    await app.pool.query(
      `UPDATE chiphiquanly SET note = 'Đã đối chiếu', version = version + 1 WHERE noi_dung = 'Giấy'`,
    )
    await button(page, 'Nhập file').click()
    const recent = page.getByRole('region', { name: 'Đã nhập gần đây' })
    await recent.getByText(/but.csv.*đã hoàn tác/).waitFor()
    await button(recent, 'Xem').first().click()
    await button(page, 'Hoàn tác lần nhập này').click()
    await asking.getByText('Không còn dòng nào hoàn tác được').first().waitFor()
    await asking.getByText('Đã có thay đổi khác sau đó').waitFor()
    expect(await asking.getByRole('cell').first().innerText()).toBe('2')
    // Two imports, one taking back, a later look, and what the live channel tells of them.
    expect(reads).toBeLessThan(16)
  },
)
