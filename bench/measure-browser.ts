/** Time to the first row on the screen, cold and warm, and the requests of a page until then. */
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { findChromium } from '../e2e/chromium.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

type Screen = {
  work: string
  path: string
  who: 'admin' | 'seller'
  row: string
  quick?: boolean
  of?: string
}

/** Number of loads of each kind of page; the median counts. */
const times = 7

/**
 * The measured screens; `row` selects the element that counts as first row, `of` is a list without which there is none.
 * Warm, the first two are held to half a second, others to a second (D3-UX-03).
 */
const screens: readonly Screen[] = [
  { work: 'list', path: '/app/blacklist', who: 'admin', row: 'tbody tr[aria-rowindex]', quick: true },
  {
    work: 'care card',
    path: '/app/customer-care',
    who: 'seller',
    row: '[aria-label="Khách hàng đang chăm sóc"]',
    quick: true,
  },
  { work: "salesperson's day", path: '/app/homnay', who: 'seller', row: '[aria-label="Số còn lại"] li' },
  { work: 'payroll', path: '/app/tinhluong', who: 'admin', row: 'tbody tr[aria-rowindex]' },
  {
    work: 'list of refunds',
    path: '/app/requestrefund',
    who: 'admin',
    row: 'tbody tr[aria-rowindex]',
    of: 'requestrefund?count=1',
  },
  {
    work: 'desk',
    path: '/app/banduyet',
    who: 'admin',
    row: '[data-queue] li',
    of: 'mesbank?count=1&cho_duyet=1&da_dung=0',
  },
]

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

async function isEmpty({ url, admin }: Bench, list: string): Promise<boolean> {
  const answer = JSON.parse(await http(`${url}/api/v1/${list}`, admin)) as { data: { count: number } }
  return answer.data.count === 0
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
  for (const { work, path, who, row, quick, of } of screens) {
    const token = who === 'admin' ? bench.admin : seller
    if (of && (await isEmpty(bench, of))) continue
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
      ['warm', warm, quick ? '≤ 0.5 s' : '≤ 1.0 s'],
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
