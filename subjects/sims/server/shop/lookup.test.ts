/** A customer finds an order by code and phone; guessing finds and reveals nothing (D3-SIM-08). */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { lookupPath, lookupTexts, sendOrderPath } from '#subjects/sims/contract/shop.ts'
import { newToken } from '#kit/server/sessions.ts'
import { buyer, internal, setUpShop, type Shop } from '#test/sims.ts'
import { setSettings } from '#test/settings.ts'
import type { TestServer } from '#test/server.ts'

let server: TestServer
let shop: Shop
setUpShop(
  (made) => {
    ;({ server, shop } = made)
  },
  { RATE_PER_SECOND: '1000', TRUST_PROXY: '1' },
)

type From = { address?: string; device?: string }

const cookieOf = ({ device }: From): Record<string, string> => (device ? { cookie: `device=${device}` } : {})

/** Submits the form as a browser without scripts does. */
async function look(ma_don: string, phone: string, from: From = {}) {
  const { statusCode, body, headers } = await server.app.inject({
    method: 'POST',
    url: lookupPath,
    remoteAddress: from.address ?? '10.9.0.1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...cookieOf(from) },
    payload: new URLSearchParams({ ma_don, phone }).toString(),
  })
  return { status: statusCode, text: body, headers }
}

/** Places an order of a new customer, from another source than the tries. */
async function ordered(more: object = {}, { address = '10.8.0.1', device = newToken() }: From = {}) {
  const sim = await shop.sim()
  await server.pool.query('DELETE FROM order_tries')
  const answer = await server.app.inject({
    method: 'POST',
    url: sendOrderPath,
    remoteAddress: address,
    headers: cookieOf({ device }),
    payload: { id: sim.id, ...buyer, payment_method: 'online', ...more },
  })
  return { sim, code: answer.json<{ data: { ma_don: string } }>().data.ma_don, device }
}

test('state, amount, VietQR and deadline of an order are found by code and phone in every spelling, and nothing else of it (D3-SIM-08, D3-QR-01)', async () => {
  await setSettings(server.pool, {
    'vietqr.bank_bin': '970436',
    'vietqr.account': '1023456789',
    'vietqr.name': 'CONG TY SIM',
  })
  const { sim, code } = await ordered({ note: 'Gọi buổi tối' })
  for (const [typed, phone] of [
    [code, '0987654321'],
    [` ${code.toLowerCase().replace('dh', 'đh ')} `, '+84 987.654.321'],
    [code.slice(2), '987654321'],
  ] as const) {
    const { status, text, headers } = await look(typed, phone)
    expect([typed, status, headers['cache-control']]).toEqual([typed, 200, 'no-store'])
    for (const secret of [
      code,
      sim.dotted,
      'Chưa thanh toán',
      '1,740,000 đ',
      `${code} ${sim.number}`,
      '1023456789',
    ])
      expect(text).toContain(secret)
    expect(text).toMatch(/Giữ số đến<\/dt><dd>\d\d\/\d\d\/\d{4} \d\d:\d\d</)
    expect(text).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="VietQR 1,740,000 đ, nội dung DH/)
    for (const hidden of [...Object.values(internal), buyer.name, buyer.address, 'Gọi buổi tối', sim.id])
      expect(text).not.toContain(String(hidden))
  }
  // Without an account there is no picture: the missing setting concerns staff, who call the customer.
  await setSettings(server.pool, { 'vietqr.account': '' })
  const { text: without } = await look(code, '0987654321')
  expect([without.includes('alt="VietQR'), without.includes('Nhân viên sẽ gọi để báo')]).toEqual([
    false,
    true,
  ])
  const form = await server.outsider.get(`${lookupPath}?ma_don=${code}&phone=%22%3E%3Cscript%3E`)
  expect(form.text).toContain(`value="${code}"`)
  expect(form.text).not.toContain('<script>')
})

test('a paid, cancelled or expired order says so and asks for no payment (D3-SIM-08)', async () => {
  const see = async (code: string) => {
    const { text } = await look(code, buyer.phone)
    return [
      /class="state (\w+)"/.exec(text)?.[1],
      text.includes('Nội dung</dt>'),
      text.includes('Giữ số đến'),
    ]
  }
  const paid = await ordered()
  await shop.pay(await shop.orderOf(paid.sim.id), 'da_thanh_toan')
  expect(await see(paid.code)).toEqual(['paid', false, false])
  const cancelled = await ordered()
  await shop.remove(await shop.orderOf(cancelled.sim.id))
  expect(await see(cancelled.code)).toEqual(['cancelled', false, false])
  // Also before the clock has processed it.
  const late = await ordered()
  await server.pool.query(sql`
    UPDATE sim_order SET created_at = now() - interval '25 hours' WHERE ma_don = ${late.code}`)
  expect(await see(late.code)).toEqual(['overdue', false, false])
  const cash = await ordered({ payment_method: 'cod' })
  expect(await see(cash.code)).toEqual(['unpaid', false, true])
})

test('a wrong code and a wrong phone get the same answer after the same time; unreadable input is marked at its field and not counted (D3-SIM-08)', async () => {
  const { code } = await ordered()
  const timed = async (typed: string, phone: string) => {
    const begun = performance.now()
    const { status, text } = await look(typed, phone, { address: '10.9.1.1' })
    const same = text.replaceAll(typed, 'CODE').replaceAll(phone, 'PHONE')
    return { status, same, took: performance.now() - begun }
  }
  const wrongPhone = await timed(code, '0911111111')
  const wrongCode = await timed('DH999999', '0911111112')
  expect([wrongPhone.status, wrongCode.status, wrongCode.same]).toEqual([404, 404, wrongPhone.same])
  expect(wrongPhone.same).toContain(lookupTexts.wrong)
  for (const { took } of [wrongPhone, wrongCode]) expect(took).toBeGreaterThan(395)
  for (const [typed, phone, message] of [
    ['x', buyer.phone, lookupTexts.noCode],
    [code, '12', lookupTexts.noPhone],
    ['', '', lookupTexts.noCode],
    [`${'9'.repeat(29)}`, buyer.phone, lookupTexts.noCode],
  ] as const) {
    const { status, text } = await look(typed, phone)
    expect([typed, status, text.includes(message)]).toEqual([typed, 400, true])
  }
  const { rows } = await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM order_tries')
  expect(rows[0]?.n).toBe(8)
  // Tried values are stored as digests only.
  const { rows: kept } = await server.pool.query(`SELECT who FROM order_tries WHERE who !~ '^[0-9a-f]{64}$'`)
  expect(kept).toEqual([])
})

test('after ten wrong phones a day for a code over all addresses, also in a race, even the right one is refused, except from where it was ordered (D3-SIM-08)', async () => {
  const { code, device } = await ordered({}, { address: '10.8.0.7' })
  const tries = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      look(code, `09111111${10 + index}`, { address: `10.7.0.${index}` }),
    ),
  )
  const statuses = tries.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array<number>(10).fill(404), ...Array<number>(14).fill(429)])
  const refused = await look(code, buyer.phone, { address: '10.7.1.1' })
  expect([refused.status, Number(refused.headers['retry-after']) > 86_000]).toEqual([429, true])
  expect(refused.text).toContain(lookupTexts.tooMany)
  expect((await look(code, buyer.phone, { address: '10.7.1.2', device })).status).toBe(200)
  expect((await look(code, buyer.phone, { address: '10.8.0.7' })).status).toBe(200)
  await server.pool.query(`UPDATE order_tries SET at = at - interval '24 hours'`)
  expect((await look(code, buyer.phone, { address: '10.7.1.1' })).status).toBe(200)
})

test('a known phone cannot be used to try codes, from one address, one browser or many; right pairs never count (D3-SIM-08)', async () => {
  const { code } = await ordered()
  for (let n = 0; n < 12; n += 1)
    expect((await look(code, buyer.phone, { address: '10.6.0.1' })).status).toBe(200)
  const tried = async (from: (index: number) => From, phone: (index: number) => string, n = 34) => {
    await server.pool.query('DELETE FROM order_tries')
    const answers = await Promise.all(
      Array.from({ length: n }, (_, index) => look(`DH${500_000 + index}`, phone(index), from(index))),
    )
    return answers.filter(({ status }) => status === 404).length
  }
  const phones = (index: number): string => `09222222${10 + index}`
  expect(
    await tried(
      (index) => ({ address: `10.6.1.${index}` }),
      () => '0933333333',
      14,
    ),
  ).toBe(10)
  const device = newToken()
  expect(await tried((index) => ({ address: `10.6.2.${index}`, device }), phones, 14)).toBe(10)
  expect(await tried(() => ({ address: '10.6.3.1' }), phones)).toBe(30)
}, 30_000)

test('a browser that placed an order is known where orders are looked up, and only there (D3-SIM-08)', async () => {
  const sim = await shop.sim()
  const answer = await server.outsider.post(sendOrderPath, { id: sim.id, ...buyer, payment_method: 'cod' })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies.map((one) => /device=([\w-]+); Path=([^;]+)/.exec(one)?.slice(1))).toEqual([
    [expect.any(String) as string, sendOrderPath],
    [/device=([\w-]+)/.exec(cookies[0] ?? '')?.[1], lookupPath],
  ])
  for (const one of cookies) expect(one).toContain('HttpOnly; SameSite=Strict')
})

test("over TLS the cookie of a customer's browser is secure, bound to its host and separate from the staff’s; an older one gets the bound name (D3-SIM-08)", async () => {
  const over = async (cookie?: string) => {
    const sim = await shop.sim()
    const answer = await server.app.inject({
      method: 'POST',
      url: sendOrderPath,
      payload: { id: sim.id, ...buyer, payment_method: 'cod' },
      headers: { 'x-forwarded-proto': 'https', ...(cookie && { cookie }) },
    })
    expect(answer.statusCode).toBe(200)
    return [answer.headers['set-cookie']].flat().map(String).join('\n')
  }
  const bound = /^__Host-buyer=([\w-]{43}); Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/
  const token = bound.exec(await over(`__Host-device=${newToken()}`))?.[1]
  expect(token).toBeDefined()
  const former = newToken()
  expect(bound.exec(await over(`device=${former}`))?.[1]).toBe(former)
  expect(await over(`__Host-buyer=${token}`)).toBe('undefined')
})
