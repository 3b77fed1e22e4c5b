/** What is answered at the addresses of pages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenNames, screenOf } from '../contract/screens.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { serveWeb } from './web.ts'

let server: TestServer
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'vasdesk-dist-'))
  await writeFile(join(dist, 'index.html'), '<html lang="vi">VASDesk</html>')
  server = await startTestServer({}, undefined, undefined, (app) => serveWeb(app, dist))
})
afterAll(async () => {
  await server.close()
  await rm(dist, { recursive: true })
})

const get = async (path: string) => {
  const { status, headers, text } = await server.outsider.get(path)
  return { status, type: String(headers['content-type']), text }
}

test('every screen has its address, and what is no page is the page that says so, with status 404 (D1-ROUTE-07 to 10)', async () => {
  const known = ['/', '/login', '/logout', '/refresh-cache', '/register', '/app/home', '/app/khr?phone=1']
  for (const path of [...known, ...screenNames.flatMap((name) => screenOf(name).routes)])
    expect([path, (await get(path)).status]).toEqual([path, 200])
  for (const path of [
    '/404',
    '/app',
    '/app/khong-co',
    '/app/khr/',
    '/wp-login.php',
    '/index.html',
    '/%69ndex.html',
    '/.env',
    '/app/KHR',
    '/sys/x?a=/app/khr',
  ]) {
    const { status, type, text } = await get(path)
    expect([path, status, type]).toEqual([path, 404, expect.stringContaining('text/html')])
    expect(text).toContain('VASDesk')
  }
})

test('what is unknown below the API and among the files is 404 as data, whatever the method (D1-ERR-02)', async () => {
  for (const path of ['/api/v1/khong-co', '/assets/khong-co.js'])
    expect(await get(path)).toMatchObject({ status: 404, type: expect.stringContaining('application/json') })
  expect((await server.outsider.post('/app/khr')).status).toBe(404)
})
