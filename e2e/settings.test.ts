/** The settings screen in a real browser: what it saves and refuses, and how the application looks by it. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contrast } from '#subjects/settings/contract/settings/color.ts'
import { longRun } from '#test/rounds.ts'
import { button, dialog, menu, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(async () => {
  await app.leave()
  await app.pool.query('TRUNCATE settings')
})

const address = '/sys/settings'

test('settings are changed, saved together and kept; a wrong value is named below its box; channels are those of the listed partners, hours can be moved together; each setting shows its changes (D1-ROUTE-52, D1-Q-018, D1-Q-093, D2-SET-09 to 12)', async () => {
  const page = await app.open('quanly', address)
  await page.getByRole('heading', { name: 'Cài đặt', exact: true }).waitFor()
  expect(
    await menu(page).getByRole('button', { name: 'Hệ thống', exact: true }).getAttribute('aria-current'),
  ).toBe('true')
  const discount = page.getByLabel('Chiết khấu trả trước', { exact: true })
  const hourly = page.getByLabel('Số lượt tra cứu chi tiết', { exact: true })
  expect(await button(page, 'Lưu').isDisabled()).toBe(true)
  await discount.fill('100')
  await hourly.fill('45')
  await page.getByText('2 thay đổi chưa lưu').waitFor()
  await button(page, 'Lưu').click()
  await page.getByText('Chiết khấu trả trước phải từ 0 đến 99.99 %').first().waitFor()
  await discount.fill('')
  await button(page, 'Lưu').click()
  await page.getByText('Có trường bắt buộc chưa được nhập hoặc chưa được chọn').first().waitFor()
  await discount.fill('7,5')
  await button(page, 'Lưu').click()
  await toast(page, 'Cập nhật cài đặt thành công').waitFor()
  await page.reload()
  await expect.poll(() => discount.inputValue()).toBe('7.5')
  expect(await hourly.inputValue()).toBe('45')
  const from = page.getByLabel('Tra cứu chi tiết từ', { exact: true })
  const until = page.getByLabel('Tra cứu chi tiết đến', { exact: true })
  await from.fill('23:00')
  await button(page, 'Lưu').click()
  await page
    .getByText('Tra cứu chi tiết từ (23:00) phải trước tra cứu chi tiết đến (22:00)')
    .first()
    .waitFor()
  await until.fill('24:00')
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => from.inputValue()).toBe('23:00')
  expect(await until.inputValue()).toBe('24:00')
  await page.getByLabel('Đối tác hoàn tiền', { exact: true }).fill('napnhanh.example')
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
  await page.getByLabel('Kênh hoàn tiền trả trước', { exact: true }).click()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Không qua API', 'napnhanh.example'])
  await page.getByRole('option', { name: 'napnhanh.example' }).click()
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
  await page.getByLabel('Trả số về leader khi chưa vào ca', { exact: true }).check()
  await button(page, 'Lưu').click()
  await page.getByText('thay đổi chưa lưu').waitFor({ state: 'detached' })
  await button(page, 'Lịch sử: Trả số về leader khi chưa vào ca').click()
  const line = dialog(page, 'Lịch sử').getByRole('row').nth(1)
  await line.waitFor()
  const text = await line.innerText()
  expect(text).toContain('Bật')
  expect(text).toContain('Tắt')
})

test.runIf(longRun)(
  'after a change of the matching window rows are rematched in the background, and the screen shows the progress (D2-REVF-08)',
  async () => {
    await app.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90') ON CONFLICT DO NOTHING;
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
    VALUES ('ketqua', 'window', '912000001', 'VD90', now() - interval '40 days', 'sale111');
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type)
    VALUES ('sale111', '', '912000001', 'VD90', 4)`)
    const page = await app.open('quanly', address)
    // It waits for a transaction that is under way, which may have read the former window.
    const other = await app.pool.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT pg_current_xact_id()')
      await page.getByLabel('Khớp đơn hoàn với doanh thu trong', { exact: true }).fill('60')
      await button(page, 'Lưu').click()
      await page.getByText('Đang khớp lại: 0 %').waitFor()
      await other.query('COMMIT')
    } finally {
      other.release()
    }
    await page.getByText('Đang khớp lại').waitFor({ state: 'detached' })
    const { rows } = await app.pool.query('SELECT request_id IS NOT NULL AS matched FROM revenue_line')
    expect(rows).toEqual([{ matched: true }])
  },
)

test.runIf(longRun)(
  'a new minimum password length and address of a sample form take effect on open screens at once (D1-Q-040, D1-Q-161, D2-CFG-20)',
  async () => {
    const profile = await app.open('sale111', '/sys/profile')
    const page = await app.open('quanly', address)
    await page.getByLabel('Mật khẩu ngắn nhất', { exact: true }).fill('9')
    await page
      .locator('#work')
      .getByLabel('Chi phí quản lý', { exact: true })
      .fill('/mau/blacklist.xlsx?ban=2')
    await button(page, 'Lưu').click()
    await toast(page, 'Cập nhật cài đặt thành công').waitFor()
    await profile.getByLabel('Mật khẩu cũ', { exact: true }).fill('Demo@2026')
    for (const label of ['Mật khẩu mới', 'Nhập lại mật khẩu mới'])
      await profile.getByLabel(label, { exact: true }).fill('tam-kytu')
    await button(profile, 'Lưu').click()
    await profile.getByText('Mật khẩu mới phải có ít nhất 9 ký tự').first().waitFor()
    const costs = await app.open('admin', '/app/chiphiquanly')
    const download = costs.context().waitForEvent('request', (request) => request.url().includes('/mau/'))
    await button(costs, 'Biểu mẫu').click()
    expect(new URL((await download).url()).pathname).toBe('/mau/blacklist.xlsx')
  },
)

const saved = 'Cập nhật cài đặt thành công'
const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name)
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const logoOf = (page: Page) => page.locator('header img').first().getAttribute('src')

test.runIf(longRun)(
  'title, colour and logo change in open browsers without a reload, on the sign-in page, and before the server has answered; an unreadable colour or a file that is no image is refused with the reason (D1-Q-006, D1-Q-009, D1-Q-018)',
  async () => {
    const other = await app.open('sale111', '/app/care-history')
    const page = await app.open('quanly', address)
    await fill(page, 'Màu chính', '#ffcc00')
    await button(page, 'Lưu').click()
    await page.getByText('Màu chính chỉ tương phản 1.5 với chữ trắng trên nút').first().waitFor()
    const chooser = page.locator('input[type=file]').first()
    await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
    await page.getByText('Logo không phải ảnh PNG').first().waitFor()
    await chooser.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.alloc(70_000) })
    await page.getByText('Logo lớn hơn 64 kB').first().waitFor()
    expect(await page.getByText('1 thay đổi chưa lưu').count()).toBe(1)
    await fill(page, 'Tên ứng dụng', 'Bàn làm việc VAS')
    await fill(page, 'Màu chính', '#0b7a4b')
    await fill(page, 'Nền trang', '#fff8ee')
    const svg = (inside: string) => ({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`),
    })
    await chooser.setInputFiles(svg('<script>parent.ran = 1</script>'))
    await page.getByText('Logo có mã chạy hoặc địa chỉ bên ngoài').first().waitFor()
    await chooser.setInputFiles(svg('<circle cx="4" cy="4" r="4"/>'))
    await page.getByText('4 thay đổi chưa lưu').waitFor()
    await button(page, 'Lưu').click()
    await toast(page, saved).waitFor()
    const title = other.getByRole('banner').getByText('Bàn làm việc VAS')
    await title.waitFor()
    await expect.poll(() => token(other, '--primary')).toBe('#0B7A4B')
    expect(await token(other, '--mantine-primary-color-filled')).toBe('#0B7A4B')
    // Others' screens follow the later of four changes a few seconds after the first.
    await expect.poll(() => token(other, '--ground'), { timeout: 10_000 }).toBe('#FFF8EE')
    expect(await other.title()).toMatch(/ - Bàn làm việc VAS$/)
    await expect.poll(() => logoOf(other)).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(
      await other
        .locator('header img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    ).toBe(true)

    const door = await app.visit('/login')
    await door.getByText('Bàn làm việc VAS').waitFor()
    expect(await door.title()).toBe('Bàn làm việc VAS')
    const submit = door.getByRole('button', { name: 'Đăng nhập' })
    const ground = (): Promise<string> => submit.evaluate((one) => getComputedStyle(one).backgroundColor)
    await expect.poll(ground).toBe('rgb(11, 122, 75)')
    await door.route('**/api/**', () => undefined)
    // Only what comes before the page's own script.
    await door.route('**/assets/*.js', () => undefined)
    await door.goto(`${app.url}/login`, { waitUntil: 'commit' })
    await expect.poll(() => door.title()).toBe('Bàn làm việc VAS')
    expect(await token(door, '--own-primary')).toBe('#0B7A4B')
  },
)

/** Colours of the tokens as the browser paints them, for each primary. */
const paint = (page: Page, primaries: readonly string[], names: readonly string[]): Promise<string[][]> =>
  page.evaluate(
    ([colors, tokens]) => {
      const root = document.documentElement
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const probe = document.body.appendChild(document.createElement('i'))
      root.dataset.ownPrimary = ''
      return colors.map((color) => {
        root.style.setProperty('--own-primary', color)
        return tokens.map((name) => {
          probe.style.color = `var(${name})`
          if (!canvas) throw new Error('no canvas')
          canvas.fillStyle = getComputedStyle(probe).color
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
          return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`
        })
      })
    },
    [primaries, names] as const,
  )

const steps = [0, 42, 85, 127, 170, 212, 255].map((one) => one.toString(16).padStart(2, '0'))
const primaries = steps
  .flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  .filter((color) => contrast(color, '#ffffff') >= 4.5)
const names = [
  '--on-primary',
  '--primary',
  '--primary-hover',
  '--primary-text',
  '--primary-tint',
  '--selected',
  '--surface',
  '--ground',
  '--text',
  '--text-2',
  '--text-3',
] as const
type Name = (typeof names)[number]
const pairs: [Name, Name, number][] = [
  ['--on-primary', '--primary', 4.5],
  ['--on-primary', '--primary-hover', 4.5],
  ['--primary', '--surface', 3],
  ['--primary-text', '--surface', 4.5],
  ['--primary-text', '--ground', 4.5],
  ['--primary-text', '--primary-tint', 4.5],
  ['--text', '--selected', 4.5],
  ['--text-2', '--selected', 4.5],
  ['--text-3', '--selected', 4.5],
]

test.runIf(longRun)(
  'every tone of every allowed primary is readable, light and dark (D1-Q-009)',
  async () => {
    const page = await app.visit('/login')
    expect(primaries.length).toBeGreaterThan(100)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const painted = await paint(page, primaries, names)
      const faults = painted.flatMap((colors, index) => {
        const of = (name: Name): string => colors[names.indexOf(name)] ?? ''
        return pairs
          .filter(([one, other, least]) => contrast(of(one), of(other)) < least)
          .map(([one, other]) => [colorScheme, primaries[index], one, of(one), other, of(other)].join(' '))
      })
      expect(faults).toEqual([])
    }
  },
)
