/** No number is lost to its rule: released, blacklisted, its person or leader locked, its phone in another hand (D3-REC-03). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls } from '#test/care.ts'
import { makePool, permitFiles, userId } from '#test/pool.ts'
import { anyTime, clearRules, noAnswer, recycleCalls } from '#test/recycling.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { requireInvariants } from '#test/invariants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(() => clearRules(server.pool))

const { next, take, recorded } = careCalls(() => server)
const { file, later, save } = recycleCalls(() => server)

/** A number that sale112 called without an answer, handed to sale111 by the rule. */
async function recycledInHand() {
  await save({ KBM: { ...anyTime, caller: 'other' } })
  await file()
  const { id } = await take('sale112')
  await recorded('sale112', id, noAnswer)
  await later(5)
  expect((await next('sale112')).value).toBeNull()
  return take('sale111')
}
const stateOf = async (id: string): Promise<unknown> =>
  (
    await server.pool.query(sql`
      SELECT c.stage, c.status, u.username AS holder FROM customer c JOIN users u ON u.id = c.holder_id WHERE c.id = ${id}`)
  ).rows[0]

test('a recycled number returns to its rule when released, and goes to nobody once the rule is off (D3-REC-03, D3-FLR-02)', async () => {
  const { id, version } = await recycledInHand()
  const person = await userId(server.pool, 'sale111')
  const body = { customer: id, version, reason: 'forgot' }
  const released = await (await server.as('leader11')).post(`/api/v1/sangoi/${person}/nha`, body)
  expect(released.status).toBe(200)
  expect(await stateOf(id)).toEqual({ stage: 'called', status: 'TAKECARE', holder: 'sale112' })
  expect((await next('sale112')).value).toBeNull()
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle', again: { n: 2 } })
  await (await server.as('leader11')).post(`/api/v1/sangoi/${person}/nha`, { ...body, version: version + 2 })
  await save({ KBM: { active: false } })
  for (const username of ['sale111', 'sale112']) expect((await next(username)).value).toBeNull()
  await requireInvariants(server.pool)
})

test('a recycled number returns to its rule when its holder is locked or moves (D3-REC-03, D3-ORG-03)', async () => {
  const { id } = await recycledInHand()
  await server.pool.query(`
    BEGIN;
    SELECT set_config('vas.movement', 'recall', true);
    SELECT give_back(id, group_id, brand_id, NULL, true) FROM users WHERE username = 'sale111';
    COMMIT`)
  expect(await stateOf(id)).toEqual({ stage: 'called', status: 'TAKECARE', holder: 'sale112' })
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle' })
  await requireInvariants(server.pool)
})

test('a recycled number blacklisted in the hand returns to its rule when the entry is deleted (D3-REC-03, D1-BLACK-23)', async () => {
  const { id, phone } = await recycledInHand()
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number, description) VALUES (${phone}, 'Không gọi')`,
  )
  expect(await stateOf(id)).toMatchObject({ stage: 'blocked', holder: 'sale111' })
  await server.pool.query('DELETE FROM blacklist')
  expect(await stateOf(id)).toEqual({ stage: 'called', status: 'TAKECARE', holder: 'sale112' })
  expect((await next('sale112')).value).toBeNull()
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle', again: { n: 2 } })
  await requireInvariants(server.pool)
})

test('a number of a customer list is recycled to its person whatever caller the rule wants, and to the group once the person is locked (D3-REC-03)', async () => {
  await save({ KBM: { ...anyTime, most: 5, caller: 'other' } })
  const list = await file()
  await server.pool.query(sql`UPDATE data_files SET kind = 'list' WHERE id = ${list}`)
  await server.pool.query(sql`
    WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'split', true))
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale111'), status = 'ASSIGNED'
    FROM m WHERE file_id = ${list}`)
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  expect((await next('sale112')).value).toBeNull()
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle' })
  await recorded('sale111', id, noAnswer)
  await later(5)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale111'`)
  try {
    expect((await next('sale121')).value).toBeNull()
    expect(await take('sale112')).toMatchObject({ id, source: 'recycle' })
  } finally {
    await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale111'`)
  }
})

test('numbers waiting for the group of a locked leader follow their callers, or go to the branch when a caller is locked (D3-REC-03, D3-ORG-03)', async () => {
  await save({ KBM: { ...anyTime, most: 9 } })
  await file(2)
  const [one, two] = [await take('sale111'), await take('sale112')]
  await recorded('sale111', one.id, noAnswer)
  await recorded('sale112', two.id, noAnswer)
  await later(5)
  const change = (set: string, username: string) =>
    server.pool.query(`UPDATE users SET ${set} WHERE username = '${username}'`)
  const group = (leader: string) => `group_id = (SELECT id FROM users WHERE username = '${leader}')`
  const waits = async () =>
    (
      await server.pool.query<{ caller: string; unit: string }>(`
        SELECT c.username AS caller, u.username AS unit FROM recycling r JOIN users c ON c.id = r.caller_id
        JOIN users u ON u.id = r.unit_id WHERE r.unit_id = r.taker_id ORDER BY 1`)
    ).rows.map(({ caller, unit }) => [caller, unit])
  try {
    await change('is_deleted = true', 'leader11')
    expect(await waits()).toEqual([
      ['sale111', 'leader11'],
      ['sale112', 'leader11'],
    ])
    await change(group('leader12'), 'sale111')
    await change('is_deleted = true', 'sale112')
    await change(group('leader12'), 'sale112')
    const moved = [
      ['sale111', 'leader12'],
      ['sale112', 'chinhanh1'],
    ]
    expect(await waits()).toEqual(moved)
    await server.pool.query(`SELECT plan_recycling(customer_id) FROM recycling`)
    expect(await waits()).toEqual(moved)
    const taken = [await take('sale121'), await take('sale111')]
    expect(new Set(taken.map(({ id }) => id))).toEqual(new Set([one.id, two.id]))
    expect(taken.map(({ source }) => source)).toEqual(['recycle', 'recycle'])
  } finally {
    await change('is_deleted = false', 'leader11')
    await change('is_deleted = false', 'sale112')
    for (const username of ['sale111', 'sale112']) await change(group('leader11'), username)
  }
})

test('a rule stays valid although somebody holds the phone by another package for a moment (D3-REC-03)', async () => {
  await setSettings(server.pool, { 'care.coolDownHours': 24 })
  await save({ KBM: { ...anyTime, within_days: 2 } })
  const made = await makePool(server.pool, { rows: 1, packages: ['VD90', 'VD120'] })
  await permitFiles(server.pool, 'chinhanh1', [made])
  const first = await take('sale111')
  await recorded('sale111', first.id, noAnswer)
  await later(36)
  // The other row of the phone is in hand and is put back without a call.
  const other = await server.pool.query<{ id: string }>(sql`
    WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'claim', true))
    UPDATE customer SET stage = 'open', claimed_at = now(), holder_id = (SELECT id FROM users WHERE username = 'sale121')
    FROM m WHERE file_id = ${made} AND id <> ${first.id} RETURNING id`)
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query(sql`
    WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'delete', true))
    UPDATE customer SET stage = 'gone', claimed_at = NULL FROM m WHERE id = ${other.rows[0]?.id}`)
  const { rows } = await server.pool.query<{ soon: boolean }>(
    `SELECT due_at < now() + interval '20 minutes' AS soon FROM recycling`,
  )
  expect(rows).toEqual([{ soon: true }])
  await server.pool.query(`UPDATE recycling SET due_at = due_at - interval '20 minutes'`)
  expect(await take('sale112')).toMatchObject({ id: first.id, source: 'recycle' })
})

test('the call that a rule follows cannot be edited while the number is being called again (D3-REC-03)', async () => {
  // Early on the first of a month the call five hours ago belongs to the month before.
  await setSettings(server.pool, { 'care.editDaysBack': 1 })
  const { id } = await recycledInHand()
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM care_history WHERE customer_id = ${id}`,
  )
  const manager = await server.as('quanly')
  const appointmentAt = new Date(Date.now() + 3_600_000).toISOString()
  for (const [call, more] of [
    ['setAppointmentAt', { appointmentAt }],
    ['setStatus', { status: 'REJECTED' }],
  ] as const) {
    const refused = await manager.put(`/api/v1/care/history/${call}/${rows[0]?.id}`, more)
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'Số này đang được gọi lại, ghi kết quả của cuộc gọi mới thay vì sửa cuộc gọi cũ',
    ])
  }
})
