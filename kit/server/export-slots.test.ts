/** At most two exports of a person at a time over all processes, whatever happens to client and server. */
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let other: ServerProcess
let token: string
beforeAll(async () => {
  server = await startTestServer()
  other = await startProcess(server.url)
  token = await signInAs(server.pool, 'quanly')
  // Text that compresses badly: some 14 MB of spreadsheet, more than the socket buffers hold.
  await server.pool.query('ALTER TABLE blacklist DISABLE TRIGGER USER')
  await server.pool.query('DROP INDEX blacklist_description, blacklist_digits')
  await server.pool.query('ALTER TABLE blacklist ALTER description_fold DROP EXPRESSION')
  await server.pool.query(`
    WITH piece AS MATERIALIZED (
      SELECT n, string_agg(chr(19968 + (random() * 20000)::int), '') AS text
      FROM generate_series(0, 199) n, generate_series(1, 500) GROUP BY n)
    INSERT INTO blacklist (phone_number, description)
    SELECT 900000000 + i, text FROM generate_series(1, 16000) i JOIN piece ON n = i % 200 ORDER BY i`)
})
afterAll(async () => {
  await other.kill()
  await server.close()
})

const ends = new WeakMap<IncomingMessage, Promise<string>>()

/** An export with only its headers read, so that the server blocks in the middle of it. */
async function open(url: string, bearer = token, path = 'blacklist'): Promise<IncomingMessage> {
  const reader = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}` }
    get(`${url}/api/v1/${path}/export`, { agent: false, headers }, resolve).once('error', reject)
  })
  // Registered at once: events without a listener are lost.
  const end = new Promise<string>((resolve) => {
    reader.once('end', () => resolve('all read')).on('error', ({ message }) => resolve(message))
  })
  ends.set(reader, end)
  return reader
}

const here = async () => (await server.as('quanly')).get('/api/v1/blacklist?count=2000')
const slots = `FROM pg_locks l, users u, generate_series(1, 2) slot,
  hashtextextended(format('export %s %s', slot, u.id), 0) AS key
  WHERE l.locktype = 'advisory' AND (l.classid::bigint << 32 | l.objid::bigint) = key`
/** Slots in use. */
const usedSlots = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${slots}`)
  return rows[0]!.n
}
const quiet = (readers: IncomingMessage[]): void => {
  for (const reader of readers) reader.destroy()
}

test('the third simultaneous export of one person is refused, others are not, and a reader who disconnects frees the slot (threats F8)', async () => {
  const readers = [await open(other.url), await open(other.url)]
  expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const busy = 'Bạn đang xuất 2 file cùng lúc, chờ một file xong rồi thử lại'
  const manager = await server.as('quanly')
  for (const path of [
    '/api/v1/blacklist/export',
    '/api/v1/blacklist?count=9999999999',
    '/api/v1/blacklist?getAll=1',
    '/api/v1/chiphiquanly/listNoLimit',
    '/api/v1/tilebatso/listExport?startDate=01/11/2026&endDate=20/11/2026',
    '/api/v1/tilebatso/export?startDate=01/11/2026&endDate=20/11/2026',
  ]) {
    const third = await manager.get(path)
    expect([path, third.status, third.body]).toEqual([path, 429, { code: 'RATE_LIMITED', msg: busy }])
    expect(third.headers['retry-after']).toBe('10')
  }
  // Pages and pickers are not exports, and other people have slots of their own.
  expect((await manager.get('/api/v1/blacklist?count=50')).status).toBe(200)
  expect((await manager.get('/api/v1/giahoantien/listNoLimit')).status).toBe(200)
  expect((await (await server.as('admin')).get('/api/v1/blacklist?count=2000')).status).toBe(200)
  quiet(readers.slice(0, 1))
  await expect.poll(usedSlots, { timeout: 15_000 }).toBe(1)
  expect((await here()).status).toBe(200)
  quiet(readers)
  await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
})

test('reading the last byte of a sheet frees its slot (threats F8)', async () => {
  for (let round = 0; round < 10; round++) {
    const reader = (await open(other.url, token, 'giahoantien')).resume()
    expect([await ends.get(reader), await usedSlots()]).toEqual(['all read', 0])
  }
})

/** How each response ends when reading continues. */
const endOf = (readers: IncomingMessage[]): Promise<(string | undefined)[]> =>
  Promise.all(readers.map(async (reader) => ends.get(reader.resume())))

test('when the database connection is lost the reader gets no partial file, and the server keeps running (threats F8, G1)', async () => {
  const readers = [await open(other.url), await open(other.url)]
  await server.pool.query(`SELECT pg_terminate_backend(pid) ${slots}`)
  await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  expect(await endOf(readers)).toEqual(['aborted', 'aborted'])
  // More than the pool has connections: each was returned.
  for (let more = 0; more < 8; more++) {
    const reader = await open(other.url)
    expect(reader.statusCode).toBe(200)
    quiet([reader])
    await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  }
})

test('a file that nobody read to its end is recorded as begun, not as exported (D3-RULE-04)', async () => {
  const { rows: before } = await server.pool.query('SELECT max(id) AS id FROM audit_log')
  quiet([await open(other.url)])
  await expect.poll(usedSlots, { timeout: 10_000 }).toBe(0)
  const { rows } = await server.pool.query(
    `SELECT action FROM audit_log WHERE action IN ('export', 'exported') AND id > $1`,
    [before[0].id],
  )
  expect(rows).toEqual([{ action: 'export' }])
})

test('an export ends when its user is locked or loses the right to it (threats C2)', async () => {
  for (const [take, giveBack] of [
    [
      `UPDATE users SET is_deleted = true WHERE username = 'quanly'`,
      `UPDATE users SET is_deleted = false WHERE username = 'quanly'`,
    ],
    [
      `UPDATE users SET role_id = (SELECT id FROM roles WHERE priority = 4) WHERE username = 'quanly'`,
      `UPDATE users SET role_id = (SELECT id FROM roles WHERE priority = 2) WHERE username = 'quanly'`,
    ],
  ] as const) {
    const reader = await open(other.url)
    await server.pool.query(take)
    expect(await endOf([reader])).toEqual(['aborted'])
    await server.pool.query(giveBack)
    await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  }
  expect(await endOf([await open(other.url)])).toEqual(['all read'])
})

test('an export of a leader ends when the leader loses people or a permission (threats C2)', async () => {
  const leader = await signInAs(server.pool, 'leader11')
  const moved = (to: string) => `
    UPDATE users SET group_id = (SELECT id FROM users WHERE username = '${to}') WHERE username = 'sale111'`
  const code = `SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'leader11' AND p.code = 'chiphikhac.get'`
  await server.pool.query(`INSERT INTO user_permissions (user_id, permission_id) ${code}`)
  for (const take of [
    moved('leader12'),
    `DELETE FROM user_permissions WHERE (user_id, permission_id) IN (${code})`,
  ]) {
    const reader = await open(other.url, leader)
    await server.pool.query(take)
    expect([take, await endOf([reader])]).toEqual([take, ['aborted']])
    await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  }
  await server.pool.query(moved('leader11'))
})

test('an export whose reader stops reading is aborted and frees its slot (threats F8)', async () => {
  const impatient = await startProcess(server.url, { EXPORT_IDLE_SECONDS: '1' })
  const readers = [await open(impatient.url)]
  expect(await usedSlots()).toBe(1)
  await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  expect(await endOf(readers)).toEqual(['aborted'])
  await impatient.kill()
})

test('the slots of a killed process are freed (threats F8, G2)', async () => {
  for (let n = 0; n < 2; n++) await open(other.url)
  expect((await here()).status).toBe(429)
  await other.kill()
  await expect.poll(usedSlots, { timeout: 15_000 }).toBe(0)
  expect((await here()).status).toBe(200)
})

test('a list that answers all rows at once is recorded with its filter (D1-Q-155)', async () => {
  const filter = { count: '9999999999', message: '900000001' }
  expect(
    (await (await server.as('quanly')).get(`/api/v1/blacklist?${new URLSearchParams(filter)}`)).status,
  ).toBe(200)
  const { rows } = await server.pool.query(`
    SELECT username, resource, after FROM audit_log WHERE action = 'export' ORDER BY id DESC LIMIT 1`)
  const after = { rows: 1, filter, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }
  expect(rows).toEqual([{ username: 'quanly', resource: 'blacklist', after }])
})
