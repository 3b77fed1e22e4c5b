/** Where lists begin, and that nothing is drawn outside the box it belongs to. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screenNames, screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { everyNth, longRun } from '#test/rounds.ts'
import { ready, startApp, type App } from './app.ts'

let app: App
beforeAll(async () => void (app = await startApp({ month: true })))
afterEach(() => app.leave())
afterAll(() => app.close())

const laptop = { width: 1366, height: 768 }
const routeOf = (name: ScreenName): string => screenOf(name).routes[0] ?? ''

/** Screens that are mostly a form or a panel, with a list beside or below it: their list may begin lower. */
const parts: readonly ScreenName[] = ['invite', 'care', 'customer360', 'messageCentre', 'customerLookup']
const lists = screenNames.filter((name) => !parts.includes(name))

/** Top of the first row of the list in front, and the height of its bar; null for a screen without rows. */
const beginning = (page: Page): Promise<{ row: number; bar: number } | null> =>
  page.evaluate(() => {
    const row = [
      ...document.querySelectorAll<HTMLElement>('main table[role=grid] tbody tr[data-index]'),
    ].find((element) => element.checkVisibility())
    const bar = row?.closest('main')?.querySelector<HTMLElement>('[data-head]')
    return row
      ? { row: Math.round(row.getBoundingClientRect().top), bar: bar?.getBoundingClientRect().height ?? 0 }
      : null
  })

test('D3-GRID-12: at 1366 px the first row of a list begins at 160 px or less, below one bar of 40 px', async () => {
  const page = await app.open('admin', '/app/khr')
  const late: string[] = []
  let read = 0
  for (const name of everyNth(lists, 0, 6)) {
    await page.goto(app.url + routeOf(name))
    await ready(page)
    const found = await beginning(page)
    if (!found) continue
    read += 1
    if (found.row > 160 || found.bar > 40) late.push(`${name}: row at ${found.row}, bar of ${found.bar}`)
  }
  expect(late).toEqual([])
  expect(read).toBeGreaterThan(longRun ? 25 : 1)
}, 240_000)

/**
 * Buttons, links and fields that reach more than 7 px beyond an element around them, with the px beyond each side. Up to
 * 7 px is intended: a ghost button is moved by its padding so that its text lines up with other text.
 */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element)
      return /auto|scroll/.test(overflowX + overflowY)
    }
    // Only elements that lay out their children are checked: inline and positioned ones have no box of their own.
    const holds = (element: Element): boolean => {
      const { display, position } = getComputedStyle(element)
      return display !== 'contents' && display !== 'inline' && position !== 'absolute'
    }
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(':is(button, a, input, textarea, select)')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const inner = control.getBoundingClientRect()
      const style = getComputedStyle(control)
      if (inner.width < 2 || inner.height < 2 || style.clipPath !== 'none') continue
      if (style.position === 'absolute' || style.position === 'fixed') continue
      for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
        if (scrolls(box) || /absolute|fixed|sticky/.test(getComputedStyle(box).position)) break
        if (!holds(box)) continue
        const outer = box.getBoundingClientRect()
        const sides = [
          outer.left - inner.left,
          inner.right - outer.right,
          outer.top - inner.top,
          inner.bottom - outer.bottom,
        ]
        if (sides.some((px) => px > 7)) {
          const name = control.getAttribute('aria-label') ?? control.textContent
          found.push(
            `${name.slice(0, 40)} out of ${box.className.slice(0, 40)}: ${sides.map(Math.round).join(' ')}`,
          )
          break
        }
      }
    }
    return [...new Set(found)]
  })

/** Widths of windows of 1280 to 1920 px at 100 to 150 %. */
const widths = [853, 911, 1024, 1280, 1366, 1536, 1920]

/** What sticks out of `page` at each width. */
async function atEachWidth(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: Math.round(width * 0.56) })
    await page.waitForTimeout(100)
    faults.push(...(await outside(page)).map((fault) => `${name} ${width}: ${fault}`))
  }
  return faults
}

test.runIf(longRun)(
  'D3-GRID-13: no control of a screen or of its form for a new row is drawn outside its parent, at any width',
  async () => {
    await app.pool.query(
      `UPDATE users SET fullname = 'Nguyễn Hoàng Thuỳ Trang Phương Uyên Minh' WHERE username IN ('sale111', 'leader11', 'chinhanh1', 'admin')`,
    )
    const page = await app.open('admin', '/app/khr')
    const faults: string[] = []
    for (const name of screenNames) {
      await page.setViewportSize(laptop)
      await page.goto(app.url + routeOf(name))
      await ready(page)
      faults.push(...(await atEachWidth(page, name)))
      await page.keyboard.press('n')
      await page.waitForTimeout(300)
      const opened = await page.getByRole('dialog').count()
      if (opened > 0) faults.push(...(await atEachWidth(page, `${name}, new row`)))
    }
    expect(faults).toEqual([])
  },
  600_000,
)
