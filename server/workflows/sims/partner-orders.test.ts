/** What a partner sees of the orders of SIM numbers. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { simShop } from '../../../test/sims.ts'

let server: TestServer
let shop: ReturnType<typeof simShop>
beforeAll(async () => {
  server = await startTestServer()
  shop = simShop(server)
})
afterAll(() => server.close())

test('a partner reads the orders that it placed, and no others by whatever call (D3-ACC-06)', async () => {
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
