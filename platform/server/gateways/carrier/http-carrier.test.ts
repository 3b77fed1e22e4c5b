/** The carrier adapter against the simulator over real HTTP: every look-up, every fault. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookupKinds } from '#subjects/registrations/contract/calls/lookup.ts'
import type { Fault } from '#simulator/faults.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { newBreaker } from './breaker.ts'
import type { Carrier, LookupRequests } from './carrier.ts'
import { openCarrier } from './http-carrier.ts'

const log = pino({ level: 'silent' })
const timeoutMs = 400
const days = { startDate: '01/10/2026', endDate: '31/10/2026' }
const questions: LookupRequests = {
  package: { isdn: '912345678', package_code: '', page: 1 },
  balance: { isdn: '912345678' },
  info: { isdn: '912345678', phoneType: 'MG' },
  history: { isdn: '912345678' },
  '9279': { isdn: '84912345678', ...days },
  messages999: { isdn: '912345678', huong_ket_qua: 'O', ...days, page: 1 },
}

let simulator: TestCarrier
let carrier: Carrier
beforeAll(async () => {
  simulator = await startTestCarrier({ now: () => new Date('2026-11-20T03:00:00Z') })
  // The breaker has tests of its own; here each fault is tested in isolation.
  carrier = openCarrier({ ...simulator, timeoutMs }, log, newBreaker({ failures: 1000 }))
})
afterEach(() => simulator.fault())
afterAll(() => simulator.close())

const balance = () => carrier.ask('balance', questions.balance, 'request-1')

test('every look-up answers in the agreed format, with days and instants in the form of the product (D1-LOOK-52)', async () => {
  for (const kind of lookupKinds) {
    const reply = await carrier.ask(kind, questions[kind], `request-${kind}`)
    expect(reply).toMatchObject({ ok: true, data: { NUMBER_PHONE: '912345678' } })
  }
  const requests = await simulator.seen()
  expect(requests.map(({ kind, requestId, body }) => ({ kind, requestId, body }))).toEqual(
    lookupKinds.map((kind) => ({ kind, requestId: `request-${kind}`, body: questions[kind] })),
  )
  const packages = await carrier.ask('package', questions.package, 'x')
  expect(JSON.stringify(packages)).toContain('"FromDate":"2026-11-01"')
  const messages = await carrier.ask('9279', questions['9279'], 'y')
  expect(JSON.stringify(messages)).toMatch(/"datetime":"2026-10-\d\dT\d\d:\d\d:00.000Z"/)
})

const faults: [string, Fault, string][] = [
  ['an answer that comes too late', { mode: 'slow', ms: timeoutMs * 3 }, 'timeout'],
  ['no answer at all', { mode: 'hang' }, 'timeout'],
  ['an answer that stops half way', { mode: 'half' }, 'timeout'],
  ['a line that breaks', { mode: 'drop' }, 'fault'],
  ['a fault of the carrier', { mode: 'status', status: 500 }, 'fault'],
  ['a fault of its proxy', { mode: 'status', status: 502 }, 'fault'],
  ['a redirect, which is not followed', { mode: 'status', status: 302 }, 'fault'],
  ['an overload', { mode: 'status', status: 503 }, 'busy'],
  ['too many requests', { mode: 'status', status: 429 }, 'busy'],
  ['a wrong token', { mode: 'status', status: 401 }, 'refused'],
  ['a refused request', { mode: 'status', status: 400 }, 'refused'],
  ['an unknown number', { mode: 'status', status: 404 }, 'notFound'],
  ['a page instead of JSON', { mode: 'garbage' }, 'garbage'],
  ['a balance that is a text', { mode: 'wrong-shape' }, 'garbage'],
  ['an answer without an end', { mode: 'endless' }, 'garbage'],
  ["somebody else's number", { mode: 'wrong-number' }, 'mismatch'],
  ["somebody else's request", { mode: 'wrong-request' }, 'mismatch'],
]

test.each(faults)(
  '%s is reported as a failure with a reason, within the time limit, and never as an answer (G5)',
  async (_, fault, reason) => {
    await simulator.fault(fault)
    const started = Date.now()
    const reply = await balance()
    expect(reply).toMatchObject({ ok: false, reason })
    expect(JSON.stringify(reply)).not.toContain('912345678')
    expect(Date.now() - started).toBeLessThan(timeoutMs + 1000)
    await simulator.fault()
    expect(await balance()).toMatchObject({ ok: true })
  },
)

test('a slow answer within the time limit is accepted', async () => {
  await simulator.fault({ mode: 'slow', ms: timeoutMs / 4 })
  expect(await balance()).toMatchObject({ ok: true })
})

test('an absent carrier is reported as unreachable, and no request is repeated automatically', async () => {
  const stopped = await startTestCarrier()
  await stopped.close()
  const nobody = openCarrier({ ...stopped, timeoutMs }, log)
  expect(await nobody.ask('balance', questions.balance, 'z')).toMatchObject({
    ok: false,
    reason: 'unreachable',
  })
  await simulator.seen()
  await simulator.fault({ mode: 'status', status: 500, times: 1 })
  await balance()
  expect(await simulator.seen()).toHaveLength(1)
})

test('after five failures in a row no request is sent to the carrier until one trial succeeds (G5)', async () => {
  let now = 0
  const guarded = openCarrier({ ...simulator, timeoutMs }, log, newBreaker({ now: () => now }))
  const ask = async () =>
    (await guarded.ask('balance', questions.balance, 'b')) as { ok: boolean; reason?: string }
  await simulator.fault({ mode: 'status', status: 500 })
  for (let n = 0; n < 5; n++) expect((await ask()).reason).toBe('fault')
  await simulator.seen()
  expect((await ask()).reason).toBe('open')
  expect(await simulator.seen()).toEqual([])
  await simulator.fault()
  now = 15_000
  expect((await ask()).ok).toBe(true)
  expect((await ask()).ok).toBe(true)
})
