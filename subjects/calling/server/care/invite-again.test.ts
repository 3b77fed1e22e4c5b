/** 'Mời lại' of a past call: the flags of the row predict the answer of the call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { careCalls, refuse } from '#test/care.ts'
import { makePool, permit } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())

const { take, recorded } = careCalls(() => server)
type Listed = { values: { id: string; reinvitable: boolean; waits: boolean; handed_over: boolean }[] }

test('a past call says whether its customer may be asked for again, as the call then answers (D1-CARE-54, D3-SEC-10)', async () => {
  await permit(server.pool, 'sale111', [await makePool(server.pool, { rows: 1 })])
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, refuse)
  const marks = async (who: string) => {
    const { data } = await (await server.as(who)).get('/api/v1/care/history')
    return (data as Listed).values.find((row) => row.id === log)
  }
  const invite = async (customer: string) =>
    (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id: customer })
  const called = { reinvitable: true, waits: false }
  expect(await marks('sale111')).toMatchObject(called)
  expect(await marks('leader11')).toMatchObject({ reinvitable: false, waits: false })
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'handover', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale112') WHERE id = '${id}'; COMMIT`)
  expect(await marks('sale111')).toMatchObject({ reinvitable: false, waits: false, handed_over: true })
  expect(await marks('admin')).toMatchObject(called)
  expect((await invite(log)).status).toBe(200)
  expect(await marks('admin')).toMatchObject({ reinvitable: false, waits: true })
  expect((await invite(log)).body.msg).toBe(texts.waiting)
})
