/** Sitemap of all numbers for sale: an index and its parts, generated while streaming (D3-SIM-10). */
import { pathOf } from './origin.ts'
import type { Offers } from '../sims/offers.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Addresses per chunk of the stream. */
const piece = 1_000

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The index, which lists the parts. */
export async function sitemapIndex(stock: Offers, origin: string): Promise<string> {
  const spans = await stock.spans()
  const parts = spans.map(
    ([first, last]) => `<sitemap><loc>${escaped(origin)}/sitemap/${first}-${last}.xml</loc></sitemap>\n`,
  )
  return `${head}<sitemapindex xmlns="${namespace}">\n${parts.join('')}</sitemapindex>\n`
}

/** A part, chunk by chunk. */
export function* sitemapPart(numbers: string, origin: string): Generator<string> {
  yield `${head}<urlset xmlns="${namespace}">\n`
  const each = 11
  const count = Math.ceil(numbers.length / each)
  for (let from = 0; from < count; from += piece) {
    let text = ''
    for (let index = from; index < Math.min(from + piece, count); index += 1)
      text += `<url><loc>${escaped(origin)}${pathOf(numbers.slice(index * each, index * each + each - 1))}</loc></url>\n`
    yield text
  }
  yield '</urlset>\n'
}

/** robots.txt: crawlers may read the shop except its searches, and nothing of the back office. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /sim',
    'Allow: /assets/',
    'Allow: /favicon.svg',
    'Allow: /sitemap',
    'Disallow: /sim?',
    'Disallow: /sim/don-hang',
    'Disallow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
