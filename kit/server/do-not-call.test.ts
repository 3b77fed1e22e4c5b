/** Customers who asked not to be called are not contacted without a reason, by any call that contacts customers. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { CodeType } from '#platform/contract/code-tabs.ts'
import { codeCalls } from '#subjects/registrations/contract/calls/invite.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { nextPhone, setUpInvite } from '#test/invite.ts'
import { addMfyPrices } from '#test/mfy.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import type { Answer, Caller, TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let carrier: TestCarrier
let server: TestServer
let admin: Caller
let seller: Caller
setUpInvite({ codes: ['care.otp', 'care.9332', 'care.dk'], channelsOf: ['sale111'] }, async (testServer) => {
  ;({ carrier, server, seller } = testServer)
  admin = await server.as('admin')
  await addMfyPrices(server.pool)
  await server.pool.query(refundPrices.replace(/INSERT INTO giahoantien[^;]*;/, ''))
})

/** A phone on the do-not-call list. */
async function unwilling(more: object = {}): Promise<string> {
  const phone = nextPhone()
  const answer = await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: 'khach', ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  return phone
}
const reason = 'Khách vừa gọi lên nhờ đăng ký'
const outcome = ({ status, body }: Answer) => [status, body.code]
const refused = [409, 'DO_NOT_CALL']

/** Every call that contacts a customer: prepares its data and returns the answer. */
const calls: Record<string, (phone: string, more: object) => Promise<Answer>> = {
  ...Object.fromEntries(
    (Object.keys(codeCalls) as CodeType[]).map((type) => [
      `code ${type}`,
      (phone: string, more: object) =>
        admin.post(codeCalls[type].ask.path, { type, phone, package: 'VD90', ...more }),
    ]),
  ),
  'command DK': (phone, more) => invite(phone, 'DK', more),
  'command GIAHAN': (phone, more) => invite(phone, 'GIAHAN', more),
  refund: (phone, more) =>
    seller.post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(phone, more)),
  'refund in a day': (phone, more) =>
    seller.post('/api/v1/requestrefund/create24hOrder', refundBody(phone, more)),
  'refund of the report': (phone, more) =>
    seller.post('/api/v1/requestrefundreport/createHoanTienGoiCuoc', refundBody(phone, more)),
  'top-up': (phone, more) =>
    seller.post('/api/v1/requestrefund/createNapTienChietKhau', {
      ...refundBody(phone, { request_type: undefined, request_method: undefined, ...more }),
      refund_price: 50_000,
    }),
  offer: (phone, more) => seller.post('/api/v1/moigoihomsau', { phone, package: 'VD90', ...more }),
  Mfy: (phone, more) =>
    seller.post('/api/v1/mfy', { so_dien_thoai: phone, ma_goi: 'VD90', gia_ban_goi: 1, ...more }),
}
const invite = (phone: string, command: string, more: object) =>
  admin.post('/api/v1/vas/mobifone/invite', { type: '9332', phone, package: 'VD90', command, ...more })

/** Audit entries of the given reasons, for rows with this phone. */
async function insisted(phone: string): Promise<Record<string, unknown>[]> {
  const { rows } = await server.pool.query<{ after: Record<string, unknown> }>(sql`
    SELECT a.username, a.after FROM audit_log a WHERE a.action = 'insist' AND a.resource_id IN (
      SELECT id::text FROM requestrefund WHERE number_phone = ${phone} UNION ALL
      SELECT id::text FROM moigoihomsau WHERE phone = ${phone} UNION ALL
      SELECT id::text FROM mfy WHERE so_dien_thoai = ${phone} UNION ALL
      SELECT id::text FROM invitation_history WHERE msisdn = ${phone})`)
  return rows.map(({ after }) => after)
}
const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' })
  .format(new Date())
  .replaceAll('/', '-')

test.each(Object.keys(calls))(
  '%s: a do-not-call number is refused with 409 DO_NOT_CALL, source and date, and nothing is stored or sent; with a reason it goes through and the reason is on record (D3-RULE-05)',
  async (name) => {
    const send = calls[name] as (phone: string, more: object) => Promise<Answer>
    const phone = await unwilling({ den_ngay: '2099-12-31' })
    const no = await send(phone, {})
    expect(outcome(no)).toEqual(refused)
    expect(no.body.msg).toBe(`Số trong blacklist: Khách yêu cầu, từ ${today} đến hết 31-12-2099`)
    expect(no.body.current).toMatchObject({
      nguon: 'khach',
      den_ngay: '2099-12-31',
      createdAt: expect.any(String),
    })
    expect(outcome(await send(phone, { ly_do_van_lam: '  ' }))).toEqual(refused)
    expect(await insisted(phone)).toEqual([])
    expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toEqual([])
    expect(outcome(await send(phone, { ly_do_van_lam: reason }))).toEqual([200, undefined])
    expect(await insisted(phone)).toEqual([
      { ly_do_van_lam: reason, khong_goi: `Khách yêu cầu, từ ${today} đến hết 31-12-2099` },
    ])
    // Other phones need no reason.
    const free = nextPhone()
    expect(outcome(await send(free, { ly_do_van_lam: reason }))).toEqual([200, undefined])
    expect(await insisted(free)).toEqual([])
    const over = await unwilling({ den_ngay: '2020-01-01' })
    expect(outcome(await send(over, {}))).toEqual([200, undefined])
  },
)

test('a reason is a text of at most 500 characters; anything else is refused with its field (D3-RULE-05)', async () => {
  const phone = await unwilling()
  for (const ly_do_van_lam of [{ a: 1 }, true, 'x'.repeat(501)]) {
    const answer = await admin.post('/api/v1/moigoihomsau', {
      phone,
      username: 'sale111',
      package: 'VD90',
      ly_do_van_lam,
    })
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, ['ly_do_van_lam']])
  }
})

test('of several do-not-call entries the longest lasting one is named, and of equal ones the newest (D3-RULE-05)', async () => {
  const phone = await unwilling({ den_ngay: '2099-01-01' })
  await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: '5656' })
  await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: 'noi_bo', den_ngay: '2099-02-01' })
  const answer = await admin.post('/api/v1/moigoihomsau', { phone, username: 'sale111', package: 'VD90' })
  expect(answer.body.current).toMatchObject({ nguon: '5656', den_ngay: null })
})

test('a row that gets another phone is checked again, by form and by bulk call; a row that keeps its phone is not (D3-RULE-05)', async () => {
  const free = nextPhone()
  const made = (
    await admin.post('/api/v1/moigoihomsau', { phone: free, username: 'sale111', package: 'VD90' })
  ).data as {
    id: string
  }
  const path = `/api/v1/moigoihomsau/${made.id}`
  const phone = await unwilling()
  expect(outcome(await admin.put(path, { phone }))).toEqual(refused)
  const bulk = (input: object) =>
    admin.post('/api/v1/bulk', { method: 'PUT', path: '/api/v1/moigoihomsau/:id', ids: [made.id], input })
  expect((await bulk({ phone })).data).toMatchObject({ done: 0, refused: [{ code: 'DO_NOT_CALL' }] })
  expect((await bulk({ phone, ly_do_van_lam: reason })).data).toMatchObject({ done: 1, refused: [] })
  expect(await insisted(phone)).toMatchObject([{ ly_do_van_lam: reason }])
  expect(outcome(await admin.put(path, { phone, package: 'VD120' }))).toEqual([200, undefined])
  const history = (await admin.get(`${path}/history`)).data as {
    values: { action: string; changes: object[] }[]
  }
  expect(history.values.find(({ action }) => action === 'insist')?.changes).toContainEqual(
    expect.objectContaining({ label: 'Lý do vẫn làm', after: reason }),
  )
})

test.each([
  ['moigoihomsau', (phone: string) => ({ phone, username: 'sale111', package: 'VD90' })],
  ['mfy', (phone: string) => ({ so_dien_thoai: phone, ma_goi: 'VD90', gia_ban_goi: 1 })],
  [
    'requestrefund',
    (phone: string) => {
      // Field that only the form sends.
      const { cho_len_don: _, ...row } = refundBody(phone)
      return { ...row, staff_username: 'sale111' }
    },
  ],
])(
  'an import into %s refuses do-not-call rows one by one with source and date, and accepts rows with a reason of their own (D3-RULE-05)',
  async (path, row) => {
    const [one, two, free] = [await unwilling(), await unwilling({ nguon: '5656' }), nextPhone()]
    const data = [row(free), row(one), { ...row(two), ly_do_van_lam: reason }]
    const answer = await admin.post(`/api/v1/${path}/import`, { data })
    expect(answer.data).toMatchObject({
      saved: 2,
      errors: [{ row: 2, msg: `Số trong blacklist: Khách yêu cầu, từ ${today}` }],
    })
    expect([await insisted(one), await insisted(free)]).toEqual([[], []])
    expect(await insisted(two)).toEqual([{ ly_do_van_lam: reason, khong_goi: `Danh sách 5656, từ ${today}` }])
  },
)

test("'Mời tự động' of Mfy and 'Mời' of an offer also ask for a reason when the do-not-call entry is newer than the row (D3-RULE-05)", async () => {
  const phone = nextPhone()
  const mfy = (await admin.post('/api/v1/mfy', { so_dien_thoai: phone, ma_goi: 'VD90', gia_ban_goi: 1 }))
    .data as { id: string }
  const offer = (await admin.post('/api/v1/moigoihomsau', { phone, username: 'sale111', package: 'VD90' }))
    .data as { id: string }
  await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: 'toa_an' })
  const auto = (more: object) => admin.post('/api/v1/mfy/moiTuDong', { id: mfy.id, ...more })
  const mark = (status: number, more: object) =>
    admin.put(`/api/v1/moigoihomsau/setTrangThai/${offer.id}`, { status, ...more })
  expect(outcome(await auto({}))).toEqual(refused)
  expect(outcome(await mark(1, {}))).toEqual(refused)
  expect(outcome(await mark(0, {}))).toEqual([200, undefined])
  const opened = (await admin.get(`/api/v1/moigoihomsau/moi/${offer.id}`)).data
  expect(opened).toMatchObject({ phone, khong_goi: { nguon: 'toa_an' } })
  expect(outcome(await mark(1, { ly_do_van_lam: reason }))).toEqual([200, undefined])
  await auto({ ly_do_van_lam: reason })
  expect(await insisted(phone)).toHaveLength(2)
})

test('a masked role is told of do-not-call numbers within its daily searches; beyond them the row is stored like any other (D3-RULE-05, D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  await server.pool.query('TRUNCATE phone_searches')
  const [first, second] = [await unwilling(), await unwilling()]
  const offer = (phone: string) => seller.post('/api/v1/moigoihomsau', { phone, package: 'VD90' })
  const refund = (phone: string) =>
    seller.post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(phone))
  expect(outcome(await offer(first))).toEqual(refused)
  const untold = await offer(second)
  expect(outcome(untold)).toEqual([200, undefined])
  expect(outcome(await refund(second))).toEqual([200, undefined])
  const list = async (who: Caller) =>
    (
      (await who.get('/api/v1/moigoihomsau?count=100')).data as {
        values: { id: string; khong_goi: object | null }[]
      }
    ).values
  const { id } = untold.data as { id: string }
  expect((await list(seller)).find((row) => row.id === id)?.khong_goi).toBeNull()
  expect((await list(admin)).find((row) => row.id === id)?.khong_goi).toMatchObject({ nguon: 'khach' })
  expect(outcome(await seller.put(`/api/v1/moigoihomsau/setTrangThai/${id}`, { status: 1 }))).toEqual([
    200,
    undefined,
  ])
  await setSettings(server.pool, { 'phone.searches': 200 })
})

test('a repeated click gets the answer of its first request, although the customer asked not to be called meanwhile (D3-RULE-05)', async () => {
  const phone = nextPhone()
  const body = refundBody(phone)
  const send = () => seller.post('/api/v1/requestrefund/createHoanTienGoiCuoc', body)
  const first = (await send()).data as { id: string }
  await admin.post('/api/v1/blacklist', { phone_number: phone })
  expect((await send()).data).toMatchObject({ id: first.id })
})
