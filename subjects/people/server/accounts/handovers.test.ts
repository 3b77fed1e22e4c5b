/** Hand-overs, and that a locked account keeps nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Handover, HeldNumbers } from '#subjects/people/contract/calls/handovers.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('UPDATE users SET is_deleted = false')
})
afterEach(async () => {
  const broken = Object.keys(await brokenInvariants(server.pool))
  if (broken.length > 0) throw new Error(broken.join('\n'))
})

/** Calls with a new session, since a lock ends the former ones. */
async function as(username: string) {
  const authorization = `Bearer ${await signInAs(server.pool, username)}`
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization },
      ...(payload && { payload }),
    })
    const body: Record<string, unknown> = answer.json()
    return { status: answer.statusCode, body, data: body.data }
  }
  return {
    get: (url: string) => ask('GET', url),
    post: (url: string, payload: object = {}) => ask('POST', url, payload),
  }
}

const id = (username: string): Promise<string> => userId(server.pool, username)
const heldBy = async (username: string, by = 'admin'): Promise<HeldNumbers> =>
  (await (await as(by)).get(`/api/v1/users/${await id(username)}/held`)).data as HeldNumbers
const counts = async (username: string): Promise<number[]> => {
  const { uncalled, askedAgain, inHand, appointments } = await heldBy(username)
  return [uncalled, askedAgain, inHand, appointments]
}
const lock = async (username: string, by = 'admin') =>
  (await as(by)).post(`/api/v1/users/${await id(username)}/lock`)

async function next(username: string): Promise<{ id: string; source: string } | null> {
  const answer = await (await as(username)).get('/api/v1/customer/new-care')
  return (answer.data as { value: { id: string; source: string } | null }).value
}
const appointment = {
  status: 'APPOINTMENT',
  package: 'VD90',
  appointmentAt: '2099-01-05T03:00:00.000Z',
  note: 'Hẹn',
}
async function record(username: string, result: object): Promise<string> {
  const taken = await next(username)
  const answer = await (await as(username)).post(`/api/v1/customer/${taken?.id}/care`, result)
  expect(answer.status).toBe(200)
  return taken?.id ?? ''
}

/** Gives sale111 an appointment, a number requested again, one in hand, and the rest of `rows`. */
async function busy(rows: number, heldNumbers: Record<string, number> = { leader11: 1, sale111: rows }) {
  const file = await makePool(server.pool, { rows: 20, held: heldNumbers })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const promised = await record('sale111', appointment)
  await record('sale111', { status: 'KBM', note: 'Không nghe' })
  const { rows: log } = await server.pool.query<{ id: string }>(
    `SELECT id FROM care_history WHERE status = 'KBM' ORDER BY created_at DESC LIMIT 1`,
  )
  await (await as('sale111')).post('/api/v1/care/xacNhanMoiLai', { id: log[0]?.id })
  const again = (await next('sale111'))?.id ?? ''
  await (await as('sale111')).post(`/api/v1/customer/${again}/care`, { status: 'KBM', note: 'Lại' })
  const open = await next('sale111')
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'reinvite', true);
    UPDATE customer SET stage = 'left', status = 'ASSIGNED', rank = -1 WHERE id = '${again}'; COMMIT`)
  return { file, promised, again, open: open?.id ?? '' }
}

test('a locked account keeps nothing: everything goes to the leader, an appointment with its time (D3-ORG-03)', async () => {
  const { promised, again, open } = await busy(8)
  expect(await counts('sale111')).toEqual([5, 1, 1, 1])
  expect(await counts('leader11')).toEqual([1, 0, 0, 0])
  expect((await lock('sale111')).status).toBe(200)
  expect(await counts('sale111')).toEqual([0, 0, 0, 0])
  expect(await counts('leader11')).toEqual([7, 1, 0, 1])
  const { rows } = await server.pool.query(
    `SELECT c.id, c.stage, c.claimed_at, c.appointment_at, m.kind, m.by_username AS by FROM customer c
     JOIN LATERAL (SELECT * FROM movements m WHERE m.customer_id = c.id ORDER BY m.id DESC LIMIT 1) m ON true
     WHERE c.id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], c.id)`,
    [[promised, again, open]],
  )
  const recalled = { kind: 'recall', by: 'admin' }
  expect(rows).toMatchObject([
    { ...recalled, stage: 'called', appointment_at: new Date(appointment.appointmentAt) },
    { ...recalled, stage: 'left', appointment_at: null },
    { ...recalled, stage: 'left', claimed_at: null },
  ])
  await server.pool.query(`UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = $1`, [
    promised,
  ])
  expect(await next('leader11')).toMatchObject({ id: promised, source: 'appointment' })
  const trail = await server.pool.query(
    `SELECT resource, after FROM audit_log WHERE action = 'recall' ORDER BY id DESC LIMIT 1`,
  )
  expect(trail.rows).toEqual([
    { resource: 'users', after: { uncalled: 5, askedAgain: 1, inHand: 1, appointments: 1 } },
  ])
})

test('with a locked leader everything goes to the branch, with a locked branch to headquarters (D3-ORG-03)', async () => {
  const first = await busy(8, { chinhanh1: 1, sale111: 8 })
  await lock('leader11')
  await lock('sale111')
  expect(await counts('chinhanh1')).toEqual([7, 1, 0, 1])
  await lock('chinhanh1', 'quanly')
  expect(await counts('chinhanh1')).toEqual([0, 0, 0, 0])
  expect(await counts('quanly')).toEqual([0, 0, 0, 1])
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS n FROM customer WHERE file_id = $1 AND stage = 'left' AND holder_id IS NULL`,
    [first.file],
  )
  // 20 in the file: 9 were handed out, of which one was requested again and one has an appointment.
  expect(rows).toEqual([{ n: 19 }])
})

test('a due appointment in hand is returned as an appointment, and a blacklisted number is returned too (D3-ORG-03)', async () => {
  const { promised, open } = await busy(8)
  const by = await as('sale111')
  await by.post(`/api/v1/customer/${open}/care`, { status: 'REJECTED', note: 'Không' })
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'blacklist', true);
    UPDATE customer SET stage = 'blocked', status = 'BLOCKED' WHERE id = (
      SELECT id FROM customer WHERE stage = 'left' AND rank > 0 AND holder_id = '${await id('sale111')}' LIMIT 1);
    UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = '${promised}'; COMMIT`)
  expect(await next('sale111')).toMatchObject({ id: promised, source: 'appointment' })
  await lock('sale111')
  const { rows } = await server.pool.query(
    `SELECT c.stage, c.appointment_at IS NOT NULL AS promised, u.username FROM customer c JOIN users u ON u.id = c.holder_id
     WHERE c.id = $1 OR c.stage = 'blocked' ORDER BY c.stage`,
    [promised],
  )
  expect(rows).toEqual([
    { stage: 'blocked', promised: false, username: 'leader11' },
    { stage: 'called', promised: true, username: 'leader11' },
  ])
})

test('an appointment blacklisted in the hand stays an appointment: with the person who moves, or with the leader of a locked person (D3-ORG-02, D3-ORG-03)', async () => {
  const { promised, open } = await busy(8)
  await (await as('sale111')).post(`/api/v1/customer/${open}/care`, { status: 'REJECTED', note: 'Không' })
  await server.pool.query(
    `UPDATE customer SET appointment_at = now() - interval '1 minute' WHERE id = '${promised}'`,
  )
  expect(await next('sale111')).toMatchObject({ id: promised })
  const phone = `(SELECT phone FROM customer WHERE id = '${promised}')`
  await server.pool.query(`INSERT INTO blacklist (phone_number) VALUES (${phone})`)
  // Now neither leader nor branch can draw numbers of the file.
  await server.pool.query(`DELETE FROM data_quotas WHERE user_id = '${await id('leader11')}'`)
  const where = () =>
    server.pool.query<Record<string, unknown>>(
      `SELECT c.stage, c.appointment_at IS NOT NULL AS promised, u.username FROM customer c
       LEFT JOIN users u ON u.id = c.holder_id WHERE c.id = '${promised}'`,
    )
  await server.pool.query(`BEGIN; SELECT set_config('vas.movement', 'move-return', true);
    SELECT give_back('${await id('sale111')}', '${await id('leader11')}', NULL, NULL, false); COMMIT`)
  expect((await where()).rows).toEqual([{ stage: 'blocked', promised: true, username: 'sale111' }])
  await lock('sale111')
  expect((await where()).rows).toEqual([{ stage: 'blocked', promised: true, username: 'leader11' }])
  await server.pool.query(`DELETE FROM blacklist WHERE phone_number = ${phone}`)
  expect((await where()).rows).toEqual([{ stage: 'called', promised: true, username: 'leader11' }])
})

const give = async (by: string, from: string, to: string, files?: string[]) =>
  (await as(by)).post('/api/v1/bangiao', {
    from: await id(from),
    to: await id(to),
    ...(files && { files }),
  })
const undo = async (by: string, handover: string) =>
  (await as(by)).post(`/api/v1/bangiao/${handover}/hoanTac`)
const list = async (by: string): Promise<Handover[]> =>
  ((await (await as(by)).get('/api/v1/bangiao')).data as { values: Handover[] }).values
const quotas = async (file: string): Promise<unknown[]> => {
  const { rows } = await server.pool.query(
    `SELECT u.username, q.quantity FROM data_quotas q JOIN users u ON u.id = q.user_id
     WHERE q.file_id = $1 ORDER BY 1`,
    [file],
  )
  return rows.map(({ username, quantity }) => [username, quantity])
}

test('a leader hands over numbers and appointments within the group, and takes them back while untouched (D3-ORG-04)', async () => {
  const { file, promised } = await busy(8)
  const made = await give('leader11', 'sale111', 'sale112')
  expect([made.status, made.body.msg, made.data]).toMatchObject([
    200,
    'Đã bàn giao',
    { numbers: 6, appointments: 1 },
  ])
  // The number in hand stays with the caller.
  expect(await counts('sale111')).toEqual([0, 0, 1, 0])
  expect(await counts('sale112')).toEqual([5, 1, 0, 1])
  expect(await quotas(file)).toEqual([
    ['leader11', 1],
    ['sale111', 3],
    ['sale112', 5],
  ])
  const { id: handover } = made.data as { id: string }
  expect(await list('leader11')).toMatchObject([
    {
      id: handover,
      from: { username: 'sale111' },
      to: { username: 'sale112' },
      by_username: 'leader11',
      why: null,
    },
  ])
  expect((await undo('leader11', handover)).data).toEqual({ numbers: 6, appointments: 1 })
  expect(await counts('sale111')).toEqual([5, 1, 1, 1])
  expect(await quotas(file)).toEqual([
    ['leader11', 1],
    ['sale111', 8],
  ])
  expect((await undo('leader11', handover)).body.msg).toBe('Lần bàn giao này đã được hoàn tác')
  const kinds = await server.pool.query(
    `SELECT kind, by_username AS by FROM movements WHERE customer_id = $1`,
    [promised],
  )
  expect(kinds.rows.slice(-2)).toEqual([
    { kind: 'handover', by: 'leader11' },
    { kind: 'handover-undo', by: 'leader11' },
  ])
  const trail = await server.pool.query(
    `SELECT action, before, after FROM audit_log WHERE action LIKE '%handover' ORDER BY id`,
  )
  const auditedCounts = { numbers: 6, appointments: 1, recipient: 'sale112' }
  expect(trail.rows).toEqual([
    { action: 'handover', before: null, after: auditedCounts },
    { action: 'undo-handover', before: auditedCounts, after: null },
  ])
})

test('a handed-over number is called by its new holder, and then cannot be taken back (D3-ORG-04)', async () => {
  await busy(8)
  const { id: handover } = (await give('chinhanh1', 'sale111', 'sale121')).data as { id: string }
  const sources = [(await next('sale121'))?.source]
  expect(sources).toEqual(['reinvite'])
  const reason = 'Đã có số được gọi hoặc chuyển đi, không hoàn tác được'
  expect((await list('chinhanh1'))[0]?.why).toBe(reason)
  const refused = await undo('chinhanh1', handover)
  expect([refused.status, refused.body.msg]).toEqual([409, reason])
})

test('a number handed on again cannot be taken back by the first hand-over (D3-ORG-04)', async () => {
  await makePool(server.pool, { rows: 4, held: { sale111: 2 } })
  const { id: handover } = (await give('leader11', 'sale111', 'sale112')).data as { id: string }
  await give('leader11', 'sale112', 'sale113')
  const refused = await undo('leader11', handover)
  expect([refused.status, await counts('sale113')]).toEqual([409, [2, 0, 0, 0]])
})

test('one file is handed over alone with its appointments, and the recipient can claim its numbers although they had none (D3-ORG-04)', async () => {
  const made: string[] = []
  for (const rows of [3, 4]) {
    const file = await makePool(server.pool, { rows, held: { sale111: rows } })
    await permitFiles(server.pool, 'chinhanh1', [file])
    await record('sale111', appointment)
    made.unshift(file)
  }
  const [second = '', first] = made
  const files = (await heldBy('sale111')).files.map((one) => [one.id, one.numbers, one.appointments])
  expect(files).toEqual([[second, 3, 1], [first, 2, 1]]) // prettier-ignore
  await permitFiles(server.pool, 'chinhanh1', made)
  const given = await give('leader11', 'sale111', 'sale113', [second])
  expect(given.data).toMatchObject({ numbers: 3, appointments: 1 })
  expect([await counts('sale111'), await counts('sale113')]).toEqual([[2, 0, 0, 1], [3, 0, 0, 1]]) // prettier-ignore
  await record('sale113', { status: 'REJECTED', note: 'Không' })
  expect(await counts('sale113')).toEqual([2, 0, 0, 1])
  expect((await give('leader11', 'sale111', 'sale113', [])).status).toBe(400)
})

test('taking one hand-over back leaves the numbers of another, which can still be claimed (D3-ORG-04)', async () => {
  const file = await makePool(server.pool, { rows: 12, held: { sale111: 4, sale112: 3 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const quantities = async () => {
    const { rows } = await server.pool.query<{ username: string; quantity: number }>(
      `SELECT u.username, q.quantity FROM data_quotas q JOIN users u ON u.id = q.user_id WHERE q.file_id = $1`,
      [file],
    )
    return Object.fromEntries(rows.map(({ username, quantity }) => [username, quantity]))
  }
  const before = { sale111: 4, sale112: 3 }
  const hand = async (from: string) => ((await give('leader11', from, 'sale113')).data as { id: string }).id
  const [first, second] = [await hand('sale111'), await hand('sale112')]
  expect((await undo('leader11', first)).status).toBe(200)
  expect(await quantities()).toEqual({ sale111: 4, sale112: 0, sale113: 3 })
  expect((await next('sale113'))?.source).toBe('pool')
  expect(await counts('sale113')).toEqual([2, 0, 1, 0])
  // In the order of creation, without calls in between.
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'release', true);
    UPDATE customer SET stage = 'left', claimed_at = NULL WHERE stage = 'open'; COMMIT`)
  expect((await undo('leader11', second)).status).toBe(200)
  expect(await quantities()).toEqual(before)
})

test.each([
  ['leader11', 'sale111', 'sale121', 404],
  ['leader11', 'sale121', 'sale111', 404],
  ['leader11', 'sale111', 'leader11', 200],
  ['chinhanh1', 'sale111', 'sale122', 200],
  ['chinhanh1', 'sale111', 'sale211', 404],
  ['quanly', 'sale111', 'sale211', 403],
  ['quanly', 'sale111', 'sale111', 400],
  ['quanly', 'sale111', 'quanly', 400],
  ['sale111', 'sale111', 'sale112', 403],
  ['doitac1', 'sale111', 'sale112', 403],
])('a hand-over by %s from %s to %s answers %i (D3-ORG-04)', async (by, from, to, status) => {
  await makePool(server.pool, { rows: 4, held: { sale111: 2 } })
  expect((await give(by, from, to)).status).toBe(status)
})

test('a hand-over of nothing, to a locked recipient, after a later split or from a locked giver is refused with the reason (D3-ORG-04)', async () => {
  expect((await give('leader11', 'sale111', 'sale112')).body.msg).toBe(
    'Không có số hoặc lịch hẹn nào để bàn giao',
  )
  await makePool(server.pool, { rows: 4, held: { sale111: 2 } })
  await lock('sale113')
  const refused = await give('leader11', 'sale111', 'sale113')
  expect(refused.body).toMatchObject({
    msg: 'Người nhận đã dừng hoạt động',
    fields: { to: expect.any(String) as string },
  })
  await give('leader11', 'sale111', 'sale112')
  await lock('sale111')
  expect((await list('leader11'))[0]?.why).toBe('Người bàn giao đã dừng hoạt động, không hoàn tác được')
})

test('a hand-over cannot be taken back across branches once one of the two has moved (D3-ORG-04)', async () => {
  await makePool(server.pool, { rows: 4, held: { sale111: 2 } })
  await give('leader11', 'sale111', 'sale112')
  const place = (leader: string) =>
    server.pool.query(
      `UPDATE users u SET group_id = l.id, brand_id = l.brand_id FROM users l
       WHERE l.username = '${leader}' AND u.username = 'sale111'`,
    )
  await place('leader21')
  const handover = (await list('admin'))[0]
  expect(handover?.why).toBe('Người bàn giao hoặc người nhận đã chuyển chi nhánh, không hoàn tác được')
  expect((await undo('admin', handover?.id ?? '')).status).toBe(409)
  await place('leader11')
  expect((await undo('admin', handover?.id ?? '')).status).toBe(200)
})

test('two simultaneous hand-overs with a claim between them lose and duplicate nothing (D3-ORG-04)', async () => {
  const file = await makePool(server.pool, { rows: 60, held: { sale111: 40 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  for (let round = 0; round < 10; round++) {
    const [one, other] = await Promise.all([
      give('leader11', 'sale111', 'sale112'),
      give('chinhanh1', 'sale111', 'sale113'),
      next('sale111'),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    const winner = (await counts('sale112'))[0] ? 'sale112' : 'sale113'
    await give('leader11', winner, 'sale111')
  }
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS n FROM customer WHERE file_id = $1 AND holder_id IS NOT NULL`,
    [file],
  )
  expect(rows).toEqual([{ n: 40 }])
})

test('numbers split to somebody who is locked at that moment do not stay there (D3-ORG-03)', async () => {
  for (let round = 0; round < 8; round++) {
    const file = await makePool(server.pool, { rows: 6 })
    const { rows } = await server.pool.query<{ name: string }>(
      `SELECT "FileName" AS name FROM data_files WHERE id = $1`,
      [file],
    )
    const admin = await as('admin')
    const split = { FileName: rows[0]?.name, assigns: { sale111: 5 } }
    const [stopped] = await Promise.all([
      lock('sale111'),
      admin.post('/api/v1/uploadchiadata/handleFileUserQuantityOption', split),
    ])
    expect([stopped.status, await counts('sale111')]).toEqual([200, [0, 0, 0, 0]])
    await server.pool.query('UPDATE users SET is_deleted = false')
  }
})
