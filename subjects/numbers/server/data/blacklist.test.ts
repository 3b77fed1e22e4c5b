/** Effects of the blacklist on numbers of files. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  uploadPath,
  importUnused,
  handOut,
  options,
  phones,
  splitFile,
  trial,
  wrongBalances,
} from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const block = async (phone_number: string) =>
  ((await (await server.as('admin')).post('/api/v1/blacklist', { phone_number })).data as { id: string }).id
const unblock = async (id: string) => (await server.as('admin')).delete(`/api/v1/blacklist/${id}`)
const stateOf = async (phone: string) =>
  (
    await server.pool.query(`SELECT c.stage, c.status, u.username FROM customer c
    LEFT JOIN users u ON u.id = c.holder_id WHERE c.phone = '${phone}'`)
  ).rows[0] as object

test('a blacklisted number leaves the hand-out and the splittable numbers, and returns to its holder after the entry is deleted (D1-BLACK-23, D1-Q-141)', async () => {
  const [first = '', second = ''] = await importUnused(server, 'den.xlsx', 10)
  await splitFile(server, 'admin', 'den.xlsx', { sale111: 1 })
  const blocked = await block(first)
  const loose = await block(second)
  expect(await stateOf(first)).toEqual({ stage: 'blocked', status: 'BLOCKED', username: 'sale111' })
  const shownOptions = await options(server, 'admin', 'den.xlsx')
  expect([shownOptions.total, shownOptions.tong]).toEqual([8, 10])
  expect((await splitFile(server, 'admin', 'den.xlsx', { QCMB: 9 })).status).toBe(400)
  expect((await trial(server, 'admin', 'den.xlsx', { QCMB: 1 })).warnings).toContainEqual(
    expect.objectContaining({ title: '2 số trong blacklist' }),
  )
  await unblock(blocked)
  await unblock(loose)
  expect(await stateOf(first)).toEqual({ stage: 'left', status: 'ASSIGNED', username: 'sale111' })
  expect(await stateOf(second)).toEqual({ stage: 'left', status: 'NORMAL', username: null })
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('a number with two blacklist entries stays blocked until its last entry is deleted (D3-RULE-03, D1-BLACK-23)', async () => {
  const [phone = ''] = await importUnused(server, 'hai.xlsx', 1)
  const entries = [await block(phone), await block(phone)]
  await unblock(entries[0] ?? '')
  expect(await stateOf(phone)).toMatchObject({ stage: 'blocked' })
  await unblock(entries[1] ?? '')
  expect(await stateOf(phone)).toMatchObject({ stage: 'left' })
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('an unblocked number whose holder lost the quantity meanwhile returns to the file', async () => {
  const [phone = ''] = await importUnused(server, 'mat.xlsx', 1)
  await splitFile(server, 'admin', 'mat.xlsx', { sale111: 1 })
  const id = await block(phone)
  await splitFile(server, 'admin', 'mat.xlsx', { sale111: null })
  await unblock(id)
  expect(await stateOf(phone)).toEqual({ stage: 'left', status: 'NORMAL', username: null })
})

test('a number of a blacklisted phone is imported as blocked, and a called one does not return to the hand-out (D1-BLACK-23)', async () => {
  const [phone = ''] = phones(1)
  await block(phone)
  const data = [{ so_dien_thoai: phone }]
  await (await server.as('admin')).post(`${uploadPath}/import`, { FileName: 'vao.xlsx', data })
  expect(await stateOf(phone)).toMatchObject({ stage: 'blocked' })
  const [called = ''] = await importUnused(server, 'goi.xlsx', 1)
  await handOut(server.pool, 'goi.xlsx', null, 'sale112')
  await block(called)
  expect(await stateOf(called)).toMatchObject({ stage: 'called' })
  await server.pool.query(`DO $$ BEGIN
    PERFORM set_config('vas.movement', 'reinvite', true);
    UPDATE customer SET stage = 'left', rank = -1 WHERE phone = '${called}';
  END $$`)
  expect(await stateOf(called)).toMatchObject({ stage: 'blocked', status: 'BLOCKED' })
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('a blacklist import blocks numbers too, as movements of their own kind', async () => {
  const [phone = ''] = await importUnused(server, 'nhap.xlsx', 1)
  await (await server.as('admin')).post('/api/v1/blacklist/import', { data: [{ phone_number: phone }] })
  expect(await stateOf(phone)).toMatchObject({ stage: 'blocked' })
  const { rows } = await server.pool
    .query(`SELECT m.kind FROM movements m JOIN customer c ON c.id = m.customer_id
    WHERE c.phone = '${phone}' ORDER BY m.id`)
  expect(rows).toEqual([{ kind: 'import' }, { kind: 'blacklist' }])
})

test('a number whose blacklisting was missed is not handed out either (D1-BLACK-23, D1-Q-141)', async () => {
  const [phone = ''] = await importUnused(server, 'sot.xlsx', 1)
  const admin = await server.as('admin')
  await admin.post(`${uploadPath}/handleCustomDataOption`, {
    sale: { username: 'sale212', files: ['sot.xlsx'], ngay: [toFilterDate(todayVn())] },
  })
  await admin.post(`${uploadPath}/activeOrDeactive`, { FileName: 'sot.xlsx', is_activated: 1 })
  // A file and a blacklist entry in two transactions that do not see each other leave the number free.
  await server.pool.query(`
    ALTER TABLE blacklist DISABLE TRIGGER blacklist_comes;
    INSERT INTO blacklist (phone_number) VALUES ('${phone}');
    ALTER TABLE blacklist ENABLE TRIGGER blacklist_comes`)
  expect(await stateOf(phone)).toMatchObject({ stage: 'left' })
  const next = async () =>
    ((await (await server.as('sale212')).get('/api/v1/customer/new-care')).data as { value: object | null })
      .value
  expect(await next()).toBeNull()
  await server.pool.query(`DELETE FROM blacklist WHERE phone_number = '${phone}'`)
  expect(await next()).toMatchObject({ phone })
})
