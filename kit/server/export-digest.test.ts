/** Every exported file is audited with its filter, row count and digest (D3-RULE-04). */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('an export is recorded with user, filter, count and the digest of its file (D3-RULE-04)', async () => {
  const { token } = await server.as('quanly')
  const url = '/api/v1/blacklist/export?description=c%C5%A9'
  const { rawPayload } = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const sha256 = createHash('sha256').update(rawPayload).digest('hex')
  const { rows } = await server.pool.query(
    `SELECT action, username, after FROM audit_log WHERE action IN ('export', 'exported') ORDER BY id`,
  )
  expect(rows).toMatchObject([
    { action: 'export', username: 'quanly', after: { rows: 0, filter: { description: 'cũ' } } },
    { action: 'exported', username: 'quanly', after: { sha256, bytes: rawPayload.length } },
  ])
})
