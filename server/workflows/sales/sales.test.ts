/** Private customers and reported sales: making, deciding, changing, exporting. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../../test/imports.ts'
import { startTestServer, type Answer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
