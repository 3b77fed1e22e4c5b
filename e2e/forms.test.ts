/** What every form does, in a real browser: where it goes, when it speaks, what it sends once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { box, button, dialog, foot, rowWith, rows, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

test('a form says what is wrong when a field is left, and goes to the first wrong one when it is sent (D1-LIST-18)', async () => {
  const page = await app.open('admin', '/app/chiphiquanly')
  await button(page, 'Tạo bản ghi').first().click()
  const form = dialog(page, 'Tạo bản ghi mới')
  const price = box(form, 'Đơn giá')
  await price.fill('12a')
  await price.press('Tab')
  await form.getByText('Đơn giá không phải số tiền').waitFor()
  await price.fill('12000')
  await form.getByText('Đơn giá không phải số tiền').waitFor({ state: 'detached' })
  await foot(page, 'Tạo').click()
  const first = form.locator('[aria-invalid="true"]').first()
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  // What is put right loses its mark, the others keep theirs.
  await box(form, 'Nội dung').fill('Mực in')
  for (const [label, invalid] of [
    ['Nội dung', null],
    ['Ngày nhập', 'true'],
    ['Số lượng', 'true'],
  ] as const)
    await expect.poll(() => box(form, label).getAttribute('aria-invalid')).toBe(invalid)
})

test('a write whose answer was lost is sent with its key again and done once (D1-BLACK-09)', async () => {
  const page = await app.open('admin', '/app/blacklist')
  await button(page, 'Tạo mới').first().click()
  const form = dialog(page, 'Tạo bản ghi mới')
  await box(form, 'Số điện thoại').fill('0912000456')
  const keys: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') void request.headerValue('idempotency-key').then((key) => keys.push(key))
  })
  await page.route(
    '**/api/v1/blacklist',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: '' })
    },
    { times: 1 },
  )
  await foot(page, 'Lưu').click()
  await said(page, 'Có lỗi xảy ra. Vui lòng thử lại.').waitFor()
  await foot(page, 'Lưu').click()
  await form.waitFor({ state: 'detached' })
  await rowWith(page, '0912').waitFor()
  expect(await rows(page).count()).toBe(1)
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toBe(keys[1])
})

test('an account that somebody else has just changed is shown as it is now before it is overwritten (D1-Q-166)', async () => {
  const page = await app.open('admin', '/sys/accounts')
  await rowWith(page, 'sale122')
    .getByRole('button', { name: /^Sửa dòng/ })
    .click()
  const form = dialog(page, 'Cập nhật nhân viên')
  await box(form, 'Họ tên').fill('Của tôi')
  await app.pool.query(
    `UPDATE users SET fullname = 'Của họ', version = version + 1 WHERE username = 'sale122'`,
  )
  await foot(page, 'Lưu').click()
  const told = form.getByRole('alert').filter({ hasText: 'Bản ghi vừa được người khác sửa' })
  await told.waitFor()
  const text = await told.innerText()
  for (const name of ['Của họ', 'Nhân viên', 'chinhanh1', 'leader12']) expect(text).toContain(name)
  expect(await box(form, 'Họ tên').inputValue()).toBe('Của tôi')
  await foot(page, 'Lưu').click()
  await rowWith(page, 'Của tôi').waitFor()
})
