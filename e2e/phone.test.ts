/** A phone: a leader's day on it, and every screen of the menu at its narrowest (D3-PHN-01). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenNames, screenOf } from '#platform/contract/screens.ts'
import { longRun } from '#test/rounds.ts'
import { demoPassword, toast, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ month: true })
})
afterAll(() => app.close())

/** A page of a phone, which is touched; it has a browser profile of its own and ends with it. */
async function onPhone(size: { width: number; height: number }, act: (page: Page) => Promise<void>) {
  const other = await app.visit('/404')
  const browser = other.context().browser()
  if (!browser) throw new Error('no browser')
  const context = await browser.newContext({
    viewport: size,
    hasTouch: true,
    isMobile: true,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
  })
  try {
    await act(await context.newPage())
  } finally {
    await context.close()
    await app.leave()
  }
}

/** Waits for the rows of the screen in front. */
async function settled(page: Page): Promise<void> {
  await page.locator('#work').waitFor()
  const waiting = page.locator('main [aria-busy="true"]').filter({ visible: true })
  await expect.poll(() => waiting.count()).toBe(0)
}

const wider = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const cards = (page: Page) => page.locator('main li[data-index]').filter({ visible: true })

/** Buttons, links and boxes in sight that are smaller than 44 px. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(':is(button, a, select, [role="button"], label:has(input))')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).pointerEvents !== 'none')
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ one, box }) => `${one.outerHTML.slice(0, 120)} ${box.width}×${box.height}`),
  )

async function swipe(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }],
    })
  await touch('touchStart', from.x)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from.x + by * part)
  await touch('touchEnd', from.x + by)
}

test('a leader works a day on a phone: dashboard, a list as cards, its filter sheet, a decision, a toast swiped away, a hand-over (D3-PHN-01)', async () => {
  await onPhone({ width: 390, height: 844 }, async (page) => {
    await page.goto(`${app.url}/login`)
    await page.getByLabel('Tên đăng nhập').fill('leader11')
    await page.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Đăng nhập' }).tap()
    await settled(page)
    await page.goto(`${app.url}/app/dashboard`)
    await settled(page)
    await page.getByRole('region', { name: 'Chăm sóc' }).waitFor()
    expect(await wider(page)).toBe(0)

    // A list, by the menu.
    await page.getByRole('button', { name: 'Thêm' }).tap()
    await page
      .getByRole('dialog', { name: 'Thêm' })
      .getByRole('button', { name: /Khách hàng riêng$/ })
      .tap()
    await settled(page)
    // On the first days of a month its default period may be empty.
    await page.getByRole('button', { name: /^Bộ lọc/ }).tap()
    const sheet = page.getByRole('dialog', { name: 'Bộ lọc' })
    await sheet
      .getByRole('group', { name: 'Ngày thành công' })
      .getByRole('button', { name: 'Mọi ngày' })
      .tap()
    await sheet.getByRole('button', { name: /^Xem \d+ bản ghi/ }).tap()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => cards(page).count()).toBeGreaterThan(2)
    expect(await page.getByRole('grid').filter({ visible: true }).count()).toBe(0)
    expect(await wider(page)).toBe(0)
    expect(await small(page)).toEqual([])
    expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0)

    // Its states as tabs.
    await page.getByRole('button', { name: 'Chờ duyệt', exact: true }).tap()
    await settled(page)
    await expect.poll(() => cards(page).getByText('ĐÃ DUYỆT').count()).toBe(0)
    const first = cards(page).first()
    const waiting = await cards(page).count()
    const name = await first.locator('[data-part="key"]').innerText()
    expect(await first.locator('[data-part="state"]').innerText()).toMatch(/chờ duyệt/i)

    // The row behind the card, then the decision on the card.
    await first.getByRole('button', { name: `Mở ${name}` }).tap({ position: { x: 150, y: 20 } })
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByText('Lịch sử').waitFor()
    for (const name of ['Duyệt', 'Từ chối', 'Sửa'])
      await drawer.getByRole('button', { name, exact: true }).waitFor()
    expect(await small(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Đóng' }).tap()
    await first.getByRole('button', { name: /^Duyệt/ }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Duyệt|Xác nhận/ })
      .last()
      .tap()
    const shown = toast(page, /Đã duyệt/)
    await shown.waitFor()
    await expect.poll(() => cards(page).count()).toBeLessThanOrEqual(waiting)

    // It lies above the foot and below the head, and goes by a swipe.
    const box = await page.locator('[data-toasts] > *').last().boundingBox()
    const foot = await page.locator('[data-foot]').filter({ visible: true }).first().boundingBox()
    if (!box || !foot) throw new Error('a toast and a foot')
    expect(box.y + box.height).toBeLessThanOrEqual(foot.y)
    expect(box.y).toBeGreaterThan(400)
    const grip = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await swipe(page, grip, 30)
    expect(await shown.count(), 'a short way brings it back').toBe(1)
    await swipe(page, grip, 160)
    await expect.poll(() => shown.count()).toBe(0)

    // A hand-over.
    await page.goto(`${app.url}/sys/bangiao`)
    await settled(page)
    await page.getByRole('button', { name: 'Bàn giao', exact: true }).tap()
    const form = page.getByRole('dialog', { name: 'Bàn giao' })
    await form.getByLabel('Người bàn giao').tap()
    await page.getByRole('option', { name: /sale111/ }).tap()
    await form.getByLabel('Người nhận').tap()
    await page.getByRole('option', { name: /sale112/ }).tap()
    await form.getByText('Bàn giao những gì').waitFor()
    expect(await wider(page)).toBe(0)
    const place = await form.boundingBox()
    expect([(place?.x ?? -1) >= 0, (place?.x ?? 0) + (place?.width ?? 999) <= 390]).toEqual([true, true])
    await form.getByRole('button', { name: 'Bàn giao', exact: true }).tap()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => cards(page).first().innerText()).toContain('sale112')
    expect(await small(page)).toEqual([])
  })
}, 120_000)

/** Cards that are in sight from their first to their last line. */
const whole = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [all] = document.querySelectorAll('main ul:has(> li[data-index])')
    const box = all?.parentElement?.getBoundingClientRect()
    return [...document.querySelectorAll('main li[data-index]')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => box && top >= box.top && bottom <= box.bottom).length
  })

test('D3-PHN-02: requests on a phone of 390 × 844: four in sight with their time, tabs of states, one bar with what can be made', async () => {
  await onPhone({ width: 390, height: 844 }, async (page) => {
    await app.signIn(page, 'quanly')
    await page.goto(`${app.url}/app/requestrefund`)
    await settled(page)
    await expect.poll(() => cards(page).count()).toBeGreaterThan(4)
    expect(await whole(page)).toBeGreaterThanOrEqual(4)
    const times = await cards(page).locator('[data-part="time"]').allInnerTexts()
    expect(times.length).toBe(await cards(page).count())
    for (const time of times) expect(time).toMatch(/^((hôm qua|\d{2}-\d{2}(-\d{4})?) )?\d{2}:\d{2}$/)
    expect(await small(page)).toEqual([])
    expect(await wider(page)).toBe(0)

    const tabs = page.getByRole('group', { name: 'Trạng thái đơn' })
    await tabs.getByRole('button', { name: 'Đơn bị từ chối' }).tap()
    await settled(page)
    await expect.poll(() => page.url()).toContain('trang_thai_giao_dich_doi_tac=don_bi_tu_choi')
    expect(await tabs.getByRole('button', { pressed: true }).innerText()).toMatch(/^Đơn bị từ chối\s+\d+$/)
    await tabs.getByRole('button', { name: 'Tất cả' }).tap()

    // Charts, sums and pages are not fixed: the cards have the room between the tabs and one bar.
    const bars = page.locator('main [data-foot]').filter({ visible: true })
    await page.getByRole('button', { name: 'Hoàn tiền gói cước' }).waitFor()
    const ends = await bars.evaluateAll((all) => all.map((one) => one.textContent))
    expect(ends.filter((text) => text.includes('Hoàn tiền gói cước'))).toEqual([
      'Nạp tiền chiết khấuHoàn tiền gói cước',
    ])
    await page.getByRole('button', { name: 'Hoàn tiền gói cước' }).tap()
    await page.getByRole('dialog').getByLabel('Số điện thoại').waitFor()
    expect(await small(page)).toEqual([])
  })
}, 60_000)

/** Buttons whose text is cut. */
const cut = (page: Page): Promise<string[]> =>
  page
    .locator('main')
    .locator('button, button *')
    .evaluateAll((all) =>
      all
        .filter(
          (one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1,
        )
        .filter((one) => getComputedStyle(one).overflowX !== 'visible')
        .map((one) => `cut: ${one.textContent}`),
    )

type Walk = { username: string; width: number; half: (index: number) => boolean; least: number }

/** Opens screens of a person's menu one after the other. Returns the layout faults found, and which screens are lists with rows. */
async function walk({ username, width, half }: Walk): Promise<{ faults: string[]; lists: string[] }> {
  const faults: string[] = []
  const lists: string[] = []
  await onPhone({ width, height: 780 }, async (page) => {
    await app.signIn(page, username)
    await page.goto(`${app.url}/app/dashboard`)
    await settled(page)
    await page.getByRole('button', { name: 'Thêm' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Thêm' })
    await sheet.waitFor()
    const offered = await sheet
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.textContent.replace(/ [\d,]+$/, '')))
    const screens = screenNames.filter((name) =>
      offered.some((text) => text.split(', ').at(-1) === screenOf(name).label),
    )
    expect(screens.length).toBeGreaterThan(20)
    for (const name of screens.filter((_, index) => half(index))) {
      await page.goto(app.url + screenOf(name).routes[0])
      await settled(page)
      const over = await wider(page)
      if (over > 0) faults.push(`${name}: ${over} px too wide`)
      if ((await page.getByRole('grid').filter({ visible: true }).count()) > 0)
        faults.push(`${name}: a table`)
      faults.push(...(await cut(page)).map((one) => `${name}: ${one}`))
      const count = await cards(page).count()
      if (count === 0) continue
      lists.push(name)
      const keys = await cards(page).locator('[data-part="key"]').allInnerTexts()
      if (keys.length !== count || keys.some((key) => key.trim() === ''))
        faults.push(`${name}: a card without a key`)
      faults.push(...(await small(page)).map((one) => `${name}: ${one}`))
    }
  })
  return { faults, lists }
}

// A manager's lists are those of a leader and more: half of them at each end of the widths.
const walks: readonly Walk[] = [
  { username: 'leader11', width: 360, half: () => true, least: 12 },
  { username: 'quanly', width: 360, half: (index) => index % 2 === 0, least: 10 },
  { username: 'quanly', width: 430, half: (index) => index % 2 === 1, least: 10 },
]
test.runIf(longRun).each(walks)(
  'no screen of the menu of $username is wider than a phone of $width px, every list shows cards, and no button is cut (D3-PHN-01)',
  async (one) => {
    const { faults, lists } = await walk(one)
    expect(faults).toEqual([])
    expect(lists.length).toBeGreaterThan(one.least)
  },
  240_000,
)

test.runIf(longRun)(
  'at 360 px the bar of ticked rows fits one line, and the remaining actions of decided requests are not cut (D3-PHN-01)',
  async () => {
    await onPhone({ width: 360, height: 780 }, async (page) => {
      await app.signIn(page, 'quanly')
      for (const path of ['/app/requestrefund', '/app/moigoihomsau']) {
        await page.goto(app.url + path)
        await settled(page)
        expect([path, await cards(page).count(), await cut(page)]).toEqual([path, expect.any(Number), []])
        await cards(page).first().getByRole('checkbox').tap()
        const bar = page.getByRole('toolbar', { name: 'Việc với các dòng đã chọn' })
        expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56)
      }
      // Of decided requests the partner's status is left to set.
      await app.pool.query(`UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1
      WHERE is_package_refund(request_type) AND quyet_dinh = '0'`)
      await page.goto(`${app.url}/app/requestrefund`)
      await settled(page)
      // Nothing waits on them: what can still be done is in the drawer.
      const decided = cards(page).filter({ hasText: 'ĐÃ DUYỆT' })
      await decided.first().waitFor()
      expect(await decided.getByRole('button', { name: /dòng/ }).count()).toBe(0)
      await decided
        .first()
        .getByRole('button', { name: /^Mở / })
        .tap({ position: { x: 150, y: 20 } })
      await page.getByRole('dialog').getByRole('button', { name: 'Mở lại' }).waitFor()
      expect(await cut(page)).toEqual([])
      expect(await small(page)).toEqual([])
    })
  },
  240_000,
)
