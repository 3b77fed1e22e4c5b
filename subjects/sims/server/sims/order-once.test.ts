/** A repeated order: the same order by key or by content, and nothing revealed to others (D2-ORD-24). */
import { expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import type { Answer, TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { buyer, setUpShop, type Shop } from '#test/sims.ts'

let server: TestServer
let shop: Shop
setUpShop(async (made) => {
  ;({ server, shop } = made)
  await setSettings(server.pool, {
    'vietqr.bank_bin': '970436',
    'vietqr.account': '1023456789',
    'vietqr.name': 'CONG TY SIM',
  })
})

const takenText = 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!'
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
const code = ({ data }: Answer): string => (data as { ma_don: string }).ma_don
const orders = async (): Promise<number> =>
  (await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM sim_order')).rows[0]?.n ?? 0

/** Sends a customer's order with an idempotency key; `more` changes the body. */
const sendAs = (key: string, id: string, more: object = {}): Promise<Answer> =>
  server.outsider.post(
    '/api/v1/simso/sendOrder',
    { id, ...buyer, payment_method: 'online', ...more },
    { 'idempotency-key': key },
  )

test('thirty simultaneous tries of one order, and a later one, give one order with one code and one QR, with and without a key (D2-ORD-24, D2-ORD-30, D2-Q-134)', async () => {
  for (let round = 0; round < rounds(1, 20); round += 1) {
    const [keyed, bare] = [await shop.sim(), await shop.sim()]
    const before = await orders()
    const key = `key-of-round-${round}`
    const tries = await Promise.all([
      ...Array.from({ length: 30 }, () => sendAs(key, keyed.id)),
      ...Array.from({ length: 30 }, () => shop.send(bare.id, { payment_method: 'online' })),
    ])
    for (const [same, again] of [
      [tries.slice(0, 30), await sendAs(key, keyed.id)],
      [tries.slice(30), await shop.send(bare.id, { payment_method: 'online' })],
    ] as const) {
      const first = same[0]?.text
      expect(first).toContain('"vietqr":"0002')
      for (const { status, text } of [...same, again]) expect([status, text]).toEqual([200, first])
    }
    expect((await orders()) - before).toBe(2)
    expect(code(tries[0]!)).not.toBe(code(tries[30]!))
  }
})

test('an order with an outdated price is refused with the new price (D3-SIM-05, D3-SIM-09)', async () => {
  const { id } = await shop.sim()
  const { rows } = await server.pool.query<{ price: number }>(
    `SELECT gia_khach_hang AS price FROM simso WHERE id = '${id}'`,
  )
  const price = rows[0]?.price ?? 0
  const before = await orders()
  const refused = await sendAs('key-of-price', id, { gia_khach_hang: String(price - 1000) })
  expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining('vừa đổi thành')])
  expect(await orders()).toBe(before)
  expect((await sendAs('key-of-price-2', id, { gia_khach_hang: String(price) })).status).toBe(200)
})

test('another order under a used key is refused and names the first order; keys are separate for each sender (D2-ORD-24)', async () => {
  const [one, two] = [await shop.sim(), await shop.sim()]
  const first = await sendAs('key-of-one', one.id)
  const otherwise = `Đơn ${code(first)} đã được đặt với thông tin khác: cần sửa đơn, hãy báo cửa hàng mã đơn này`
  for (const [id, more] of [
    [one.id, { address: 'Số 5 Lê Lợi' }],
    [one.id, { payment_method: 'cod' }],
    [two.id, {}],
  ] as const)
    expect(outcomeOf(await sendAs('key-of-one', id, more))).toEqual([409, otherwise])
  expect(await shop.state(two.id)).toMatchObject({ order: null, sim: 'con_sim' })
  // Two numbers with one key concurrently: one succeeds.
  const answers = await Promise.all([
    sendAs('key-of-both', two.id),
    sendAs('key-of-both', (await shop.sim()).id),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // A session's request with the same key is a separate try.
  const third = await shop.sim()
  const body = { id: third.id, ...buyer, payment_method: 'online' }
  const ownAnswer = await (
    await server.as('sale111')
  ).post('/api/v1/simso/sendOrder', body, { 'idempotency-key': 'key-of-one' })
  expect(ownAnswer.status).toBe(200)
  expect((await sendAs('short', third.id)).status).toBe(400)
})

test('the same key from another customer makes another order, and reveals nothing of the first (D2-ORD-24, D2-ORD-26)', async () => {
  const [one, two] = [await shop.sim(), await shop.sim()]
  const first = await sendAs('a-key-of-many', one.id)
  const second = await sendAs('a-key-of-many', two.id, { phone: '0987654329' })
  expect([first.status, second.status, code(second) === code(first)]).toEqual([200, 200, false])
  expect(outcomeOf(await sendAs('a-key-of-many', one.id, { phone: '0987654328' }))).toEqual([409, takenText])
})

test('repeating all details of an order returns it; number, or number and phone, alone reveal nothing (D2-ORD-24, D2-ORD-26)', async () => {
  const sim = await shop.sim()
  const first = await shop.send(sim.id, { note: 'Giao sáng' })
  const again = { name: ' LƯU  hải yến', address: '18 khuất duy tiến, hà nội', note: 'giao SÁNG' }
  for (const phone of ['0987654321', '84987654321', '987.654.321'])
    expect([phone, (await shop.send(sim.id, { ...again, phone })).text]).toEqual([phone, first.text])
  for (const more of [
    { note: 'Giao sáng', phone: '0987654322' },
    { note: 'Giao sáng', name: 'Người khác' },
    { note: 'Giao sáng', address: 'Huế' },
    { note: '' },
    { note: 'Giao sáng', payment_method: 'online' },
  ])
    expect([more, outcomeOf(await shop.send(sim.id, more))]).toEqual([more, [409, takenText]])
  // Staff sending the same content are not the customer.
  expect(outcomeOf(await shop.send(sim.id, { note: 'Giao sáng' }, 'sale111'))).toEqual([409, takenText])
  // The key of a reloaded page does not prevent it.
  expect((await sendAs('a-new-page', sim.id, { note: 'Giao sáng', payment_method: 'cod' })).text).toBe(
    first.text,
  )
  await shop.pay(await shop.orderOf(sim.id), 'da_thanh_toan')
  expect(outcomeOf(await shop.send(sim.id, { note: 'Giao sáng' }))).toEqual([409, takenText])
})

test('a key whose order was deleted makes no second order, and says so (D2-ORD-24, D2-Q-136)', async () => {
  const sim = await shop.sim()
  const first = await sendAs('key-of-gone', sim.id)
  await shop.pay(await shop.orderOf(sim.id), 'da_thanh_toan')
  // Paid orders have no payment details.
  expect((await sendAs('key-of-gone', sim.id)).data).toMatchObject({
    ma_don: code(first),
    da_thanh_toan: true,
    chuyen_khoan: null,
  })
  await shop.pay(await shop.orderOf(sim.id), 'chua_thanh_toan')
  await shop.remove(await shop.orderOf(sim.id))
  expect(outcomeOf(await sendAs('key-of-gone', sim.id))).toEqual([
    409,
    `Đơn ${code(first)} không còn nữa, hãy đặt lại`,
  ])
  const second = await sendAs('key-of-next', sim.id)
  expect([second.status, code(second) === code(first)]).toEqual([200, false])
})
