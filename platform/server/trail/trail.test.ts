/** Seals over the audit log: every change, deletion and insertion is detected (D3-TRL-02). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { everyMs, keepSealing, lastDays, mostOfSeal, sealTrail } from './seal.ts'
import { verifyTrail } from './verify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('TRUNCATE trail_seals, trail_mark')
  await sealAll()
})

const verify = () => verifyTrail(server.pool)
/** As many rounds as an entry waits at most. */
async function sealAll(): Promise<void> {
  for (let round = 0; round < 2; round += 1) await sealTrail(server.pool)
}
/** Inserts entries directly; returns their ids. */
async function write(count = 1): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO audit_log (username, action, resource, resource_id, after)
    SELECT 'admin', 'create', 'niem-phong', 'x' || n, jsonb_build_object('n', n, 'mo_ta', 'đã gọi "lần 1"') FROM generate_series(1, ${count}) n
    RETURNING id::text`)
  return rows.map(({ id }) => id)
}
/** Changes the log as the database's owner could. */
async function tamper(statement: string): Promise<void> {
  await server.pool.query(
    `BEGIN; ALTER TABLE audit_log DISABLE TRIGGER USER; ALTER TABLE trail_seals DISABLE TRIGGER USER; ${statement};
     ALTER TABLE audit_log ENABLE TRIGGER USER; ALTER TABLE trail_seals ENABLE TRIGGER USER; COMMIT`,
  )
}

test('D3-TRL-02: entries are sealed in order of id within two rounds, which take less than a minute, and the check finds no difference', async () => {
  expect(2 * everyMs).toBeLessThan(60_000)
  const before = (await verify()).entries
  await write(3)
  expect((await verify()).unsealed).toMatchObject({ count: 3, since: expect.any(String) })
  await sealAll()
  expect(await verify()).toMatchObject({
    faults: [],
    entries: before + 3,
    unsealed: { count: 0, since: null },
  })
})

test('D3-TRL-02: the check names changed, missing and inserted entries, each by its id', async () => {
  const [first = '', second = '', gap = '', last = ''] = await write(4)
  await tamper(`DELETE FROM audit_log WHERE id = ${gap}`)
  await sealAll()
  expect((await verify()).faults).toEqual([])
  const faults = async () => (await verify()).faults.map(({ kind, subject }) => [kind, subject])
  const changes = [
    `after = jsonb_set(after, '{mo_ta}', '"đã gọi"')`,
    `username = 'quanly'`,
    `at = at + interval '1 microsecond'`,
    `request_id = ''`,
    'before = after, after = before',
    `by_hand = true`,
  ]
  for (const change of changes) {
    await tamper(`CREATE TABLE kept AS SELECT * FROM audit_log WHERE id = ${first};
      UPDATE audit_log SET ${change} WHERE id = ${first}`)
    expect([change, await faults()]).toEqual([change, [['changed', first]]])
    await tamper(`DELETE FROM audit_log WHERE id = ${first};
      INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept; DROP TABLE kept`)
    expect(await faults()).toEqual([])
  }
  await tamper(`DELETE FROM audit_log WHERE id IN (${second}, ${last});
    INSERT INTO audit_log (id, username, action, resource, resource_id) OVERRIDING SYSTEM VALUE
    VALUES (${gap}, 'admin', 'create', 'niem-phong', 'x')`)
  const named = new Set((await faults()).map(([kind, row]) => `${kind} ${row}`))
  expect(named).toEqual(new Set([`left out ${second}`, `left out ${last}`, `put in ${gap}`]))
})

test('D3-TRL-02: the check names a changed, removed or renewed seal, and a forged chain has another head', async () => {
  await write()
  await sealAll()
  const [head] = await lastDays(server.pool)
  const [changed = ''] = await write()
  await sealAll()
  await write()
  await sealAll()
  const kinds = async () => new Set((await verify()).faults.map(({ kind }) => kind))
  // The seal of a changed entry is adjusted; the next one still has the former hash.
  await tamper(`UPDATE audit_log SET username = 'quanly' WHERE id = ${changed};
    UPDATE trail_seals s SET entries = (SELECT string_agg(int8send(id) || entry_digest(id, at, actor_id, username, role_name, action,
      resource, resource_id, before, after, request_id, by_hand), ''::bytea ORDER BY id) FROM audit_log WHERE id BETWEEN s.first_id AND s.last_id)
    WHERE ${changed} BETWEEN first_id AND last_id;
    UPDATE trail_seals s SET hash = seal_hash((SELECT hash FROM trail_seals b WHERE b.n = s.n - 1), s) WHERE ${changed} BETWEEN first_id AND last_id`)
  expect(await kinds()).toEqual(new Set(['seal changed']))
  await tamper(`DELETE FROM trail_seals WHERE ${changed} BETWEEN first_id AND last_id`)
  expect(await kinds()).toEqual(new Set(['seal changed', 'put in']))
  await server.pool.query('TRUNCATE trail_seals, trail_mark')
  await sealAll()
  expect((await verify()).faults).toEqual([])
  expect((await lastDays(server.pool))[0]?.head).not.toBe(head?.head)
})

test('D3-TRL-02: an entry that commits after others with larger ids is sealed too', async () => {
  const slow = await server.pool.connect()
  await slow.query('BEGIN')
  const { rows } = await slow.query<{ id: string }>(
    `INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('admin', 'create', 'niem-phong', 'y') RETURNING id::text`,
  )
  const [later = ''] = await write()
  expect(Number(later)).toBeGreaterThan(Number(rows[0]?.id))
  await sealAll()
  expect((await verify()).unsealed.count).toBe(1)
  await slow.query('COMMIT')
  slow.release()
  await sealAll()
  expect(await verify()).toMatchObject({ faults: [], unsealed: { count: 0 } })
})

test('D3-TRL-02: two processes that seal at once, beside writers, seal every entry exactly once', async () => {
  const before = (await verify()).entries
  let writing = true
  const sealers = [1, 2].map(async () => {
    while (writing) await sealTrail(server.pool)
  })
  for (let round = 0; round < 20; round += 1) await Promise.all([write(20), write(30), write(10)])
  writing = false
  await Promise.all(sealers)
  await sealAll()
  expect(await verify()).toMatchObject({ faults: [], entries: before + 1_200, unsealed: { count: 0 } })
})

test('D3-TRL-02: entries found by an upgrade are sealed in pieces', async () => {
  const before = (await verify()).entries
  await write(mostOfSeal + 10)
  await sealAll()
  expect(await verify()).toMatchObject({
    faults: [],
    entries: before + mostOfSeal + 10,
    unsealed: { count: 0 },
  })
})

test('D3-TRL-02: the head of a day is logged with the first seal of the next day', async () => {
  await write()
  await sealAll()
  await tamper(`UPDATE trail_seals SET day = day - 1`)
  const [yesterday] = await lastDays(server.pool)
  await write()
  const logged: unknown[] = []
  const log = { ...server.api.services.log, info: (what: unknown) => void logged.push(what) }
  const stop = keepSealing({ pool: server.pool, log }, 20)
  await expect.poll(() => logged).toEqual([yesterday])
  await stop()
})
