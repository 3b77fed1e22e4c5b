/** `?`: what the screen in front is for, what the role does with it, its keys, and the day of the role. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayNames } from '#platform/contract/guide.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { picture, pictureAccounts, pictureStops, visitStop } from '#tools/guide-pictures.ts'
import { longRun } from '#test/rounds.ts'
import { button, dialog, heading, startApp, type App } from './app.ts'
import { faultsOf, settled } from './axe.ts'

let app: App

const panel = (page: Page) => dialog(page, 'Hướng dẫn')

// The server starts inside the group, so that none starts when its tests are skipped.
describe.runIf(longRun)('the guide', () => {
  beforeAll(async () => void (app = await startApp()))
  afterAll(() => app.close())
  afterEach(() => app.leave())

  test("? opens the guide at the current screen, for the user's role, and closing gives the focus back", async () => {
    const page = await app.open('sale111', '/app/baodo')
    const guideButton = button(page, 'Hướng dẫn và phím tắt')
    await guideButton.focus()
    await page.keyboard.press('?')
    await panel(page).getByRole('heading', { name: 'Báo đỏ', exact: true }).waitFor()
    await panel(page).getByText('báo bằng tay để được tính').waitFor()
    await panel(page).getByText('Tìm màn hình, nhân viên, gói cước, số điện thoại').waitFor()
    // What managers do there is told to managers.
    expect(await panel(page).getByText('Nghi vấn').count()).toBe(0)
    await settled(page)
    expect(await faultsOf(page, 'guide', '[role="dialog"]')).toEqual([])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    expect(await guideButton.evaluate((element) => element === document.activeElement)).toBe(true)

    // Keys decide nothing in the moment after a dialog.
    await page.waitForTimeout(350)
    await page.keyboard.press('Enter')
    await panel(page).getByRole('tab', { name: 'Một ngày của tôi' }).click()
    await panel(page).getByRole('heading', { name: 'Một ngày của nhân viên kinh doanh' }).waitFor()
    await panel(page).getByRole('button', { name: 'Blacklist' }).first().click()
    await expect.poll(() => heading(page).innerText()).toBe('Blacklist')
    expect(await panel(page).count()).toBe(0)
  })

  test('every picture of the guides can be taken on its screen, in the role of its day', async () => {
    for (const day of dayNames) {
      const page = await app.visit('/login')
      await app.signIn(page, pictureAccounts[day])
      for (const stop of pictureStops(day)) {
        await visitStop(page, app.url, stop)
        const image = await picture(page)
        expect([day, stop, image.subarray(8, 12).toString(), image.length > 5_000]).toEqual([
          day,
          stop,
          'WEBP',
          true,
        ])
        const { label, title = label } = screenOf(stop)
        expect(await heading(page).innerText()).toBe(title)
      }
    }
  }, 400_000)

  test('at 390 px the guide fits, leaves out screens without permission, and prints alone', async () => {
    const page = await app.open('sale111', '/sys/settings', { colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Hướng dẫn và phím tắt').click()
    await panel(page).getByText('Suốt ngày: nhận số và gọi').waitFor()
    expect(await panel(page).getByRole('tab').allInnerTexts()).toEqual(['Một ngày của tôi', 'Phím tắt'])
    await settled(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    expect(await panel(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#root').isVisible()).toBe(false)
    const last = panel(page).getByText('Bộ lọc nào hay dùng thì', { exact: false })
    // Nothing is cut off below: the paper is as long as the text.
    const cut = await last.evaluate((line) => {
      const bottom = line.getBoundingClientRect().bottom
      return [...document.querySelectorAll('[role="dialog"], [role="dialog"] *')].some(
        (one) =>
          one.contains(line) &&
          getComputedStyle(one).overflowY !== 'visible' &&
          one.getBoundingClientRect().bottom < bottom,
      )
    })
    expect(cut).toBe(false)
  })
})
