/** The simulator: the same number is always the same subscriber, answers are plausible, unknown clients are refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookupKinds } from '#subjects/registrations/contract/calls/lookup.ts'
import { startCarrier, type CarrierSimulator } from './carrier.ts'
import { lookups } from './lookups.ts'

let simulator: CarrierSimulator
beforeAll(async () => {
  simulator = await startCarrier({ token: 'secret' })
})
afterAll(() => simulator.close())

const today = '2026-11-20'
const now = new Date('2026-11-20T03:00:00Z')
const request = { page: 1, startDate: '01/10/2026', endDate: '20/11/2026', huong_ket_qua: 'I' }
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(simulator.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'x-request-id': 'r', ...headers },
    body: JSON.stringify(body),
  })

test('the same number always gets the same answer, another number another one (D1-Q-100)', () => {
  for (const kind of lookupKinds) {
    const answerOf = (phone: string) => JSON.stringify(lookups[kind](phone, request, now))
    expect(answerOf('912345678')).toBe(answerOf('912345678'))
    expect(answerOf('912345678').replaceAll('912345678', '')).not.toBe(
      answerOf('987654321').replaceAll('987654321', ''),
    )
  }
})

test('each of a thousand numbers has a package that runs today and a history without overlaps', () => {
  for (let n = 0; n < 1000; n++) {
    const { values } = lookups.history(String(912_000_001 + n * 37), request, now)
    const [current] = values
    expect(
      current && [current.NumberPackageRegisterDate! <= today, current.NumberPackageRegisterExpire! >= today],
    ).toEqual([true, true])
    values.slice(1).forEach((older, index) => {
      expect(older.NumberPackageRegisterExpire! < values[index]!.NumberPackageRegisterDate!).toBe(true)
    })
    expect(lookups.balance(String(912_000_001 + n), request, now).balance % 100).toBe(0)
  }
})

test('a longer period returns the messages of the shorter one again, and none of the future', () => {
  const short = lookups['9279']('912345678', { startDate: '01/11/2026', endDate: '10/11/2026' }, now).values
  const long = lookups['9279']('912345678', request, now).values
  expect(short.length).toBeGreaterThan(0)
  expect(long).toEqual(expect.arrayContaining(short))
  for (let n = 0; n < 200; n++) {
    const { values } = lookups['9279'](String(912_000_001 + n), request, now)
    expect(values.filter(({ datetime }) => datetime > now.toISOString())).toEqual([])
  }
})

test('a wrong token, a wrong path and a wrong number are refused', async () => {
  const body = { isdn: '912345678' }
  expect((await post('/v1/lookups/balance', body, { authorization: 'Bearer other' })).status).toBe(401)
  expect((await post('/control/fault', {}, { authorization: '' })).status).toBe(401)
  expect((await post('/v1/lookups/unknown', body)).status).toBe(404)
  expect((await post('/v1/lookups/balance', { isdn: '0912345678' })).status).toBe(400)
  expect((await post('/v1/lookups/9279', body)).status).toBe(400)
  expect((await post('/v1/lookups/balance', 'no object')).status).toBe(400)
  expect(await (await post('/v1/lookups/balance', body)).json()).toEqual({
    request_id: 'r',
    data: { NUMBER_PHONE: '912345678', balance: expect.any(Number) },
  })
})

test('a counted fault is not used up by the poll of the feed, a lasting one affects the poll as well', async () => {
  const fault = (body: object) =>
    fetch(`${simulator.url}/control/fault`, {
      method: 'PUT',
      headers: { authorization: 'Bearer secret' },
      body: JSON.stringify(body),
    })
  const poll = async () => (await post('/v1/registration-results', { cursor: '' })).status
  const ask = async () => (await post('/v1/lookups/balance', { isdn: '912345678' })).status
  await fault({ mode: 'status', status: 500, times: 1 })
  expect([await poll(), await ask(), await ask()]).toEqual([200, 500, 200])
  await fault({ mode: 'status', status: 500 })
  expect([await poll(), await ask()]).toEqual([500, 500])
})
