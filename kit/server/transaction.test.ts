/** A transaction started by a context: one connection for all of its statements. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { waitsForAll } from '#platform/server/db/commits.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { asSystem } from './system.ts'
import { inTransaction, newContext } from './transaction.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('all statements of a context run on one connection, and a failure leaves nothing behind (threats F1)', async () => {
  const { services } = server.api
  const ctx = await asSystem(services, 'test', async (caller) => newContext(services, caller).ctx)
  await server.pool.query('CREATE TABLE written (n int)')
  const ids: unknown[] = []
  const failed = inTransaction(services, ctx, async ({ db }) => {
    for (const n of [1, 2]) {
      await db.query(`INSERT INTO written VALUES (${n})`)
      ids.push((await db.query('SELECT pg_current_xact_id()::text AS id')).rows[0].id)
    }
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(new Set(ids).size).toBe(1)
  expect((await server.pool.query('SELECT FROM written')).rowCount).toBe(0)
})

test('a repeat under a key waits for a commit of its own, as the first commit may not have reached a standby yet (D3-RUN-01)', async () => {
  const admin = await server.as('admin')
  const block = () =>
    admin.post('/api/v1/blacklist', { phone_number: '0912345670' }, { 'idempotency-key': 'the-same-key' })
  const first = await block()
  const statements: unknown[] = []
  const listen = (client: PoolClient): void => {
    const query = client.query.bind(client) as (...statement: unknown[]) => unknown
    client.query = ((...statement: unknown[]) => {
      statements.push(statement[0])
      return query(...statement)
    }) as PoolClient['query']
  }
  server.ownPool.on('acquire', listen)
  const repeat = await block()
  server.ownPool.off('acquire', listen)
  expect([first.status, repeat.text]).toEqual([200, first.text])
  expect(statements).toContain(waitsForAll)
})
