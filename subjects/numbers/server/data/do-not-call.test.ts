/** Do-not-call entries: source, last day, permission to change, and where a match is shown. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { appointment, careCalls } from '#test/care.ts'
import { setClock } from '#test/clock.ts'
import { requireInvariants } from '#test/invariants.ts'
import { servedAt } from '#test/organisation.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { anyTime, clearRules, noAnswer, recycleCalls } from '#test/recycling.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { importUnused, options, phones, splitFile, trial, wrongBalances } from '#test/subscriber-files.ts'
import { endEntries } from './end-entries.ts'

/** Ten minutes before midnight in Vietnam, since test sessions last an hour. */
const start = new Date('2026-03-10T16:50:00Z')
let server: TestServer
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  server = await startTestServer({ LOG_LEVEL: 'error' }, undefined, () => servedAt(start))
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})
beforeEach(() => setTime(start.toISOString()))

const { next, take, recorded } = careCalls(() => server)
const { file, later, save } = recycleCalls(() => server)

/** Sets the clocks of database and server. */
async function setTime(instant: string): Promise<void> {
  vi.setSystemTime(new Date(instant))
  await setClock(server.pool, new Date(instant))
}
/** The last second of 10 March in Vietnam, and the first one after it. */
const lastMoment = '2026-03-10T16:59:59Z'
const midnight = '2026-03-10T17:00:01Z'
const today = '2026-03-10'

const path = '/api/v1/blacklist'
const enter = async (phone_number: string, more: object = {}, username = 'admin') => {
  const answer = await (await server.as(username)).post(path, { phone_number, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Record<string, unknown> & { id: string; version: number }
}
const stageOf = async (phone: string): Promise<string[]> => {
  const { rows } = await server.pool.query<{ stage: string }>(
    sql`SELECT stage FROM customer WHERE phone = ${phone} AND stage <> 'gone'`,
  )
  return rows.map(({ stage }) => stage)
}
const isBlocked = async (phone: string): Promise<boolean> => {
  const { rowCount } = await server.pool.query(sql`SELECT FROM do_not_call WHERE phone_number = ${phone}`)
  return rowCount !== 0
}

test('a do-not-call entry has source, reason, requester and end; a source outside the list is refused with its name (D3-RULE-03)', async () => {
  const [phone = ''] = phones(1)
  const row = await enter(phone, {
    nguon: 'toa_an',
    ly_do: 'Quyết định 12',
    nguoi_yeu_cau: 'Toà án quận 1',
    den_ngay: '2026-12-31',
  })
  expect(row).toMatchObject({
    nguon: 'toa_an',
    ly_do: 'Quyết định 12',
    nguoi_yeu_cau: 'Toà án quận 1',
    den_ngay: '2026-12-31',
  })
  expect(await enter(phone, { nguon: 'Khách yêu cầu' })).toMatchObject({ nguon: 'khach', den_ngay: null })
  // Clients that send only number and description create internal entries.
  expect(await enter(phone, { description: 'Cũ' })).toMatchObject({ nguon: 'noi_bo', description: 'Cũ' })
  const wrong = await (await server.as('admin')).post(path, { phone_number: phone, nguon: 'bao_chi' })
  expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([400, ['nguon']])
  const only = (await (await server.as('admin')).get(`${path}?message=${phone}&nguon=toa_an`)).data
  expect(only).toMatchObject({ count: 1, values: [{ id: row.id }] })
})

test('a number added again gets an entry beside the former one, by form and by file; only its author and P<3 change or delete it (D3-RULE-03)', async () => {
  const [phone = ''] = phones(1)
  const entry = await enter(phone, { nguon: 'khach' }, 'sale111')
  await enter(phone, { nguon: '5656' }, 'sale112')
  await (
    await server.as('admin')
  ).post(`${path}/import`, { data: [{ phone_number: phone, nguon: 'toa_an' }] })
  const { rows } = await server.pool.query<{ nguon: string }>(sql`
    SELECT nguon FROM blacklist WHERE phone_number = ${phone} ORDER BY id`)
  expect(rows.map(({ nguon }) => nguon)).toEqual(['khach', '5656', 'toa_an'])
  for (const other of ['sale112', 'leader11', 'chinhanh1']) {
    const caller = await server.as(other)
    expect([other, (await caller.put(`${path}/${entry.id}`, { den_ngay: today })).status]).toEqual([
      other,
      403,
    ])
    expect([other, (await caller.delete(`${path}/${entry.id}`)).status]).toEqual([other, 403])
  }
  expect((await (await server.as('sale111')).put(`${path}/${entry.id}`, { ly_do: 'Ồn' })).status).toBe(200)
  expect((await (await server.as('quanly')).delete(`${path}/${entry.id}`)).status).toBe(200)
})

test('an entry applies through its last day in Vietnam and blocks nothing afterwards, neither in reads nor in splits (D3-RULE-03)', async () => {
  const [first = '', second = ''] = await importUnused(server, 'het-han.xlsx', 3)
  await splitFile(server, 'admin', 'het-han.xlsx', { sale111: 1 })
  await enter(first, { nguon: 'khach', den_ngay: today })
  await enter(second, { nguon: '5656', den_ngay: today })
  await enter(second, { nguon: 'noi_bo', den_ngay: '2026-03-11' })
  await setTime(lastMoment)
  expect(await endEntries(server.api.services)).toBe(0)
  expect([await isBlocked(first), await stageOf(first)]).toEqual([true, ['blocked']])
  expect((await options(server, 'admin', 'het-han.xlsx')).total).toBe(1)
  await setTime(midnight)
  // Automatically, before the numbers are released.
  expect([await isBlocked(first), await isBlocked(second)]).toEqual([false, true])
  expect(await endEntries(server.api.services)).toBe(2)
  expect(await endEntries(server.api.services)).toBe(0)
  expect([await stageOf(first), await stageOf(second)]).toEqual([['left'], ['blocked']])
  expect((await options(server, 'admin', 'het-han.xlsx')).total).toBe(2)
  const { rows } = await server.pool.query(sql`
    SELECT u.username, c.status FROM customer c JOIN users u ON u.id = c.holder_id WHERE c.phone = ${first}`)
  expect(rows).toEqual([{ username: 'sale111', status: 'ASSIGNED' }])
  await setTime('2026-03-11T17:00:01Z')
  expect(await endEntries(server.api.services)).toBe(1)
  expect(await stageOf(second)).toEqual(['left'])
  expect(await wrongBalances(server.pool)).toEqual([])
  await requireInvariants(server.pool)
})

test('a changed end day applies at once in both directions, and an entry created with a past day blocks nothing (D3-RULE-03)', async () => {
  const [phone = '', other = ''] = await importUnused(server, 'doi-ngay.xlsx', 2)
  const { id } = await enter(phone, { den_ngay: '2026-03-20' })
  const admin = await server.as('admin')
  await admin.put(`${path}/${id}`, { den_ngay: '2026-03-09' })
  expect(await stageOf(phone)).toEqual(['left'])
  expect(await endEntries(server.api.services)).toBe(1)
  await admin.put(`${path}/${id}`, { den_ngay: today })
  expect(await stageOf(phone)).toEqual(['blocked'])
  await setTime(midnight)
  expect(await endEntries(server.api.services)).toBeGreaterThan(0)
  expect(await stageOf(phone)).toEqual(['left'])
  await setTime(start.toISOString())
  await enter(other, { den_ngay: '2026-03-01' })
  expect(await stageOf(other)).toEqual(['left'])
  await requireInvariants(server.pool)
})

test('a file imported after an entry has ended has its numbers free; a called number returns by its rule at once (D3-RULE-03, D3-REC-03)', async () => {
  await clearRules(server.pool)
  await save({ KBM: { ...anyTime, most: 3 } })
  const made = await file()
  const called = await take('sale111')
  await recorded('sale111', called.id, noAnswer)
  await enter(called.phone, { den_ngay: today })
  await later(5)
  // Checked while blocked, which would postpone it by a day.
  expect((await next('sale112')).value).toBeNull()
  await setTime(midnight)
  await endEntries(server.api.services)
  await permitFiles(server.pool, 'chinhanh1', [made])
  expect((await next('sale112')).value).toMatchObject({ id: called.id, source: 'recycle' })
  const [over = '', counts = ''] = phones(2)
  await enter(over, { den_ngay: today })
  await enter(counts, { den_ngay: '2026-03-11' })
  const data = [over, counts].map((so_dien_thoai) => ({ so_dien_thoai, goi_cuoc: 'VD89' }))
  await (await server.as('admin')).post('/api/v1/uploadchiadata/import', { FileName: 'sau.xlsx', data })
  expect([await stageOf(over), await stageOf(counts)]).toEqual([['left'], ['blocked']])
})

test('two entries of a phone deleted at the same moment free its number (D3-RULE-03)', async () => {
  const [phone = ''] = await importUnused(server, 'cung-luc.xlsx', 1)
  const entries = [await enter(phone), await enter(phone)]
  const admin = await server.as('admin')
  for (let round = 0; round < 5; round++) {
    const deleted = await Promise.all(entries.map(({ id }) => admin.delete(`${path}/${id}`)))
    expect(deleted.map(({ status }) => status)).toEqual([200, 200])
    expect(await stageOf(phone)).toEqual(['left'])
    for (const index of entries.keys()) entries[index] = await enter(phone)
  }
})

test('an appointment with a number that has two entries counts once on the floor, and is shown to its holder again after they end (D3-RULE-03)', async () => {
  await clearRules(server.pool)
  await permitFiles(server.pool, 'chinhanh1', [await makePool(server.pool, { rows: 1 })])
  const { id, phone } = await take('sale111')
  await recorded('sale111', id, appointment(5))
  await enter(phone, { den_ngay: today })
  await enter(phone, { den_ngay: today, nguon: '5656' })
  const floor = async () => {
    const { data } = await (await server.as('leader11')).get('/api/v1/sangoi')
    const { people } = data as { people: { username: string; promised: number; appointments: number }[] }
    return people.find(({ username }) => username === 'sale111')
  }
  expect(await floor()).toMatchObject({ promised: 1, appointments: 0 })
  expect(await appointmentsOf('sale111')).toEqual([])
  await setTime(midnight)
  expect(await appointmentsOf('sale111')).toEqual([phone])
})
const appointmentsOf = async (username: string): Promise<string[]> => {
  const { data } = await (await server.as(username)).get('/api/v1/care/appointments')
  return (data as { values: { phone: string }[] }).values.map(({ phone }) => phone)
}

test('a split and "why none" say how many numbers are blocked, by source with the newest day (D3-RULE-03, D3-ORG-07)', async () => {
  const [first = '', second = '', third = ''] = await importUnused(server, 'nguon.xlsx', 3)
  await enter(first, { nguon: '5656' })
  await enter(second, { nguon: '5656' })
  await enter(third, { nguon: 'khach' })
  const words = 'Danh sách 5656: 2 số, mới nhất 10-03-2026; Khách yêu cầu: 1 số, mới nhất 10-03-2026'
  expect((await trial(server, 'admin', 'nguon.xlsx', {})).warnings).toContainEqual(
    expect.objectContaining({ title: '3 số trong blacklist', detail: `Không chia được. ${words}` }),
  )
  await (
    await server.as('admin')
  ).post('/api/v1/uploadchiadata/handleCustomDataOption', {
    sale: { username: 'sale212', files: ['nguon.xlsx'], ngay: ['10/03/2026'] },
  })
  await (
    await server.as('admin')
  ).post('/api/v1/uploadchiadata/activeOrDeactive', { FileName: 'nguon.xlsx', is_activated: 1 })
  const why = (await (await server.as('sale212')).get('/api/v1/care/why')).data as {
    files: { stops: object[] }[]
  }
  expect(why.files.flatMap(({ stops }) => stops)).toContainEqual(
    expect.objectContaining({ rule: 'blacklist', text: `3 số trong blacklist (${words})` }),
  )
})

test('saving the result of a number blacklisted in the hand says who requested it and when (D3-RULE-03)', async () => {
  await clearRules(server.pool)
  await permitFiles(server.pool, 'chinhanh1', [await makePool(server.pool, { rows: 1 })])
  const { id, phone } = await take('sale111')
  await enter(phone, { nguon: 'khach', den_ngay: '2026-04-01' })
  const answer = await (await server.as('sale111')).post(`/api/v1/customer/${id}/care`, noAnswer)
  expect([answer.status, answer.body.msg]).toEqual([
    409,
    'Số này đã vào blacklist (Khách yêu cầu, từ 10-03-2026 đến hết 01-04-2026): không gọi và không ghi kết quả nữa',
  ])
})
