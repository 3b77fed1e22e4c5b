/** SIM orders of customers on the do-not-call list. */
import { expect, test } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { buyer, setUpShop, type Shop } from '#test/sims.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made))

const list = async (query = '', by = 'quanly'): Promise<{ values: Record<string, unknown>[] }> =>
  (await (await server.as(by)).get(`/api/v1/order?${query}`)).data as never

test("an order for a customer on the do-not-call list is accepted: managers are notified of the customer's own order and see it in the list, staff see it in the answer, the customer never does (D3-RULE-03, D3-RULE-05)", async () => {
  const manager = await server.as('quanly')
  await manager.post('/api/v1/blacklist', { phone_number: buyer.phone, nguon: 'khach' })
  const ownOrder = await shop.send((await shop.sim()).id)
  expect([ownOrder.status, 'khong_goi' in (ownOrder.data as object)]).toEqual([200, false])
  const { ma_don } = ownOrder.data as { ma_don: string }
  const words = /^Số trong blacklist: Khách yêu cầu, từ /
  expect(
    server.announced.find(({ content }) => content.startsWith(`Đơn sim ${ma_don} khách tự đặt.`))?.content,
  ).toMatch(/Khách yêu cầu/)
  expect((await list()).values.find((row) => row.ma_don === ma_don)).toMatchObject({
    khong_goi: { nguon: 'khach' },
  })
  expect((await list('', 'sale111')).values.find((row) => row.ma_don === ma_don)).toMatchObject({
    khong_goi: null,
  })
  const sim = await shop.sim()
  const byStaff = await manager.post('/api/v1/order', { ...buyer, so_dien_thoai: sim.dotted })
  expect(byStaff.status).toBe(200)
  expect(String(byStaff.body.msg).replace('Đặt hàng thành công! ', '')).toMatch(words)
  const atShop = await manager.post('/api/v1/simso/sendOrder', { ...buyer, id: (await shop.sim()).id })
  expect(atShop.data).toMatchObject({ khong_goi: { nguon: 'khach' } })
})
