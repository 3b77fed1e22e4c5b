/** The log contains neither customers' numbers nor rows that PostgreSQL quotes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { startTestServer } from '#test/server.ts'
import { openLog } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a refused row leaves neither its phone nor its name in the log (threats A4)', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  await database.pool.query('CREATE TABLE quoted (phone text, name text, amount bigint NOT NULL)')
  const error: unknown = await database.pool
    .query(`INSERT INTO quoted VALUES ('912057420', 'Nguyễn Hồng Nhung', NULL)`)
    .catch((reason: unknown) => reason)
  expect((error as { detail: string }).detail).toContain('912057420')
  log.error({ err: error, inner: 'invalid input: "0912 057 420"' }, 'failed for 84912057420')
  log.child({ reqId: 'r1' }).warn({ error: String(new Error('phone 912057420')) }, 'again')
  expect(lines).toHaveLength(2)
  const text = lines.join('')
  expect(text).toContain('violates not-null constraint')
  expect(text).not.toMatch(/Nhung|912057420|057 420/)
  // Identifiers used to find a line keep their digits, also next to a number.
  const id = '01999912-3456-7890-9123-456789012345'
  log.info({ id, why: `row ${id} of 0912057420` }, `job ${id}`)
  expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ id, why: `row ${id} of ****57420`, msg: `job ${id}` })
  // So does a client's address; other values under that name do not.
  for (const address of ['198.51.100.7', '2001:db8:1234:5678::1', '::ffff:203.0.113.50']) {
    log.info({ address }, 'signed in')
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ address })
  }
  for (const address of ['912057420', '18 Khuất Duy Tiến, 0912057420']) {
    log.info({ address }, 'ordered')
    expect(lines.pop()).not.toContain('912057420')
  }
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50, 40])
})

test('refused input is logged with its route and fields, but without the sent values (ASVS 16.3.3, threats A4)', async () => {
  const lines: string[] = []
  const server = await startTestServer({}, (line) => void lines.push(line))
  const admin = await server.as('admin')
  const refused = await admin.post('/api/v1/blacklist', {
    phone_number: 'khong-phai-so',
    description: 'Bí mật',
  })
  expect(refused.status).toBe(400)
  const entry = lines
    .map((line) => JSON.parse(line) as { msg: string })
    .find(({ msg }) => msg === 'input refused')
  expect(entry).toMatchObject({
    route: '/api/v1/blacklist',
    fields: ['phone_number'],
    reqId: expect.any(String) as string,
  })
  expect(lines.join('')).not.toMatch(/khong-phai-so|Bí mật/)
  await server.close()
})
