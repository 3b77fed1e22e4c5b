/** Hourly counters of the floor: results of the previous day for the wall, idle time of the current hour only (D3-FLR-01, D3-FLR-04). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Floor, FloorPerson, FloorWall } from '#subjects/calling/contract/calls/floor.ts'
import { careCalls, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM floor_people')
  const file = await makePool(server.pool, { rows: 40, held: { sale111: 9, sale112: 5 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  server.api.services.publish('uploadchiadata')
})
afterEach(() => requireInvariants(server.pool))

const { take, recorded } = careCalls(() => server)
const wall = async (by: string): Promise<FloorWall> =>
  (await (await server.as(by)).get('/api/v1/sangoi/manhinh')).data as FloorWall
const of = async (username: string): Promise<FloorPerson | undefined> =>
  ((await (await server.as('leader11')).get('/api/v1/sangoi')).data as Floor).people.find(
    (one) => one.username === username,
  )

test('a result of yesterday changed to accepted today counts on the wall for yesterday, in the hour of its call (D3-FLR-04)', async () => {
  const call = await recorded('sale111', (await take('sale111')).id, refuse)
  const seller = await userId(server.pool, 'sale111')
  const storedHours = async () =>
    (
      await server.pool.query(
        `SELECT agreed, agreed_before, (SELECT sum(n)::int FROM unnest(agreed_before) n) AS before FROM floor_people WHERE user_id = '${seller}'`,
      )
    ).rows[0] as { agreed: number; agreed_before: number[]; before: number }
  await server.pool.query('ALTER TABLE care_history DISABLE TRIGGER care_history_floor_edit')
  await server.pool.query(
    `UPDATE care_history SET created_at = day_start(today_vn()) - interval '7.5 hours' WHERE id = '${call}'`,
  )
  await server.pool.query('ALTER TABLE care_history ENABLE TRIGGER care_history_floor_edit')
  await server.pool.query(`
    UPDATE floor_people SET calls = 0, reached = 0, calls_by_hour = array_fill(0, ARRAY[24]), reached_by_hour = array_fill(0, ARRAY[24]),
      before_day = day - 1, agreed_before = array_fill(0, ARRAY[24])`)
  const become = (status: string) =>
    server.pool.query(`UPDATE care_history SET status = '${status}' WHERE id = '${call}'`)
  await become('APPROVED')
  // At 16:30 yesterday, none today.
  expect(await storedHours()).toEqual({ agreed: 0, agreed_before: Array(24).fill(0).with(16, 1), before: 1 })
  await become('REJECTED')
  expect((await storedHours()).before).toBe(0)
  // The counters kept are of an earlier day, so the edited call belongs to no day on the floor.
  await server.pool.query('UPDATE floor_people SET before_day = day - 2')
  await become('APPROVED')
  expect((await storedHours()).before).toBe(0)
})

test('the wall compares up to the last full hour, with the previous day only (D3-FLR-04)', async () => {
  await take('sale111')
  const compared = async (before: string) => {
    await server.pool.query(`
      UPDATE floor_people SET ${before}, calls_by_hour = array_fill(3, ARRAY[24]), agreed_by_hour = array_fill(2, ARRAY[24]),
        agreed_before = array_fill(1, ARRAY[24])`)
    server.api.services.publish('customer')
    return (await wall('leader11')).compared
  }
  const first = await compared('before_day = day - 1')
  const hour = first?.hour ?? 0
  const of24 = (n: number) => (hour === 0 ? null : { hour, today: 2 * hour, before: n * hour })
  expect(first).toEqual(of24(1))
  // Two days back does not count as the previous day.
  expect(await compared('before_day = day - 2')).toEqual(of24(0))
  // A person who has not begun today: yesterday's results are still in the counters of the current day.
  expect(await compared('day = day - 1, before_day = day - 2')).toBeNull()
  await take('sale112')
  expect(
    await compared(
      `day = CASE WHEN user_id = '${await userId(server.pool, 'sale112')}' THEN today_vn() ELSE today_vn() - 1 END`,
    ),
  ).toEqual(hour === 0 ? null : { hour, today: 2 * hour, before: 2 * hour })
})

test('idle time of the previous hour does not count for this hour (D3-FLR-01)', async () => {
  await recorded('sale111', (await take('sale111')).id, refuse)
  const isPerson = `user_id = '${await userId(server.pool, 'sale111')}'`
  // Idle for three hours, with 2,000 seconds of the previous hour on the counter.
  const setIdle = () =>
    server.pool.query(`
      UPDATE floor_people SET first_at = now() - interval '4 hours', changed_at = now() - interval '3 hours',
        idle_hour = date_trunc('hour', now()) - interval '1 hour', idle_seconds = 2000 WHERE ${isPerson}`)
  const intoHour = async () =>
    (
      await server.pool.query<{ s: number }>(
        `SELECT extract(epoch FROM clock_timestamp() - date_trunc('hour', clock_timestamp()))::int AS s`,
      )
    ).rows[0]?.s ?? 0
  const near = async (seconds: number) => {
    const now = await intoHour()
    expect(seconds).toBeLessThanOrEqual(now + 1)
    expect(seconds).toBeGreaterThan(now - 30)
  }
  await setIdle()
  server.api.services.publish('customer')
  await near((await of('sale111'))?.idleSeconds ?? -1)
  await take('sale111')
  const { rows } = await server.pool.query<{ idle_seconds: number }>(
    `SELECT idle_seconds FROM floor_people WHERE ${isPerson}`,
  )
  await near(rows[0]?.idle_seconds ?? -1)
})
