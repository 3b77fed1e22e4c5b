/** Responses at the addresses of pages. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenNames, screenOf } from '#platform/contract/screens.ts'
import { lookupPath } from '#subjects/sims/contract/shop.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { serveWeb } from './web.ts'

let server: TestServer
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'vasdesk-dist-'))
  await writeFile(
    join(dist, 'index.html'),
    '<html lang="vi"><style nonce="__style_nonce__"></style>VASDesk</html>',
  )
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'assets/a.js'), 'export {}')
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

test('every screen has its address, and an unknown address shows the 404 page with status 404 (D1-ROUTE-07 to 10)', async () => {
  const knownPaths = [
    '/',
    '/login',
    '/logout',
    '/refresh-cache',
    '/register',
    '/app/home',
    '/app/khr?phone=1',
  ]
  for (const path of [...knownPaths, ...screenNames.flatMap((name) => screenOf(name).routes)])
    expect([path, (await get(path)).status]).toEqual([path, 200])
  for (const path of [
    '/404',
    '/app',
    '/app/khong-co',
    '/wp-login.php',
    '/index.html',
    '/%69ndex.html',
    '/.env',
    '/.git/config',
    '/package.json',
    '/server/main.ts',
    '/app/KHR',
    '/sys/x?a=/app/khr',
  ]) {
    const { status, type, text } = await get(path)
    expect([path, status, type]).toEqual([path, 404, expect.stringContaining('text/html')])
    expect(text).toContain('VASDesk')
  }
})

test('HEAD of a page, a file and an unknown address answers like GET, without the body (D3-RUN-04)', async () => {
  for (const url of [
    '/app/home',
    '/login',
    '/assets/a.js',
    '/khong-co',
    '/assets/khong-co.js',
    '/robots.txt',
  ]) {
    const [get, head] = [
      await server.app.inject({ method: 'GET', url }),
      await server.app.inject({ method: 'HEAD', url }),
    ]
    expect([url, head.statusCode, head.headers['content-type'], head.body]).toEqual([
      url,
      get.statusCode,
      get.headers['content-type'],
      '',
    ])
  }
})

test('a page with a trailing slash redirects to its address with its filters; other addresses do not', async () => {
  const moved = await server.outsider.get('/app/mfy/?phone=1')
  expect([moved.status, moved.headers.location]).toEqual([308, '/app/mfy?phone=1'])
  for (const path of ['/app/khong-co/', '/vasdesk.example/', '/assets/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('an unknown address below the API or among the files answers 404 as data, whatever the method (D1-ERR-02)', async () => {
  for (const path of ['/api/v1/khong-co', '/assets/khong-co.js', '/assets/'])
    expect(await get(path)).toMatchObject({ status: 404, type: expect.stringContaining('application/json') })
  expect((await server.outsider.post('/app/khr')).status).toBe(404)
})

/** Its directives by name. */
const policyOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => [part.split(' ', 1).join(), part.slice(part.indexOf(' ') + 1)]),
  )

test('a page allows no inline script and only inline styles with its own nonce, which no other page has; files and the shop allow none, data allows nothing (threats C8)', async () => {
  const nonces = new Set<string>()
  for (const path of ['/login', '/app/home', '/app/home', '/khong-co']) {
    const { headers, text } = await server.outsider.get(path)
    const nonce = /<style nonce="([\w+/]{24})">/.exec(text)?.[1] ?? ''
    nonces.add(nonce)
    expect(policyOf(headers)).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'script-src-attr': "'none'",
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' data: blob:",
      'connect-src': "'self'",
      'font-src': "'self'",
      'form-action': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    // Page and policy belong together, so the page is never cached separately: revalidation gives a new one.
    expect(headers['cache-control']).toBe('no-cache')
    for (const name of ['etag', 'last-modified']) expect(headers).not.toHaveProperty(name)
  }
  expect(nonces.size).toBe(4)
  for (const path of ['/assets/a.js', '/sim', lookupPath])
    expect(policyOf((await server.outsider.get(path)).headers)['style-src']).toBe("'self'")
  const admin = await server.as('admin')
  for (const path of ['/api/v1/users', '/api/v1/blacklist/export', '/api/docs', '/api/v1/khong-co']) {
    const { headers } = await admin.get(path)
    expect([path, policyOf(headers)]).toEqual([
      path,
      expect.objectContaining({ 'default-src': "'none'", sandbox: 'sandbox' }),
    ])
    expect(policyOf(headers)).not.toHaveProperty('style-src')
  }
})

test('every kind of answer forbids sniffing, framing and plain HTTP, and sends no referrer (threats C8)', async () => {
  const admin = await server.as('admin')
  const answers = [
    ...(await Promise.all(
      ['/login', '/khong-co', '/assets/a.js', '/sim', '/robots.txt', '/%'].map((path) =>
        server.outsider.get(path),
      ),
    )),
    await admin.get('/api/v1/blacklist/export'),
    await admin.get('/api/v1/khong-co'),
    await server.outsider.get('/api/v1/users'),
  ]
  for (const { headers } of answers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      // Texts have a charset, so that no browser guesses it.
      'content-type': expect.stringMatching(
        /^(text\/(html|plain)|application\/(json|xml|javascript)); charset=utf-8$|spreadsheetml\.sheet$/,
      ),
    })
})
