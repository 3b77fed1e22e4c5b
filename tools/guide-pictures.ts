/** How the pictures of the guides are taken: the account, and when the screen is complete. */
import type { Page } from 'playwright-core'
import type { DayName } from '#platform/contract/guide.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { guidePage } from './guide-pages.ts'

export const pictureAccounts: Record<DayName, string> = {
  'quan-tri': 'admin',
  'quan-ly': 'quanly',
  'ke-toan': 'quanly',
  'chi-nhanh': 'chinhanh1',
  'truong-nhom': 'leader11',
  'nhan-vien': 'sale111',
  'doi-tac': 'doitac1',
  'doi-tac-mfy': 'HNIMB01',
}

/** Screens in the text of a day that get a picture. */
export const pictureStops = (day: DayName): ScreenName[] =>
  guidePage(day).blocks.flatMap((block) => ('stop' in block ? [block.stop] : []))

/** Largest picture in bytes; the quality is reduced until it fits. */
const heaviest = 60_000

/** Screenshot of the visible part as WebP. */
export async function picture(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  for (let quality = 80; ; quality -= 10) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
    const image = Buffer.from(data, 'base64')
    if (image.length <= heaviest) return image
    if (quality <= 10) throw new Error(`${image.length} bytes even at quality ${quality}`)
  }
}

/** Opens the screen and waits until it is complete. */
export async function visitStop(page: Page, url: string, screen: ScreenName): Promise<void> {
  await page.goto(url + screenOf(screen).routes[0])
  await page.getByRole('navigation', { name: 'Danh mục' }).waitFor()
  await page.waitForLoadState('networkidle')
  // Hidden parts only load when shown.
  const waiting = page.locator('main [aria-busy="true"]').filter({ visible: true })
  await waiting.first().waitFor({ state: 'hidden' })
  await page.evaluate('document.fonts.ready.then(() => true)')
}
