/** Disclosure limits for numbers already called: which actions show them in full again, and which are refused. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const { take, recorded } = careCalls(() => server)
const put = async (username: string, call: string, id: string, body: object) =>
  (await server.as(username)).put(`/api/v1/care/history/${call}/${id}`, body)

test('a salesperson who edits a note keeps the phone in it that is masked for them (D1-MASK-02)', async () => {
  await permitFiles(server.pool, 'sale111', [await makePool(server.pool, { rows: 1 })])
  const { id } = await take('sale111')
  const log = await recorded('sale111', id, { ...refuse, note: 'gọi số 0987654321 nhé' })
  const masked = 'gọi số ****54321 nhé, buổi chiều'
  expect((await put('sale111', 'setNote', log, { note: masked })).status).toBe(200)
  const { rows } = await server.pool.query(sql`SELECT note FROM care_history WHERE id = ${log}`)
  expect(rows).toEqual([{ note: 'gọi số 0987654321 nhé, buổi chiều' }])
})

test('changing a past result to an appointment shows the number again and uses one daily search; moving the appointment does not (D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 2 })
  await permitFiles(server.pool, 'sale111', [await makePool(server.pool, { rows: 3 })])
  const logs: string[] = []
  for (let n = 0; n < 3; n++) {
    const { id } = await take('sale111')
    logs.push(await recorded('sale111', id, refuse))
  }
  const again = async (log = '', username = 'sale111') => {
    const appointmentTime = { appointment_at: appointment(60).appointmentAt }
    return (await put(username, 'setStatus', log, { status: 'APPOINTMENT', ...appointmentTime })).status
  }
  const appointments = async () =>
    ((await (await server.as('sale111')).get('/api/v1/care/appointments')).data as { count: number }).count
  expect(await again(logs[0])).toBe(200)
  expect(await again(logs[1])).toBe(200)
  expect(await again(logs[2])).toBe(429)
  expect(await appointments()).toBe(2)
  // Numbers already open may be requested as often as needed; managers have no disclosure limit.
  expect(await again(logs[0])).toBe(200)
  expect(await again(logs[2], 'quanly')).toBe(200)
})
