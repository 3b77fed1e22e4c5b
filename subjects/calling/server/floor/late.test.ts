/** Numbers of people who have not begun by the configured time (D3-FLR-03). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Floor } from '#subjects/calling/contract/calls/floor.ts'
import { appointment, careCalls, everyDay, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { returnLate } from './keep-floor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query(
    'DELETE FROM floor_people; DELETE FROM floor_returns; DELETE FROM bell_notices; UPDATE users SET is_deleted = false',
  )
  await setSettings(server.pool, { 'floor.lateReturn': 1, 'floor.lateAt': '00:00' })
})
afterEach(() => requireInvariants(server.pool))

const { next, take, recorded } = careCalls(() => server)
const run = () => returnLate(server.api.services)
const left = async (username: string): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM customer WHERE stage = 'left' AND holder_id = '${await userId(server.pool, username)}'`,
  )
  return rows[0]?.n ?? 0
}
const quota = async (username: string): Promise<unknown[]> =>
  (
    await server.pool.query<{ quantity: number }>(
      `SELECT quantity FROM data_quotas WHERE user_id = '${await userId(server.pool, username)}'`,
    )
  ).rows.map(({ quantity }) => quantity)

/** sale112 has begun; sale111 has not. */
async function morning(
  heldBy: Record<string, number> = { leader11: 1, sale111: 6, sale112: 4 },
): Promise<string> {
  const file = await makePool(server.pool, { rows: 60, held: heldBy })
  await permitFiles(server.pool, 'chinhanh1', [file])
  await recorded('sale112', (await take('sale112')).id, refuse)
  return file
}

test('a person who has not begun returns their numbers to the leader, one who has begun keeps them, and the ledger records it (D3-FLR-03)', async () => {
  await morning()
  await run()
  expect([await left('sale111'), await left('sale112'), await left('leader11')]).toEqual([0, 3, 7])
  const { rows } = await server.pool.query(
    `SELECT kind, f.username AS from, t.username AS to, count(*)::int AS n, by_username AS by FROM movements m
     JOIN users f ON f.id = m.from_holder JOIN users t ON t.id = m.to_holder WHERE kind LIKE 'late%' GROUP BY 1, 2, 3, 5`,
  )
  expect(rows).toEqual([{ kind: 'late-return', from: 'sale111', to: 'leader11', n: 6, by: '__AUTO' }])
  const bells = await server.pool.query(
    `SELECT username, kind, about FROM bell_notices WHERE kind LIKE 'late%' ORDER BY 2`,
  )
  expect(bells.rows).toMatchObject([
    { username: 'sale111', kind: 'lateGiven', about: { numbers: 6 } },
    { username: 'leader11', kind: 'lateReceived', about: { from: 'sale111', numbers: 6 } },
  ])
})

test('a person who began with an appointment counts as begun (D3-FLR-03)', async () => {
  await morning()
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(5))
  await server.pool.query(`
    UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE appointment_at IS NOT NULL;
    UPDATE floor_people SET first_at = NULL WHERE user_id = (SELECT id FROM users WHERE username = 'sale111')`)
  await recorded('sale111', id, refuse)
  await run()
  expect(await left('sale111')).toBe(5)
})

test('nothing is taken from a person who holds a number, even one claimed before today (D3-FLR-03)', async () => {
  await morning()
  const { id } = await take('sale111')
  await server.pool.query(
    `DELETE FROM floor_people WHERE user_id = '${await userId(server.pool, 'sale111')}'`,
  )
  await run()
  expect([await left('sale111'), await left('leader11')]).toEqual([5, 1])
  await recorded('sale111', id, refuse)
})

test('a late person gets their numbers back with the first claim, except those given away meanwhile (D3-FLR-03)', async () => {
  const file = await morning()
  await run()
  // A colleague without a quantity draws two of them from the leader meanwhile.
  for (let n = 0; n < 2; n++) await recorded('sale113', (await take('sale113')).id, refuse)
  const first = await take('sale111')
  expect(first.FileName).toBeDefined()
  const back = 7 - 2
  expect((await left('sale111')) + 1 + (await left('leader11'))).toBe(back)
  expect(await quota('sale111')).toEqual([(await left('sale111')) + 1])
  const { rows } = await server.pool.query(
    `SELECT numbers, numbers_again AS again, came_at IS NOT NULL AS came FROM floor_returns WHERE numbers > 0`,
  )
  expect(rows).toEqual([{ numbers: 6, again: (await left('sale111')) + 1, came: true }])
  const kinds = await server.pool.query(
    `SELECT DISTINCT by_username AS by FROM movements WHERE kind = 'late-again'`,
  )
  expect(kinds.rows).toEqual([{ by: 'sale111' }])
  expect(file).toBeDefined()
  await run()
  expect(await left('sale111')).toBeGreaterThan(0)
})

test('a late person does not wait for a number that somebody else is changing: that number stays with the leader (D3-FLR-03)', async () => {
  await morning()
  await run()
  const other = await server.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(`
      SELECT FROM customer WHERE id = (SELECT customer_id FROM movements WHERE kind = 'late-return' ORDER BY id DESC LIMIT 1) FOR UPDATE`)
    expect((await next('sale111')).value).not.toBeNull()
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
  expect([(await left('sale111')) + 1, await left('leader11')]).toEqual([5, 2])
})

test('numbers that come back outside calling hours show on every floor, although none is handed out (D3-FLR-03, D3-FLR-05)', async () => {
  await morning()
  await run()
  const leader = await server.as('leader11')
  const leftOf = async (username: string): Promise<number | undefined> =>
    ((await leader.get('/api/v1/sangoi')).data as Floor).people.find((one) => one.username === username)?.left
  expect(await leftOf('sale111')).toBe(0)
  await setSettings(server.pool, { 'care.daysOff': everyDay })
  expect((await next('sale111')).value).toBeNull()
  expect(await leftOf('sale111')).toBe(6)
  await setSettings(server.pool, { 'care.daysOff': [] })
})

test('the late return runs once a day, is off by default, waits for its time, and takes nothing on a day on which nobody works (D3-FLR-03)', async () => {
  await setSettings(server.pool, { 'floor.lateReturn': 0 })
  await morning()
  await run()
  expect(await left('sale111')).toBe(6)
  await setSettings(server.pool, { 'floor.lateReturn': 1, 'floor.lateAt': '24:00' })
  await run()
  expect(await left('sale111')).toBe(6)
  await setSettings(server.pool, { 'floor.lateAt': '00:00' })
  await server.pool.query('UPDATE floor_people SET day = day - 1')
  await run()
  expect(await left('sale111')).toBe(6)
  await server.pool.query('UPDATE floor_people SET day = day + 1')
  await run()
  expect(await left('sale111')).toBe(0)
  // Numbers given by the leader later that day remain with the person.
  const leader = await server.as('leader11')
  const to = await userId(server.pool, 'sale111')
  const from = await userId(server.pool, 'leader11')
  expect((await leader.post(`/api/v1/sangoi/${from}/chuyen`, { to, numbers: 3 })).status).toBe(200)
  await run()
  expect(await left('sale111')).toBe(3)
})

test('two processes return the numbers once; with a simultaneous claim the person keeps or gets them back (D3-FLR-03)', async () => {
  for (let round = 0; round < rounds(3, 40); round++) {
    await clearPools(server.pool)
    await server.pool.query('DELETE FROM floor_people; DELETE FROM floor_returns')
    await morning()
    const [, , taken] = await Promise.all([run(), run(), next('sale111')])
    expect(taken.value).not.toBeNull()
    expect([await left('sale111'), await left('leader11')]).toEqual([5, 1])
    await requireInvariants(server.pool)
  }
})

test('a process that dies midway leaves everything unchanged, and the next run does the return (D3-FLR-03)', async () => {
  await morning()
  // Holds a lock on one of the numbers, so that the run is in the middle of its work when its connection is terminated.
  const holder = await server.pool.connect()
  await holder.query('BEGIN')
  await holder.query(
    `SELECT FROM customer WHERE holder_id = '${await userId(server.pool, 'sale111')}' FOR UPDATE`,
  )
  const dying = run().catch((error: unknown) => error)
  const kill = () =>
    server.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%return_late%'`,
    )
  await vi.waitFor(async () => expect((await kill()).rowCount).toBe(1), { timeout: 20_000, interval: 50 })
  expect(await dying).toBeInstanceOf(Error)
  await holder.query('ROLLBACK')
  holder.release()
  expect([await left('sale111'), await left('leader11')]).toEqual([6, 1])
  await run()
  expect([await left('sale111'), await left('leader11')]).toEqual([0, 7])
})

test('a person who moved to another unit meanwhile gets nothing back: the numbers stay in the old unit (D3-FLR-03, D3-ORG-02)', async () => {
  await morning()
  await run()
  const group = (username: string) =>
    server.pool.query(
      `UPDATE users SET group_id = (SELECT id FROM users WHERE username = '${username}') WHERE username = 'sale111'`,
    )
  await group('leader12')
  await next('sale111')
  expect([await left('sale111'), await left('leader11')]).toEqual([0, 7])
  await group('leader11')
})

test('a person locked meanwhile gets nothing back, and a locked leader is skipped (D3-FLR-03, D3-ORG-03)', async () => {
  await morning({ chinhanh1: 1, leader11: 1, sale111: 6, sale112: 4 })
  const admin = await server.as('admin')
  await admin.post(`/api/v1/users/${await userId(server.pool, 'leader11')}/lock`)
  await run()
  expect([await left('sale111'), await left('chinhanh1')]).toEqual([0, 8])
  await admin.post(`/api/v1/users/${await userId(server.pool, 'sale111')}/lock`)
  const { rows } = await server.pool.query<{ n: string }>(
    `SELECT return_again('${await userId(server.pool, 'sale111')}') AS n`,
  )
  expect(rows).toHaveLength(1)
  expect([await left('sale111'), await left('chinhanh1')]).toEqual([0, 8])
})
