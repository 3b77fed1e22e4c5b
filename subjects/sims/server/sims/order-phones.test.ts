/** What the answer to an order reveals about its phone: nothing that could be probed (D3-SEC-05, D3-SIM-07). */
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import type { Answer, TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { setUpShop, type Shop } from '#test/sims.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made), { RATE_PER_SECOND: '1000' })
beforeEach(async () => {
  await server.pool.query('TRUNCATE phone_searches')
})

const [full, other] = ['0987654321', '0987654322']
const takenText = 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!'
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
/** Gives the phone `full` as many unpaid orders as allowed; returns a sold number. */
async function fill(): Promise<string> {
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await shop.sim()).id)
  for (const id of ids) await shop.send(id, { phone: full }, 'quanly')
  return ids[0] ?? ''
}

test('an order for a number not for sale, or by an account at its limit, reveals nothing about the phone (D3-SIM-07, D3-SEC-05)', async () => {
  const sold = await fill()
  const noPrice = await shop.sim()
  await server.pool.query(sql`UPDATE simso SET gia_khach_hang = 0 WHERE id = ${noPrice.id}`)
  for (const username of [undefined, 'sale111']) {
    for (const phone of [full, other]) {
      expect(outcomeOf(await shop.send(sold, { phone }, username))).toEqual([409, takenText])
      expect(outcomeOf(await shop.send(noPrice.id, { phone }, username))).toEqual([
        409,
        'Sim này chưa có giá bán, chưa đặt được',
      ])
    }
  }
  await setSettings(server.pool, { 'sim.orderLimit': 1 })
  const [ownSim, next] = [await shop.sim(), await shop.sim()]
  await shop.send(ownSim.id, { phone: other }, 'sale111')
  for (const phone of [full, '0987654323'])
    expect((await shop.send(next.id, { phone }, 'sale111')).body.msg).toMatch(/^Bạn đang có 1 đơn/)
  await setSettings(server.pool, { 'sim.orderLimit': 20 })
})

test('a masked role orders for as many phones as its daily limit; beyond it every phone is refused alike; phones of today and repeats use none (D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  await fill()
  const [one, two] = [await shop.sim(), await shop.sim()]
  const first = await shop.send(one.id, { phone: other }, 'sale111')
  expect(first.status).toBe(200)
  const refusal = [429, 'Nhiều số hơn số điện thoại bạn còn được hỏi hôm nay, hãy nhờ quản lý nhập']
  for (const phone of [full, '0987654323'])
    expect(outcomeOf(await shop.send(two.id, { phone }, 'sale111'))).toEqual(refusal)
  expect((await shop.send(one.id, { phone: other }, 'sale111')).text).toBe(first.text)
  expect((await shop.send(two.id, { phone: other }, 'sale111')).status).toBe(200)
  expect((await shop.send((await shop.sim()).id, { phone: '0987654323' }, 'quanly')).status).toBe(200)
  await setSettings(server.pool, { 'phone.searches': 200 })
})

test('without a session a network learns of at most ten phones a day that have reached their limit (D3-SIM-07)', async () => {
  await fill()
  const { id } = await shop.sim()
  const answers: number[] = []
  for (let n = 0; n < 12; n += 1) answers.push((await shop.send(id, { phone: full })).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 409), 429, 429])
})
