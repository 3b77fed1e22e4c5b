/** How the application looks is a setting: seen before sign-in, in open browsers, and readable in every tone. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contrast } from '../contract/settings/color.ts'
import { setSettings } from '../test/settings.ts'
import { button, said, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(async () => {
  await app.leave()
  await app.pool.query('TRUNCATE settings')
})

const settings = '/sys/settings'
const saved = 'Cập nhật cài đặt thành công'
const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name)
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const logoOf = (page: Page) => page.locator('header img').first().getAttribute('src')

test('title, colour and logo change in open browsers without a reload, and on the sign-in page (D1-Q-006, D1-Q-009, D1-Q-018)', async () => {
  const other = await app.open('sale111', '/app/care-history')
  const page = await app.open('quanly', settings)
  await fill(page, 'Tên ứng dụng', 'Bàn làm việc VAS')
  await fill(page, 'Màu chính', '#0b7a4b')
  await fill(page, 'Nền trang', '#fff8ee')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>parent.ran = 1</script><circle cx="4" cy="4" r="4"/></svg>'
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByText('4 thay đổi chưa lưu').waitFor()
  await button(page, 'Lưu').click()
  await said(page, saved).waitFor()
  const title = other.getByRole('banner').getByText('Bàn làm việc VAS')
  await title.waitFor()
  await expect.poll(() => token(other, '--primary')).toBe('#0B7A4B')
  expect(await token(other, '--mantine-primary-color-filled')).toBe('#0B7A4B')
  expect([await token(other, '--ground'), await other.title()]).toEqual([
    '#FFF8EE',
    expect.stringMatching(/ - Bàn làm việc VAS$/),
  ])
  await expect.poll(() => logoOf(other)).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(
    await other
      .locator('header img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
  ).toBe(true)
  expect(await other.evaluate(() => 'ran' in window)).toBe(false)

  const door = await app.visit('/login')
  await door.getByText('Bàn làm việc VAS').waitFor()
  expect(await door.title()).toBe('Bàn làm việc VAS')
  const submit = door.getByRole('button', { name: 'Đăng nhập' })
  const ground = (): Promise<string> => submit.evaluate((one) => getComputedStyle(one).backgroundColor)
  await expect.poll(ground).toBe('rgb(11, 122, 75)')
})

test('the next visit begins with the own look, before the server has said a word (D1-Q-006, D1-Q-009)', async () => {
  await setSettings(app.pool, { 'app.title': 'Bàn làm việc VAS', 'app.primary': '#0B7A4B' })
  const page = await app.visit('/login')
  await page.getByText('Bàn làm việc VAS').waitFor()
  await page.route('**/api/**', () => undefined)
  // Only what comes before the page's own script.
  await page.route('**/assets/*.js', () => undefined)
  await page.goto(`${app.url}/login`, { waitUntil: 'commit' })
  await expect.poll(() => page.title()).toBe('Bàn làm việc VAS')
  expect(await token(page, '--own-primary')).toBe('#0B7A4B')
})

test('a colour that white text is not read on, and a file that is no image, are refused with the reason (D1-Q-009)', async () => {
  const page = await app.open('quanly', settings)
  await fill(page, 'Màu chính', '#ffcc00')
  await button(page, 'Lưu').click()
  await page.getByText('Màu chính chỉ tương phản 1.5 với chữ trắng trên nút').first().waitFor()
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await page.getByText('Logo không phải ảnh PNG').first().waitFor()
  await chooser.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.alloc(70_000) })
  await page.getByText('Logo lớn hơn 64 kB').first().waitFor()
  expect(await page.getByText('1 thay đổi chưa lưu').count()).toBe(1)
})

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

test.each(['light', 'dark'] as const)(
  'every tone of every allowed primary is readable in the %s theme (D1-Q-009)',
  async (colorScheme) => {
    const page = await app.visit('/login', { colorScheme })
    expect(primaries.length).toBeGreaterThan(100)
    const painted = await paint(page, primaries, names)
    const faults = painted.flatMap((colors, index) => {
      const of = (name: Name): string => colors[names.indexOf(name)] ?? ''
      return pairs
        .filter(([one, other, least]) => contrast(of(one), of(other)) < least)
        .map(([one, other]) => [primaries[index], one, of(one), other, of(other)].join(' '))
    })
    expect(faults).toEqual([])
  },
)
