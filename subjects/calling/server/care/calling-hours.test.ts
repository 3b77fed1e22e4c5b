/**
 * Calling hours: no new number outside them, a due appointment only with a reason (D3-RULE-01). Uses fixed times, not the machine's clock.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WhyNone } from '#subjects/calling/contract/calls/care.ts'
import { appointment, callsLater, careCalls, refuse, everyDay } from '#test/care.ts'
import { clearPools, makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM settings')
})

const { next, take, record, recorded } = careCalls(() => server)
const close = () => setSettings(server.pool, { 'care.daysOff': everyDay })

const opens = async (instant: string): Promise<string> => {
  const { rows } = await server.pool.query<{ at: Date }>(
    sql`SELECT calls_from(${instant}::timestamptz) AS at`,
  )
  return new Date((rows[0]?.at.getTime() ?? 0) + 7 * 3_600_000).toISOString().slice(0, 16)
}

test('calls are allowed from `care.from` until `care.until`, but not on weekly or calendar days off (D3-RULE-01)', async () => {
  expect(await opens('2031-03-05T03:00:00+07:00')).toBe('2031-03-05T03:00')
  await setSettings(server.pool, { 'care.from': '08:00', 'care.until': '21:00' })
  expect(await opens('2031-03-05T07:59:59+07:00')).toBe('2031-03-05T08:00')
  expect(await opens('2031-03-05T08:00:00+07:00')).toBe('2031-03-05T08:00')
  expect(await opens('2031-03-05T20:59:00+07:00')).toBe('2031-03-05T20:59')
  expect(await opens('2031-03-05T21:00:00+07:00')).toBe('2031-03-06T08:00')
  // The 9th is a Sunday.
  await setSettings(server.pool, { 'care.daysOff': ['Chủ nhật', '10/03/2031'] })
  expect(await opens('2031-03-08T22:00:00+07:00')).toBe('2031-03-11T08:00')
  await setSettings(server.pool, { 'care.from': '' })
  expect(await opens('2031-03-09T10:00:00+07:00')).toBe('2031-03-11T00:00')
})

test('outside calling hours nobody is handed a new number, and is told until when; the number in hand stays (D3-RULE-01)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const held = await take('sale112')
  await close()
  const sale = await server.as('sale111')
  const answer = await sale.get('/api/v1/customer/new-care')
  expect(answer.data).toMatchObject({ value: null, count: 2 })
  expect((answer.data as { opensAt: string | null }).opensAt).not.toBeNull()
  expect(answer.body.msg).toContain('Ngoài giờ gọi khách')
  expect((await next('sale112')).value?.id).toBe(held.id)
  await recorded('sale112', held.id, refuse)
  expect((await next('sale112')).value).toBeNull()
  const why = (await sale.get('/api/v1/care/why')).data as WhyNone
  expect(why).toMatchObject({ free: false, stops: [{ rule: 'hours' }] })
  // A reason does not unlock new numbers.
  expect((await sale.get('/api/v1/customer/new-care?ly_do=x')).data).toMatchObject({ value: null })
})

test('a due appointment may be called outside calling hours with a reason, which is on record; without one it waits (D3-RULE-01)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  await callsLater(server.pool, 2)
  await close()
  const sale = await server.as('sale111')
  expect((await next('sale111')).value).toBeNull()
  expect((await sale.get(`/api/v1/customer/new-care?ly_do=${'x'.repeat(501)}`)).status).toBe(400)
  const url = `/api/v1/customer/new-care?ly_do=${encodeURIComponent('Khách hẹn 21:30')}`
  const answers = await Promise.all([sale.get(url), sale.get(url)])
  expect(answers.map(({ data }) => (data as { value: { id: string } }).value.id)).toEqual([id, id])
  const { rows } = await server.pool.query(sql`
    SELECT username, after ->> 'ly_do' AS ly_do FROM audit_log WHERE resource = 'customer' AND resource_id = ${id} AND action = 'call'`)
  expect(rows).toEqual([{ username: 'sale111', ly_do: 'Khách hẹn 21:30' }])
  await recorded('sale111', id, refuse)
})

test('a result for an own appointment that was not handed out is refused outside calling hours and beyond the call limit (D3-RULE-01, D3-RULE-02)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  const { rows } = await server.pool.query<{ version: number }>(
    sql`SELECT version FROM customer WHERE id = ${id}`,
  )
  const again = { ...refuse, version: rows[0]?.version }
  await close()
  const late = await record('sale111', id, again)
  expect([late.status, late.body.msg]).toEqual([409, expect.stringContaining('Ngoài giờ gọi khách')])
  await server.pool.query('DELETE FROM settings')
  await setSettings(server.pool, { 'care.callsPerPhone': 1, 'care.callsPerDays': 30 })
  const full = await record('sale111', id, again)
  expect([full.status, full.body.msg]).toEqual([409, 'Số này đã đủ số lần gọi theo quy định'])
  await server.pool.query('DELETE FROM settings')
  await recorded('sale111', id, again)
})

test('a call started within calling hours may end after them (D3-RULE-01)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(60))
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE appointment_at IS NOT NULL`,
  )
  // Calling hours ended five minutes ago at any time of day: the bounds are written directly, as the claim reads them.
  await server.pool.query(`
    UPDATE calling_bounds SET days_off = NULL, opens = NULL,
      closes = CASE WHEN (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::time > '00:06' THEN (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::time - interval '5 minutes' END`)
  await recorded('sale111', id, refuse)
  await server.pool.query('UPDATE calling_bounds SET closes = NULL')
})
