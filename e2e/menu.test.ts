/** The menu as a browser lays it out and the keyboard goes through it (D3-NAV-04, D3-NAV-05). */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { headLinks, heading, menu, ready, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.leave())

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.querySelector('span')?.textContent ?? '')
const tabList = (page: Page) => page.getByRole('tab').allInnerTexts()

/** What of the menu does not fit: entries below its edge, labels that are cut, and how far it could be scrolled. */
const overflow = (page: Page): Promise<string[]> =>
  menu(page).evaluate((nav) => {
    const over =
      nav.scrollHeight > nav.clientHeight ? [`scrolls ${nav.scrollHeight - nav.clientHeight} px`] : []
    const edge = nav.getBoundingClientRect().bottom
    const entries = [...nav.querySelectorAll(':scope > button')]
    return [
      ...over,
      ...entries
        .filter((one) => one.getBoundingClientRect().bottom > edge)
        .map((one) => `below the edge: ${one.textContent}`),
      ...entries
        .flatMap((one) => [...one.querySelectorAll('span')])
        .filter((label) => label.scrollWidth > label.clientWidth && !label.hasAttribute('data-spoken'))
        .map((label) => `cut: ${label.textContent}`),
    ]
  })

test('the rail does not scroll with five pins at 768 and 640 px height, and none of its names is cut, nor at 200 % zoom or when opened; a flyout is used by keyboard, pins, opens a screen, and the heading switches views in the same tab (D3-NAV-04, D3-NAV-05)', async () => {
  const page = await app.open('admin', '/app/blacklist')
  const pins = ['desk', 'floor', 'registrationResults', 'reportbranchrevenue', 'systemaccount']
  await page.evaluate((names) => localStorage.setItem('menuPins', JSON.stringify({ admin: names })), pins)
  await page.reload()
  await ready(page)
  expect(await menu(page).getByRole('button').count()).toBe(14)
  for (const [width, height] of [
    [1366, 768],
    [1366, 640],
    [1366, 600],
    [683, 384],
    [1440, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The rail follows a new window size a moment later.
    await expect.poll(() => overflow(page), { message: `${width} × ${height}` }).toEqual([])
  }
  await page.getByRole('button', { name: 'Mở danh mục' }).click()
  for (const height of [900, 640, 400]) {
    await page.setViewportSize({ width: 1440, height })
    await expect.poll(() => overflow(page), { message: `${height} px` }).toEqual([])
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: 'Thu gọn danh mục' }).click()

  await page.keyboard.press('g')
  await page.keyboard.press('5')
  const flyout = menu(page).getByRole('menu', { name: 'Hoàn tiền' })
  await flyout.waitFor()
  expect(await focused(page)).toBe('Bàn duyệt')
  expect(await faultsOf(page, 'nav')).toEqual([])
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('Yêu cầu hoàn tiền')
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('Đơn theo đối tác')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).innerText()).toBe('Yêu cầu hoàn tiền')
  await ready(page)
  expect(await headLinks(page).allInnerTexts()).toEqual(['Yêu cầu', 'Báo cáo'])
  await headLinks(page).nth(1).click()
  await page.waitForURL('**/app/requestrefundreport')
  await expect.poll(() => heading(page).innerText()).toBe('Báo cáo yêu cầu hoàn tiền')
  expect(await tabList(page)).toEqual(['Blacklist', 'Báo cáo yêu cầu hoàn tiền'])
  await page.goto(`${app.url}/app/requestrefund`)
  await ready(page)
  expect(await tabList(page)).toEqual(['Blacklist', 'Báo cáo yêu cầu hoàn tiền', 'Yêu cầu hoàn tiền'])

  // The pin is in the rail at once and after a reload; Escape gives the focus back.
  await menu(page).getByRole('button', { name: 'Hoàn tiền', exact: true }).click()
  await flyout.getByRole('menuitem', { name: /^Bàn duyệt/ }).press('p')
  await flyout.getByRole('menuitem', { name: 'Mfy', exact: true }).press('p')
  await menu(page).getByRole('button', { name: 'Mfy', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('menu-refund')
  await page.reload()
  await ready(page)
  await menu(page).getByRole('button', { name: 'Mfy', exact: true }).waitFor()
  expect(
    await menu(page)
      .getByRole('button', { name: /^Bàn duyệt/ })
      .count(),
  ).toBe(0)
})

test('a salesperson has seven places and finds the other views in the heading; on a phone the bar has four places and a sheet the others (D3-NAV-04, D3-NAV-05)', async () => {
  const page = await app.open('sale111', '/app/khr')
  const places = menu(page).getByRole('button')
  expect(await places.allInnerTexts()).toEqual([
    'Hôm nay',
    'Chăm sóc',
    'Khách riêng',
    'Tra cứu',
    'Hoàn tiền',
    'Sim số',
    'Lương',
  ])
  expect(await overflow(page)).toEqual([])
  await places.nth(4).click()
  await expect.poll(() => heading(page).innerText()).toBe('Yêu cầu hoàn tiền')
  expect(await headLinks(page).allInnerTexts()).toEqual([
    'Yêu cầu',
    'Báo cáo',
    'Mfy',
    'Mời gói',
    'Mời hôm sau',
  ])
  await headLinks(page).nth(2).click()
  await expect.poll(() => heading(page).innerText()).toBe('Mfy')
  expect(await tabList(page)).toEqual(['Khách hàng riêng', 'Mfy'])

  await page.setViewportSize({ width: 390, height: 844 })
  const bar = menu(page)
  await bar.getByRole('button', { name: 'Thêm' }).waitFor()
  expect(await bar.getByRole('button').count()).toBe(5)
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  expect(y + height).toBe(844)
  await bar.getByRole('button', { name: 'Thêm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Thêm' })
  await sheet.getByRole('button', { name: 'Blacklist' }).click()
  await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
