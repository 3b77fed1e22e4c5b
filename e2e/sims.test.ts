/** The stock of SIM numbers in a real browser: columns by role, search by look, a number entered with its types. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { typesOf, type Carrier } from '#subjects/sims/contract/sim-types.ts'
import { longRun } from '#test/rounds.ts'
import {
  box,
  button,
  dialog,
  footButton,
  grid,
  heading,
  pickOption,
  ready,
  rows,
  rowWith,
  toast,
  startApp,
  type App,
  openFilters,
} from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  const stock: [string, Carrier, number, string][] = [
    ['0912.341.368', 'VINAPHONE', 1_740_000, 'con_sim'],
    ['0903.777.888', 'MOBIFONE', 21_020_000, 'giu_so'],
    ['0966.338.338', 'VIETTEL', 3_770_000, 'da_ban'],
    ['0986.86.6868', 'VIETTEL', 52_200_000, 'con_sim'],
  ]
  for (const [dotted, carrier, price, state] of stock) {
    const number = dotted.replaceAll('.', '')
    await app.pool.query(
      `INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, trang_thai, nguon_nhap, ghi_chu, gia_goc,
        gia_si_1, gia_si_2, gia_si_3, gia_khach_hang, types) VALUES ($1, $2, $3, 1, $4, 'Kho Hà Nội', 'Giữ giá', $5, $5, $5, $5, $5, $6)`,
      [number, dotted, carrier, state, price, typesOf({ number, carrier, kind: 1 }).join(',')],
    )
  }
})
afterAll(() => app.close())
afterEach(() => app.leave())

const heads = async (page: Page): Promise<string[]> =>
  (await grid(page, 'Quản lý sim số').locator('thead th').allInnerTexts())
    .map((text) => text.trim())
    .filter(Boolean)
const marked = (within: Locator): Promise<string[]> => within.locator('mark').allInnerTexts()
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Số điện thoại' })

test('a manager sees all prices, finds a number by its pattern, and enters one whose types the rules choose (D2-SIM-01 to 19, D2-SIM-23, D2-SIM-33 to 37, D2-MAP-06, D2-Q-128, D2-Q-131, D3-SIM-01, D3-SIM-02, D3-SIM-03)', async () => {
  const page = await app.open('quanly', '/app/simso', { width: 1920, height: 1080 })
  expect(await heading(page).innerText()).toBe('Quản lý sim số')
  const names = await heads(page)
  for (const name of [
    'Số điện thoại',
    'Nhà mạng',
    'Thuê bao',
    'Loại số',
    'Nguồn',
    'Giá',
    'Gốc',
    'Sỉ 1',
    'Sỉ 2',
    'Sỉ 3',
    'Khách hàng',
    'Ghi chú',
    'Trạng thái',
  ])
    // prettier-ignore
    expect(names).toContain(name)
  for (const name of ['Xuất file', 'Nhập file', 'Làm mới', 'Chạy lại quy tắc loại số', 'Đổi giá'])
    await button(page, name).waitFor()
  const row = rowWith(page, '0912.341.368')
  expect(await marked(row)).toEqual(['1.368'])
  expect(await row.innerText()).toMatch(
    /Vinaphone\s+Trả trước\s+Sim lộc phát[\s\S]*Kho Hà Nội[\s\S]*1,740,000\s+Giữ giá\s+Còn sim/,
  )
  await rowWith(page, '0903.777.888').getByText('Giữ số').waitFor()
  await rowWith(page, '0966.338.338').getByText('Đã bán').waitFor()
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  for (const name of ['Sửa', 'Xoá']) await page.getByRole('menuitem', { name, exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await search(page).fill('*6868')
  await search(page).press('Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  await openFilters(page)
  await page.getByRole('button', { name: /^Loại số Mọi loại/ }).click()
  const kinds = page.getByRole('group', { name: 'Loại số' })
  await kinds.getByText(/^Sim lặp$/).click()
  expect(await kinds.locator('label', { hasText: /^Sim lặp/ }).innerText()).toMatch(/Sim lặp\s+1$/)
  await page.keyboard.press('Escape')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rows(page).innerText()).toContain('0986.86.6868')
  // Too few digits are a hint at the box: the rows that were there stay, and nothing has failed.
  const hint = page.getByRole('alert').getByText('Nhập thêm số')
  const failed = page.getByText(/Chưa tải|Thử lại/)
  await search(page).fill('6')
  await search(page).press('Enter')
  await hint.waitFor()
  const described = await search(page).getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Nhập thêm số')
  expect([await rows(page).count(), await failed.count()]).toEqual([1, 0])
  expect(await rows(page).innerText()).toContain('0986.86.6868')
  await button(page, 'Xoá lọc').click()
  await hint.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).count()).toBe(4)

  await button(page, 'Tạo mới').click()
  const form = dialog(page, 'Tạo sim mới')
  await footButton(page, 'Tạo').click()
  await form.getByText('Vui lòng nhập số điện thoại!').waitFor()
  await form.getByText('Vui lòng chọn nhà mạng!').waitFor()
  await form.getByText('Vui lòng chọn ít nhất 1 loại số!').waitFor()
  await box(form, 'Số điện thoại').fill('0888.88.1368')
  const types = form.locator('[data-field="types"] label:has(input)')
  await expect
    .poll(() => types.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Sim VD90 số đẹp[\s\S]*Vinaphone, trả trước, có số đẹp/),
      expect.stringMatching(/Sim lộc phát[\s\S]*đuôi 68 hoặc 86/),
      expect.stringMatching(/Sinh tài lộc phát[\s\S]*đuôi 1368/),
      expect.stringMatching(/Ngũ quý giữa[\s\S]*năm số trở lên giống nhau, không ở cuối/),
    ])
  expect(await marked(types.nth(3))).toEqual(['888.88'])
  await form.getByText('Theo đầu số 0888').waitFor()
  await form.getByText('Chưa có trong kho').waitFor()
  // A change of what the rules look at changes what they chose; a type by hand stays.
  await pickOption(box(form, 'Loại thuê bao'), 'Trả sau')
  await types.filter({ hasText: 'Sim trả sau Vinaphone số đẹp' }).waitFor()
  await types.filter({ hasText: 'Sim lộc phát' }).getByRole('checkbox').uncheck()
  for (const name of ['Giá gốc', 'Giá sỉ 1', 'Giá sỉ 2', 'Giá sỉ 3', 'Giá khách hàng'])
    await box(form, name).fill('900000')
  // Below what it cost is told and may be saved.
  await box(form, 'Giá sỉ 3').fill('800000')
  await form.getByText('Thấp hơn giá gốc 900,000').waitFor()
  await footButton(page, 'Tạo').click()
  await toast(page, 'Đã tạo sim').waitFor()
  const { rows: saved } = await app.pool.query<Record<string, unknown>>(
    `SELECT types, loai_chon_tay, number_type, so_dien_thoai_co_dau_cham AS so FROM simso WHERE so_dien_thoai = '0888881368'`,
  )
  expect(saved).toEqual([
    {
      types: 'sim_tra_sau_vinaphone_so_dep,sinh_tai_loc_phat,ngu_quy_giua',
      loai_chon_tay: 1,
      number_type: 2,
      so: '0888.88.1368',
    },
  ])
  // As after an update with another rule: said over the stock, run from there, and then said no more.
  const notice = page.getByText('Quy tắc loại sim đã thay đổi.')
  expect(await notice.count()).toBe(0)
  await app.pool.query(`UPDATE sim_rules SET digest = 'older'`)
  // By a link with too few digits there are no former rows.
  await page.goto(`${app.url}/app/simso?so_dien_thoai=6`)
  await page.getByRole('status').getByText('Nhập thêm số').waitFor()
  expect(await failed.count()).toBe(0)
  await notice.waitFor()
  // Nothing was counted: no page of rows is claimed once the answer is there.
  await expect.poll(() => page.getByText(/^1–\d+ \/ /).count()).toBe(0)
  await page.getByRole('status').filter({ has: notice }).getByRole('button', { name: 'Xem' }).click()
  const retyping = dialog(page, /^Chạy lại quy tắc loại số/)
  await retyping.getByText('Mọi số khác đã đúng quy tắc.').waitFor()
  await retyping.getByRole('button', { name: 'Ghi nhận quy tắc mới' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  await page.getByRole('button', { name: /^Thông báo, \d+ chưa đọc/ }).click()
  await page.getByText('Đã chạy lại quy tắc loại số: 0 số đổi loại').waitFor()
})

test.runIf(longRun)(
  'a salesperson sees a single price, with its label, and can change nothing (D2-SIM-20 to 22, D2-SIM-26, D2-Q-124)',
  async () => {
    const page = await app.open('sale111', '/app/simso')
    await ready(page)
    const names = await heads(page)
    expect(names.filter((name) => /Giá|Sỉ|Gốc|Khách hàng/.test(name))).toEqual(['Giá'])
    for (const name of ['Tạo mới', 'Nhập file', 'Xuất file', 'Chạy lại quy tắc loại số', 'Đổi giá'])
      expect([name, await button(page, name).count()]).toEqual([name, 0])
    expect(await rowWith(page, '0912.341.368').innerText()).toContain('1,740,000')
  },
)
