/** Limits and deadlines of unpaid orders (D3-SIM-07). */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import type { Answer, TestServer } from '#test/server.ts'
import { bellOf } from '#test/bell.ts'
import { setSettings } from '#test/settings.ts'
import { buyer, setUpShop, type Shop } from '#test/sims.ts'
import { newToken } from '#kit/server/sessions.ts'
import { settleDue } from './clock.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made))

let made = 0
/** A phone without orders. */
const phone = (): string => `09${String(30_000_000 + (made += 1))}`
const sims = async (n: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: n }, () => shop.sim()))).map(({ id }) => id)

/** Sends a customer's order from an address, with a device cookie if given. */
async function send(id: string, address: string, device?: string, more: object = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/simso/sendOrder',
    remoteAddress: address,
    headers: device === undefined ? {} : { cookie: `device=${device}` },
    payload: { id, ...buyer, phone: phone(), payment_method: 'cod', ...more },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
const orders = async (): Promise<number> =>
  (await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM sim_order')).rows[0]?.n ?? 0

test('a phone has at most three open unpaid orders, however many come at once and whoever places them; paid, deleted and ended ones make room (D3-SIM-07)', async () => {
  for (let round = 0; round < rounds(2, 30); round += 1) {
    await shop.clear()
    const ids = await sims(12)
    const same = { phone: '0987654321' }
    const answers: { status: number }[] = await Promise.all(
      ids.map((id, index): Promise<{ status: number }> =>
        index % 3 === 0
          ? shop.send(id, same, 'sale111')
          : index % 3 === 1
            ? shop.send(id, same, 'quanly')
            : send(id, `10.1.0.${round}`, undefined, same),
      ),
    )
    expect(statuses(answers)).toEqual({ 200: 3, 409: 9 })
    expect(await orders()).toBe(3)
  }
  const next = async (): Promise<Answer> => shop.send((await shop.sim()).id)
  const full = await next()
  expect([full.status, full.body.msg]).toEqual([
    409,
    'Số điện thoại này đang có 3 đơn chưa thanh toán: thanh toán hoặc chờ hết hạn rồi đặt tiếp',
  ])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM sim_order ORDER BY id')
  const [one, two, three] = rows.map(({ id }) => id) as [string, string, string]
  await shop.pay(one, 'da_thanh_toan')
  expect([(await next()).status, (await next()).status]).toEqual([200, 409])
  await shop.remove(two)
  expect([(await next()).status, (await next()).status]).toEqual([200, 409])
  await server.pool.query(
    sql`UPDATE sim_order SET created_at = now() - interval '73 hours' WHERE id = ${three}`,
  )
  expect([(await next()).status, (await next()).status]).toEqual([200, 409])
})

test('an account of priority 3 and above has at most sim.orderLimit unpaid orders, also in a race and for any phone; managers are not limited (D3-SIM-07)', async () => {
  await setSettings(server.pool, { 'sim.orderLimit': 5 })
  for (const username of ['sale111', 'doitac1']) {
    const answers = await Promise.all(
      (await sims(12)).map((id) => shop.send(id, { phone: phone() }, username)),
    )
    expect([username, statuses(answers)]).toEqual([username, { 200: 5, 409: 7 }])
    expect(answers.find(({ status }) => status === 409)?.body.msg).toBe(
      'Bạn đang có 5 đơn chưa thanh toán, là số nhiều nhất được có cùng lúc',
    )
  }
  const managed = await Promise.all((await sims(8)).map((id) => shop.send(id, { phone: phone() }, 'quanly')))
  expect(statuses(managed)).toEqual({ 200: 8 })
  await setSettings(server.pool, { 'sim.orderLimit': 20 })
})

test('without a session a device places at most ten and an address thirty orders a day, also in a race; refused tries do not count, paid ones make room (D3-SIM-07)', async () => {
  const [one, two, three] = [newToken(), newToken(), newToken()]
  const [sold = '', ...ids] = await sims(46)
  expect((await send(sold, '10.0.0.9')).status).toBe(200)
  // Invalid or too late: refused orders do not count.
  const refused = await Promise.all([
    ...Array.from({ length: 20 }, () => send(ids[0] ?? '', '10.0.0.1', one, { phone: '12' })),
    ...Array.from({ length: 20 }, () => send(sold, '10.0.0.1', one)),
  ])
  expect(statuses(refused)).toEqual({ 400: 20, 409: 20 })
  const first = await Promise.all(ids.slice(0, 14).map((id) => send(id, '10.0.0.1', one)))
  expect(statuses(first)).toEqual({ 200: 10, 429: 4 })
  const full = first.find(({ status }) => status === 429)
  expect(full?.body.msg).toMatch(
    /^Mỗi thiết bị đặt được 10 đơn chưa thanh toán trong 24 giờ, hãy thử lại sau [\d: -]+$/,
  )
  expect(Number(full?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  // Devices are distinguished by cookie, which a browser without one gets; the address counts all of its devices.
  const free = async () =>
    (await server.pool.query<{ id: string }>(`SELECT id FROM simso WHERE trang_thai = 'con_sim'`)).rows
  const freeIds = (await free()).map(({ id }) => id)
  const [cookie] = [(await send(freeIds[0] ?? '', '10.0.0.1')).headers['set-cookie']].flat()
  expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/api\/v1\/simso\/sendOrder; .*HttpOnly; SameSite=Strict/)
  const others = await Promise.all(
    freeIds.slice(1).map((id, index) => send(id, '10.0.0.1', index % 2 ? two : three)),
  )
  expect(statuses(others)).toEqual({ 200: 19, 429: freeIds.length - 20 })
  const more = await shop.sim()
  const crowded = await send(more.id, '10.0.0.1')
  expect(crowded.body.msg).toMatch(/^Mỗi địa chỉ mạng đặt được 30 đơn chưa thanh toán trong 24 giờ/)
  expect((await send(more.id, '10.0.0.2', newToken())).status).toBe(200)
  // Expired orders count for that day; paid ones do not.
  await server.pool.query(
    sql`UPDATE sim_order o SET created_at = now() - interval '73 hours' FROM sim_order_sent s WHERE s.order_id = o.id AND s.address = '10.0.0.1'`,
  )
  await settleDue(server.api.services, 'test')
  expect((await send((await shop.sim()).id, '10.0.0.1')).status).toBe(429)
  await server.pool.query(`UPDATE sim_order_sent SET at = at - interval '24 hours'`)
  expect((await send((await shop.sim()).id, '10.0.0.1', one)).status).toBe(200)
})

test('repeating a placed order gets its answer, also when the limit is reached (D3-SIM-07, D2-ORD-24)', async () => {
  const ids = await sims(3)
  const first = await Promise.all(ids.map((id) => shop.send(id)))
  expect((await shop.send((await shop.sim()).id)).status).toBe(409)
  const again = await Promise.all(ids.map((id) => shop.send(id)))
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
})

test('an order ends after the hours set when it was placed, its answer says when, and its staff member or the managers are notified (D3-SIM-07, D2-Q-136)', async () => {
  const [online, cod, byStaff] = await sims(3)
  const placed = async (id = '', method: string, by?: string) => {
    const { data } = await shop.send(id, { phone: phone(), payment_method: method }, by)
    return data as { ma_don: string; han_gio: number; han_den: string }
  }
  const inHours = (instant: string): number => Math.round((Date.parse(instant) - Date.now()) / 3_600_000)
  const [a, b] = [await placed(online, 'online'), await placed(cod, 'cod')]
  expect([a.han_gio, inHours(a.han_den), b.han_gio, inHours(b.han_den)]).toEqual([24, 24, 72, 72])
  const page = await server.outsider.get(`/sim/${(await shop.sim()).number}`)
  expect(page.text).toMatch(/Mã QR hiện sau khi đặt, giữ số đến \d\d\/\d\d\/\d{4} \d\d:\d\d</)
  // A changed setting applies to later orders only; 0 means never.
  await setSettings(server.pool, { 'sim.unpaidHours': 1, 'sim.unpaidHoursCod': 0 })
  const c = await placed(byStaff, 'online', 'sale111')
  expect(c.han_gio).toBe(1)
  const never = await shop.sim()
  expect(await placed(never.id, 'cod')).toMatchObject({ han_gio: 0, han_den: null })
  const late = (time: string) =>
    server.pool.query(`UPDATE sim_order SET created_at = created_at - interval '${time}'`)
  const announced: unknown[] = []
  const look = () =>
    settleDue(
      {
        pool: server.pool,
        publish: () => undefined,
        announce: (to, content) => announced.push([to, content]),
      },
      'test',
    )
  const states = async () =>
    Promise.all([online, cod, byStaff, never.id].map(async (id = '') => (await shop.state(id)).sim))
  await late('2 hours')
  await look()
  expect(await states()).toEqual(['giu_so', 'giu_so', 'con_sim', 'giu_so'])
  expect(announced).toEqual([])
  expect(await bellOf(server, 'sale111')).toMatchObject([
    {
      title: `Đơn sim ${c.ma_don} hết hạn thanh toán, đã huỷ`,
      detail: expect.stringMatching(/^Số 09\d{8} đã về kho$/),
    },
  ])
  await late('23 hours')
  await look()
  expect(await states()).toEqual(['con_sim', 'giu_so', 'con_sim', 'giu_so'])
  expect(announced).toEqual(
    expect.arrayContaining([
      [{ username: 'quanly' }, expect.stringContaining(a.ma_don)],
      [{ username: 'admin' }, expect.anything()],
    ]),
  )
  await late('50 hours')
  await look()
  expect(await states()).toEqual(['con_sim', 'con_sim', 'con_sim', 'giu_so'])
  await setSettings(server.pool, { 'sim.unpaidHours': 24, 'sim.unpaidHoursCod': 72 })
})

test('managers see each phone, account and address above half of a limit, fullest first (D3-SIM-07)', async () => {
  await setSettings(server.pool, { 'sim.orderLimit': 4 })
  for (const id of await sims(2)) await shop.send(id, {}, 'quanly')
  for (const id of await sims(3)) await shop.send(id, { phone: phone() }, 'sale111')
  for (const id of await sims(2)) await shop.send(id, { phone: phone() }, 'sale112')
  for (const id of await sims(16)) await send(id, '10.0.0.1')
  for (const id of await sims(15)) await send(id, '10.0.0.2')
  const crowdedFor = (username: string) =>
    server.as(username).then((caller) => caller.get('/api/v1/order/ganMuc'))
  expect((await crowdedFor('quanly')).data).toEqual({
    values: [
      { kind: 'account', who: 'sale111', orders: 3, most: 4 },
      { kind: 'phone', who: '987654321', orders: 2, most: 3 },
      { kind: 'address', who: '10.0.0.1', orders: 16, most: 30 },
    ],
  })
  for (const username of ['chinhanh1', 'sale111', 'doitac1'])
    expect([username, (await crowdedFor(username)).status]).toEqual([username, 403])
  await setSettings(server.pool, { 'sim.orderLimit': 20 })
})
