/** 'Mời lại' of a filter: counted, returned as one step, undone where untouched (D3-REC-04). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnswerOf } from '#kit/contract/call.ts'
import {
  reinviteTexts,
  stayReasons,
  type oneReinvite,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { reinviteWork } from './work.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error', RATE_PER_SECOND: '1000' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await server.pool.query('TRUNCATE reinvite_steps CASCADE')
})

const { next, take, record, recorded } = careCalls(() => server)
const path = '/api/v1/care/moiLaiLoc'
const unreached = { status: 'KBM', note: 'Chuông dài' }

async function count(username: string, filter: Record<string, string> = {}) {
  const answer = await (await server.as(username)).post(path, { filter })
  return { ...answer, data: answer.data as ReinviteStep }
}
async function start(username: string, id: string) {
  const answer = await (await server.as(username)).put(`${path}/${id}`)
  return { ...answer, data: answer.data as ReinviteStep }
}
async function undo(username: string, id: string) {
  const answer = await (await server.as(username)).post(`${path}/${id}/hoantac`)
  return { ...answer, data: answer.data as ReinviteStep }
}
const stepOf = async (username: string, id: string) =>
  (await (await server.as(username)).get(`${path}/${id}`)).data as AnswerOf<typeof oneReinvite>
const stays = ({ stays: list }: ReinviteStep) => Object.fromEntries(list.map(({ reason, n }) => [reason, n]))
const again = async (log: string) =>
  (await server.as('admin')).post('/api/v1/care/xacNhanMoiLai', { id: log })

/** Lets a user call so many new numbers; returns ids and log rows in calling order. */
async function called(username: string, rows: number, body: object = unreached) {
  await permitFiles(server.pool, username, [await makePool(server.pool, { rows })])
  const calls: { id: string; log: string; phone: string }[] = []
  for (let n = 0; n < rows; n += 1) {
    const { id, phone } = await take(username)
    calls.push({ id, phone, log: await recorded(username, id, body) })
  }
  return calls
}
/** Inserts a result directly, without a call through the API. */
const result = (username: string, customer: string, status: string, offset: string) =>
  server.pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', ${status}, 'x', now() + ${offset}::interval FROM users u, customer c
    WHERE u.username = ${username} AND c.id = ${customer}`)
/** Called numbers of two people, more than one chunk holds. */
const manyCalled = async (n: number): Promise<void> => {
  const file = await makePool(server.pool, { rows: n })
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'claim', true);
    UPDATE customer c SET stage = 'called', status = 'TAKECARE', holder_id = u.id FROM users u
    WHERE c.file_id = '${file}' AND u.username = 'sale11' || 1 + c.rank % 2; COMMIT`)
  await server.pool.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', 'KBM', 'x', now() - make_interval(mins => c.rank::int) FROM customer c JOIN users u ON u.id = c.holder_id
    WHERE c.file_id = '${file}'`)
}
const waiting = async (): Promise<number> =>
  (
    await server.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM customer WHERE stage = 'left' AND rank < 0`,
    )
  ).rows[0]?.n ?? 0

test('the count counts each number once, says which stay and why, and moves nothing (D3-REC-04)', async () => {
  const [twice, hand, single, blocked, waits, bought, since, package2] = await called('sale111', 8)
  if (!twice || !hand || !single || !blocked || !waits || !bought || !since || !package2) throw new Error()
  await result('sale111', twice.id, 'KLLĐ', '1 second')
  await again(hand.log)
  expect((await take('sale111')).id).toBe(hand.id)
  await again(single.log)
  await again(waits.log)
  const { pool } = server
  await pool.query(sql`UPDATE customer SET status = 'REGISTERED' WHERE id = ${bought.id}`)
  await pool.query(sql`INSERT INTO blacklist (phone_number) VALUES (${blocked.phone})`)
  await result('sale111', since.id, 'REJECTED', '1 second')
  await pool.query(
    sql`UPDATE customer SET phone = ${twice.phone}, package = 'VD120' WHERE id = ${package2.id}`,
  )
  const { status, data } = await count('leader11', { status: 'KBM' })
  expect([status, data.state]).toEqual([200, 'counted'])
  // 'twice' has a newer result of another kind: it is included only where the filter covers both.
  expect(stays(data)).toEqual({ hand: 1, waiting: 2, blacklist: 1, registered: 1, later: 2 })
  expect([data.total, data.callers, data.results]).toEqual([1, 1, [{ status: 'KBM', n: 1 }]])
  const both = (await count('leader11')).data
  expect(stays(both)).toEqual({ hand: 1, waiting: 2, blacklist: 1, registered: 1, samePhone: 1 })
  expect(both.results).toEqual([
    { status: 'KLLĐ', n: 1 },
    { status: 'REJECTED', n: 1 },
  ])
  expect(await waiting()).toBe(2)
})

test('appointments, handed-over numbers and numbers whose caller left the unit stay, as do numbers in hand under a second package (D3-REC-04)', async () => {
  const [held, moved] = await called('sale111', 2)
  await called('sale112', 1, appointment(60))
  const { pool } = server
  await pool.query(sql`
    WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'handover', true))
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale112') FROM m WHERE id = ${held?.id}`)
  expect(stays((await count('leader11')).data)).toEqual({ appointment: 1, other: 1 })
  const elsewhere = await makePool(pool, { rows: 1 })
  await pool.query(sql`UPDATE customer SET phone = ${moved?.phone} WHERE file_id = ${elsewhere}`)
  await permitFiles(pool, 'sale211', [elsewhere])
  await pool.query(
    `DELETE FROM settings WHERE key = 'care.coolDownHours'; INSERT INTO settings (key, value) VALUES ('care.coolDownHours', '0')`,
  )
  expect((await take('sale211')).phone).toBe(moved?.phone)
  await pool.query(`DELETE FROM settings WHERE key = 'care.coolDownHours'`)
  expect(stays((await count('leader11')).data)).toEqual({ hand: 1, appointment: 1, other: 1 })
  await pool.query(
    `UPDATE users SET group_id = (SELECT id FROM users WHERE username = 'leader12') WHERE username = 'sale111'`,
  )
  // The leader's session notices the change within a moment.
  await expect
    .poll(async () => stays((await count('leader11')).data))
    .toMatchObject({ moved: 1, appointment: 1 })
  await pool.query(
    `UPDATE users SET group_id = (SELECT id FROM users WHERE username = 'leader11') WHERE username = 'sale111'`,
  )
})

test('a re-invite step returns the numbers to their callers in list order, behind single re-invites, with a movement each and the step in the audit trail (D3-REC-04)', async () => {
  const [first, second, third] = await called('sale111', 3)
  const [other] = await called('sale112', 1)
  const counted = (await count('leader11')).data
  expect([counted.total, counted.callers]).toEqual([4, 2])
  // Newest first, like the list; a number requested singly comes before.
  const single = await called('sale111', 1)
  const { status, data } = await start('leader11', counted.id)
  expect([status, data.state, data.done, data.msg]).toEqual([200, 'done', 4, reinviteTexts.done(4, 0)])
  await again(single[0]?.log ?? '')
  const order: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { id, source } = await take('sale111')
    expect(source).toBe('reinvite')
    order.push(id)
    await recorded('sale111', id, refuse)
  }
  expect(order).toEqual([single[0]?.id, third?.id, second?.id, first?.id])
  expect((await take('sale112')).id).toBe(other?.id)
  const { rows } = await server.pool.query(sql`
    SELECT kind, batch_id, by_username FROM movements WHERE batch_id = ${counted.id} ORDER BY id`)
  expect(rows).toEqual(Array(4).fill({ kind: 'reinvite', batch_id: counted.id, by_username: 'leader11' }))
  const trail = await server.pool.query(sql`
    SELECT username, before ->> 'reinvited_by' AS before, after ->> 'reinvited_by' AS after FROM audit_log
    WHERE resource = 'care/history' AND resource_id = ${first?.log} AND action = 'reinvite'`)
  expect(trail.rows).toEqual([{ username: 'leader11', before: null, after: 'leader11' }])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('numbers that changed since the count are left out and named with masked phones; repeating the request runs it once (D3-REC-04)', async () => {
  const [touched, edited] = await called('sale111', 4)
  const counted = (await count('leader11')).data
  await again(touched?.log ?? '')
  await server.pool.query(
    sql`UPDATE customer SET package = 'VD150', version = version + 1 WHERE id = ${edited?.id}`,
  )
  const done = await start('leader11', counted.id)
  expect([done.data.done, done.data.passed, done.data.msg]).toEqual([2, 2, reinviteTexts.done(2, 2)])
  const { kept } = await stepOf('leader11', counted.id)
  expect(kept).toEqual([
    { n: 3, phone: `****${edited?.phone.slice(4)}`, undoing: false, why: reinviteTexts.changedSince },
    { n: 4, phone: `****${touched?.phone.slice(4)}`, undoing: false, why: stayReasons.waiting },
  ])
  const twice = await start('leader11', counted.id)
  expect([twice.status, twice.data]).toEqual([200, done.data])
  const { rows } = await server.pool.query(sql`
    SELECT count(*)::int AS n FROM movements WHERE batch_id = ${counted.id}`)
  expect(rows).toEqual([{ n: 2 }])
})

test('untouched numbers of a step are taken back to their former place, with a movement of their own; claimed and moved numbers stay and are named (D3-REC-04)', async () => {
  const [moved, a, b, c] = await called('sale111', 4)
  const stood = async () =>
    (
      await server.pool.query(sql`
        SELECT c.id, c.stage, c.status, c.holder_id, c.rank, h.reinvited_at, h.reinvited_by FROM customer c JOIN care_history h ON h.customer_id = c.id
        WHERE c.id = ANY (${[moved?.id, a?.id, b?.id, c?.id]}::uuid[]) ORDER BY c.id`)
    ).rows
  const before = await stood()
  const whole = (await count('leader11')).data
  await start('leader11', whole.id)
  const back = await undo('leader11', whole.id)
  expect([back.status, back.data.state, back.data.msg]).toEqual([200, 'undone', reinviteTexts.undone(4, 0)])
  expect(await stood()).toEqual(before)
  expect((await undo('leader11', whole.id)).data).toEqual(back.data)
  const half = (await count('leader11')).data
  await start('leader11', half.id)
  const claimed = await take('sale111')
  // Called and requested again singly: it waits at the same place, but no longer because of the step.
  await recorded('sale111', claimed.id, unreached)
  const second = await take('sale111')
  const log = await recorded('sale111', second.id, unreached)
  await again(log)
  await server.pool.query(sql`
    WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'handover', true))
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale112') FROM m WHERE id = ${moved?.id}`)
  // The branch undoes a step of one of its leaders.
  const undone = await undo('chinhanh1', half.id)
  expect([undone.data.restored, undone.data.stayed, undone.data.msg]).toEqual([
    1,
    3,
    reinviteTexts.undone(1, 3),
  ])
  const { kept } = await stepOf('leader11', half.id)
  expect(kept.map(({ undoing, why }) => [undoing, why])).toEqual(Array(3).fill([true, reinviteTexts.touched]))
  expect([claimed.id, second.id]).toEqual([c?.id, b?.id])
  const kinds = await server.pool.query(sql`
    SELECT kind, by_username FROM movements WHERE customer_id = ${a?.id} ORDER BY id DESC LIMIT 2`)
  expect(kinds.rows).toEqual([
    { kind: 'reinvite-undo', by_username: 'chinhanh1' },
    { kind: 'reinvite', by_username: 'leader11' },
  ])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('numbers of a locked caller go to the leader, as the count says (D3-REC-04, D3-ORG-05)', async () => {
  const [lost] = await called('sale113', 1)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale113'`)
  const { data } = await count('leader11')
  expect(data.locked).toEqual([{ from: 'sale113', to: 'leader11', n: 1 }])
  await start('leader11', data.id)
  const { rows } = await server.pool.query(sql`
    SELECT u.username, (SELECT after ->> 'holder' FROM audit_log WHERE resource_id = ${lost?.log} AND action = 'reinvite') AS named
    FROM customer c JOIN users u ON u.id = c.holder_id WHERE c.id = ${lost?.id}`)
  expect(rows).toEqual([{ username: 'leader11', named: 'leader11' }])
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale113'`)
})

test('leaders, branches and managers re-invite numbers of their own scope; others may not, and nobody sees, starts or takes back a step of others (D3-REC-04)', async () => {
  await called('sale111', 1)
  await called('sale121', 1)
  await called('sale211', 1)
  const totals = await Promise.all(
    ['leader11', 'leader12', 'chinhanh1', 'quanly'].map(
      async (username) => (await count(username)).data.total,
    ),
  )
  expect(totals).toEqual([1, 1, 2, 3])
  for (const username of ['sale111', 'doitac1'])
    expect([username, (await count(username)).status]).toEqual([username, 403])
  const { data } = await count('leader11')
  for (const username of ['leader12', 'chinhanh1', 'quanly'])
    expect([username, (await start(username, data.id)).status]).toEqual([username, 404])
  await start('leader11', data.id)
  expect((await undo('leader12', data.id)).status).toBe(404)
  expect((await (await server.as('leader12')).get(`${path}/${data.id}`)).status).toBe(404)
  const lists = await Promise.all(
    ['leader12', 'chinhanh1'].map(async (username) => {
      const { data: list } = await (await server.as(username)).get(path)
      return (list as { values: ReinviteStep[] }).values.map(({ id }) => id)
    }),
  )
  expect(lists).toEqual([[], [data.id]])
})

test('a count expires after some minutes, and needs at least one number to move (D3-REC-04)', async () => {
  const none = await count('leader11')
  expect((await start('leader11', none.data.id)).body.msg).toBe(reinviteTexts.nothing)
  await called('sale111', 1)
  const { data } = await count('leader11')
  await server.pool.query(`UPDATE reinvite_steps SET counted_at = now() - interval '16 minutes'`)
  const late = await start('leader11', data.id)
  expect([late.status, late.body.msg]).toEqual([409, reinviteTexts.old])
  const fresh = await count('leader11')
  await start('leader11', fresh.data.id)
  await server.pool.query(`UPDATE reinvite_steps SET started_at = now() - interval '8 days'`)
  expect((await undo('leader11', fresh.data.id)).body.msg).toBe(reinviteTexts.tooOld)
})

test('with simultaneous steps, single re-invites, claims and results each number moves once, and the ledger balances (D3-REC-04)', async () => {
  const calls = await called('sale111', 12)
  const [one, two] = [(await count('leader11')).data, (await count('chinhanh1')).data]
  const answers = await Promise.all([
    start('leader11', one.id),
    start('leader11', one.id),
    start('chinhanh1', two.id),
    ...calls.slice(0, 4).map(({ log }) => again(log)),
    next('sale111'),
    next('sale111'),
    record('sale111', calls[5]?.id ?? '', refuse),
  ])
  const codes = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []))
  expect(codes.filter((code) => ![200, 404, 409].includes(code))).toEqual([])
  const [steps] = (
    await server.pool.query<{ n: number; steps: number }>(sql`
      SELECT count(*)::int AS n, (SELECT sum(done)::int FROM reinvite_steps) AS steps FROM movements
      WHERE kind = 'reinvite' AND batch_id IS NOT NULL AND customer_id = ANY (${calls.map(({ id }) => id)}::uuid[])`)
  ).rows
  expect(steps?.n).toBe(steps?.steps)
  const { rows } = await server.pool.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM movements WHERE kind = 'reinvite' AND customer_id = ANY (${calls.map(({ id }) => id)}::uuid[])
    GROUP BY customer_id`)
  expect(rows).toEqual(Array(12).fill({ n: 1 }))
  expect(await brokenInvariants(server.pool)).toEqual({})
})

const never = new AbortController().signal

test('a large step runs in the background, continues after an interruption, and is taken back the same way (D3-REC-04)', async () => {
  await manyCalled(1_200)
  const { services } = server.api
  const sent: unknown[] = []
  const jobs = { ...services.jobs, enqueue: async (...job: unknown[]) => void sent.push(job) }
  const servicesWithJobs = { ...services, jobs }
  const { data } = await count('leader11')
  expect(data.total).toBe(1_200)
  await server.pool.query(sql`
    UPDATE reinvite_steps SET state = 'running', started_at = now(), worked_at = now() - interval '1 hour' WHERE id = ${data.id}`)
  // The server stops after one chunk.
  const stop = new AbortController()
  const stopping = {
    ...services,
    publish: (changed: Parameters<typeof services.publish>[0]) => (stop.abort(), services.publish(changed)),
  }
  await expect(reinviteWork.run(stopping, data.id, stop.signal)).rejects.toThrow('stopping')
  const half = await waiting()
  expect(half).toBe(200)
  expect((await stepOf('leader11', data.id)).step.done).toBe(half)
  await server.pool.query(
    sql`UPDATE reinvite_steps SET worked_at = now() - interval '1 hour' WHERE id = ${data.id}`,
  )
  await reinviteWork.resume(servicesWithJobs, 120)
  expect(sent).toEqual([[reinviteWork.job, { id: data.id }]])
  // Two runs at once take turns; on a busy machine one may time out, and its queue retries.
  await Promise.allSettled([
    reinviteWork.run(services, data.id, never),
    reinviteWork.run(services, data.id, never),
  ])
  await reinviteWork.run(services, data.id, never)
  const { step } = await stepOf('leader11', data.id)
  expect([step.state, step.done, step.passed, await waiting()]).toEqual(['done', 1_200, 0, 1_200])
  await server.pool.query(sql`
    UPDATE reinvite_steps s SET state = 'undoing', undo_by = user_id WHERE id = ${data.id}`)
  await reinviteWork.run(services, data.id, never)
  expect((await stepOf('leader11', data.id)).step).toMatchObject({ state: 'undone', restored: 1_200 })
  expect(await waiting()).toBe(0)
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('a started step continues with the people of its start although its leader was locked and demoted; a merely counted one does not (D3-REC-04, D3-SEC-12)', async () => {
  await manyCalled(600)
  const { data } = await count('leader11')
  const { services } = server.api
  const set = (locked: boolean, like: string) =>
    server.pool.query(sql`
      UPDATE users SET is_deleted = ${locked}, role_id = (SELECT role_id FROM users WHERE username = ${like})
      WHERE username = 'leader11'`)
  await set(true, 'sale111')
  await reinviteWork.run(services, data.id, never)
  expect(await waiting()).toBe(0)
  await set(false, 'leader12')
  expect((await start('leader11', data.id)).data.state).toBe('running')
  await set(true, 'sale111')
  await reinviteWork.run(services, data.id, never)
  await set(false, 'leader12')
  const { step } = await stepOf('quanly', data.id)
  expect([step.state, step.by, step.done, step.passed]).toEqual(['done', 'leader11', 600, 0])
  const { rows } = await server.pool.query(
    `SELECT DISTINCT reinvited_by FROM care_history WHERE reinvited_at IS NOT NULL`,
  )
  expect(rows).toEqual([{ reinvited_by: 'leader11' }])
})

test('a step accepted by an earlier version ends when its starter loses the right: returned numbers stay and can be taken back (D3-REC-04)', async () => {
  await manyCalled(600)
  const { data } = await count('leader11')
  await server.pool.query(
    sql`UPDATE reinvite_steps SET state = 'running', started_at = now() WHERE id = ${data.id}`,
  )
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'leader11'`)
  await reinviteWork.run(server.api.services, data.id, never)
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'leader11'`)
  const { step } = await stepOf('quanly', data.id)
  expect([step.state, step.msg, step.undoable]).toEqual(['failed', reinviteTexts.lost, true])
})
