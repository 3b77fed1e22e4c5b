/** 'Sàn gọi': current activity of everybody, from counters updated by the calls themselves (D3-FLR-01, D3-FLR-04). */
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  mostFloorPeople,
  type Floor,
  type FloorPerson,
  type FloorWall,
} from '#subjects/calling/contract/calls/floor.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { mendFloor } from './keep-floor.ts'
import type { Actor } from '#platform/contract/abilities.ts'
import { heardWith, hearingOf } from '#platform/server/live/readers.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM floor_people')
})
afterEach(() => requireInvariants(server.pool))

const { take, recorded } = careCalls(() => server)
const floor = async (by: string, query = ''): Promise<Floor> => {
  const answer = await (await server.as(by)).get(`/api/v1/sangoi${query}`)
  expect(answer.status).toBe(200)
  return answer.data as Floor
}
const wall = async (by: string): Promise<FloorWall> =>
  (await (await server.as(by)).get('/api/v1/sangoi/manhinh')).data as FloorWall
const of = async (username: string, by = 'leader11'): Promise<FloorPerson> => {
  const found = (await floor(by)).people.find((one) => one.username === username)
  if (!found) throw new Error(`${username} is not on the floor of ${by}`)
  return found
}
/** Moves all times of the person's day back by so many minutes. */
const ago = (username: string, minutes: number) =>
  server.pool.query(
    `WITH who AS (SELECT id FROM users WHERE username = '${username}'), hand AS (
       UPDATE customer SET claimed_at = claimed_at - interval '${minutes} minutes'
       WHERE stage = 'open' AND holder_id = (SELECT id FROM who))
     UPDATE floor_people SET first_at = first_at - interval '${minutes} minutes',
       changed_at = changed_at - interval '${minutes} minutes' WHERE user_id = (SELECT id FROM who)`,
  )

async function busy(heldBy: Record<string, number> = { sale111: 9, sale112: 5 }): Promise<string> {
  const file = await makePool(server.pool, { rows: 40, held: heldBy })
  await permitFiles(server.pool, 'chinhanh1', [file])
  server.api.services.publish('uploadchiadata')
  return file
}

test('a person whose number is blacklisted together with others becomes idle from that moment (D3-FLR-01)', async () => {
  await busy({ sale111: 9 })
  const { phone } = await take('sale111')
  await ago('sale111', 20)
  await server.pool.query(
    `INSERT INTO blacklist (phone_number) SELECT phone FROM customer WHERE phone = '${phone}' OR stage = 'left'`,
  )
  server.api.services.publish('blacklist')
  const { state, since } = await of('sale111')
  expect(state).toBe('idle')
  expect(Date.now() - Date.parse(since ?? '')).toBeLessThan(60_000)
  await server.pool.query('DELETE FROM blacklist')
})

test('a person on the floor is shown with the number in hand, counts of hour and day, and numbers left (D3-FLR-01)', async () => {
  await busy()
  expect(await of('sale111')).toMatchObject({
    state: 'absent',
    inHand: null,
    since: null,
    left: 9,
    shared: false,
  })
  const first = await take('sale111')
  const calling = await of('sale111')
  expect(calling).toMatchObject({
    state: 'calling',
    inHand: { customer: first.id },
    left: 8,
    day: { calls: 0 },
  })
  expect(calling.inHand?.phone).toMatch(/^\*{4}\d{5}$/)
  expect((await of('sale111', 'admin')).inHand?.phone).toBe(first.phone)
  await recorded('sale111', first.id, refuse)
  await recorded('sale111', (await take('sale111')).id, { status: 'KBM', note: 'Không nghe' })
  await recorded('sale111', (await take('sale111')).id, { status: 'APPROVED', package: 'VD90' })
  const idle = await of('sale111')
  const counts = { calls: 3, reached: 2, agreed: 1 }
  expect(idle).toMatchObject({ state: 'idle', inHand: null, left: 6, hour: counts, day: counts, help: [] })
  expect(idle.byHour.reduce((sum, n) => sum + n, 0)).toBe(3)
  expect((await floor('leader11')).sums).toMatchObject({
    day: counts,
    hour: counts,
    left: 11,
    states: { idle: 1 },
  })
})

test('the figures of the hour cover only that hour, those of the day the whole day (D3-FLR-01)', async () => {
  await busy()
  const agreed = { status: 'APPROVED', package: 'VD90' }
  const id = await recorded('sale111', (await take('sale111')).id, agreed)
  await server.pool.query(sql`
    UPDATE care_history SET created_at = created_at + interval '1 hour' * CASE WHEN hour_of(created_at) = 0 THEN 1 ELSE -1 END
    WHERE id = ${id}`)
  await recorded('sale111', (await take('sale111')).id, refuse)
  const figures = {
    hour: { calls: 1, reached: 1, agreed: 0 },
    day: { calls: 2, reached: 2, agreed: 1 },
  }
  expect(await of('sale111')).toMatchObject(figures)
  expect((await floor('leader11')).sums).toMatchObject(figures)
})

test("the floor's figures match 'Tỉ lệ bắt số' and the person's own screen, also after an edit (D3-FLR-01, D2-CAP-01)", async () => {
  await busy()
  for (const result of [refuse, { status: 'KLLĐ', note: 'Tắt máy' }, { status: 'KEEP', note: 'Giữ gói' }])
    await recorded('sale111', (await take('sale111')).id, result)
  const wrong = await recorded('sale111', (await take('sale111')).id, refuse)
  const seller = await server.as('sale111')
  const same = async () => {
    const today = (await seller.get('/api/v1/care/today')).data as Record<string, number>
    const report = (await (await server.as('leader11')).get('/api/v1/tilebatso')).data as {
      values: Record<string, number>[]
    }
    const row = report.values[0] ?? {}
    const { day, hour } = await of('sale111')
    expect(hour).toEqual(day)
    expect(day).toEqual({ calls: today.so_tra_ket_qua, reached: today.gap_khach, agreed: today.chap_nhan })
    expect(day).toEqual({
      calls: row.so_tra_ket_qua,
      reached: (row.so_tra_ket_qua ?? 0) - (row.khong_nghe_may ?? 0) - (row.khong_lien_lac_duoc ?? 0),
      agreed: row.chap_nhan,
    })
    return day
  }
  expect(await same()).toEqual({ calls: 4, reached: 3, agreed: 0 })
  const edit = await seller.put(`/api/v1/care/history/setStatus/${wrong}`, {
    status: 'APPROVED',
    package: 'VD90',
  })
  expect(edit.status).toBe(200)
  expect(await same()).toEqual({ calls: 4, reached: 3, agreed: 1 })
  await seller.put(`/api/v1/care/history/setStatus/${wrong}`, { status: 'KBM' })
  expect(await same()).toEqual({ calls: 4, reached: 2, agreed: 0 })
})

test('people who need help come first, by urgency, with the reasons decided by the server (D3-FLR-01)', async () => {
  await busy({ sale111: 5, sale112: 9, sale121: 3 })
  await take('sale111')
  await ago('sale111', 16)
  await recorded('sale112', (await take('sale112')).id, appointment(5))
  await ago('sale112', 20)
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE appointment_at IS NOT NULL`,
  )
  const { people } = await floor('leader11')
  expect(people.map(({ username, state, help }) => [username, state, help]).slice(0, 2)).toEqual([
    ['sale111', 'held', ['forgotten']],
    ['sale112', 'idle', ['idle', 'overdue']],
  ])
  expect(people[1]).toMatchObject({ overdue: 1, appointments: 1, promised: 1 })
})

test("the time at which numbers run out follows today's pace, and counts numbers of the group only where they may be drawn (D3-FLR-01)", async () => {
  const file = await busy({ leader11: 9, sale111: 5 })
  for (let n = 0; n < 3; n++) await recorded('sale111', (await take('sale111')).id, refuse)
  await ago('sale111', 30)
  const person = await of('sale111')
  // Three calls in half an hour, two left: twenty minutes.
  const minutes = (Date.parse(person.endsAt ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(19)
  expect(minutes).toBeLessThan(21)
  expect(person).toMatchObject({ shared: false, left: 2, enough: false })
  expect(person.help).toContain('ending')
  // sale112 has no quantity of the file and draws from the leader's: none left of its own, but not running out.
  expect(await of('sale112')).toMatchObject({ left: 0, shared: true, endsAt: null })
  await permitFiles(server.pool, 'leader11', [file], 1)
  server.api.services.publish('data_options')
  expect(await of('sale112')).toMatchObject({ shared: false })
})

test("a floor shows the reader's scope with phones as their role sees them, and is refused to sellers (D3-FLR-01, D1-MASK-01)", async () => {
  await busy({ sale111: 3, sale211: 3 })
  const phone = (await take('sale111')).phone
  const group = await floor('leader11')
  expect(group.title).toMatch(/^Nhóm /)
  expect(group.people.every(({ username }) => username.startsWith('sale11'))).toBe(true)
  const branch = await floor('chinhanh1')
  expect(branch.title).toMatch(/^Chi nhánh /)
  expect(branch.people.some(({ username }) => username.startsWith('sale2'))).toBe(false)
  for (const wallAnswer of [group, branch, await wall('admin'), await wall('leader11')])
    expect(JSON.stringify(wallAnswer)).not.toContain(phone)
  expect(JSON.stringify(await wall('admin'))).not.toContain(phone.slice(-5))
  const leader21 = await userId(server.pool, 'leader21')
  const leader = await server.as('leader11')
  expect((await leader.get(`/api/v1/sangoi?group=${leader21}`)).status).toBe(404)
  expect(
    (await floor('admin', `?group=${leader21}`)).people.every(({ username }) =>
      username.startsWith('sale21'),
    ),
  ).toBe(true)
  const seller = await server.as('sale111')
  for (const path of ['/api/v1/sangoi', '/api/v1/sangoi/manhinh'])
    expect((await seller.get(path)).status).toBe(403)
})

test('the wall shows a ranking by name only while the setting is on (D3-FLR-04)', async () => {
  await busy()
  await recorded('sale111', (await take('sale111')).id, { status: 'APPROVED', package: 'VD90' })
  const named = (await wall('leader11')).people.map(({ name }) => name ?? '')
  expect(named.length).toBeGreaterThan(1)
  expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b, 'vi')))
  await setSettings(server.pool, { 'floor.wallNames': 0 })
  const { people, sums } = await wall('leader11')
  expect(people.every(({ name }) => name === null)).toBe(true)
  expect(sums.day).toEqual({ calls: 1, reached: 1, agreed: 1 })
  await setSettings(server.pool, { 'floor.wallNames': 1 })
})

test('a new day starts at zero and keeps the hours of the previous day (D3-FLR-01, D3-FLR-04)', async () => {
  await busy()
  await recorded('sale111', (await take('sale111')).id, { status: 'APPROVED', package: 'VD90' })
  const seller = await userId(server.pool, 'sale111')
  // Moves everything of today one day back.
  await server.pool.query('ALTER TABLE movements DISABLE TRIGGER movements_append_only')
  await server.pool.query(
    `UPDATE movements SET at = at - interval '1 day' WHERE to_stage IN ('open', 'called')`,
  )
  await server.pool.query('ALTER TABLE movements ENABLE TRIGGER movements_append_only')
  await server.pool.query('ALTER TABLE care_history DISABLE TRIGGER care_history_floor_edit')
  await server.pool.query(`UPDATE care_history SET created_at = created_at - interval '1 day'`)
  await server.pool.query('ALTER TABLE care_history ENABLE TRIGGER care_history_floor_edit')
  await server.pool.query(`UPDATE floor_people SET day = day - 1, first_at = first_at - interval '1 day'`)
  expect(await of('sale111')).toMatchObject({ state: 'absent', day: { calls: 0 }, byHour: Array(24).fill(0) })
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect(await of('sale111')).toMatchObject({ state: 'idle', day: { calls: 1, agreed: 0 } })
  const { rows } = await server.pool.query<{ before: number; day: string }>(
    `SELECT (SELECT sum(n)::int FROM unnest(agreed_before) n) AS before, today_vn() - before_day AS day FROM floor_people WHERE user_id = '${seller}'`,
  )
  expect(rows).toEqual([{ before: 1, day: 1 }])
})

test('counters changed from outside are recomputed from the log (D3-FLR-01)', async () => {
  await busy()
  await recorded('sale111', (await take('sale111')).id, { status: 'APPROVED', package: 'VD90' })
  const right = await of('sale111')
  await server.pool.query('UPDATE floor_people SET calls = 9, agreed_by_hour = array_fill(7, ARRAY[24])')
  expect((await server.pool.query('SELECT user_id FROM floor_differences()')).rowCount).toBe(1)
  await mendFloor(server.api.services)
  expect((await server.pool.query('SELECT user_id FROM floor_differences()')).rowCount).toBe(0)
  expect((await of('sale111')).day).toEqual(right.day)
  expect((await of('sale111')).hour).toEqual(right.hour)
  await server.pool.query('DELETE FROM floor_people')
  await mendFloor(server.api.services)
  const anew = await of('sale111')
  expect({ ...anew, since: null, idleSeconds: 0, endsAt: null }).toEqual({
    ...right,
    since: null,
    idleSeconds: 0,
    endsAt: null,
  })
})

test('a claim, a result and a moved number are pushed to those who may read a floor, and to nobody else (D3-FLR-05)', async () => {
  await busy()
  const published = async (act: () => Promise<unknown>): Promise<boolean> => {
    server.published.length = 0
    await act()
    return server.published.includes('floor')
  }
  let customer = ''
  expect(await published(async () => (customer = (await take('sale111')).id))).toBe(true)
  expect(await published(() => recorded('sale111', customer, refuse))).toBe(true)
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  const leader = await server.as('leader11')
  expect(await published(() => leader.post(`/api/v1/sangoi/${from}/chuyen`, { to, numbers: 1 }))).toBe(true)
  expect(await published(() => leader.get('/api/v1/sangoi'))).toBe(false)
  const hears = (priority: number) =>
    heardWith(hearingOf({ priority, permissions: new Set<string>() } as unknown as Actor)).has('floor')
  expect([1, 2, 3, 4, 5].map(hears)).toEqual([true, true, true, true, false])
})

test('a leader who answers appointments without claiming a number is on the floor with their results (D3-FLR-01)', async () => {
  await busy({ sale111: 3 })
  const { id } = await take('sale111')
  await recorded('sale111', id, appointment(5))
  await server.pool.query(`
    BEGIN;
    SELECT set_config('vas.movement', 'handover', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'leader11'), appointment_at = now() - interval '1 minute'
      WHERE appointment_at IS NOT NULL;
    COMMIT`)
  await recorded('leader11', id, refuse)
  expect(await of('leader11', 'chinhanh1')).toMatchObject({ day: { calls: 1, reached: 1 } })
})

test('with more people than fit, those who need help are shown, and the sums cover everybody (D3-FLR-01, D3-FLR-05)', async () => {
  await busy()
  await server.pool.query(`
    INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
    SELECT 'many' || n, 'Nhân viên ' || n, 'many@vasdesk.example', r.id, b.id, l.id, '-'
    FROM generate_series(1, 620) n, roles r, users b, users l
    WHERE r.priority = 5 AND b.username = 'chinhanh1' AND l.username = 'leader11'`)
  server.api.services.publish('users')
  const before = await floor('admin')
  await recorded('sale111', (await take('sale111')).id, refuse)
  await take('sale112')
  await ago('sale112', 20)
  server.api.services.publish('customer')
  const { people, sums, more } = await floor('admin')
  const { sums: wallSums } = await wall('admin')
  expect(more).toBe(true)
  expect(people).toHaveLength(mostFloorPeople)
  expect(people[0]).toMatchObject({ username: 'sale112', help: ['forgotten'] })
  expect(sums.people).toBeGreaterThan(620)
  expect(sums.day.calls).toBe(before.sums.day.calls + 1)
  expect(wallSums.day).toEqual(sums.day)
  expect(wallSums.people).toBe(sums.people)
})
