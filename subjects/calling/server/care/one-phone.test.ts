/** One phone is one person: rows that share a phone are handled together, across packages and files (D3-ORG-06). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appointment, callsLater, careCalls, refuse } from '#test/care.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query(`DELETE FROM settings; DELETE FROM blacklist`)
})

const { next, take, record, recorded } = careCalls(() => server)

/** A file in which each phone has two packages, open to branch 1. */
async function twoPackages(rows = 1): Promise<string> {
  const file = await makePool(server.pool, { rows, packages: ['VD90', 'VD120'] })
  await permitFiles(server.pool, 'chinhanh1', [file])
  return file
}

/** The same phones once more, with another package, in a file of their own. */
async function sameAgain(file: string): Promise<string> {
  const copy = await makePool(server.pool, { rows: 0 })
  await server.pool.query(sql`
    INSERT INTO customer (file_id, phone, package, rank)
    SELECT ${copy}, phone, 'VD500', rank FROM customer WHERE file_id = ${file}`)
  return copy
}

const later = (hours: number) => callsLater(server.pool, hours)

test('while a phone is in hand or in its cool-down, no other row of it is handed out (D3-ORG-06)', async () => {
  await twoPackages()
  const first = await take('sale111')
  expect((await next('sale112')).value).toBeNull()
  await recorded('sale111', first.id, refuse)
  expect((await next('sale112')).value).toBeNull()
  expect((await next('sale111')).value).toBeNull()
  await later(23)
  expect((await next('sale112')).value).toBeNull()
  await later(2)
  expect(await take('sale112')).toMatchObject({ phone: first.phone, source: 'pool' })
})

test('this also holds for rows in another file or in a customer list (D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  const [copy, other] = [await sameAgain(file), await sameAgain(file)]
  await permitFiles(server.pool, 'sale111', [file])
  await permitFiles(server.pool, 'sale112', [copy])
  await server.pool.query(sql`UPDATE data_files SET kind = 'list' WHERE id = ${other}`)
  await withTransaction(server.pool, async (client) => {
    await client.query(`SELECT set_config('vas.movement', 'assign', true)`)
    await client.query(sql`
      UPDATE customer SET holder_id = ${await userId(server.pool, 'sale112')} WHERE file_id = ${other}`)
  })
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect((await next('sale112')).value).toBeNull()
  await later(25)
  expect((await take('sale112')).source).toBe('assigned')
})

test('a changed cool-down setting applies from the next claim on, and 0 means none (D3-ORG-06)', async () => {
  await twoPackages()
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect((await next('sale112')).value).toBeNull()
  await later(3)
  await setSettings(server.pool, { 'care.coolDownHours': 4 })
  expect((await next('sale112')).value).toBeNull()
  await setSettings(server.pool, { 'care.coolDownHours': 2 })
  const second = await take('sale112')
  await recorded('sale112', second.id, refuse)
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
  expect((await next('sale121')).value).toBeNull()
})

test('without a cool-down the next row of a called phone is handed out at once, but not while the phone is in hand (D3-ORG-06)', async () => {
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
  await twoPackages()
  const first = await take('sale111')
  expect((await next('sale112')).value).toBeNull()
  await recorded('sale111', first.id, refuse)
  await expect.poll(async () => (await next('sale112')).value?.phone).toBe(first.phone)
})

test('while somebody has an appointment, future or due, only this person is handed that phone (D3-ORG-06)', async () => {
  await twoPackages()
  const first = await take('sale111')
  await recorded('sale111', first.id, appointment(60 * 72))
  await later(48)
  expect((await next('sale112')).value).toBeNull()
  await later(48)
  expect((await next('sale112')).value).toBeNull()
  expect(await take('sale111')).toMatchObject({ id: first.id, source: 'appointment' })
  expect((await next('sale112')).value).toBeNull()
})

test('an appointment waits while somebody else has just called the phone (D3-ORG-06)', async () => {
  await twoPackages()
  const first = await take('sale111')
  await recorded('sale111', first.id, appointment(60))
  await later(2)
  await server.pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note)
    SELECT id, ${await userId(server.pool, 'sale211')}, 'sale211', phone, package, 'REJECTED', 'x' FROM customer
    WHERE phone = ${first.phone} AND stage = 'left'`)
  expect((await next('sale111')).value).toBeNull()
  await later(25)
  expect(await take('sale111')).toMatchObject({ id: first.id, source: 'appointment' })
})

test("a re-invited number goes to its caller in spite of the caller's own calls, and to no one else (D3-ORG-06, D1-Q-089)", async () => {
  await twoPackages()
  const first = await take('sale111')
  const id = await recorded('sale111', first.id, refuse)
  await later(25)
  await recorded('sale111', (await take('sale111')).id, refuse)
  await (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id })
  expect((await next('sale112')).value).toBeNull()
  expect(await take('sale111')).toMatchObject({ id: first.id, source: 'reinvite' })
})

test('the card shows the earlier calls of the phone, with phones masked in the notes of other callers (D3-ORG-06)', async () => {
  await twoPackages()
  const first = await take('sale111')
  await recorded('sale111', first.id, { status: 'KBM', note: 'Gọi số vợ 0912345678' })
  await later(25)
  expect((await take('sale112')).history).toMatchObject([
    { status: 'KBM', package: first.package, note: 'Gọi số vợ ****45678' },
  ])
})

test('of two people who repeatedly claim two rows of one phone at once never both get one (D3-ORG-06)', async () => {
  const people = ['sale111', 'sale112', 'sale113', 'sale121']
  const total = rounds(20, 200)
  await twoPackages(total)
  const taken: string[] = []
  for (let round = 0; round < total; round += 1) {
    const cards = await Promise.all(
      people.map(async (username) => {
        const { value } = await next(username)
        // Called concurrently: the result of one and the claim of the other run at the same time.
        if (value) await recorded(username, value.id, refuse)
        return value ? [value.phone] : []
      }),
    )
    taken.push(...cards.flat())
  }
  expect(taken).toHaveLength(total)
  expect(new Set(taken).size).toBe(total)
})

test('thousands of resting numbers at the head of a file are skipped once and not by every claim (D3-ORG-06)', async () => {
  const file = await makePool(server.pool, { rows: 2_000 })
  const copy = await sameAgain(file)
  const caller = await userId(server.pool, 'sale211')
  await withTransaction(server.pool, async (client) => {
    // Planning the next call of thousands of results takes a while.
    await client.query(`SET LOCAL statement_timeout = '60s'`)
    await client.query(sql`
      INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note)
      SELECT id, ${caller}, 'sale211', phone, package, 'REJECTED', 'x' FROM customer
      WHERE file_id = ${file} AND rank < 2000`)
  })
  await permitFiles(server.pool, 'chinhanh1', [copy])
  const resting = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ n: number }>(sql`
      SELECT count(*) AS n FROM customer WHERE file_id = ${copy} AND stage = 'left' AND rank >= 1000000000000000`)
    return rows[0]?.n ?? 0
  }
  // One of them was not called and is handed out although it is last in the queue.
  expect((await take('sale111')).source).toBe('pool')
  expect(await resting()).toBe(1_999)
  expect((await next('sale112')).value).toBeNull()
  await later(25)
  await take('sale112')
})

test('an edit cannot make an appointment with a phone that somebody else is calling (D3-ORG-06)', async () => {
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
  await twoPackages()
  const first = await take('sale111')
  const id = await recorded('sale111', first.id, refuse)
  await take('sale112')
  const sale = await server.as('sale111')
  const appointmentAt = appointment(60).appointmentAt
  const refused = await sale.put(`/api/v1/care/history/setStatus/${id}`, {
    status: 'APPOINTMENT',
    appointment_at: appointmentAt,
  })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Số này đang được người khác chăm sóc hoặc có lịch hẹn với người khác',
  ])
  expect((await record('sale111', first.id, refuse)).status).toBe(409)
})
