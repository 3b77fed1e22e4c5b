/** Leader actions on 'Sàn gọi': release, move and hand-over, each logged with actor and reason (D3-FLR-02). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Floor, FloorPerson, Handed } from '#subjects/calling/contract/calls/floor.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { shareOut } from './share-out.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setSettings(server.pool, { 'care.coolDownHours': 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('DELETE FROM floor_people; DELETE FROM bell_notices')
})
afterEach(() => requireInvariants(server.pool))

const { next, take, record, recorded } = careCalls(() => server)
const id = (username: string): Promise<string> => userId(server.pool, username)
const of = async (username: string, by = 'leader11'): Promise<FloorPerson> => {
  const floor = (await (await server.as(by)).get('/api/v1/sangoi')).data as Floor
  const found = floor.people.find((one) => one.username === username)
  if (!found) throw new Error(`${username} is not on the floor of ${by}`)
  return found
}
async function release(
  by: string,
  username: string,
  more: object = {},
  headers?: Record<string, string>,
): Promise<Answer> {
  const { id: person, inHand } = await of(username, 'admin')
  const body = { customer: inHand?.customer, version: inHand?.version, reason: 'forgot', ...more }
  return (await server.as(by)).post(`/api/v1/sangoi/${person}/nha`, body, headers)
}
const post = async (
  by: string,
  username: string,
  verb: 'chuyen' | 'bangiao',
  body: object,
): Promise<Answer> => (await server.as(by)).post(`/api/v1/sangoi/${await id(username)}/${verb}`, body)
const stateOf = async (customer: string) =>
  (
    await server.pool.query(
      `SELECT c.stage, u.username AS holder, m.kind, m.by_username AS by FROM customer c LEFT JOIN users u ON u.id = c.holder_id
       JOIN LATERAL (SELECT * FROM movements WHERE customer_id = c.id ORDER BY id DESC LIMIT 1) m ON true WHERE c.id = '${customer}'`,
    )
  ).rows[0]
const bells = async (username: string) =>
  (
    await server.pool.query<{ kind: string; about: Record<string, unknown> }>(
      `SELECT kind, about FROM bell_notices WHERE username = '${username}'`,
    )
  ).rows

async function busy(heldBy: Record<string, number>, rows = 40): Promise<string> {
  const file = await makePool(server.pool, { rows, held: heldBy })
  await permitFiles(server.pool, 'chinhanh1', [file])
  server.api.services.publish('uploadchiadata')
  return file
}

test('releasing a forgotten number returns it to the front of its file, notifies the person, and a late result is refused (D3-FLR-02)', async () => {
  await busy({ leader11: 5 })
  const { id: customer } = await take('sale111')
  const notified: string[] = []
  Object.assign(server.api.services, {
    notify: (user: string, event: string) => void notified.push(`${event} ${user}`),
  })
  const answer = await release('leader11', 'sale111')
  expect(notified).toEqual([`handEmptied ${await id('sale111')}`])
  expect([answer.status, answer.body.msg]).toEqual([200, 'Đã nhả số'])
  expect(await stateOf(customer)).toEqual({
    stage: 'left',
    holder: 'leader11',
    kind: 'release',
    by: 'leader11',
  })
  expect(await of('sale111')).toMatchObject({ state: 'idle', inHand: null, day: { calls: 0 } })
  expect(await bells('sale111')).toMatchObject([
    { kind: 'released', about: { by: 'leader11', why: 'Quên ghi kết quả' } },
  ])
  const late = await record('sale111', customer, refuse)
  expect([late.status, late.body.msg]).toEqual([409, 'Leader đã nhả số này, lấy số khác để gọi tiếp'])
  // It returns to the front: the next claim on the pool gets it, by any salesperson.
  expect((await take('sale112')).id).toBe(customer)
  expect((await record('sale111', customer, refuse)).status).toBe(409)
  const trail = await server.pool.query(
    `SELECT username, after FROM audit_log WHERE action = 'release' AND resource_id = '${customer}'`,
  )
  expect(trail.rows).toEqual([
    { username: 'leader11', after: { username: 'sale111', why: 'Quên ghi kết quả' } },
  ])
})

test('a released appointment stays with its person (D3-FLR-02)', async () => {
  await busy({ sale111: 3 })
  const promised = await take('sale111')
  await recorded('sale111', promised.id, appointment(5))
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = '${promised.id}'`,
  )
  expect((await take('sale111')).id).toBe(promised.id)
  expect((await release('leader11', 'sale111', { reason: 'away' })).status).toBe(200)
  expect(await stateOf(promised.id)).toMatchObject({ stage: 'called', holder: 'sale111' })
  expect(await of('sale111')).toMatchObject({ overdue: 1 })
})

test('a released number that was given by name stays with its person, although the level above has a quantity of its file (D3-FLR-02)', async () => {
  // Numbers of a customer list, which has no quantities per seller; and one of a pool that was requested again.
  const file = await busy({ leader11: 4, sale111: 1 })
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM customer WHERE file_id = '${file}' AND holder_id = '${await id('sale111')}'`,
  )
  const movement = rows[0]?.id ?? ''
  await server.pool.query(`DELETE FROM data_quotas WHERE user_id = '${await id('sale111')}'`)
  for (const set of ['UPDATE customer SET rank = -1', `UPDATE data_files SET kind = 'list'`]) {
    await server.pool.query(
      set.startsWith('UPDATE customer')
        ? `${set} WHERE id = '${movement}'`
        : `${set} WHERE id = '${file}'; UPDATE customer SET rank = 1 WHERE id = '${movement}'`,
    )
    expect([set, (await take('sale111')).id]).toEqual([set, movement])
    expect((await release('chinhanh1', 'sale111', { reason: 'network' })).status).toBe(200)
    expect([set, await stateOf(movement)]).toEqual([
      set,
      { stage: 'left', holder: 'sale111', kind: 'release', by: 'chinhanh1' },
    ])
  }
  await server.pool.query(`UPDATE data_files SET kind = 'pool' WHERE id = '${file}'`)
})

test('nobody releases the number of an account with higher rights, one with equal rights may (D3-FLR-02)', async () => {
  await busy({ sale111: 3 })
  const customerId = (await take('sale111')).id
  const hand = (await of('sale111')).inHand
  const become = (like: string) =>
    server.pool.query(
      `UPDATE users SET role_id = (SELECT role_id FROM users WHERE username = '${like}') WHERE username = 'sale111'`,
    )
  const empty = async () =>
    (await server.as('leader11')).post(`/api/v1/sangoi/${await id('sale111')}/nha`, {
      customer: customerId,
      version: hand?.version,
      reason: 'away',
    })
  try {
    await become('chinhanh1')
    const refused = await empty()
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await stateOf(customerId)).toMatchObject({ stage: 'open', holder: 'sale111' })
    await become('leader12')
    expect((await empty()).status).toBe(200)
  } finally {
    await become('sale112')
  }
})

test('only a leader of the person releases, and only the number that was shown in that hand (D3-FLR-02)', async () => {
  await busy({ sale111: 4 })
  const { id: customer } = await take('sale111')
  const before = await of('sale111')
  expect((await release('leader12', 'sale111')).status).toBe(404)
  expect((await release('chinhanh2', 'sale111')).status).toBe(404)
  expect((await release('sale112', 'sale111')).status).toBe(403)
  expect((await release('leader11', 'sale111', { reason: 'other' })).status).toBe(400)
  expect((await release('leader11', 'sale111', { reason: 'bored' })).status).toBe(400)
  expect(await stateOf(customer)).toMatchObject({ stage: 'open', holder: 'sale111' })
  await recorded('sale111', customer, refuse)
  await take('sale111')
  const old = { customer, version: before.inHand?.version ?? 0 }
  const stale = await release('leader11', 'sale111', old)
  expect([stale.status, stale.body.msg]).toEqual([409, 'Số này không còn trong tay nhân viên đó'])
  const key = { 'idempotency-key': 'release-once-1' }
  const hand = (await of('sale111')).inHand
  const same = { ...hand, phone: undefined, reason: 'other', note: 'Máy hỏng' }
  const path = `/api/v1/sangoi/${await id('sale111')}/nha`
  const by = await server.as('leader11')
  expect((await by.post(path, same, key)).status).toBe(200)
  expect((await by.post(path, same, key)).status).toBe(200)
  expect((await by.post(path, same)).status).toBe(409)
  // In the same hand again, but with a newer version.
  expect((await take('sale111')).id).toBe(hand?.customer)
  expect((await by.post(path, same)).status).toBe(409)
})

test('of a simultaneous result and release exactly one succeeds (D3-FLR-02)', async () => {
  const turns = rounds(6, 60)
  await busy({ sale111: turns }, turns)
  for (let n = 0; n < turns; n++) {
    const { id: customer } = await take('sale111')
    const [result, released, two] = await Promise.all([
      record('sale111', customer, refuse),
      release('leader11', 'sale111'),
      release('admin', 'sale111'),
    ])
    expect([result, released, two].filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await stateOf(customer)).stage).toBe(result.status === 200 ? 'called' : 'left')
  }
})

test('a chosen count of uncalled numbers moves to another person of the group, and can be undone as a hand-over (D3-FLR-02)', async () => {
  await busy({ sale111: 6, sale112: 1 })
  const moved = await post('leader11', 'sale111', 'chuyen', { to: await id('sale112'), numbers: 4 })
  expect([moved.status, moved.body.msg]).toEqual([200, 'Đã chuyển số'])
  expect([(await of('sale111')).left, (await of('sale112')).left]).toEqual([2, 5])
  const { to } = moved.data as Handed
  expect(to).toMatchObject([{ username: 'sale112', numbers: 4, appointments: 0 }])
  const trail = await server.pool.query(
    `SELECT after FROM audit_log WHERE action = 'handover' ORDER BY id DESC LIMIT 1`,
  )
  expect(trail.rows).toMatchObject([
    { after: { numbers: 4, recipient: 'sale112', why: 'Chuyển số từ sàn gọi' } },
  ])
  const more = await post('leader11', 'sale111', 'chuyen', { to: await id('sale112'), numbers: 3 })
  expect([more.status, more.body.msg]).toEqual([409, 'Người này chỉ còn 2 số chưa gọi'])
  expect((await of('sale111')).left).toBe(2)
  const undo = await (await server.as('leader11')).post(`/api/v1/bangiao/${to[0]?.handover}/hoanTac`)
  expect(undo.status).toBe(200)
  expect([(await of('sale111')).left, (await of('sale112')).left]).toEqual([6, 1])
  // A leader may not touch another group, a branch not another branch, and nobody may be the recipient of the own numbers.
  expect((await post('leader11', 'sale111', 'chuyen', { to: await id('sale121'), numbers: 1 })).status).toBe(
    404,
  )
  expect((await post('leader12', 'sale111', 'chuyen', { to: await id('sale121'), numbers: 1 })).status).toBe(
    404,
  )
  expect((await post('admin', 'sale111', 'chuyen', { to: await id('sale211'), numbers: 1 })).status).toBe(403)
  expect((await post('leader11', 'sale111', 'chuyen', { to: await id('sale111'), numbers: 1 })).status).toBe(
    400,
  )
  expect((await post('leader11', 'sale111', 'chuyen', { to: await id('sale112'), numbers: 0 })).status).toBe(
    400,
  )
})

test('two people who move the same numbers at once move them once (D3-FLR-02)', async () => {
  await busy({ sale111: 6, sale112: 1, sale113: 1 })
  const answers = await Promise.all([
    post('leader11', 'sale111', 'chuyen', { to: await id('sale112'), numbers: 4 }),
    post('chinhanh1', 'sale111', 'chuyen', { to: await id('sale113'), numbers: 4 }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await of('sale111')).left).toBe(2)
})

test('all numbers of an absent person go to those who run out soonest and the appointments to the leader, as planned (D3-FLR-02)', async () => {
  await busy({ sale111: 10, sale112: 6, sale113: 3 })
  const promised = await take('sale111')
  await recorded('sale111', promised.id, appointment(60))
  for (const seller of ['sale112', 'sale113']) await recorded(seller, (await take(seller)).id, refuse)
  await server.pool.query(`UPDATE floor_people SET first_at = now() - interval '1 hour'`)
  const leader = await server.as('leader11')
  const plan = (await leader.get(`/api/v1/sangoi/${await id('sale111')}/bangiao`)).data as {
    numbers: number
    appointments: number
    soon: { username: string; numbers: number; appointments: number }[]
  }
  // Nine left; the others have 5 and 2: each shall end with 8.
  expect(plan).toMatchObject({ numbers: 9, appointments: 1 })
  const recipients = plan.soon.map(({ username, numbers, appointments }) => [username, numbers, appointments])
  expect(recipients).toEqual([
    ['sale113', 6, 0],
    ['sale112', 3, 0],
    ['leader11', 0, 1],
  ])
  const done = await post('leader11', 'sale111', 'bangiao', {})
  expect(done.data).toMatchObject({ numbers: 9, appointments: 1 })
  expect([(await of('sale112')).left, (await of('sale113')).left, (await of('sale111')).left]).toEqual([
    8, 8, 0,
  ])
  expect(await stateOf(promised.id)).toMatchObject({ stage: 'called', holder: 'leader11', kind: 'handover' })
  expect((await bells('sale111')).map(({ kind }) => kind)).toEqual(['givenAway'])
  const again = await post('leader11', 'sale111', 'bangiao', {})
  expect([again.status, again.body.msg]).toEqual([409, 'Không có số hoặc lịch hẹn nào để bàn giao'])
})

test('all numbers go to one person if named; to nobody if no one of the group is at work (D3-FLR-02)', async () => {
  await busy({ sale111: 5, sale112: 1 })
  const none = await post('leader11', 'sale111', 'bangiao', {})
  expect([none.status, none.body.msg]).toEqual([409, 'Trong nhóm không có ai đang gọi để nhận số'])
  expect((await of('sale111')).left).toBe(5)
  const done = await post('leader11', 'sale111', 'bangiao', { to: await id('sale112') })
  expect(done.data).toMatchObject({ numbers: 5, to: [{ username: 'sale112' }] })
  expect([(await of('sale111')).left, (await of('sale112')).left]).toEqual([0, 6])
  expect((await next('sale111')).value).toBeNull()
})

test('numbers are distributed so that everybody runs out at the same time, whatever they have (D3-FLR-02)', () => {
  const taker = (name: string, left: number, calls: number) => ({
    id: name,
    left,
    calls,
    workedMs: 3_600_000,
  })
  const parts = (numbers: number, ...takers: ReturnType<typeof taker>[]) =>
    Object.fromEntries(shareOut(numbers, takers))
  expect(parts(198, taker('a', 4, 10), taker('b', 26, 10))).toEqual({ a: 110, b: 88 })
  expect(parts(10, taker('a', 0, 20), taker('b', 500, 20))).toEqual({ a: 10 })
  expect(parts(7, taker('a', 0, 0), taker('b', 0, 0))).toEqual({ a: 4, b: 3 })
  expect(parts(0, taker('a', 0, 1))).toEqual({})
  expect(parts(1, taker('a', 5, 1), taker('b', 5, 1))).toEqual({ a: 1 })
})
