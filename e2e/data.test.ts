/** The way of a subscriber file in a real browser: uploaded, activated, permitted, split, undone, handed out. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { samplePath } from '#test/samples/path.ts'
import { longRun } from '#test/rounds.ts'
import { pickOption, rowWith, toast, startApp, type App } from './app.ts'

const file = 'thue-bao-10k.xlsx'

/** Saving moves 8,000 numbers. */
const slow = { timeout: 10_000 }

let app: App

beforeAll(async () => {
  app = await startApp()
})
afterEach(async () => {
  const faults = app.faults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  await app.leave()
})
afterAll(() => app.close())

const choose = (page: Page, name: string): Promise<void> =>
  page.getByLabel('File cần nhập').setInputFiles(samplePath(name))

const quantity = (page: Page, username: string): Locator => page.getByLabel(`Số lượng của ${username}`)

async function openSplit(page: Page): Promise<void> {
  await pickOption(page.getByRole('button', { name: /^File/ }), file)
  await page.getByText('trong 9,927 số').waitFor()
  await page.getByRole('button', { name: 'DS Leader chinhanh1' }).click()
  await page.getByRole('button', { name: 'DS Leader chinhanh2' }).click()
}

const shares: Record<string, string> = {
  chinhanh1: '5000',
  leader11: '3000',
  sale111: '1000',
  sale112: '1000',
  sale113: '1000',
  leader12: '1400',
  sale121: '700',
  sale122: '700',
  chinhanh2: '3000',
  leader21: '2400',
  sale211: '1200',
  sale212: '1200',
}

/** Types the shares from box to box with Enter, as a hand would. */
async function typeShares(page: Page): Promise<void> {
  await quantity(page, 'chinhanh1').focus()
  for (const [username, share] of Object.entries(shares)) {
    await expect
      .poll(() => quantity(page, username).evaluate((box) => box === document.activeElement))
      .toBe(true)
    await page.keyboard.insertText(share)
    await page.keyboard.press('Enter')
  }
}

test('an .xls file is refused with advice what to do, and the sample of 10,000 rows is saved as expected (D1-UPL-02, D1-UPL-20 to 24)', async () => {
  const page = await app.open('admin', '/sys/uploadchiadata')
  await page.getByRole('button', { name: 'Upload data' }).click()
  await choose(page, 'thue-bao-500.xls')
  await page.getByText('chọn Lưu thành (Save As)').waitFor()
  await choose(page, file)
  await page.getByRole('button', { name: 'Lưu 9,927 dòng' }).click({ timeout: 20_000 })
  await page.getByText(`Tải file thành công: "${file}" (9927 số)`).first().waitFor({ timeout: 30_000 })
  const words = await page.getByRole('dialog').innerText()
  for (const tile of ['Đã lưu\n9,927', 'Trùng\n51', 'Lỗi\n10', 'Trống\n12'])
    expect(words.replaceAll('\n\n', '\n')).toContain(tile)
  await page.getByRole('dialog').getByRole('button', { name: 'Chia data' }).click()
  await page.getByRole('tab', { name: 'Chia data', exact: true }).waitFor()
  await page.getByText('Có thể chia 9,927 trong 9,927 số').waitFor()
})

test('a file name that exists is asked about, and a file is activated only after the server agreed (D1-UPL-16, D1-Q-111, D1-Q-113)', async () => {
  const page = await app.open('admin', '/sys/uploadchiadata')
  await page.getByRole('button', { name: 'Upload data' }).click()
  await choose(page, file)
  await page.getByText(`Đã có file '${file}'`).waitFor()
  await page.getByRole('button', { name: 'Chọn file khác' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Đóng' }).click()
  expect(await rowWith(page, file).innerText()).toMatch(/0 \/ 9,927\s+Đã dừng/)
  await page.getByRole('button', { name: 'Kích hoạt lấy số' }).click()
  await toast(page, 'Đã kích hoạt lấy số').waitFor()
  await rowWith(page, 'Đang lấy số').waitFor()
})

test.runIf(longRun)(
  'two branches get permission for the file for today; without an account nothing is sent (D1-DPERM-04 to 24)',
  async () => {
    const page = await app.open('admin', '/sys/phanquyendata')
    const section = page.getByRole('region', { name: 'Chi nhánh' })
    await section.getByRole('button', { name: 'Lưu' }).click()
    await toast(page, 'Bạn chưa chọn tài khoản!').waitFor()
    for (const branch of ['chinhanh1', 'chinhanh2']) {
      await pickOption(section.getByRole('button', { name: /^Chi nhánh/ }), new RegExp(branch))
      await section.getByLabel('Tất cả file').check()
      const days = section.getByRole('checkbox')
      await days.nth((await days.count()) - 31).check()
      const all = section.getByLabel('Tất cả ngày')
      expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([
        false,
        true,
      ])
      const saved = page.waitForResponse((response) => response.url().endsWith('/handleCustomDataOption'))
      await section.getByRole('button', { name: 'Lưu' }).click()
      expect((await saved).status()).toBe(200)
      await toast(page, 'Đã lưu cài đặt phân quyền!').first().waitFor()
    }
    await pickOption(section.getByRole('button', { name: /^Ngày được lấy số/ }), /^Mọi ngày từ/)
    expect(await section.getByLabel('Tất cả ngày').isDisabled()).toBe(true)
    const saved = page.waitForRequest((request) => request.url().endsWith('/handleCustomDataOption'))
    await section.getByRole('button', { name: 'Lưu' }).click()
    expect((await saved).postDataJSON()).toMatchObject({
      branch: { username: 'chinhanh2', ngay: [], tu_ngay: toFilterDate(todayVn()) },
    })
  },
)

test('a split is tried out, corrected, saved, undone and saved again (D1-SPLIT-03 to 18, D1-Q-123 to D1-Q-125, D1-Q-122)', async () => {
  const page = await app.open('admin', '/sys/chiadata')
  await page.getByRole('button', { name: 'Lưu' }).click()
  await toast(page, 'Chưa chọn file để chia data').waitFor()
  await openSplit(page)
  await typeShares(page)
  await quantity(page, 'leader12').fill('1300')
  expect(await quantity(page, 'leader12').inputValue()).toBe('1,300')
  await page.getByRole('button', { name: 'Chia thử' }).click()
  const trial = page.getByRole('region', { name: 'Kết quả chia thử' })
  await trial.getByText('leader12 vượt 100 số').waitFor()
  expect(await trial.innerText()).toContain('Giao xuống 1,400, leader có 1,300')
  expect(await page.getByRole('button', { name: 'Lưu' }).isDisabled()).toBe(true)
  await trial.getByRole('button', { name: 'Giảm đều 2 nhân viên' }).click()
  expect(await quantity(page, 'sale121').inputValue()).toBe('650')
  await quantity(page, 'leader12').fill('1400')
  await quantity(page, 'sale121').fill('700')
  await quantity(page, 'sale122').fill('700')
  await page.keyboard.press('Control+s')
  await toast(page, 'Đã lưu cài đặt').waitFor()
  await page.getByRole('button', { name: 'Hoàn tác' }).click()
  await page.getByRole('button', { name: 'Hoàn tác 8,000 số' }).click()
  await toast(page, 'Đã hoàn tác lần chia gần nhất').waitFor()
  await expect.poll(() => quantity(page, 'sale121').inputValue(), slow).toBe('')
  await typeShares(page)
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByRole('button', { name: 'Hoàn tác' }).isEnabled(), slow).toBe(true)
  await expect.poll(() => quantity(page, 'sale121').inputValue(), slow).toBe('700')
})

test.runIf(longRun)(
  'after two salespeople claimed a number each the split shows two used, and why each of them gets no more numbers (D1-SPLIT-15, D1-Q-123, D3-ORG-07)',
  async () => {
    for (const username of ['sale111', 'sale121']) {
      const page = await app.open(username, '/app/customer-care')
      await page.getByRole('button', { name: 'Chăm sóc khách hàng mới' }).click()
      await page.getByRole('region', { name: 'Khách hàng đang chăm sóc' }).waitFor()
    }
    const page = await app.open('admin', '/sys/chiadata')
    await openSplit(page)
    await page.getByText('Có thể chia 9,925 trong 9,927 số').waitFor()
    expect(await page.locator('tfoot').innerText()).toMatch(/^Tổng\s+2\s/)
    expect(await quantity(page, 'sale111').inputValue()).toBe('999')
    await page.getByRole('button', { name: 'Vì sao không có số? sale121' }).click()
    const reasons = page.getByRole('dialog', { name: 'Vì sao không có số?' })
    await reasons.getByText('Đang có số để lấy').waitFor()
    expect(await reasons.getByText('còn 699 số').count()).toBe(1)
    await page.keyboard.press('Escape')
    const undo = page.getByRole('button', { name: 'Hoàn tác' })
    expect([await undo.isDisabled(), await undo.getAttribute('title')]).toEqual([
      true,
      '2 số của lần chia này đã được lấy, không hoàn tác được',
    ])
  },
)
