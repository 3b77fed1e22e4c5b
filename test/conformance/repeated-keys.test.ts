/** A body with a duplicate key in an object is refused everywhere, as parsers differ in which value they take. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign } from '#platform/server/gateways/signature.ts'
import { repeatedKey } from '#platform/server/running/json-bodies.ts'
import { openStage, type Stage } from './stage.ts'

const secret = 'bank-secret-of-the-test-0123456789'
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ BANK_WEBHOOK_SECRET: secret })
})
afterAll(() => stage.close())

test('a repeated key is detected in every spelling and at every depth, without false positives', () => {
  for (const [text, key] of [
    ['{"a":1,"a":2}', 'a'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    ['{"data":[{"b":1},{"c":{"d":[],"d":0}}]}', 'd'],
    ['{"a":{"x":1},"b":[{"x":1},{"x":2}],"a":3}', 'a'],
    [String.raw`{"t\"x":"{\"k\":1","t\"x":2}`, 't"x'],
    ['{"":1,"":2}', ''],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', undefined],
    [String.raw`{"a":"\"a\":1,\"a\":2","b":["a","a",{"b":"a"}]}`, undefined],
    ['["a","a"]', undefined],
    ['"a"', undefined],
    [`{"a":"${'x'.repeat(3_000_000)}"}`, undefined],
  ] as const)
    expect([text.slice(0, 40), repeatedKey(text)]).toEqual([text.slice(0, 40), key])
})

const twice = '{"khoa_hai_lan": 1, "data": [{"khoa_hai_lan": 2}], "khoa_hai_lan": 3}'

test('every call that accepts JSON refuses a repeated key and names it, also in the shop and the sign-in (issue 44.14)', async () => {
  const { server, player } = stage
  const ask = player('admin').ask
  const answers: unknown[] = []
  let requestCount = 0
  for (const { method, path } of server.api.policy) {
    const isJson = method !== 'GET' && !path.startsWith('/sim/') && !path.endsWith('/webhook')
    // Uploads take files, not JSON.
    if (!isJson || /^\/api\/v1\/imports\/[^:]+$/.test(path)) continue
    requestCount += 1
    const reply = await ask(method, path.replace(/:\w+/g, '018f0000-0000-7000-8000-00000000dead'), twice)
    if (reply.status !== 400 || reply.body.fields?.khoa_hai_lan !== 'Chỉ gửi một giá trị')
      answers.push([method, path, reply.status, reply.text.slice(0, 200)])
  }
  expect(requestCount).toBeGreaterThan(250)
  expect(answers.filter((one) => !String(one).includes(',403,'))).toEqual([])
})

test('a signed push with a repeated key is refused, and nothing of it is stored (issue 44.14)', async () => {
  const body =
    '[{"ma_giao_dich":"FT1","ma_giao_dich":"FT2","so_tien":90000,"noi_dung":"x","thoi_gian":"2026-11-20T08:00:00Z"}]'
  const reply = await stage.server.app.inject({
    method: 'POST',
    url: '/api/v1/mesbank/webhook',
    headers: {
      'content-type': 'application/json',
      'x-bank-signature': sign(secret, Math.floor(Date.now() / 1000), body),
    },
    payload: body,
  })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    { fields: { ma_giao_dich: 'Chỉ gửi một giá trị' } },
  ])
})
