/** The shop under its own host name. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { simShop } from '#test/sims.ts'
import { serveWeb } from '#platform/app/server/web.ts'
import { readConfig } from '#platform/server/running/config.ts'

let server: TestServer
let number: string
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'vasdesk-dist-'))
  await writeFile(join(dist, 'index.html'), '<title>workspace</title>')
  await writeFile(join(dist, 'favicon.svg'), '<svg/>')
  server = await startTestServer({ SHOP_HOST: 'Sim.example.vn' }, undefined, undefined, async (app) => {
    app.get('/healthz', async () => 'ok')
    await serveWeb(app, dist)
  })
  number = (await simShop(server).sim()).number
})
afterAll(async () => {
  await server.close()
  await rm(dist, { recursive: true })
})

const shop = 'sim.example.vn'
const ask = async (host: string, url: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, headers } = await server.app.inject({ method, url, headers: { host } })
  return [statusCode, headers.location]
}

test('the shop answers under its own host name only, and that host has nothing of the workspace (ASVS V3.5.4)', async () => {
  for (const path of [
    '/sim',
    `/sim/${number}`,
    '/sim/don-hang',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.svg',
    '/healthz',
  ])
    expect([path, ...(await ask(shop, path))]).toEqual([path, 200, undefined])
  expect((await ask(shop, '/api/v1/simso/homepageList', 'POST'))[0]).not.toBe(404)
  const closed = [
    '/login',
    '/app/dashboard',
    '/api/v1/users',
    '/api/v1/auth/me',
    '/api/v1/setting/public',
    '/metrics',
  ]
  for (const path of [
    ...closed,
    '/%61pp/dashboard',
    '/SIM/../app/dashboard',
    '/sim/a/b',
    '/sim/../login',
    '/assets/../index.html',
    '/index.html',
  ]) {
    const { statusCode, body } = await server.app.inject({ url: path, headers: { host: shop } })
    expect([path, statusCode, body.includes('workspace')]).toEqual([path, 404, false])
  }
  expect(await ask(shop, '/api/v1/auth/login', 'POST')).toEqual([404, undefined])
  expect(await ask(shop, '/')).toEqual([302, '/sim'])
})

test('visitors who open the shop under another host are redirected, and the workspace stays at its host (ASVS V3.5.4)', async () => {
  for (const path of ['/sim', `/sim/${number}?x=1`, '/%73im'])
    expect(await ask('vas.example.vn', path)).toEqual([308, `http://${shop}${path}`])
  expect(await ask('vas.example.vn', '/sim/don-hang', 'POST')).toEqual([308, `http://${shop}/sim/don-hang`])
  for (const [path, status] of [
    ['/login', 200],
    ['/api/v1/users', 401],
    ['/api/v1/setting/public', 200],
  ] as const)
    expect([path, (await ask('vas.example.vn', path))[0]]).toEqual([path, status])
})

test('without the setting both share one host; an invalid host name stops the start', async () => {
  expect(readConfig({}).shopHost).toBeUndefined()
  expect(readConfig({ SHOP_HOST: 'sim.example.vn:8443' }).shopHost).toBe('sim.example.vn:8443')
  for (const SHOP_HOST of ['https://sim.example.vn', 'sim.example.vn/', 'sim example'])
    expect(() => readConfig({ SHOP_HOST })).toThrow('SHOP_HOST must be a host name')
})
