/** Uploads and downloads of the plain screens in a real browser, with the operation's sample files. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { samplePath } from '../test/samples/path.ts'
import { button, pager, ready, said, startApp, type App } from './app.ts'
import { downloaded } from './sheet.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE blacklist, giahoantien, chiphiquanly CASCADE')
  await app.pool.query(`
    INSERT INTO blacklist (phone_number, description)
    SELECT '91234' || lpad(n::text, 4, '0'), 'Khách ' || n FROM generate_series(1, 45) n`)
  await app.pool.query(`
    INSERT INTO chiphiquanly (nguoi_thuc_hien, ngay_nhap, noi_dung, don_gia, so_luong, note)
    SELECT 'Người ' || n, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, 'Tiền điện ' || n, 1000 * n, 1.5, NULL
    FROM generate_series(1, 3) n`)
  await app.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000), ('VD120', 120000)`,
  )
})
afterEach(() => app.leave())

type Upload = {
  route: string
  file: string
  tabs: string[]
  save: string
  said: string
  lost: number
  reason: string
}
const uploads: Upload[] = [
  {
    route: '/app/blacklist',
    file: 'blacklist.xlsx',
    tabs: ['600', '14', '3', '4'],
    save: 'Lưu 579 dòng',
    said: 'Tải file thành công: "blacklist.xlsx" (579 số)',
    lost: 3,
    reason: 'Số điện thoại',
  },
  {
    route: '/sys/giahoantien',
    file: 'gia-hoan-tien.xlsx',
    tabs: ['137', '11', '2', '3'],
    save: 'Lưu 121 dòng',
    said: 'Tải file thành công: "gia-hoan-tien.xlsx" (121 gói)',
    lost: 2,
    reason: 'Tên gói cước',
  },
]
test.each(uploads)(
  '$file is previewed, saved, counted, and what was not saved comes back as a file (D1-IMP-02 to 06, D1-BLACK-02, D1-BLACK-13 to 15, D2-GHT-06, D2-GHT-07, D1-Q-139, D2-IMP-03, D2-IMP-11)',
  async ({ route, file, tabs, save, said: words, lost, reason }) => {
    await app.pool.query('TRUNCATE blacklist, giahoantien CASCADE')
    const page = await app.open('admin', route)
    await button(page, 'Nhập file').click()
    await page.getByLabel('File cần nhập').setInputFiles(samplePath(file))
    const saving = button(page, save)
    await saving.waitFor()
    const verdicts = await page.getByRole('group', { name: 'Lọc theo kết quả' }).innerText()
    for (const [at, label] of ['Tất cả', 'Trùng', 'Lỗi', 'Trống'].entries())
      expect(verdicts.replace(/\s+/g, ' ')).toContain(`${label} ${tabs[at]}`)
    await page.getByRole('button', { name: /^Lỗi/ }).click()
    await expect.poll(() => page.locator('tr[data-verdict="bad"]').count()).toBe(Number(tabs[2]))
    await saving.click()
    await page.getByText(words).first().waitFor()
    const errors = await downloaded(page, () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Tải về/ })
        .click(),
    )
    expect(errors.file).toBe(`LOI-${file}`)
    const complaints = errors.rows
      .map((row) => String(row.at(-1) ?? ''))
      .filter((text) => text !== '' && text !== 'Lỗi')
    expect(complaints.length).toBe(lost)
    expect(complaints.join()).toContain(reason)
    await button(page.getByRole('dialog'), 'Đóng').last().click()
    await ready(page)
    await expect.poll(() => pager(page)).toContain(`/ ${words.match(/\((\d+)/)?.[1]}`)
  },
)

test.each([
  ['/app/blacklist', 'Blacklist.xlsx', 45, ['Số điện thoại', 'Mô tả'], ['0912340045', 'Khách 45']],
  ['/sys/giahoantien', 'Gia-hoan-tien.xlsx', 2, ['Tên gói cước', 'Giá gia hạn'], ['VD120', 0]],
  [
    '/app/chiphiquanly',
    'Chi-phi-quan-ly.xlsx',
    3,
    ['Người thực hiện', 'Ngày nhập'],
    [expect.stringMatching(/^Người/), expect.anything()],
  ],
] as const)(
  'what %s finds comes as %s with Vietnamese heads and whole columns (D1-EXP-02, D1-EXP-03, D1-EXP-05, D1-Q-156, D2-COST-16, D2-COST-67)',
  async (route, name, count, heads, first) => {
    const page = await app.open('admin', route)
    const { file, sheets, rows: lines } = await downloaded(page, () => button(page, 'Xuất file').click())
    expect([file, sheets, lines.length]).toEqual([name, ['Sheet 1'], count + 1])
    expect(lines[0]?.slice(0, 2)).toEqual(heads)
    expect(lines[1]?.slice(0, 2)).toEqual(first)
    await said(page, new RegExp(`^Đã xuất file ${name}`)).waitFor()
  },
)

test('a content taken before, and rows that are stored already, are asked about before they are saved again (D3-FILE-02)', async () => {
  const page = await app.open('admin', '/app/chiphiquanly')
  const lines = ['Người thực hiện,Ngày nhập,Nội dung,Đơn giá,Số lượng', 'An,20/11/2026,Nước,1500,2']
  const choose = async (name: string): Promise<void> => {
    await button(page, 'Tải lên').click()
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
  const asked = page.getByRole('dialog', { name: 'Nội dung này đã được nhập' })
  await asked.getByText('Lưu lần nữa sẽ thêm 1 dòng trùng').waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  expect(await stored()).toBe(1)
  await button(page, 'Lưu cả 1 dòng đã có').click()
  await button(asked, 'Vẫn lưu').click()
  await saved('nuoc-2.csv')
  expect(await stored()).toBe(2)
  lines.push('An,20/11/2026,Bút,4000,1')
  await choose('dai-hon.csv')
  await page.getByText('1 dòng đã có trong danh sách với đúng nội dung này').waitFor()
  await button(page, 'Lưu 1 dòng mới').click()
  await saved('dai-hon.csv')
  expect(await stored()).toBe(3)
})

test('a refused export shows the reason of the server (D1-EXP-04, D2-EXP-04)', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await page.route(/blacklist.*(export|getAll|9999999999)/, (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN', msg: 'Bạn không có quyền xuất file' } }),
  )
  await button(page, 'Xuất file').click()
  await said(page, '[Lỗi] Bạn không có quyền xuất file').waitFor()
})
