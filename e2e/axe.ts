/** Faults for people with a screen reader, as axe finds them in the page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { screenshot } from './harness.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Violation = { id: string; impact: string; nodes: { html: string; any: { message: string }[] }[] }

type Axe = { run: (where: string, how: object) => Promise<{ violations: Violation[] }> }

const contrast = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What is seriously or critically wrong with what the page shows there, one line each. */
async function violations(page: Page, where: string, rules: object = {}): Promise<string[]> {
  const found = await page.evaluate(([part, how]) => (window as unknown as { axe: Axe }).axe.run(part, how), [
    where,
    { resultTypes: ['violations'], ...rules },
  ] as const)
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
}

/** SCREENSHOTS=1 keeps a picture of every screen, to be looked at. */
const keep = (page: Page, name: string): Promise<unknown> =>
  process.env.SCREENSHOTS ? screenshot(page, name) : Promise.resolve()

/** The page's policy forbids foreign scripts; what is evaluated from outside is not of the page. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
}

/** The faults in light and in dark, which changes colours and nothing else: contrast alone is looked at again there. */
export async function faultsOf(page: Page, name: string, where = 'html'): Promise<string[]> {
  await bringAxe(page)
  const light = await violations(page, where)
  await keep(page, `${name}-light`)
  const dark = await faultsIn(page, 'dark', `${name}-dark`, where, contrast)
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}

/** The faults in one theme, all rules by default; afterwards it is light again. */
export async function faultsIn(
  page: Page,
  theme: 'light' | 'dark',
  name: string,
  where: string,
  rules: object = {},
): Promise<string[]> {
  await bringAxe(page)
  await page.emulateMedia({ colorScheme: theme })
  await settled(page)
  const found = await violations(page, where, rules)
  await keep(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Waits until nothing moves any more; a change of colours begins to move with the frame after it. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    await Promise.allSettled(document.getAnimations().map((one) => one.finished))
  })
