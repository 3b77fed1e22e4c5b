/** Server-rendered pages of the shop: complete without a script, and without internal data. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { buyer, internal, simShop } from '#test/sims.ts'

let server: TestServer
let shop: ReturnType<typeof simShop>
beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '1000' })
  shop = simShop(server)
})
beforeEach(() => shop.clear())
afterAll(() => server.close())

test('list and number pages work without scripts: search, marked digits, price, pages; internal fields never appear (D3-SIM-05, D3-SIM-01, D2-ORD-29)', async () => {
  const sim = await shop.sim({
    number: '0912341368',
    price: 1_740_000,
    types: 'sim_loc_phat,sinh_tai_loc_phat',
  })
  const other = await shop.sim({ number: '0903777888', price: 9_000_000, types: 'sim_tam_hoa_kep' })
  const page = await server.outsider.get(
    '/sim?so_dien_thoai=*1368&nha_mang=&loai_sim=sim_loc_phat&loai_sim=sim_taxi',
  )
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<span class="number">0912.34<b>1.368</b></span>')
  expect(page.text).toContain('Sim lộc phát, Sinh tài lộc phát')
  expect(page.text).toContain('1,740,000')
  expect(page.text).toContain('1 số')
  expect(page.text).not.toContain(other.dotted)
  // Every input has a label, also the one that opens the filters on phones, whose label is hidden on wide screens.
  for (const [box] of page.text.matchAll(/<input (?!.*<span>)[^>]*>/g)) expect(box).toContain('aria-label')
  const one = await server.outsider.get(`/sim/${sim.number}?so_dien_thoai=*1368&x=%22%3E%3Cscript%3E`)
  expect(one.status).toBe(200)
  expect(one.text).toContain('href="/sim?so_dien_thoai=*1368"')
  for (const { text } of [page, one])
    for (const value of Object.values(internal)) expect(text).not.toContain(String(value))
  for (let n = 0; n < 25; n += 1) await shop.sim()
  const second = await server.outsider.get('/sim?page=1')
  expect(second.text.match(/class="card"/g)).toHaveLength(3)
  expect(second.text).toContain('Trang trước')
  expect((await server.outsider.get('/sim')).text).toContain('Xem thêm 3 số')
  for (const behind of ['2', '99999999']) {
    const last = await server.outsider.get(`/sim?page=${behind}`)
    expect([last.text.match(/class="card"/g)?.length, last.text.includes('href="/sim?page=0"')]).toEqual([
      3,
      true,
    ])
  }
})

test('numbers are sorted by price or newest first, and each filter value shows how many numbers it leaves (D3-SIM-05, D2-ORD-27)', async () => {
  const cheap = await shop.sim({ number: '0912341368', price: 500_000, types: 'sim_loc_phat,sim_than_tai' })
  const dear = await shop.sim({
    number: '0903777888',
    price: 9_000_000,
    nha_mang: 'MOBIFONE',
    number_type: 2,
  })
  const middle = await shop.sim({
    number: '0966150890',
    price: 700_000,
    nha_mang: 'VIETTEL',
    types: 'sim_taxi',
  })
  const page = async (query: string): Promise<string> => (await server.outsider.get(`/sim?${query}`)).text
  const inOrder = (text: string): unknown[] =>
    [...text.matchAll(/href="\/sim\/(\d{10})/g)].map(([, digits]) => digits)
  const newest = [middle.number, dear.number, cheap.number]
  for (const [query, wanted] of [
    ['', newest],
    ['sap_xep=', newest],
    ['sap_xep=gia_tang', [cheap.number, middle.number, dear.number]],
    ['sap_xep=gia_giam', [dear.number, middle.number, cheap.number]],
    ['sap_xep=gia_giam&number_type=1', [middle.number, cheap.number]],
  ] as const)
    expect([query, inOrder(await page(query))]).toEqual([query, wanted])
  expect(await page('sap_xep=gia_tang')).toContain('<option value="gia_tang" selected>')
  expect((await server.outsider.get('/sim?sap_xep=xx')).status).toBe(400)
  // Uses a different filter, since recent counts are cached.
  const many = async (query: string, label: string): Promise<string | undefined> =>
    new RegExp(`<span>${label}</span><small class="many">([\\d,]+)</small>`).exec(
      await page(`gia_tu=1&${query}`),
    )?.[1]
  for (const [query, label, wanted] of [
    ['', 'Mobifone', '1'],
    ['', 'Tất cả', '3'],
    ['', 'Sim lộc phát', '2'],
    // A choice's own filter is ignored, the others apply.
    ['nha_mang=MOBIFONE', 'Viettel', '1'],
    ['nha_mang=MOBIFONE', 'Sim taxi', '0'],
    ['number_type=1', 'Mobifone', '0'],
    ['so_dien_thoai=*1368', 'Sim thần tài', '1'],
  ] as const)
    expect([query, label, await many(query, label)]).toEqual([query, label, wanted])
})

test('a refused filter is marked at its box, above the results of the other filters, and never shown as a failed list (D3-SIM-02)', async () => {
  const cheap = await shop.sim({ number: '0912341368', price: 500_000 })
  const dear = await shop.sim({ number: '0903777888', price: 9_000_000 })
  const page = await server.outsider.get('/sim?so_dien_thoai=6&gia_tu=nhi%E1%BB%81u&gia_den=1000000')
  expect(page.status).toBe(400)
  const hints = [
    ...page.text.matchAll(/name="(\w+)"[^>]*aria-describedby="([^"]+)"><small[^>]*id="\2"[^>]*>([^<]+)/g),
  ]
  expect(hints.map(([, name, , words]) => [name, words])).toEqual([
    ['so_dien_thoai', 'Nhập thêm số'],
    ['gia_tu', 'Giá từ không phải số tiền'],
  ])
  expect(page.text).toContain('value="6"')
  const shows = (text: string) => [cheap, dear].map(({ number }) => text.includes(`href="/sim/${number}`))
  expect(shows(page.text)).toEqual([true, false])
  for (const failed of ['Không có số nào khớp', 'class="note"']) expect(page.text).not.toContain(failed)
  // On phones the filters are open when one of them is invalid.
  const open = (text: string): boolean => /id="more"[^>]* checked/.test(text)
  expect([open(page.text), open((await server.outsider.get('/sim?so_dien_thoai=6')).text)]).toEqual([
    true,
    false,
  ])
  // Errors without a field are shown above the list.
  const order = (await server.outsider.get('/sim?sap_xep=xx')).text
  expect([order.includes('<p class="wrong" role="alert">'), order.includes(dear.dotted)]).toEqual([
    true,
    true,
  ])
})

test('unreadable input and numbers no longer for sale are reported with a message, and typed text stays text (D3-SIM-05)', async () => {
  const nasty = '"><script>alert(1)</script>'
  const refused = await server.outsider.get(`/sim?so_dien_thoai=${encodeURIComponent(nasty)}`)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Số cần tìm chỉ gồm chữ số')
  expect(refused.text).not.toContain('<script>alert')
  const gone = await shop.sim()
  await shop.hold(gone.id)
  for (const [address, status, text] of [
    [gone.number, 410, 'Số này vừa được đặt hoặc đã bán.'],
    ['x', 404, 'Không có số này trong kho sim.'],
    [encodeURIComponent(nasty), 404, 'Không có số này trong kho sim.'],
  ] as const) {
    const page = await server.outsider.get(`/sim/${address}`)
    expect([page.status, page.text.includes(text)]).toEqual([status, true])
    expect(page.text).not.toContain('<script>alert')
  }
  expect((await server.outsider.get('/sim?so_dien_thoai=99999')).text).toContain('Không có số nào khớp')
})

/** Sends a request from an address, with only the headers it needs. */
const from = async (address: string, url: string, payload?: object, headers: Record<string, string> = {}) => {
  const method = payload ? 'POST' : 'GET'
  return server.app.inject({ method, url, remoteAddress: address, headers, ...(payload && { payload }) })
}

test('an address may call the shop 300 times a minute; beyond that it is told how long to wait, and staff behind it are not counted (D3-SIM-05, D3-SEC-08)', async () => {
  const sim = await shop.sim()
  const asks = [
    ['/sim/x'],
    ['/api/v1/simso/homepageFindOne/x'],
    ['/api/v1/simso/homepageList', { so_dien_thoai: 'x' }],
    ['/api/v1/simso/sendOrder', { id: sim.id }],
  ] as const
  const ask = ([url, body]: (typeof asks)[number]) => from('10.0.0.1', url, body)
  const answered = new Map<number, number>()
  for (let n = 0; n < 75; n += 1)
    for (const { statusCode } of await Promise.all(asks.map(ask)))
      answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1)
  expect(Object.fromEntries(answered)).toEqual({ 400: 150, 404: 150 })
  for (const { statusCode, headers, body } of await Promise.all(asks.map(ask)))
    expect([statusCode, Number(headers['retry-after']) > 0, body.includes('quá nhanh')]).toEqual([
      429,
      true,
      true,
    ])
  const { token } = await server.as('sale111')
  const order = { id: sim.id, ...buyer, payment_method: 'cod' }
  const staff = await from('10.0.0.1', '/api/v1/simso/sendOrder', order, { authorization: `Bearer ${token}` })
  expect(staff.statusCode).toBe(200)
  expect((await from('10.0.0.2', '/sim/x')).statusCode).toBe(404)
})

test('at most two public pages are processed at once, one page and one count, from all addresses; others wait, and beyond sixty get Retry-After; staff are served meanwhile (D3-SEC-08)', async () => {
  const sim = await shop.sim()
  const staff = await server.as('sale111')
  const client = await server.pool.connect()
  await client.query('BEGIN; LOCK TABLE simso')
  const locked = async () =>
    (await client.query(`SELECT FROM pg_locks WHERE relation = 'simso'::regclass AND NOT granted`)).rowCount
  const lists = Array.from({ length: 4 }, (_, index) => from(`10.1.0.${index}`, `/sim?gia_tu=${index}`))
  const numbers = Array.from({ length: 61 }, (_, index) => from(`10.2.0.${index}`, `/sim/${sim.number}`))
  await expect.poll(locked).toBe(2)
  const crowd = [
    await from('10.3.0.1', `/sim/${sim.number}`),
    await from('10.3.0.2', `/api/v1/simso/homepageFindOne/${sim.id}`),
    await from('10.3.0.4', `/sim/anh/${sim.number}.png`),
  ]
  const served = (await staff.get('/api/v1/blacklist')).status
  const atWork = await locked()
  await client.query('ROLLBACK')
  client.release()
  expect([served, atWork]).toEqual([200, 2])
  for (const { statusCode, headers, body } of crowd)
    expect([statusCode, headers['retry-after'], body.includes(shopTexts.crowded)]).toEqual([503, '2', true])
  const statuses = (await Promise.all(numbers)).map(({ statusCode }) => statusCode)
  // Requests that waited too long get a Retry-After.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1)
  // Counts wait in both lines, of which the second may be full.
  for (const { statusCode } of await Promise.all(lists)) expect([200, 503]).toContain(statusCode)
  // Failed requests release their place too.
  for (let n = 0; n < 5; n += 1) expect((await from('10.1.0.9', '/sim/x')).statusCode).toBe(404)
  expect((await from('10.1.0.9', '/sim')).statusCode).toBe(200)
})

test("number lists for other programs wait in the same queue as the shop's pages, and get Retry-After (D3-SEC-08)", async () => {
  const client = await server.pool.connect()
  await client.query('BEGIN; LOCK TABLE simso')
  const locked = async () =>
    (await client.query(`SELECT FROM pg_locks WHERE relation = 'simso'::regclass AND NOT granted`)).rowCount
  const page = from('10.1.1.1', '/sim?gia_tu=777')
  await expect.poll(locked).toBe(1)
  const { statusCode, headers, body } = await from('10.1.1.2', '/api/v1/simso/homepageList', { gia_tu: 778 })
  await client.query('ROLLBACK')
  client.release()
  expect([statusCode, headers['retry-after'], body.includes(shopTexts.crowded)]).toEqual([503, '2', true])
  expect([200, 503]).toContain((await page).statusCode)
})

test('a cached page is not shown again after a change: held, ordered, repriced, removed (D2-ORD-29, D3-SIM-04, D3-SIM-05)', async () => {
  const [held, ordered, priced, hidden] = [
    await shop.sim({ price: 1_000_001 }),
    await shop.sim({ price: 1_000_002 }),
    await shop.sim({ price: 1_000_003 }),
    await shop.sim({ price: 1_000_004 }),
  ]
  const admin = await server.as('admin')
  const ask = { nha_mang: 'VINAPHONE' }
  /** Prices seen by two visitors, in the call and on the page. */
  const offeredNumbers = async (): Promise<unknown[]> => {
    const [call, again, page] = await Promise.all([
      from('10.4.0.1', '/api/v1/simso/homepageList', ask),
      from('10.4.0.2', '/api/v1/simso/homepageList', ask),
      from('10.4.0.2', '/sim?nha_mang=VINAPHONE'),
    ])
    const { values, count } = call.json<{ data: { values: Offer[]; count: number } }>().data
    const prices = values.map(({ gia_khach_hang: price }) => price).toSorted((a, b) => a - b)
    expect(again.body).toBe(call.body)
    expect([count, page.body.includes(`<h1>${count} số</h1>`)]).toEqual([prices.length, true])
    for (const { body } of [call, page])
      for (const value of Object.values(internal)) expect(body).not.toContain(String(value))
    expect([...page.body.matchAll(/class="price">([\d,]+)/g)].length).toBe(prices.length)
    return prices
  }
  expect(await offeredNumbers()).toEqual([1_000_001, 1_000_002, 1_000_003, 1_000_004])
  await shop.hold(held.id)
  expect(await offeredNumbers()).toEqual([1_000_002, 1_000_003, 1_000_004])
  // For the shop its holder is an ordinary visitor.
  const { token } = await server.as('sale111')
  const ownAnswer = await from('10.4.0.3', '/api/v1/simso/homepageList', ask, {
    authorization: `Bearer ${token}`,
  })
  expect(ownAnswer.body).not.toContain(held.number)
  await shop.send(ordered.id)
  expect(await offeredNumbers()).toEqual([1_000_003, 1_000_004])
  expect((await admin.put(`/api/v1/simso/${priced.id}`, { gia_khach_hang: 2_000_000 })).status).toBe(200)
  expect(await offeredNumbers()).toEqual([1_000_004, 2_000_000])
  expect((await admin.delete(`/api/v1/simso/${hidden.id}`)).status).toBe(200)
  expect(await offeredNumbers()).toEqual([2_000_000])
  await shop.release(held.id)
  expect(await offeredNumbers()).toEqual([1_000_001, 2_000_000])
})

test('an unannounced change is shown after five seconds; the same request before that gets the cached page (D3-SEC-08)', async () => {
  const sim = await shop.sim()
  const ask = async (): Promise<boolean> =>
    (await from('10.5.0.1', '/api/v1/simso/homepageList', {})).body.includes(sim.number)
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  try {
    expect(await ask()).toBe(true)
    await server.pool.query(sql`UPDATE simso SET trang_thai = 'da_ban' WHERE id = ${sim.id}`)
    expect(await ask()).toBe(true)
    ahead = 5_000
    expect(await ask()).toBe(false)
  } finally {
    clock.mockRestore()
  }
})

test('pages are sent compressed to clients that accept it, and as plain markup to others; list and filter values count alike (D3-SIM-05)', async () => {
  await shop.sim({ nha_mang: 'MOBIFONE' })
  await server.pool.query(`
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types)
    SELECT so, so, 'VIETTEL', 1, 1, 1, 1, 1, 1, 'sim_taxi' FROM (SELECT '09' || 70000000 + n AS so FROM generate_series(1, 10049) n) s`)
  server.api.services.totals.changed('simso')
  // Uses a different filter, since recent counts are cached.
  const allOffers = 'gia_den=9999999'
  const plain = await from('10.3.0.1', `/sim?${allOffers}`)
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [accepted, how, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await from('10.3.0.1', `/sim?${allOffers}`, undefined, {
      'accept-encoding': accepted,
    })
    expect([headers['content-encoding'], headers.vary]).toEqual([how, 'accept-encoding'])
    expect(unpack(rawPayload).toString()).toBe(plain.body)
    expect(rawPayload.length).toBeLessThan(plain.body.length / 3)
  }
  const many = (text: string, label: string) =>
    new RegExp(`<span>${label}</span><small class="many">([\\d,]+)</small>`).exec(text)?.[1]
  for (const [query, total] of [
    ['', '10,050'],
    ['&nha_mang=VIETTEL', '10,049'],
    ['&nha_mang=VIETTEL&loai_sim=sim_taxi', '10,049'],
  ] as const) {
    const { body } = await from('10.3.0.1', `/sim?${allOffers}${query}`)
    expect([query, body.includes(`<h1>${total} số</h1>`)]).toEqual([query, true])
    expect([query, many(body, query === '' ? 'Tất cả' : 'Viettel')]).toEqual([query, total])
  }
  // The last page linked to is full, and links to no further one.
  const last = (await from('10.3.0.1', `/sim?${allOffers}&page=99999`)).body
  expect([
    last.match(/class="card"/g)?.length,
    last.includes('Trang trước'),
    last.includes('Xem thêm'),
  ]).toEqual([24, true, false])
})
