/** Package invitation and offers for tomorrow in a real browser: tabs, the code, the command. */
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { againTexts } from '#kit/contract/again.ts'
import { pricedTexts } from '#platform/contract/priced.ts'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import { offerTexts } from '#subjects/registrations/contract/calls/offers.ts'
import { otpOf } from '#simulator/registrations.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { chooseCodeChannels, grantInvite, nextPhone, priceTwo, wrongOtp } from '#test/invite.ts'
import { longRun } from '#test/rounds.ts'
import { box, button, dialog, footButton, missingLine, rowWith, rows, toast, type App } from './app.ts'
import { startLookupApp, type LookupApp } from './lookup-page.ts'

let api: LookupApp
let app: App
let carrier: TestCarrier
beforeAll(async () => {
  api = await startLookupApp()
  ;({ app, carrier } = api)
  await grantInvite(app.pool, ['care.otp', 'care.otpnew', 'care.dk'])
  await priceTwo(app.pool)
})
afterAll(() => api.close())
beforeEach(async () => {
  await carrier.fault()
  await chooseCodeChannels(app.pool, 'chinhanh1')
})
afterEach(() => app.leave())

const tabNames = (page: Page) =>
  page.getByRole('group', { name: 'Cách mời gói' }).getByRole('button').allInnerTexts()
const getOtp = (page: Page) => page.getByRole('button', { name: /^Lấy OTP( Enter)?$/ })
const register = (page: Page) => page.getByRole('button', { name: /^Đăng ký( Enter)?$/ })

async function fill(page: Page, phone: string, pack = 'VD90'): Promise<void> {
  await box(page, 'Số điện thoại').fill(`0${phone}`)
  await box(page, 'Gói cước').fill(pack)
}

test.runIf(longRun)(
  'the invitation tabs follow permission and active channel; a failed look-up hides them without a message (D2-INVIT-01 to 09, D2-INVIT-12, D2-INVIT-13, D2-Q-145, D2-NAV-04)',
  async () => {
    const tabsOf = async (username: string): Promise<() => Promise<string[]>> => {
      const page = await app.open(username, '/app/invite')
      return () => tabNames(page)
    }
    await expect
      .poll(await tabsOf('sale111'))
      .toEqual(['Mã xác nhận 1', 'Mã xác nhận 2', 'Đăng ký trực tiếp'])
    await expect
      .poll(await tabsOf('admin'))
      .toEqual([
        'Mã xác nhận 1',
        'Mã xác nhận 2',
        'Mã xác nhận 3',
        'Mã xác nhận 4',
        'Gia hạn gói',
        'Bán gói',
        'Đăng ký trực tiếp',
      ])
    const page = await app.visit('/login')
    await app.signIn(page, 'sale111')
    const request = Promise.withResolvers<Route>()
    await page.route('**/vas/mobifone/tabs', request.resolve)
    await page.goto(`${app.url}/app/invite`)
    const unanswered = await request.promise
    await page.getByRole('heading', { name: 'Mời gói', level: 1 }).waitFor()
    // Until it is answered there is no form that another one would take the place of.
    expect(await box(page, 'Số điện thoại').count()).toBe(0)
    await unanswered.fulfill({ status: 500, body: '{}' })
    await expect.poll(() => tabNames(page)).toEqual(['Đăng ký trực tiếp'])
    expect(await toast(page, /Lỗi/).count()).toBe(0)
  },
)

test('the form goes from number and package to code and registration with its buttons, messages, history and notice; another number discards the code, as does its expiry; a command goes to 9332 and is listed in its table (D3-OTP-02, D2-INVIT-08, D2-INVIT-43, D2-INVIT-46, D2-INVIT-47, D2-Q-143, D2-INVIT-15 to 26, D2-INVIT-31 to 38, D2-FMT-11)', async () => {
  const page = await app.open('sale111', '/app/invite')
  const phone = nextPhone()
  await getOtp(page).waitFor()
  expect([await getOtp(page).isDisabled(), await register(page).isDisabled()]).toEqual([true, true])
  await box(page, 'Số điện thoại').fill(`0${phone}`)
  expect(await getOtp(page).isDisabled()).toBe(true)
  // Enter takes what the list offers, nothing where it offers nothing, and a package without a price is asked about (D3-OTP-08).
  await box(page, 'Gói cước').fill('d9')
  await page.getByRole('option', { name: 'VD90' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await box(page, 'Gói cước').inputValue()).toBe('VD90')
  await box(page, 'Gói cước').fill('mg')
  await page.keyboard.press('Enter')
  const unpriced = dialog(page, pricedTexts.askTitle)
  expect([await box(page, 'Gói cước').inputValue(), await unpriced.count()]).toEqual(['MG', 0])
  await getOtp(page).click()
  await unpriced.getByText('Gói "MG" không có giá trong bảng giá').waitFor()
  await button(unpriced, 'Huỷ').click()
  await unpriced.waitFor({ state: 'detached' })
  await fill(page, phone)
  await getOtp(page).click()
  await toast(page, inviteTexts.sent).waitFor()
  await page.getByRole('timer').waitFor()
  await rowWith(page, 'Chờ xác nhận').waitFor()
  expect(await register(page).isDisabled()).toBe(true)
  await box(page, 'OTP').fill(wrongOtp(phone))
  await register(page).click()
  await page
    .getByText(/không đúng, còn 4 lần nhập/)
    .first()
    .waitFor()
  await rowWith(page, 'Mã OTP •••• không đúng').waitFor()
  await box(page, 'OTP').fill(otpOf(phone))
  await page.keyboard.press('Enter')
  await toast(page, inviteTexts.confirmed).waitFor()
  await toast(page, `N*** vừa đăng ký thành công cho ****${phone.slice(-5)}`).waitFor()
  const row = rowWith(page, 'Thành công').first()
  await row.getByText('Đăng ký thành công gói VD90').waitFor()
  await expect.poll(() => row.innerText()).toMatch(/\*{4}\d{5}\s+VD90\s+90,000/)
  expect(await row.innerText()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d(?!:)/)
  expect(await box(page, 'Số điện thoại').inputValue()).toBe('')
  const second = nextPhone()
  await fill(page, second)
  await page.keyboard.press('Enter')
  await box(page, 'OTP').waitFor()
  await fill(page, nextPhone())
  await box(page, 'OTP').waitFor({ state: 'detached' })
  await fill(page, second)
  await box(page, 'OTP').fill(otpOf(second))
  await app.pool.query(`UPDATE invitation_orders SET expires_at = now()`)
  await register(page).click()
  await toast(page, inviteTexts.expired).waitFor()
  await box(page, 'OTP').waitFor({ state: 'detached' })
  await button(page, 'Đăng ký trực tiếp').click()
  await register(page).waitFor()
  expect(await register(page).isDisabled()).toBe(true)
  const third = nextPhone()
  await fill(page, third)
  await register(page).click()
  await toast(page, inviteTexts.registered).waitFor()
  await rowWith(page, 'DK VD90 - Đăng ký thành công gói VD90').waitFor()
  // The same once more is asked about (D3-OTP-05).
  await fill(page, third)
  await register(page).click()
  await page.getByRole('dialog', { name: againTexts.askTitle }).waitFor()
  await button(page, againTexts.go).click()
  await expect.poll(() => box(page, 'Số điện thoại').inputValue()).toBe('')
  expect((await carrier.registered()).filter(({ isdn }) => isdn === third)).toHaveLength(2)
})

test('an offer for tomorrow has no staff field for salespeople and is red below half of the price; it is invited after a question that shows the number, or by OTP; the open code order survives a reload, and the row says that the customer has registered (D3-OTP-06, D3-OTP-07, D2-INVN-01 to 14, D2-INVN-19, D2-Q-02, D2-Q-122)', async () => {
  const page = await app.open('sale111', '/app/moigoihomsau')
  await button(page, 'Tạo mới').first().click()
  const form = dialog(page, 'Tạo bản ghi mới')
  await footButton(page, 'Lưu').click()
  await missingLine(page).waitFor()
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(2)
  expect(await form.getByText('Nhân viên').count()).toBe(0)
  const phone = nextPhone()
  await box(form, 'Số điện thoại').fill(`0${phone}`)
  await box(form, 'Tên gói cước').fill('VD90')
  await footButton(page, 'Lưu').click()
  await rows(page).first().waitFor()
  const row = rows(page).first()
  const balance = row.getByText('44,000 / 90,000')
  // The carrier may be asked for the balance meanwhile, whose answer comes after this one.
  const shown = async (): Promise<boolean> => {
    await app.pool.query(`UPDATE moigoihomsau SET tkc = 44000, hoi_tkc_luc = NULL`)
    await button(page, 'Làm mới').click()
    return balance.isVisible()
  }
  await expect.poll(shown, { interval: 500 }).toBe(true)
  const red = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--red)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  expect(await balance.evaluate((cell) => getComputedStyle(cell).color)).toBe(red)
  await row.getByText('CHƯA MỜI').waitFor()
  await row.getByRole('button', { name: 'Mời dòng 1', exact: true }).click()
  await page.getByText('Xác nhận đã mời khách hàng này?').waitFor()
  await page.getByText(`0${phone}, gói VD90`).waitFor()
  await page.keyboard.press('Enter')
  await row.getByText('ĐÃ MỜI 1 LẦN').waitFor()
  await row.getByRole('button', { name: /^Thao tác khác/ }).click()
  await page.getByRole('menuitem', { name: offerTexts.otp }).click()
  await page.getByText('Từ Mời gói hôm sau, đã điền số và gói. Tài khoản chính 44,000 đồng').waitFor()
  expect(await box(page, 'Số điện thoại').inputValue()).toBe(`0${phone}`)
  const inFocus = (name: string) => () => box(page, name).evaluate((el) => el === document.activeElement)
  await expect.poll(inFocus('Gói cước')).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(inFocus('OTP')).toBe(true)
  await page.reload()
  await expect.poll(inFocus('OTP')).toBe(true)
  expect(await box(page, 'Số điện thoại').inputValue()).toBe(`****${phone.slice(-5)}`)
  expect(await box(page, 'OTP').inputValue()).toBe('')
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^0?4:[0-5]\d$/)
  expect(await getOtp(page).isDisabled()).toBe(true)
  await page.keyboard.type(otpOf(phone))
  await page.keyboard.press('Enter')
  await toast(page, inviteTexts.confirmed).waitFor()
  await page.goto(`${app.url}/app/moigoihomsau`)
  await rows(page).first().getByText('ĐÃ MỜI 2 LẦN').waitFor()
  await rows(page).first().getByText('Đã đăng ký VD90').waitFor()
})
