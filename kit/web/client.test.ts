/** What a refused call says to whoever listens. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { onClientEvent, onRefusal, reauth, request, type ClientEvent } from './client.ts'
import { currentToken, storeToken } from './token.ts'

const answer = (status: number, body: unknown) =>
  vi.fn(async () => new Response(JSON.stringify(body), { status }))

let heard: ClientEvent[]
let stop: () => void
beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  heard = []
  stop = onClientEvent((event) => heard.push(event))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refused = { code: 'UNAUTHENTICATED', msg: 'Phiên đăng nhập đã kết thúc' }

test('a refused token ends the session (D1-SESS-21 to 24)', async () => {
  storeToken('abc', 60)
  vi.stubGlobal('fetch', answer(401, refused))
  await expect(request('GET', '/api/v1/blacklist')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(heard).toEqual([{ kind: 'unauthenticated' }])
})

test('a late refusal of a former token does not end the session begun in another tab (D1-SESS-24)', async () => {
  storeToken('abc', 60)
  vi.stubGlobal('fetch', () => {
    storeToken('def', 60)
    return Promise.resolve(new Response(JSON.stringify(refused), { status: 401 }))
  })
  await expect(request('GET', '/api/v1/blacklist')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect([heard, currentToken()]).toEqual([[], 'def'])
})

test('a token that has expired in the browser is not sent, and its 401 ends the session too (D1-ROUTE-63, D1-SESS-24)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeToken('abc', 60)
  vi.advanceTimersByTime(61_000)
  expect(currentToken()).toBeNull()
  const sent = answer(401, refused)
  vi.stubGlobal('fetch', sent)
  await expect(request('GET', '/api/v1/blacklist')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(JSON.stringify(sent.mock.calls)).not.toContain('abc')
  expect(heard).toEqual([{ kind: 'unauthenticated' }])
})

test("a provider's notice is shown beside the answer (D1-ERR-04)", async () => {
  const notice = { channel: 'VNPT', message: 'Đã nhận yêu cầu', status: 'PENDING' }
  vi.stubGlobal('fetch', answer(200, notice))
  await request('GET', '/api/v1/blacklist')
  expect(heard).toEqual([{ kind: 'notice', notice }])
})

test('the message of an answer is read in each of its forms, also of a failed answer (D2-MFY-02, D2-MFY-03, D2-MFY-90)', async () => {
  const messageOf = async (status: number, body: object) => {
    vi.stubGlobal('fetch', answer(status, body))
    const refused = (error: unknown) => ({ msg: (error as Error).message })
    return (await request('POST', '/api/v1/mfy/traCuuDoiTuong', {}, { quiet: true }).catch(refused)).msg
  }
  const words = 'Thuê bao không thuộc đối tượng nào'
  expect(await messageOf(200, { result: 'success', mes: words, data: null })).toBe(words)
  expect(await messageOf(200, { result: 'success', msg: words })).toBe(words)
  expect(await messageOf(200, { channel: 'VNPT', message: words, status: 'Unknown' })).toBe(words)
  expect(await messageOf(502, { channel: 'VNPT', message: words, status: 'Unknown' })).toBe(words)
  expect(await messageOf(200, { code: 'UPSTREAM', msg: words })).toBe(words)
  expect(await messageOf(200, { result: 'success', mes: '' })).toBeUndefined()
  expect(heard).toEqual([])
})

test('a GET that writes carries an idempotency key, as every write does; a GET that reads has none (D1-Q-052)', async () => {
  const sent = vi.fn(async (_path: string, _init: RequestInit) => new Response('{"data":null}'))
  vi.stubGlobal('fetch', sent)
  await request('GET', '/api/v1/mesbank/approve/:id', { id: '1' }, { idempotencyKey: 'abc' })
  await request('GET', '/api/v1/mesbank')
  const keys = sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
  expect(keys).toEqual(['abc', null])
})

test('a refusal other than 401 leaves the session alone', async () => {
  storeToken('abc', 60)
  vi.stubGlobal('fetch', answer(403, { code: 'FORBIDDEN', msg: 'Không có quyền' }))
  await expect(request('GET', '/api/v1/role')).rejects.toMatchObject({ message: 'Không có quyền' })
  expect(heard).toEqual([])
})

const reauthRefusal = { code: 'REAUTH', msg: 'Cần xác nhận lại' }

test('a call refused with REAUTH waits for one confirmation of the session and is sent again unchanged, with its key; without confirmation it stays refused (D3-SEC-07)', async () => {
  const sent = vi.fn(async (_path: string, init: RequestInit) =>
    sent.mock.calls.length < 3
      ? new Response(JSON.stringify(reauthRefusal), { status: 403 })
      : new Response(JSON.stringify({ status: 'success', data: String(init.body) }), { status: 200 }),
  )
  vi.stubGlobal('fetch', sent)
  const calls = ['a', 'b'].map((name) => request('POST', '/api/v1/role', { name }))
  await vi.waitFor(() => expect(reauth.get()).toHaveLength(2))
  for (const answer of reauth.get()) answer(true)
  reauth.set([])
  expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['{"name":"a"}', '{"name":"b"}'])
  const keys = sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
  expect(keys.slice(2)).toEqual(keys.slice(0, 2))
  sent.mockClear()
  const dropped = request('POST', '/api/v1/role', { name: 'c' })
  await vi.waitFor(() => expect(reauth.get()).toHaveLength(1))
  for (const answer of reauth.get()) answer(false)
  reauth.set([])
  await expect(dropped).rejects.toMatchObject({ code: 'REAUTH' })
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a call refused with DO_NOT_CALL asks for the reason and is sent once more with it; without one it stays refused (D3-RULE-05)', async () => {
  const refusal = { code: 'DO_NOT_CALL', msg: 'Số trong blacklist: Toà án, từ 01-11-2026' }
  const sent = vi.fn(async (_path: string, init: RequestInit) =>
    String(init.body).includes('ly_do_van_lam')
      ? new Response(JSON.stringify({ status: 'success', data: String(init.body) }), { status: 200 })
      : new Response(JSON.stringify(refusal), { status: 409 }),
  )
  vi.stubGlobal('fetch', sent)
  const questions: string[] = []
  onRefusal({
    DO_NOT_CALL: async (words) => {
      questions.push(words)
      return questions.length === 1 ? { ly_do_van_lam: 'Khách nhờ' } : null
    },
  })
  const { data } = await request('POST', '/api/v1/mfy', { ma_goi: 'VD90' })
  expect(data).toBe('{"ma_goi":"VD90","ly_do_van_lam":"Khách nhờ"}')
  await expect(request('POST', '/api/v1/mfy', { ma_goi: 'VD90' })).rejects.toMatchObject({
    code: 'DO_NOT_CALL',
  })
  expect(questions).toEqual([refusal.msg, refusal.msg])
  expect(sent).toHaveBeenCalledTimes(3)
})

test('a call questioned twice, for the customer and for the package, is sent with both answers; when it is refused again nothing is asked anew (D3-OTP-08)', async () => {
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const body = String(init.body)
    bodies.push(body)
    const code = body.includes('goi_khong_gia') ? 'DO_NOT_CALL' : 'UNPRICED'
    const done = body.includes('ly_do_van_lam') && body.includes('VD90')
    return done
      ? new Response(JSON.stringify({ status: 'success', data: null }), { status: 200 })
      : new Response(JSON.stringify({ code, msg: code }), { status: 409 })
  })
  onRefusal({
    DO_NOT_CALL: async () => ({ ly_do_van_lam: 'Khách nhờ' }),
    UNPRICED: async () => ({ goi_khong_gia: true }),
  })
  await request('POST', '/api/v1/mfy', { ma_goi: 'VD90' })
  expect(bodies.at(-1)).toBe('{"ma_goi":"VD90","goi_khong_gia":true,"ly_do_van_lam":"Khách nhờ"}')
  await expect(request('POST', '/api/v1/mfy', { ma_goi: 'MG' })).rejects.toMatchObject({
    code: 'DO_NOT_CALL',
  })
  expect(bodies).toHaveLength(6)
})
