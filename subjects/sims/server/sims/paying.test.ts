/** A bank message with an order code pays the order, only at the full amount (D3-SIM-06, D3-QR-02, D3-QR-03). */
import { expect, test } from 'vitest'
import { crc16 } from '#subjects/money/contract/vietqr.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { rounds } from '#test/rounds.ts'
import type { TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { setUpShop, type Shop, type Sim } from '#test/sims.ts'
import { transferDesk, transferPrices } from '#test/transfers.ts'
import { settleDue } from './clock.ts'

let server: TestServer
let shop: Shop
let desk: ReturnType<typeof transferDesk>
setUpShop(async (made) => {
  ;({ server, shop } = made)
  desk = transferDesk(server)
  await server.pool.query(transferPrices)
})

type Ordered = { sim: Sim; id: string; code: string }

async function ordered(more: object = {}): Promise<Ordered> {
  const sim = await shop.sim()
  const answer = await shop.send(sim.id, { payment_method: 'online', ...more })
  return { sim, id: await shop.orderOf(sim.id), code: (answer.data as { ma_don: string }).ma_don }
}

test('an order paid by transfer returns what the customer scans: account, amount, code and number (D3-QR-01, D3-SIM-05)', async () => {
  const sim = await shop.sim()
  const without = await shop.send(sim.id, { payment_method: 'online' })
  expect(without.data).toMatchObject({ chuyen_khoan: { vietqr: '' } })
  await shop.remove(await shop.orderOf(sim.id))
  await setSettings(server.pool, {
    'vietqr.bank_bin': '970436',
    'vietqr.account': '1023456789',
    'vietqr.name': 'CONG TY SIM',
  })
  const { data } = await shop.send(sim.id, { payment_method: 'online' })
  const { ma_don, chuyen_khoan } = data as {
    ma_don: string
    chuyen_khoan: { noi_dung: string; vietqr: string }
  }
  expect(chuyen_khoan).toMatchObject({
    noi_dung: `${ma_don} ${sim.number}`,
    so_tai_khoan: '1023456789',
    ten_tai_khoan: 'CONG TY SIM',
  })
  const text = chuyen_khoan.vietqr
  expect(text).toContain('54071740000')
  expect(text).toContain(`${ma_don} ${sim.number}`)
  expect(text.slice(-4)).toBe(crc16(text.slice(0, -4)))
})

test('a message with the order code and the full amount is proposed, accepted by one key, and the number is sold; another amount is not proposed (D3-SIM-06, D3-QR-02)', async () => {
  const { sim, id, code } = await ordered()
  for (const money of [sim.price - 1, sim.price + 1, 1])
    expect(await desk.proposal((await desk.message(`${code} ${sim.number}`, money)).id)).toBeNull()
  const texts = [
    `${code} ${sim.number}`,
    `MBVCB.123.${code.toLowerCase()} ${sim.number}.CT tu 0011`,
    `${code.replace('DH', 'DH ')} thanh toan sim`,
    `${code}${sim.number}`,
    `${code} 0987000111`,
  ]
  for (const text of texts)
    expect([text, await desk.proposal((await desk.message(text, sim.price)).id)]).toEqual([text, id])
  for (const text of [`X${code} ${sim.number}`, `${code}9 ${sim.number}`, sim.number])
    expect([text, await desk.proposal((await desk.message(text, sim.price)).id)]).toEqual([text, null])
  const message = await desk.message(`${code} ${sim.number} nua`, sim.price)
  expect(message.de_xuat).toMatch(
    new RegExp(`^Đơn sim ${code}: đúng số tiền \\(1,740,000 đ, khách hàng [\\d: -]+\\)$`),
  )
  server.published.length = 0
  const taken = await desk.accept(message.id, id)
  expect([taken.status, taken.body.msg]).toEqual([200, `Đã ghi nhận cho Đơn sim ${code}`])
  expect(server.published).toEqual(expect.arrayContaining(['mesbank', 'order', 'simso']))
  expect(await shop.state(sim.id)).toMatchObject({ order: 'da_thanh_toan', sim: 'da_ban' })
  expect(await desk.read(`order/${id}`)).toMatchObject({ username_thay_doi_trang_thai: 'quanly' })
  expect(await desk.read(`mesbank/${message.id}`)).toMatchObject({
    don: `Đơn sim ${code}`,
    don_loai: 'sim',
    don_id: id,
  })
  const other = await desk.message(`${code} ${sim.number} lan 2`, sim.price)
  expect(await desk.proposal(other.id)).toBeNull()
  expect((await desk.accept(other.id, id)).body.msg).toMatch(
    new RegExp(`^Đơn sim ${code} đã được quanly ghi nhận với tin VCB`),
  )
  const trail = await desk.history('order', id)
  expect(trail.slice(0, 1)).toMatchObject([{ username: 'quanly' }])
  expect(trail[0]?.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['trang_thai', 'giao_dich']),
  )
})

test('message and order show each other; removing the mark by hand, or rejecting or deleting the message, frees the other side (D3-QR-03, D3-SIM-06)', async () => {
  const { sim, id, code } = await ordered()
  const message = await desk.message(`${code} ${sim.number}`, sim.price)
  const of = async (by = 'quanly') => (await (await server.as(by)).get(`/api/v1/mesbank/cuaDon/${id}`)).data
  expect(await of()).toMatchObject({ da_dung: false, tin: { id: message.id, de_xuat_id: id } })
  expect(await of('sale111')).toBeNull()
  await desk.accept(message.id, id)
  expect(await of()).toMatchObject({ da_dung: true, tin: { id: message.id } })
  server.published.length = 0
  await shop.pay(id, 'chua_thanh_toan')
  expect(server.published).toContain('mesbank')
  expect(await desk.uses()).toEqual([])
  expect(await desk.read(`mesbank/${message.id}`)).toMatchObject({ don: null, de_xuat_id: id })
  await desk.accept(message.id, id)
  expect((await desk.reject(message.id)).status).toBe(200)
  expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so' })
  const again = await desk.message(`${code} ${sim.number} lai`, sim.price)
  await desk.accept(again.id, id)
  expect((await (await server.as('admin')).delete(`/api/v1/mesbank/${again.id}`)).status).toBe(200)
  expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so' })
})

test('money that arrives after an unpaid order was deleted is proposed for nothing and listed with the unreadable messages (D2-Q-136, D3-DEC-07)', async () => {
  const { sim, code, id } = await ordered()
  const early = await desk.message(`${code} ${sim.number}`, sim.price)
  expect(await desk.proposal(early.id)).toBe(id)
  await server.pool.query(`UPDATE sim_order SET created_at = now() - interval '25 hours'`)
  await settleDue(server.api.services, 'test')
  // The number is ordered by another customer meanwhile.
  expect((await shop.send(sim.id)).status).toBe(200)
  const late = await desk.message(`${code} ${sim.number} muon`, sim.price)
  for (const message of [early, late])
    expect(await desk.read(`mesbank/${message.id}`)).toMatchObject({
      de_xuat_id: null,
      don: null,
      chua_doc: 1,
    })
  expect((await desk.accept(late.id, id)).status).toBe(409)
})

test('of a message, a decision by hand and the deadline exactly one decides about an order (D3-QR-03, D3-SIM-06)', async () => {
  await setSettings(server.pool, { 'sim.unpaidHours': 1 })
  for (let round = 0; round < rounds(6, 200); round += 1) {
    const { sim, id, code } = await ordered()
    const one = await desk.message(`${code} ${sim.number}`, sim.price)
    const two = await desk.message(`${code} ${sim.number} b`, sim.price)
    await server.pool.query(
      `UPDATE sim_order SET created_at = now() - interval '2 hours' WHERE trang_thai = 'chua_thanh_toan'`,
    )
    await Promise.all([
      desk.accept(one.id, id),
      desk.accept(two.id, id, 'admin'),
      shop.remove(id),
      settleDue(server.api.services, 'test'),
    ])
    const { order, sim: state } = await shop.state(sim.id)
    expect([order, state]).toEqual(order === null ? [null, 'con_sim'] : ['da_thanh_toan', 'da_ban'])
    expect(await brokenInvariants(server.pool)).toEqual({})
  }
  await setSettings(server.pool, { 'sim.unpaidHours': 0 })
})
