/** 'Mời lại' of a past call: the row says who may ask, the call whether the customer is free. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { careCalls, refuse } from '#test/care.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())

const { take, recorded } = careCalls(() => server)
type Listed = { values: { id: string; reinvitable: boolean; handed_over: boolean }[] }

test('a past call says who may re-invite its customer, and re-inviting answers whether the number is free (D1-CARE-54, D3-SEC-10)', async () => {
  await permitFiles(server.pool, 'sale111', [await makePool(server.pool, { rows: 1 })])
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, refuse)
  const marks = async (username: string) => {
    const { data } = await (await server.as(username)).get('/api/v1/care/history')
    return (data as Listed).values.find((row) => row.id === log)
  }
  const invite = async (username: string) =>
    (await server.as(username)).post('/api/v1/care/xacNhanMoiLai', { id: log })
  expect(await marks('sale111')).toMatchObject({ reinvitable: true, handed_over: false })
  expect(await marks('leader11')).toMatchObject({ reinvitable: false, handed_over: false })
  expect((await invite('leader11')).status).toBe(403)
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'handover', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale112') WHERE id = '${id}'; COMMIT`)
  expect(await marks('sale111')).toMatchObject({ reinvitable: true, handed_over: true })
  expect((await invite('sale111')).status).toBe(409)
  expect(await marks('admin')).toMatchObject({ reinvitable: true, handed_over: false })
  expect((await invite('admin')).status).toBe(200)
  const again = await invite('admin')
  expect([again.status, again.body.msg]).toEqual([409, texts.waiting])
})
