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
  const [ownId = '', otherId = ''] = ids
  await server.pool.query(sql`UPDATE sim_order SET username_nv = 'doitac1' WHERE id = ${ownId}`)
  await server.pool.query(sql`UPDATE sim_order SET username_nv = 'chinhanh1' WHERE id = ${otherId}`)
  const partner = await server.as('doitac1')
  expect(
    ((await partner.get('/api/v1/order')).data as { values: { id: string }[] }).values.map(({ id }) => id),
  ).toEqual([ownId])
  for (const path of ['', '/history'])
    expect([
      (await partner.get(`/api/v1/order/${ownId}${path}`)).status,
      (await partner.get(`/api/v1/order/${otherId}${path}`)).status,
    ]).toEqual([200, 404])
  expect((await (await server.as('sale111')).get('/api/v1/order')).data).toMatchObject({ count: 2 })
})

test('a partner sees who holds or ordered a number only when it is the partner itself (D3-ACC-06)', async () => {
  const [heldSim, orderedSim, ownSim] = [await shop.sim(), await shop.sim(), await shop.sim()]
  await shop.hold(heldSim.id)
  await shop.hold(orderedSim.id)
  await shop.send(orderedSim.id, {}, 'sale111')
  await shop.hold(ownSim.id, 'doitac1')
  const partner = await server.as('doitac1')
  const stateFor = async (caller: typeof partner, id: string): Promise<unknown[]> => {
    const list = (await caller.get('/api/v1/simso')).data as { values: Record<string, unknown>[] }
    const row = list.values.find((one) => one.id === id)
    expect((await caller.get(`/api/v1/simso/${id}`)).data).toMatchObject({ nguoi_giu: row?.nguoi_giu })
    return [row?.trang_thai, row?.nguoi_giu, row?.giu_den]
  }
  for (const { id, number } of [heldSim, orderedSim]) {
    expect(await stateFor(partner, id)).toEqual(['giu_so', null, null])
    expect((await partner.get(`/api/v1/simso/${id}/history`)).data).toEqual({ values: [] })
    const refused = await shop.hold(id, 'doitac1')
    expect([refused.status, refused.body.msg]).toEqual([409, `Số ${number} đang được giữ`])
  }
  expect(await stateFor(await server.as('sale112'), heldSim.id)).toEqual([
    'giu_so',
    'sale111',
    expect.any(String),
  ])
  expect(await stateFor(partner, ownSim.id)).toEqual(['giu_so', 'doitac1', expect.any(String)])
  expect((await shop.hold(ownSim.id, 'doitac1')).body.msg).toContain('đang được doitac1 giữ đến')
  expect((await shop.send(ownSim.id, { phone: '0987654322' }, 'doitac1')).status).toBe(200)
  expect((await shop.hold(ownSim.id, 'doitac1')).body.msg).toMatch(/đang có đơn DH\d+$/)
  const { values } = (await partner.get(`/api/v1/simso/${ownSim.id}/history`)).data as {
    values: { username: string; changes: { field: string }[] }[]
  }
  expect(values.map(({ username }) => username)).toEqual(['doitac1', 'doitac1'])
  expect(values[0]?.changes.map(({ field }) => field)).toContain('don_hang')
  // Neither a manager's release nor an own order after an expired hold reveals the holder.
  await shop.release(heldSim.id, 'quanly')
  expect((await partner.get(`/api/v1/simso/${heldSim.id}/history`)).data).toEqual({ values: [] })
  await server.pool.query(sql`DELETE FROM sim_hold WHERE sim_id = ${heldSim.id}`)
  await shop.hold(heldSim.id, 'sale112')
  await server.pool.query(sql`
    WITH s AS (UPDATE simso SET giu_den = now() - interval '1 second' WHERE id = ${heldSim.id})
    UPDATE sim_hold SET at = now() - interval '1 hour', until = now() - interval '1 second' WHERE sim_id = ${heldSim.id}`)
  expect((await shop.send(heldSim.id, { phone: '0987654322' }, 'doitac1')).status).toBe(200)
  const taken = await partner.get(`/api/v1/simso/${heldSim.id}/history`)
  expect(taken.text).toContain('don_hang')
  expect(taken.text).not.toContain('sale112')
})
