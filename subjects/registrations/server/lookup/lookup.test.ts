/** Look-ups over HTTP: answers, refusals, log, masking by role, carrier failures. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { lookupKinds, lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

const days = 'startDate=01/09/2026&endDate=30/09/2026'
const paths = {
  package: '/api/v1/lookup/package?phone=0912345678',
  balance: '/api/v1/lookup/balance?phone=0912345678',
  info: '/api/v1/lookup/info?phone=0912345678&type=MC',
  history: '/api/v1/lookup/history?phone=0912345678',
  '9279': `/api/v1/lookup/9279?phone=0912345678&${days}`,
  messages999: `/api/v1/lookup/messages999?phone=0912345678&huong_ket_qua=I&${days}`,
}
let carrier: TestCarrier
let server: TestServer

beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 400, now: () => new Date('2026-11-20T03:00:00Z') })
  server = await startTestServer(carrier.env)
  // Makes the tests independent of the time of day.
  await setSettings(server.pool, { 'lookup.from': '00:00', 'lookup.until': '24:00', 'lookup.perHour': 1000 })
})
beforeEach(async () => {
  await carrier.fault()
  await server.pool.query('TRUNCATE lstracuu')
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const ask = async (username: string, path: string): Promise<Answer> => (await server.as(username)).get(path)
const logged = async () =>
  (await server.pool.query('SELECT username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung FROM lstracuu'))
    .rows

test('each look-up answers in the specified field names (D1-LOOK-52, D1-LOOK-63, D1-LOOK-64, D1-LOOK-65, D1-LOOK-66)', async () => {
  const keysOf = (value: unknown): string[] => Object.keys(value as object)
  const list = async (path: string, name: string) =>
    ((await ask('admin', path)).data as Record<string, unknown[]>)[name]!
  const packages = await ask('admin', paths.package)
  expect(keysOf(packages.data)).toEqual(['NUMBER_PHONE', 'PaginateNumber', 'FinalDataList', 'khong_goi'])
  expect(keysOf((await list(paths.package, 'FinalDataList'))[0])).toEqual([
    'PackageCode',
    'FromDate',
    'ToDate',
    'SyntaxRegister',
    'RegisterExpire',
  ])
  expect((await ask('admin', paths.balance)).data).toEqual({
    khong_goi: null,
    NUMBER_PHONE: '912345678',
    balance: expect.any(Number),
  })
  expect((await ask('admin', paths.info)).data).toMatchObject({
    NUM_TYPE: 'Thuê bao trả trước',
    PHONE_BALANCE: expect.any(Number),
    SIM_TYPE: expect.any(String),
    CURRENT_PACKAGE: expect.any(String),
    NUMBER_CONTRACT_DATE: null,
    NUMBER_LIMIT: null,
    NUMBER_LIMIT_F1: null,
  })
  expect(keysOf((await list(paths.info, 'PACKAGE_DATA'))[0])).toEqual([
    'PACKAGE_NAME',
    'START_DATE',
    'END_DATE',
  ])
  expect((await ask('admin', paths.info.replace('MC', 'MG'))).data).toMatchObject({
    PHONE_BALANCE: null,
    NUMBER_LIMIT: expect.any(Number),
    NUMBER_LIMIT_F1: expect.any(Number),
    NUMBER_CONTRACT_DATE: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(keysOf((await list(paths.history, 'values'))[0])).toEqual([
    'NumberType',
    'NumberCurrentPackage',
    'NumberPackageRegisterDate',
    'NumberPackageRegisterExpire',
    'CurrentCycle',
    'NumberFreeCycleLeft',
    'Status',
  ])
  expect(keysOf((await list(paths['9279'], 'values'))[0])).toEqual([
    'content',
    'datetime',
    'receiver',
    'sender',
    'type',
  ])
  expect(keysOf((await list(paths.messages999, 'FinalDataList'))[0])).toEqual([
    'ISDN',
    'ActionType',
    'NumberService',
    'SystemSource',
    'SMSSyntax',
    'SMSContent',
    'ActionTime',
  ])
})

test('pages of packages are requested one by one, and PaginateNumber is one more than the last page (D1-Q-092, D1-LOOK-12)', async () => {
  const page = async (n: number) =>
    (await ask('sale111', `${paths.package}&page=${n}`)).data as {
      PaginateNumber: number
      FinalDataList: unknown[]
    }
  const first = await page(1)
  expect(first.PaginateNumber).toBeGreaterThan(1)
  expect((await page(first.PaginateNumber - 1)).FinalDataList.length).toBeGreaterThan(0)
  expect((await page(first.PaginateNumber)).FinalDataList).toEqual([])
  const one = await ask('sale111', `${paths.package}&package_code=D60G`)
  expect(JSON.stringify(one.data)).not.toContain('BIG90')
})

test('the request to the carrier has the last 9 digits, with 84 in front for 9279 (D1-LOOK-54, D1-LOOK-55)', async () => {
  await carrier.seen()
  for (const phone of ['912345678', '0912345678', '%2B84%20912%20345%20678', '84912345678']) {
    await ask('sale111', `/api/v1/lookup/balance?phone=${phone}`)
    await ask('sale111', `/api/v1/lookup/9279?phone=${phone}&${days}`)
  }
  expect((await carrier.seen()).map(({ kind, body }) => [kind, body.isdn])).toEqual(
    Array.from({ length: 4 }, () => [
      ['balance', '912345678'],
      ['9279', '84912345678'],
    ]).flat(),
  )
})

const refusals: [string, string, string][] = [
  ['/package', 'phone', 'Bạn phải nhập số điện thoại'],
  ['/balance?phone=%20abc', 'phone', 'Bạn phải nhập số điện thoại'],
  ['/history?phone=12345678', 'phone', 'Số điện thoại không hợp lệ'],
  ['/balance?phone=****45678', 'phone', 'Số điện thoại không hợp lệ'],
  ['/9279?phone=0912345678&endDate=01/10/2026', 'startDate', 'Bạn phải nhập ngày bắt đầu'],
  ['/9279?phone=0912345678&startDate=01/10/2026', 'endDate', 'Bạn phải nhập ngày kết thúc'],
  ['/9279?phone=0912345678&startDate=31/02/2026&endDate=01/10/2026', 'startDate', lookupTexts.badStartDate],
  [
    '/9279?phone=0912345678&startDate=02/10/2026&endDate=01/10/2026',
    'startDate',
    'Ngày bắt đầu phải trước hoặc bằng ngày kết thúc',
  ],
  ['/info?phone=0912345678', 'type', lookupTexts.badType],
  ['/info?phone=0912345678&type=toString', 'type', lookupTexts.badType],
  [`/messages999?phone=0912345678&huong_ket_qua=X&${days}`, 'huong_ket_qua', lookupTexts.badDirection],
  ['/package?phone=0912345678&page=0', 'page', lookupTexts.badPage],
]

test('an invalid request is refused with its message, neither sent nor logged (D1-LOOK-56, D1-LOOK-57, D1-LOOK-58, D1-Q-096, D1-Q-097)', async () => {
  await carrier.seen()
  for (const [path, field, msg] of refusals) {
    const answer = await ask('admin', `/api/v1/lookup${path}`)
    expect([path, answer.status, answer.body]).toEqual([
      path,
      400,
      { code: 'VALIDATION', msg, fields: { [field]: msg } },
    ])
  }
  expect((await ask('admin', '/api/v1/lookup/balance?phone=1&phone=2')).status).toBe(400)
  expect(await carrier.seen()).toEqual([])
  expect(await logged()).toEqual([])
})

test('details are for priority below 5 only (D1-LOOK-20, D1-Q-094)', async () => {
  for (const username of ['admin', 'quanly', 'chinhanh1', 'leader11']) {
    expect([username, (await ask(username, paths.info)).status]).toEqual([username, 200])
  }
  for (const username of ['sale111', 'doitac1']) {
    const answer = await ask(username, paths.info)
    expect([username, answer.status, answer.body.code]).toEqual([username, 403, 'FORBIDDEN'])
    expect((await ask(username, paths.balance)).status).toBe(200)
  }
})

test('each look-up writes one log entry with its name, number and outcome, and updates the screens (D1-LOOK-61, D1-Q-102, D1-LLOG-01)', async () => {
  const names: string[] = []
  for (const kind of lookupKinds) {
    await ask('leader11', paths[kind])
    const entries = await logged()
    names.push(entries[0].ten_tra_cuu)
    expect(entries).toEqual([
      expect.objectContaining({
        username: 'leader11',
        full_name: expect.stringMatching(/./),
        so_dien_thoai: '912345678',
      }),
    ])
    expect(entries[0].noi_dung).toMatch(/(^|\n)Kết quả: /)
    expect(entries[0].noi_dung).not.toMatch(/\d{6}/)
    await server.pool.query('TRUNCATE lstracuu')
  }
  expect(names).toEqual([
    'Tra cứu gói cước có thể đăng ký',
    'Tra cứu tài khoản chính',
    'Tra cứu thông tin chi tiết thuê bao',
    'Tra cứu lịch sử gói cước',
    'Tra cứu lịch sử 9279',
    'Tra cứu tin nhắn 999',
  ])
  expect(server.published.filter((resource) => resource === 'lstracuu').length).toBeGreaterThanOrEqual(6)
})

test('subscribers are only prepaid or postpaid, messages only incoming or outgoing (D1-CONST-02, D1-CONST-03)', async () => {
  const loggedLine = async (path: string): Promise<string | undefined> => {
    expect([path, (await ask('leader11', path)).status]).toEqual([path, 200])
    return (await logged()).at(-1)?.noi_dung.split('\n')[0]
  }
  const [info, messages] = [
    paths.info.replace(/type=.*/, 'type='),
    paths.messages999.replace(/(huong_ket_qua=)\w/, '$1'),
  ]
  expect(await loggedLine(paths.info)).toBe('Loại thuê bao: Trả trước')
  expect(await loggedLine(`${info}MG`)).toBe('Loại thuê bao: Trả sau')
  for (const [direction, name] of [
    ['I', 'I-Input'],
    ['O', 'O-Output'],
  ]) {
    expect(await loggedLine(messages.replace('huong_ket_qua=', `huong_ket_qua=${direction}`))).toBe(
      `Hướng: ${name}`,
    )
  }
  expect((await ask('leader11', `${info}1`)).status).toBe(400)
  expect((await ask('leader11', messages.replace('huong_ket_qua=', 'huong_ket_qua=X'))).status).toBe(400)
})

test('a carrier that does not answer in time gives a clear refusal and one log entry, and does not block the next look-up (D1-LOOK-62, G5)', async () => {
  await carrier.fault({ mode: 'hang', times: 1 })
  const late = await ask('leader11', paths.info)
  expect([late.status, late.body]).toEqual([502, { code: 'UPSTREAM', msg: lookupTexts.timeout }])
  expect((await logged()).map(({ noi_dung }) => noi_dung)).toEqual([
    `Loại thuê bao: Trả trước\nKết quả: ${lookupTexts.timeout}`,
  ])
  expect((await ask('leader11', paths.info)).status).toBe(200)
})

test('an unknown number is not found; answers for another number, malformed ones and errors are never shown (G5)', async () => {
  const unknown = await ask('sale111', '/api/v1/lookup/balance?phone=0912340000')
  expect([unknown.status, unknown.body]).toEqual([404, { code: 'NOT_FOUND', msg: lookupTexts.notFound }])
  for (const [mode, msg] of [
    ['wrong-number', lookupTexts.mismatch],
    ['garbage', lookupTexts.garbage],
  ] as const) {
    await carrier.fault({ mode, times: 1 })
    const answer = await ask('sale111', paths.balance)
    expect([answer.status, answer.body]).toEqual([502, { code: 'UPSTREAM', msg }])
    await ask('sale111', paths.history)
  }
  expect(await logged()).toHaveLength(5)
})

test('an outage of the carrier stops only look-ups, which soon fail without waiting (G5)', async () => {
  const lone = await startTestCarrier()
  const other = await startTestServer(lone.env)
  try {
    await lone.close()
    const sale = await other.as('sale111')
    for (let n = 0; n < 5; n++) expect((await sale.get(paths.balance)).body.msg).toBe(lookupTexts.unreachable)
    expect((await sale.get(paths.balance)).body).toEqual({ code: 'UPSTREAM', msg: lookupTexts.open })
    expect((await sale.get('/api/v1/customer/new-care')).status).toBe(200)
  } finally {
    await other.close()
  }
})

test('without a carrier look-ups say so and return no invented data (D1-Q-100)', async () => {
  const bare = await startTestServer()
  try {
    const admin = await bare.as('admin')
    for (const path of Object.values(paths)) {
      const answer = await admin.get(path)
      expect([path, answer.status, answer.body]).toEqual([
        path,
        502,
        { code: 'UPSTREAM', msg: 'Kênh tra cứu chưa được cấu hình' },
      ])
    }
    expect((await bare.pool.query('SELECT FROM lstracuu')).rowCount).toBe(0)
  } finally {
    await bare.close()
  }
})

test('a masked role sees the number that it typed and no other, a manager sees all (D1-Q-157, A4)', async () => {
  const { carrier: real } = server.api.services
  const messages = [
    {
      content: 'Gọi 0987654321 hoặc 0912.345.678',
      datetime: '2026-09-01T01:00:00.000Z',
      receiver: '84912345678',
      sender: '84987654321',
      type: 'MT',
    },
  ]
  server.api.services.carrier = {
    ask: async () => ({ ok: true, data: { NUMBER_PHONE: '912345678', values: messages } }) as never,
    results: async () => ({ ok: false, reason: 'open', inner: 'not asked' }),
    register: async () => ({ ok: false, reason: 'open', inner: 'not asked' }),
    inviteSubscriber: async () => ({ ok: false, reason: 'open', inner: 'not asked' }),
  }
  try {
    expect((await ask('sale111', paths['9279'])).data).toEqual({
      khong_goi: null,
      NUMBER_PHONE: '912345678',
      values: [{ ...messages[0], content: 'Gọi ****54321 hoặc 0912.345.678', sender: '****54321' }],
    })
    expect((await ask('admin', paths['9279'])).data).toEqual({
      NUMBER_PHONE: '912345678',
      values: messages,
      khong_goi: null,
    })
  } finally {
    if (real) server.api.services.carrier = real
  }
})

test('a masked role looks up as many unknown numbers as its daily limit, of all kinds together; its customer in hand and repeats use none (D3-SEC-03, D1-LOOK-14)', async () => {
  await setSettings(server.pool, { 'phone.searches': 2 })
  await server.pool.query('TRUNCATE phone_searches')
  const ownPhone = '0912345001'
  await server.pool.query(`
    WITH file AS (INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
      SELECT 'list', 'Đã gọi', username, id FROM users WHERE username = 'leader11' RETURNING id, owner_id),
    made AS (INSERT INTO customer (file_id, phone, rank) SELECT id, '912345001', 1 FROM file RETURNING id)
    INSERT INTO disclosures (customer_id, user_id, reason) SELECT made.id, file.owner_id, 'claim' FROM made, file`)
  const of = (path: string, phone: string): string => path.replace('0912345678', phone)
  const answer = async (username: string, path: string) => {
    const { status, body } = await ask(username, path)
    return status === 200 ? 200 : [status, body.msg]
  }
  expect(await answer('leader11', paths.balance)).toBe(200)
  expect(await answer('leader11', of(paths.package, '0912345679'))).toBe(200)
  const refusal = [429, 'Hôm nay bạn đã tìm quá nhiều số điện thoại, mai hãy tìm tiếp']
  await carrier.seen()
  for (const path of Object.values(paths))
    expect([path, await answer('leader11', of(path, '0912345670'))]).toEqual([path, refusal])
  expect(await carrier.seen()).toEqual([])
  for (const path of Object.values(paths)) {
    expect([path, await answer('leader11', path)]).toEqual([path, 200])
    expect([ownPhone, path, await answer('leader11', of(path, ownPhone))]).toEqual([ownPhone, path, 200])
    expect([path, await answer('quanly', of(path, '0912345671'))]).toEqual([path, 200])
  }
  await setSettings(server.pool, { 'phone.searches': 200 })
})

test('the simulator returns nothing from the future for a period up to today (D1-CONST-08)', async () => {
  const today = toFilterDate(todayVn())
  const answer = await ask(
    'sale111',
    `/api/v1/lookup/9279?phone=0912345678&startDate=01/11/2026&endDate=31/12/2026`,
  )
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('2026-12')
  expect(
    (await ask('sale111', `/api/v1/lookup/9279?phone=0912345678&startDate=${today}&endDate=${today}`)).status,
  ).toBe(200)
})

test('every look-up shows who requested not to call the customer and until when, also for masked roles (D3-RULE-03, D3-RULE-05)', async () => {
  const admin = await server.as('admin')
  await admin.post('/api/v1/blacklist', { phone_number: '912345678', nguon: '5656', den_ngay: '2099-01-31' })
  for (const kind of lookupKinds) {
    const { data } = await admin.get(paths[kind])
    expect([kind, data]).toEqual([
      kind,
      expect.objectContaining({
        khong_goi: { nguon: '5656', createdAt: expect.any(String), den_ngay: '2099-01-31' },
      }),
    ])
  }
  expect((await (await server.as('sale111')).get(paths.balance)).data).toMatchObject({
    khong_goi: { nguon: '5656' },
  })
  await server.pool.query(`DELETE FROM blacklist WHERE phone_number = '912345678'`)
  expect((await admin.get(paths.balance)).data).toMatchObject({ khong_goi: null })
})
