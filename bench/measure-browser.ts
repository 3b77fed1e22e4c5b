/** Time to the first row on the screen, cold and warm, and the requests of a page until then. */
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { findChromium } from '../e2e/chromium.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

/** Number of loads of each kind of page; the median counts. */
const times = 7

/** The measured screens; `row` selects the element that counts as first row. */
const screens = [
  { work: 'list', path: '/app/blacklist', who: 'admin', row: 'tbody tr[aria-rowindex]' },
  {
    work: 'care card',
    path: '/app/customer-care',
    who: 'seller',
    row: '[aria-label="Khách hàng đang chăm sóc"]',
  },
] as const

type Load = { ms: number; requests: number; scriptKb: number }

/** Marks the time at which the page has its first row. As text, because this folder has no DOM types. */
const mark = (row: string): string => `
  new MutationObserver((_, look) => {
    if (!document.querySelector(${JSON.stringify(row)})) return
    look.disconnect()
    performance.mark('first row')
  }).observe(document, { childList: true, subtree: true })`

/** The requests until then; more follow when the page is idle. */
const question = `(() => {
  const ms = performance.getEntriesByName('first row')[0].startTime
  const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ms)
  return { ms, asked: asked.map(({ name, encodedBodySize }) => ({ script: name.endsWith('.js'), bytes: encodedBodySize })) }
})()`
type Loaded = { ms: number; asked: { script: boolean; bytes: number }[] }

/** One page from its address to its first row, in a signed-in browser. */
async function load(context: BrowserContext, url: string, row: string): Promise<Load> {
  const page = await context.newPage()
  try {
    await page.addInitScript(mark(row))
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(row).first().waitFor()
    const { ms, asked } = await page.evaluate<Loaded>(question)
    const scripts = asked.filter(({ script }) => script)
    return {
      ms,
      requests: asked.length + 1,
      scriptKb: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    }
  } finally {
    await page.close()
  }
}

const middle = (loads: Load[]): Load => {
  const median = loads.toSorted((a, b) => a.ms - b.ms)[Math.floor(loads.length / 2)]
  if (!median) throw new Error('no page was loaded')
  return median
}

/** A new browser profile, signed in. */
async function signedIn(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'vi-VN' })
  await context.addCookies([{ name: 'accessToken', value: token, url }])
  return context
}

/** Cold: a new profile; warm: the same page once more in a used one. */
export async function firstRow(bench: Bench): Promise<Row[]> {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  bench.afterwards.push(() => browser.close())
  const rows: Row[] = []
  const seller = bench.tokens.at(-1) ?? ''
  // Without a claimed customer the care screen has no card.
  await http(`${bench.url}/api/v1/customer/new-care`, seller)
  for (const { work, path, who, row } of screens) {
    const token = who === 'admin' ? bench.admin : seller
    const cold: Load[] = []
    const warm: Load[] = []
    for (let n = 0; n < times; n += 1) {
      const context = await signedIn(browser, bench.url, token)
      cold.push(await load(context, bench.url + path, row))
      warm.push(await load(context, bench.url + path, row))
      await context.close()
    }
    for (const [kind, loads, reach] of [
      ['cold', cold, '≤ 1.0 s'],
      ['warm', warm, '≤ 0.5 s'],
    ] as const) {
      const { ms, requests, scriptKb } = middle(loads)
      rows.push({
        work: `first row of a ${work}, ${kind}`,
        value: `${(ms / 1000).toFixed(2)} s`,
        limit: '-',
        ratio: '-',
        reach,
        note: `median of ${times}; ${requests} requests, ${scriptKb.toFixed(0)} kB of script until then`,
      })
    }
  }
  return rows
}
