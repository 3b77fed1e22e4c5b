/** Printing all rows of a list has the rules of an export (D3-GRID-11). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { printedQuery } from '#kit/contract/resource.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description)
    SELECT (912000000 + n)::text, 'In' FROM generate_series(1, 3) n`)
})
beforeEach(() => server.pool.query('TRUNCATE settings'))
afterAll(() => server.close())

const all = `?${new URLSearchParams({ ...printedQuery, message: '91200' })}`
const records = async () =>
  (
    await server.pool.query<{ username: string; resource: string; after: object }>(`
      SELECT username, resource, after FROM audit_log WHERE action = 'export' ORDER BY id`)
  ).rows

test('in every exportable list and report only those who may export print all rows (D3-GRID-11)', async () => {
  const [salesperson, manager] = [await server.as('sale111'), await server.as('quanly')]
  const exported = [...resources, ...reports].filter(({ may }) => may.export === 'unrestricted')
  expect(exported.length).toBeGreaterThan(10)
  for (const { path } of exported)
    expect([path, (await salesperson.get(`/api/v1/${path}${all}`)).status]).toEqual([path, 403])
  expect(await records()).toEqual([])
  expect((await manager.get(`/api/v1/blacklist${all}`)).data).toMatchObject({ count: 3 })
})

test('printing is recorded with user and rows, marked as printed (D3-GRID-11)', async () => {
  await (await server.as('admin')).get(`/api/v1/blacklist${all}`)
  expect((await records()).at(-1)).toMatchObject({
    username: 'admin',
    resource: 'blacklist',
    after: { rows: 3, filter: { ...printedQuery, message: '91200' } },
  })
  await (await server.as('admin')).get(`/api/v1/reportbranchrevenue?${new URLSearchParams(printedQuery)}`)
  expect((await records()).at(-1)).toMatchObject({
    username: 'admin',
    resource: 'reportbranchrevenue',
    after: { filter: printedQuery },
  })
})

test('printing more rows than export.confirmRows needs the password, and a refused print is not recorded (D3-GRID-11, D3-SEC-07)', async () => {
  await setSettings(server.pool, { 'export.confirmRows': 2 })
  const before = await records()
  const caller = await server.unconfirmed('admin')
  const { status, body } = await caller.get(`/api/v1/blacklist${all}`)
  expect([status, body.code]).toEqual([403, 'REAUTH'])
  expect(await records()).toEqual(before)
  await caller.post('/api/v1/session/confirm', { password: demoPassword })
  expect((await caller.get(`/api/v1/blacklist${all}`)).status).toBe(200)
  expect(await records()).toHaveLength(before.length + 1)
})
