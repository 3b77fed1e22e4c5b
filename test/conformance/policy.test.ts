/** The policy is complete: the router has no other routes, and the documented table matches it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyPage } from '#tools/policy.ts'
import { liveRoutes } from './routes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

test('every route of the router is in the policy exactly once, and the policy has no others (D1-Q-004, D1-ROUTE-64, D2-ROLE-44)', () => {
  const policy = stage.server.api.policy.map((route) => keyOf(route).replace(/:\w+/g, ':'))
  const live = liveRoutes(stage.server.app)
  expect(
    live
      .filter(({ method }) => method !== 'HEAD')
      .map(keyOf)
      .sort(),
  ).toEqual([...policy].sort())
  // Each GET has its HEAD, and there are no other HEADs.
  const paths = (wanted: string) => live.filter(({ method }) => method === wanted).map(({ path }) => path)
  expect(paths('HEAD').sort()).toEqual(paths('GET').sort())
  expect(new Set(policy).size).toBe(policy.length)
})

test('without a session all but the public routes answer 401, before a byte is parsed (D1-SESS-15, D2-API-01, D2-Q-46)', async () => {
  const { policy } = stage.server.api
  expect(
    policy
      .filter(({ may }) => may === 'public')
      .map(keyOf)
      .sort(),
  ).toEqual([
    'GET /api/v1/setting/public',
    'GET /api/v1/simso/homepageFindOne/:id',
    'GET /mau/:file',
    'GET /robots.txt',
    'GET /sim',
    'GET /sim/:id',
    'GET /sim/anh/:file',
    'GET /sim/don-hang',
    'GET /sitemap.xml',
    'GET /sitemap/:span',
    'POST /api/v1/auth/login',
    'POST /api/v1/auth/logout',
    'POST /api/v1/mesbank/webhook',
    'POST /api/v1/providers/:name/webhook',
    'POST /api/v1/simso/homepageList',
    'POST /api/v1/simso/sendOrder',
    'POST /sim/don-hang',
  ])
  for (const { method, path, may } of policy) {
    if (may === 'public') continue
    const address = path.replace(/:\w+/g, '018f0000-0000-7000-8000-00000000dead')
    for (const [reason, ask] of Object.entries(stage.shutOut)) {
      const reply = await ask(
        method,
        `${address}?page=-1&count=9999999999&startDate=x`,
        method === 'GET' ? undefined : '{"data": [',
      )
      expect([reason, method, address, reply.status, reply.body.code]).toEqual([
        reason,
        method,
        address,
        401,
        'UNAUTHENTICATED',
      ])
    }
  }
})

test('a request without a token causes no database query (D2-API-01)', async () => {
  const { pool, api } = stage.server
  const ask = stage.shutOut['no session']
  let requestCount = 0
  const query = pool.query.bind(pool)
  const counting = (...args: unknown[]) => {
    requestCount += 1
    return (query as (...all: unknown[]) => unknown)(...args)
  }
  Object.assign(pool, { query: counting })
  try {
    for (const { method, path, may } of api.policy) if (may !== 'public') await ask?.(method, path)
  } finally {
    Object.assign(pool, { query })
  }
  expect(requestCount).toBe(0)
})

test('a session token in the address, a cookie or another scheme is not accepted (D1-Q-024)', async () => {
  const { token } = await stage.server.as('admin')
  const ask = stage.shutOut['no session']
  const path = '/api/v1/blacklist'
  const ways: [string, Record<string, string>][] = [
    [`${path}?access_token=${token}&token=${token}`, {}],
    [path, { cookie: `token=${token}; access_token=${token}` }],
    [path, { authorization: token }],
    [path, { authorization: `bearer ${token}` }],
    [path, { authorization: `Bearer  ${token}` }],
    [path, { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` }],
    [path, { 'x-access-token': token }],
  ]
  for (const [address, headers] of ways)
    expect([headers, (await ask?.('GET', address, undefined, headers))?.status]).toEqual([headers, 401])
})

test('HEAD answers where GET does, without a body, to the same users, and runs nothing that hands out, changes or streams (D3-RUN-04)', async () => {
  const { policy, app } = stage.server.api
  const { token } = await stage.server.as('admin')
  const ask = async (method: 'GET' | 'HEAD', url: string, by?: string) =>
    app.inject({ method, url, headers: by ? { authorization: `Bearer ${by}` } : {} })
  const counts = async () =>
    (
      await stage.server.pool.query(
        'SELECT (SELECT count(*) FROM movements) AS moved, (SELECT count(*) FROM audit_log) AS noted, (SELECT count(*) FROM disclosures) AS seen',
      )
    ).rows
  const gets = policy.filter(({ method }) => method === 'GET')
  const notRun: string[] = []
  for (const { path, may } of gets) {
    const url = path.replace(/:\w+/g, '018f0000-0000-7000-8000-00000000dead')
    const before = await counts()
    const head = await ask('HEAD', url, token)
    expect([path, head.body]).toEqual([path, ''])
    const stranger = await ask('HEAD', url)
    expect([path, may === 'public' || stranger.statusCode === 401]).toEqual([path, true])
    const after = await counts()
    const got = await ask('GET', url, token)
    if (head.statusCode === got.statusCode) continue
    expect([path, head.statusCode, after]).toEqual([path, 200, before])
    notRun.push(path)
  }
  expect(gets.length).toBeGreaterThan(100)
  // Files, and old addresses where a GET decides.
  expect(notRun).toEqual([
    '/api/v1/mesbank/approve/:id',
    '/api/v1/mesbank/deny/:id',
    '/api/v1/imports/:id/errors',
    '/api/v1/quetdata/export',
    '/api/v1/quetdatakhonggoi/export',
    '/api/v1/quetdtct/export',
    '/api/v1/moigoihomsau/moi/:id',
    '/api/v1/danhsachchitra/file/:id',
    '/api/v1/danhsachchitra/khongChi',
  ])
})

test('OPTIONS, PATCH and method overrides do not bypass the guard of a GET', async () => {
  const { token } = await stage.server.as('sale111')
  for (const method of ['OPTIONS', 'PATCH'] as const) {
    const reply = await stage.server.app.inject({
      method,
      url: '/api/v1/customer/new-care',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([method, reply.statusCode]).toEqual([method, 404])
  }
  const sale = stage.player('sale111')
  const before = await stage.server.pool.query('SELECT count(*) FROM blacklist')
  await sale.ask('GET', '/api/v1/blacklist?_method=DELETE', undefined, { 'x-http-method-override': 'DELETE' })
  expect((await stage.server.pool.query('SELECT count(*) FROM blacklist')).rows).toEqual(before.rows)
})

test('`npm run policy` has a line for every route with its right and the roles that pass it', () => {
  const lines = policyPage(stage.server.api.policy).split('\n')
  for (const { method, path } of stage.server.api.policy)
    expect(lines.filter((line) => line.startsWith(`| ${method} | ${path} |`))).toHaveLength(1)
  const line = (start: string) => lines.find((text) => text.startsWith(start))
  expect(line('| POST | /api/v1/bangiao |')).toBe(
    '| POST | /api/v1/bangiao | below5 | ✓ | ✓ | ✓ | ✓ | · | · | · | · |',
  )
  expect(line('| POST | /api/v1/auth/login |')).toContain('| public | ✓ |')
  expect(line('| POST | /api/v1/chotluong |')).toContain('managesPay, confirmed')
})
