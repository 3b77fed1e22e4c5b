/** Hand-overs during concurrent claims: no phone is ever in two hands (D3-ORG-04, D3-ORG-06). */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls, refuse } from '#test/care.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { setSettings } from '#test/settings.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { processLimits } from '#platform/server/running/limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('UPDATE users SET is_deleted = false')
  // Without a cool-down an earlier call blocks no claim: only numbers in hand and appointments do.
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
})

const { next, take, record, recorded } = careCalls(() => server)
const promise = {
  status: 'APPOINTMENT',
  package: 'VD90',
  appointmentAt: '2099-01-05T03:00:00.000Z',
  note: 'Hẹn',
}

/** Puts the other rows of phones that are in hand or have an appointment first in the queue of every claim. */
const wake = () =>
  server.pool.query(`
    UPDATE customer c SET rank = CASE WHEN EXISTS (
        SELECT FROM customer o WHERE o.phone = c.phone AND o.id <> c.id AND (o.stage = 'open' OR o.appointment_at IS NOT NULL))
      THEN 1 ELSE 1000 + rank % 1000 END
    WHERE stage = 'left' AND rank >= 0`)
const onHand = async (): Promise<string[]> =>
  (
    await server.pool.query<{ phone: string }>(
      `SELECT phone FROM customer WHERE stage = 'open' OR appointment_at IS NOT NULL ORDER BY 1`,
    )
  ).rows.map(({ phone }) => phone)

/** Claims a number and records a refusal at once; returns its phone. */
async function call(username: string): Promise<string | null> {
  const { value } = await next(username)
  if (value) await record(username, value.id, refuse)
  return value?.phone ?? null
}

test('while appointments are handed over and back, nobody is handed another row of such a phone (D3-ORG-04, D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 3, packages: ['VD90', 'VD120'] })
  await permitFiles(server.pool, 'chinhanh1', [file])
  for (let n = 0; n < 3; n++) await recorded('sale111', (await take('sale111')).id, promise)
  const promised = await onHand()
  expect(new Set(promised).size).toBe(3)
  const admin = await server.as('admin')
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  for (let round = 0; round < rounds(4, 100); round++) {
    await wake()
    const handOver = admin.post('/api/v1/bangiao', { from, to })
    const claims = Promise.all(['sale111', 'sale112', 'sale121'].map(call))
    const made = await handOver
    expect(made.status).toBe(200)
    await wake()
    const undo = admin.post(`/api/v1/bangiao/${(made.data as { id: string }).id}/hoanTac`)
    const more = Promise.all(['sale112', 'sale111', 'sale121'].map(call))
    expect((await undo).status).toBe(200)
    expect([...(await claims), ...(await more)].every((phone) => phone === null)).toBe(true)
  }
  expect(await onHand()).toEqual(promised)
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('numbers returned by a locked person during claims go to at most one claimer, and those with an appointment to nobody (D3-ORG-02, D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 12, packages: ['VD90', 'VD120'] })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const admin = await server.as('admin')
  const id = await userId(server.pool, 'sale111')
  const { id: first, phone: promised } = await take('sale111')
  await recorded('sale111', first, promise)
  for (let round = 0; round < rounds(3, 50); round++) {
    await server.pool.query('UPDATE users SET is_deleted = false')
    // A new session, since locking the account ended the former ones.
    const authorization = `Bearer ${await signInAs(server.pool, 'sale111')}`
    const answer = await server.app.inject({ url: '/api/v1/customer/new-care', headers: { authorization } })
    const inHand: string = answer.json().data.value.phone
    await wake()
    const [locked, ...claimed] = await Promise.all([
      admin.post(`/api/v1/users/${id}/lock`),
      ...['sale112', 'sale121', 'sale122'].map(async (username) => (await next(username)).value?.phone),
    ])
    expect(locked.status).toBe(200)
    const given = claimed.filter((phone) => phone !== undefined)
    expect(new Set(given).size).toBe(given.length)
    expect(given).not.toContain(promised)
    expect(inHand).not.toBe(promised)
    const twice = await server.pool.query(
      `SELECT phone FROM customer WHERE stage = 'open' OR appointment_at IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
    )
    expect(twice.rows).toEqual([])
  }
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('locking an account during a hand-over to it waits, and then returns the received numbers (D3-ORG-03)', async () => {
  const file = await makePool(server.pool, { rows: 2, held: { sale111: 2 } })
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  const admin = await server.as('admin')
  // Simulates a file so large that moving it takes longer than the usual lock timeout.
  await server.pool.query(`
    CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(${processLimits.lockMs / 1000 + 0.5}); RETURN NEW; END';
    CREATE TRIGGER take_long BEFORE INSERT ON handovers FOR EACH ROW EXECUTE FUNCTION take_long()`)
  const handOver = admin.post('/api/v1/bangiao', { from, to })
  await sleep(200)
  const lock = admin.post(`/api/v1/users/${to}/lock`)
  expect([(await handOver).status, (await lock).status]).toEqual([200, 200])
  await server.pool.query('DROP FUNCTION take_long CASCADE')
  const { rows } = await server.pool.query(
    `SELECT FROM customer WHERE file_id = '${file}' AND holder_id = '${to}'`,
  )
  expect(rows).toEqual([])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('a number moved while its phone leaves the blacklist stays where it was moved (D1-BLACK-23, D3-ORG-03)', async () => {
  await makePool(server.pool, { rows: 4, held: { leader11: 1, sale111: 2 } })
  const [seller, leader] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'leader11')]
  await server.pool.query(
    `INSERT INTO blacklist (phone_number) SELECT phone FROM customer WHERE holder_id = '${seller}'`,
  )
  const mover = await server.pool.connect()
  await mover.query(`BEGIN; SELECT set_config('vas.movement', 'recall', true);
    UPDATE customer SET holder_id = '${leader}' WHERE holder_id = '${seller}'`)
  const unblocking = server.pool.query('DELETE FROM blacklist')
  const waiting = () =>
    server.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
  await mover.query('COMMIT')
  mover.release()
  await unblocking
  const { rows } = await server.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM customer WHERE holder_id = '${leader}' AND stage = 'left'`,
  )
  expect(rows).toEqual([{ n: 3 }])
})

test('the result of an appointment cannot be edited while its number is in hand or blacklisted there, because that would restore the appointment (D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 2 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id } = await take('sale113')
  const earlier = await recorded('sale113', id, promise)
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = '${id}'`,
  )
  await take('sale113')
  const result = await recorded('sale113', id, promise)
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = '${id}'`,
  )
  expect((await take('sale113')).id).toBe(id)
  const edit = async (of = result) =>
    (await server.as('quanly')).put(`/api/v1/care/history/setStatus/${of}`, { status: 'REJECTED' })
  expect((await edit()).status).toBe(409)
  expect((await edit(earlier)).status).toBe(200)
  await server.pool.query(
    `INSERT INTO blacklist (phone_number) SELECT phone FROM customer WHERE id = '${id}'`,
  )
  expect((await edit()).status).toBe(409)
  const held = await (
    await server.as('admin')
  ).get(`/api/v1/users/${await userId(server.pool, 'sale113')}/held`)
  expect(held.data).toMatchObject({ uncalled: 0, inHand: 0, appointments: 1 })
  await server.pool.query('DELETE FROM blacklist')
  expect((await edit()).status).toBe(200)
})
