/** Jobs run on schedule; the nightly cleanup deletes all old rows, however many, and keeps those still needed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { openJobs } from '#platform/server/running/jobs.ts'
import { purgeOld } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const remaining = async (): Promise<unknown> =>
  (
    await server.pool.query(`
      SELECT (SELECT count(*) FROM idempotency) AS keys, (SELECT count(*) FROM login_failures) AS tries,
        (SELECT count(*) FROM feed_rejects) AS rejects, (SELECT count(*) FROM import_chunks) AS chunks,
        (SELECT count(*) FROM sessions) AS sessions`)
  ).rows[0]

test("outdated rows of the product's own tables are deleted in steps, fresh ones stay (threats F1)", async () => {
  await signInAs(server.pool, 'sale111')
  await server.pool.query(`
    INSERT INTO idempotency (user_id, key, request_hash, at)
    SELECT uuidv7(), 'key-' || i, 'x', now() - interval '100 hours' FROM generate_series(1, 25000) i`)
  for (const age of ['1 hour', '100 days'])
    await server.pool.query(`
      INSERT INTO idempotency (user_id, key, request_hash, at) VALUES (uuidv7(), 'k', 'x', now() - interval '${age}');
      INSERT INTO login_failures (username, at) VALUES ('ai', now() - interval '${age}');
      INSERT INTO feed_rejects (feed, reason, row, at, settled_at, settled_by)
      VALUES ('bank', 'x', '["settled ${age}"]', now() - interval '1 year', now() - interval '${age}', 'admin'),
        ('bank', 'x', '["open ${age}"]', now() - interval '${age}', NULL, NULL);
      INSERT INTO import_chunks (import_id, chunk, hash, response, at)
      VALUES (uuidv7(), 0, 'x', '{}', now() - interval '${age}')`)
  await server.pool.query(`
    INSERT INTO sessions (token_hash, user_id, expires_at)
    SELECT '\\x00', id, now() - interval '100 days' FROM users LIMIT 1`)
  await purgeOld(server.api.services)
  expect(await remaining()).toEqual({ keys: 1, tries: 1, rejects: 3, chunks: 1, sessions: 1 })
})

test('a start schedules new jobs and those with a changed time, and leaves the rest unchanged', async () => {
  const schedules = async (crons: Record<string, string>) => {
    const jobs = await openJobs(server.url, console)
    const table = Object.entries(crons).map(([name, cron]) => [name, { cron, run: async () => {} }])
    await jobs.work(Object.fromEntries(table))
    await jobs.close()
    const { rows } = await server.pool.query<{ name: string; cron: string; xmin: string }>(`
      SELECT name, cron, timezone, xmin FROM pgboss.schedule ORDER BY name`)
    return rows
  }
  const first = await schedules({ one: '10 3 * * *', two: '20 3 * * *' })
  const later = await schedules({ one: '10 3 * * *', three: '30 3 * * *', two: '25 3 * * *' })
  const timezone = 'Asia/Ho_Chi_Minh'
  expect(later).toMatchObject([
    first[0],
    { name: 'three', cron: '30 3 * * *', timezone },
    { name: 'two', cron: '25 3 * * *', timezone },
  ])
})

test("a job starts as soon as its transaction is committed, without waiting for the worker's next poll", async () => {
  const jobs = await openJobs(server.url, console)
  const begun = Promise.withResolvers<void>()
  await jobs.work({ prompt: { run: async () => begun.resolve() } })
  // The worker's first look, which finds nothing.
  await sleep(300)
  let commit: (() => void) | undefined
  const from = performance.now()
  await jobs.enqueue('prompt', {}, (work) => (commit = work))
  commit?.()
  await begun.promise
  expect(performance.now() - from).toBeLessThan(1000)
  await jobs.close()
})
