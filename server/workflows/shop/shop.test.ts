/** The pages of the shop as they come from the server: whole without a script, and nothing internal in them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { internal, simShop } from '../../../test/sims.ts'

let server: TestServer
let shop: ReturnType<typeof simShop>
beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '1000' })
  shop = simShop(server)
})
beforeEach(() => shop.clear())
afterAll(() => server.close())

test('the list and a number are read without a script: search, marked digits, price, pages; internal fields never (D3-SIM-05, D3-SIM-01, D2-ORD-29)', async () => {
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
  const one = await server.outsider.get(`/sim/${sim.id}?so_dien_thoai=*1368&x=%22%3E%3Cscript%3E`)
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

test('numbers are ordered by price or the newest first, and each choice says how many numbers it leaves (D3-SIM-05, D2-ORD-27)', async () => {
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
    [...text.matchAll(/href="\/sim\/([0-9a-f-]{36})/g)].map(([, id]) => id)
  const newest = [middle.id, dear.id, cheap.id]
  for (const [query, wanted] of [
    ['', newest],
    ['sap_xep=', newest],
    ['sap_xep=gia_tang', [cheap.id, middle.id, dear.id]],
    ['sap_xep=gia_giam', [dear.id, middle.id, cheap.id]],
    ['sap_xep=gia_giam&number_type=1', [middle.id, cheap.id]],
  ] as const)
    expect([query, inOrder(await page(query))]).toEqual([query, wanted])
  expect(await page('sap_xep=gia_tang')).toContain('<option value="gia_tang" selected>')
  expect((await server.outsider.get('/sim?sap_xep=xx')).status).toBe(400)
  // By a filter of its own: what was counted a moment ago is remembered.
  const many = async (query: string, label: string): Promise<string | undefined> =>
    new RegExp(`<span>${label}</span><small class="many">([\\d,]+)</small>`).exec(
      await page(`gia_tu=1&${query}`),
    )?.[1]
  for (const [query, label, wanted] of [
    ['', 'Mobifone', '1'],
    ['', 'Tất cả', '3'],
    ['', 'Sim lộc phát', '2'],
    // The own filter is left out, the others count.
    ['nha_mang=MOBIFONE', 'Viettel', '1'],
    ['nha_mang=MOBIFONE', 'Sim taxi', '0'],
    ['number_type=1', 'Mobifone', '0'],
    ['so_dien_thoai=*1368', 'Sim thần tài', '1'],
  ] as const)
    expect([query, label, await many(query, label)]).toEqual([query, label, wanted])
})

test('what cannot be read and what is no longer for sale are said in words, and what is typed stays text (D3-SIM-05)', async () => {
  const nasty = '"><script>alert(1)</script>'
  const refused = await server.outsider.get(`/sim?so_dien_thoai=${encodeURIComponent(nasty)}`)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Số cần tìm chỉ gồm chữ số')
  expect(refused.text).not.toContain('<script>alert')
  const gone = await shop.sim()
  await shop.hold(gone.id)
  for (const id of [gone.id, 'x', encodeURIComponent(nasty)]) {
    const page = await server.outsider.get(`/sim/${id}`)
    expect([page.status, page.text.includes('Số này vừa được đặt hoặc đã bán.')]).toEqual([404, true])
    expect(page.text).not.toContain('<script>alert')
  }
  expect((await server.outsider.get('/sim?so_dien_thoai=99999')).text).toContain('Không có số nào khớp')
})

test('the eleventh order of an address within a minute is refused with 429 that says how long to wait; staff are not counted with it (D2-Q-134)', async () => {
  const sim = await shop.sim()
  const answers: { status: number; msg: unknown; wait: unknown }[] = []
  for (let n = 0; n < 11; n += 1) {
    const { status, body, headers } = await shop.send(sim.id, { phone: n === 0 ? '0987654321' : '' })
    answers.push({ status, msg: body.msg, wait: headers['retry-after'] })
  }
  expect(answers.map(({ status }) => status)).toEqual([200, ...Array.from({ length: 9 }, () => 400), 429])
  expect(answers[10]?.msg).toMatch(/^Mỗi địa chỉ mạng đặt được 10 đơn mỗi phút, hãy thử lại sau \d+ giây$/)
  expect(Number(answers[10]?.wait)).toBeGreaterThan(0)
  const next = await shop.sim()
  expect((await shop.send(next.id, {}, 'sale111')).status).toBe(200)
})
