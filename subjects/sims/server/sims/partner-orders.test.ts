/** Visibility of SIM orders for partners. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { setUpShop, type Shop } from '#test/sims.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made))

test('a partner reads only the orders that it placed, in every call (D3-ACC-06)', async () => {
  const sims = [await shop.sim(), await shop.sim()]
  const ids: string[] = []
  for (const sim of sims) {
    await shop.send(sim.id)
    ids.push(await shop.orderOf(sim.id))
  }
  const [own = '', other = ''] = ids
  await server.pool.query(sql`UPDATE sim_order SET username_nv = 'doitac1' WHERE id = ${own}`)
  await server.pool.query(sql`UPDATE sim_order SET username_nv = 'chinhanh1' WHERE id = ${other}`)
  const partner = await server.as('doitac1')
  expect(
    ((await partner.get('/api/v1/order')).data as { values: { id: string }[] }).values.map(({ id }) => id),
  ).toEqual([own])
  for (const path of ['', '/history'])
    expect([
      (await partner.get(`/api/v1/order/${own}${path}`)).status,
      (await partner.get(`/api/v1/order/${other}${path}`)).status,
    ]).toEqual([200, 404])
  expect((await (await server.as('sale111')).get('/api/v1/order')).data).toMatchObject({ count: 2 })
})

test('a partner sees who holds or ordered a number only when it is the partner itself (D3-ACC-06)', async () => {
  const [held, ordered, own] = [await shop.sim(), await shop.sim(), await shop.sim()]
  await shop.hold(held.id)
  await shop.hold(ordered.id)
  await shop.send(ordered.id, {}, 'sale111')
  await shop.hold(own.id, 'doitac1')
  const partner = await server.as('doitac1')
  const stateFor = async (caller: typeof partner, id: string): Promise<unknown[]> => {
    const list = (await caller.get('/api/v1/simso')).data as { values: Record<string, unknown>[] }
    const row = list.values.find((one) => one.id === id)
    expect((await caller.get(`/api/v1/simso/${id}`)).data).toMatchObject({ nguoi_giu: row?.nguoi_giu })
    return [row?.trang_thai, row?.nguoi_giu, row?.giu_den]
  }
  for (const { id, number } of [held, ordered]) {
    expect(await stateFor(partner, id)).toEqual(['giu_so', null, null])
    expect((await partner.get(`/api/v1/simso/${id}/history`)).data).toEqual({ values: [] })
    const refused = await shop.hold(id, 'doitac1')
    expect([refused.status, refused.body.msg]).toEqual([409, `Số ${number} đang được giữ`])
  }
  expect(await stateFor(await server.as('sale112'), held.id)).toEqual([
    'giu_so',
    'sale111',
    expect.any(String),
  ])
  expect(await stateFor(partner, own.id)).toEqual(['giu_so', 'doitac1', expect.any(String)])
  expect((await shop.hold(own.id, 'doitac1')).body.msg).toContain('đang được doitac1 giữ đến')
  expect((await shop.send(own.id, { phone: '0987654322' }, 'doitac1')).status).toBe(200)
  expect((await shop.hold(own.id, 'doitac1')).body.msg).toMatch(/đang có đơn DH\d+$/)
  const { values } = (await partner.get(`/api/v1/simso/${own.id}/history`)).data as {
    values: { username: string; changes: { field: string }[] }[]
  }
  expect(values.map(({ username }) => username)).toEqual(['doitac1', 'doitac1'])
  expect(values[0]?.changes.map(({ field }) => field)).toContain('don_hang')
  // Neither a manager's release nor an own order after an expired hold reveals the holder.
  await shop.release(held.id, 'quanly')
  expect((await partner.get(`/api/v1/simso/${held.id}/history`)).data).toEqual({ values: [] })
  await server.pool.query(sql`DELETE FROM sim_hold WHERE sim_id = ${held.id}`)
  await shop.hold(held.id, 'sale112')
  await server.pool.query(sql`
    WITH s AS (UPDATE simso SET giu_den = now() - interval '1 second' WHERE id = ${held.id})
    UPDATE sim_hold SET at = now() - interval '1 hour', until = now() - interval '1 second' WHERE sim_id = ${held.id}`)
  expect((await shop.send(held.id, { phone: '0987654322' }, 'doitac1')).status).toBe(200)
  const taken = await partner.get(`/api/v1/simso/${held.id}/history`)
  expect(taken.text).toContain('don_hang')
  expect(taken.text).not.toContain('sale112')
})
