/** A number's own URL, its structured data, its picture, and the sitemap of numbers for sale (D3-SIM-10). */
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { internal, setUpShop, type Shop } from '#test/sims.ts'
import type { TestServer } from '#test/server.ts'
import { openNumberPages } from '../sims/number-pages.ts'
import { decodePng } from './png.ts'
import { sitemapPart } from './sitemap.ts'

let server: TestServer
let shop: Shop
setUpShop(
  (made) => {
    ;({ server, shop } = made)
  },
  { RATE_PER_SECOND: '1000' },
)

const get = async (url: string, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    body,
    headers: replyHeaders,
    rawPayload,
  } = await server.app.inject({
    method: 'GET',
    url,
    headers: { host: 'sim.example.vn', ...headers },
  })
  return { status: statusCode, text: body, headers: replyHeaders, raw: rawPayload }
}

/** URLs of a sitemap or its index. */
const locations = (text: string): string[] =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one = '']) => one)

/** All URLs in the sitemap. */
async function mapped(): Promise<string[]> {
  const index = await get('/sitemap.xml')
  expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  const parts = await Promise.all(locations(index.text).map((part) => get(new URL(part).pathname)))
  return parts.flatMap(({ text }) => locations(text))
}

const now = performance.now.bind(performance)
let ahead = 0
/** Runs `work` with the clock `ms` ahead, so that cached pages are stale. */
async function later<T>(work: () => Promise<T>, ms = 700_000): Promise<T> {
  ahead += ms
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  return work().finally(() => clock.mockRestore())
}

test('the page of a number is at its ten digits, with title, description, canonical address, sharing data and product; the address by id redirects there with the search (D3-SIM-10)', async () => {
  const sim = await shop.sim({ number: '0912341368', types: 'sim_loc_phat,sinh_tai_loc_phat' })
  const moved = await get(`/sim/${sim.id}?so_dien_thoai=*1368&x=1`)
  expect([moved.status, moved.headers.location]).toEqual([301, '/sim/0912341368?so_dien_thoai=*1368'])
  for (const spelling of ['912341368', '84912341368', '0912.341.368']) {
    const led = await get(`/sim/${spelling}`)
    expect([led.status, led.headers.location]).toEqual([301, '/sim/0912341368'])
  }
  const { status, text } = await get('/sim/0912341368?so_dien_thoai=*1368')
  expect(status).toBe(200)
  expect(text).toContain('<title>Sim 0912.341.368 Vinaphone, trả trước, 1,740,000 đ</title>')
  expect(text).toContain('<link rel="canonical" href="http://sim.example.vn/sim/0912341368">')
  expect(text).toMatch(
    /<meta name="description" content="[^"]*Sim lộc phát, Sinh tài lộc phát[^"]*1,740,000 đ/,
  )
  expect(text).toContain('<meta property="og:image" content="http://sim.example.vn/sim/anh/0912341368.png">')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: '0912341368',
    offers: {
      '@type': 'Offer',
      url: 'http://sim.example.vn/sim/0912341368',
      price: 1_740_000,
      priceCurrency: 'VND',
      availability: 'https://schema.org/InStock',
    },
  })
  for (const value of Object.values(internal)) expect(text).not.toContain(String(value))
  // The list links to these URLs, and is one page to search engines.
  const list = await get('/sim')
  expect(list.text).toContain('href="/sim/0912341368"')
  expect(list.text).toContain('<link rel="canonical" href="http://sim.example.vn/sim">')
  expect((await get('/sim?nha_mang=VIETTEL')).text).toContain(
    '<meta name="robots" content="noindex, follow">',
  )
})

test('a held, ordered, sold or removed number answers 410 with similar numbers for sale, an unknown or unpriced one 404 (D3-SIM-10)', async () => {
  const near = await shop.sim({ number: '0977001368' })
  const nearer = await shop.sim({ number: '0966341368' })
  await shop.sim({ number: '0966345555' })
  const [held, ordered, sold, out, free] = [
    await shop.sim({ number: '0912341368' }),
    await shop.sim({ number: '0913341368' }),
    await shop.sim({ number: '0914341368' }),
    await shop.sim({ number: '0915341368' }),
    await shop.sim({ number: '0916341368', price: 0 }),
  ]
  await shop.hold(held.id)
  await shop.send(ordered.id)
  await shop.send(sold.id, { phone: '0987654322' })
  await shop.pay(await shop.orderOf(sold.id), 'da_thanh_toan')
  await (await server.as('admin')).delete(`/api/v1/simso/${out.id}`)
  for (const { number, id } of [held, ordered, sold, out]) {
    const page = await get(`/sim/${number}`)
    expect([number, page.status, page.text.includes(`data-gone="${id}"`)]).toEqual([number, 410, true])
    const like = [...page.text.matchAll(/class="card" href="\/sim\/(\d+)"/g)].map(([, one]) => one)
    expect(like).toEqual([nearer.number, near.number])
    expect((await get(`/sim/anh/${number}.png`)).status).toBe(410)
    for (const value of Object.values(internal)) expect(page.text).not.toContain(String(value))
  }
  for (const path of ['0999999999', free.number, 'x', '0912', '018f0000-0000-7000-8000-00000000dead'])
    expect([path, (await get(`/sim/${path}`)).status]).toEqual([path, 404])
  // Entered again, it is for sale again.
  await shop.sim({ number: out.number })
  expect((await get(`/sim/${out.number}`)).status).toBe(200)
  expect(await later(mapped)).toEqual(
    [out.number, nearer.number, '0966345555', near.number].map((one) => `http://sim.example.vn/sim/${one}`),
  )
})

test('the picture of a number is a PNG of the size that sharing sites require, without its price (D3-SIM-10)', async () => {
  await shop.sim({ number: '0912341368', types: 'sim_loc_phat,sinh_tai_loc_phat' })
  const first = await get('/sim/anh/0912341368.png')
  expect([first.status, first.headers['content-type']]).toEqual([200, 'image/png'])
  const { width, height, data } = decodePng(first.raw)
  expect([width, height]).toEqual([1200, 630])
  // Pixels of digits and words, and the line under the marked digits.
  expect(new Set(data).size).toBeGreaterThan(40)
  await server.pool.query('UPDATE simso SET gia_khach_hang = 2000000')
  expect((await get('/sim/anh/0912341368.png')).raw.equals(first.raw)).toBe(true)
  for (const file of ['x.png', '0912341368.svg', '0999999999.png'])
    expect([file, (await get(`/sim/anh/${file}`)).status]).toEqual([file, 404])
})

test('the sitemap lists every number for sale once, in compressed parts, and drops removed ones within a minute (D3-SIM-10)', async () => {
  await server.pool.query(`
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types)
    SELECT so, so, 'VIETTEL', 1, 1, 1, 1, 1, 1, 'sim_taxi' FROM (SELECT '09' || 70000000 + n AS so FROM generate_series(1, 3010) n) s`)
  server.api.services.totals.changed('simso')
  const { spans } = openNumberPages(
    server.pool,
    (work) => work(),
    () => 0,
    1_000,
  )
  expect(await spans()).toEqual([
    ['0970000001', '0970001000'],
    ['0970001001', '0970002000'],
    ['0970002001', '0970003000'],
    ['0970003001', '0970003010'],
  ])
  const index = await later(() => get('/sitemap.xml'))
  const [part = ''] = locations(index.text).map((one) => new URL(one).pathname)
  expect(locations(index.text)).toEqual(['http://sim.example.vn/sitemap/0970000001-0970003010.xml'])
  const packed = await later(() => get(part, { 'accept-encoding': 'gzip' }), 1)
  expect([packed.headers['content-encoding'], packed.raw.length < 50_000]).toEqual(['gzip', true])
  const addresses = locations(gunzipSync(packed.raw).toString())
  expect([addresses.length, new Set(addresses).size, addresses[3_009]]).toEqual([
    3_010,
    3_010,
    'http://sim.example.vn/sim/0970003010',
  ])
  // The cache does not contain the host of the request.
  const other = await later(() => get(part, { host: 'a<b&c.example' }), 1)
  expect(other.text).not.toContain('a<b')
  await server.pool.query(`UPDATE simso SET trang_thai = 'da_ban' WHERE so_dien_thoai = '0970003010'`)
  server.api.services.totals.changed('simso')
  const fresh = await later(() => get(part), 61_000)
  expect(locations(fresh.text)).toHaveLength(3_009)
  for (const span of ['x.xml', '0970000001.xml', '0970000001-0970045000'])
    expect([span, (await get(`/sitemap/${span}`)).status]).toEqual([span, 404])
  expect([...sitemapPart('', '')].join('')).toContain('<urlset')
})

test('crawlers are pointed to the sitemap and excluded from searches, orders and the back office (D3-SIM-10)', async () => {
  const { status, text, headers } = await get('/robots.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const line of [
    'Allow: /sim',
    'Disallow: /sim?',
    'Disallow: /',
    'Sitemap: http://sim.example.vn/sitemap.xml',
  ])
    expect(text.split('\n')).toContain(line)
})
