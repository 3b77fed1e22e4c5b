/** Settings over HTTP: read and write permissions, refusals, immediate effects of a change. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

const path = '/api/v1/setting'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Data = { version: number; values: unknown[]; restricted: boolean; seesRefunds: boolean }
const dataOf = ({ body }: Answer): Data => body.data as Data

const put = async (username: string, key: string, value: unknown, version?: number) =>
  (await server.as(username)).put(`${path}/${key}`, { value, ...(version !== undefined && { version }) })

test('an unset key returns its default, an unknown one 404 (D2-SET-15, D2-Q-94)', async () => {
  const sale = await server.as('sale111')
  expect((await sale.get(`${path}/ti_le_chiet_khau`)).body.data).toEqual({
    key: 'ti_le_chiet_khau',
    value: 0,
    version: 0,
    updatedAt: null,
    updatedBy: null,
  })
  expect((await sale.get(`${path}/nothing`)).status).toBe(404)
  expect((await sale.get(`${path}/constructor`)).status).toBe(404)
})

test('POST sets a key once, PUT changes it (D2-SET-12 to 14, D2-Q-93)', async () => {
  const admin = await server.as('admin')
  const first = await admin.post(path, { key: 'kenh_hoan_tien', value: 'doitac1.example' })
  expect([first.status, first.body.msg]).toEqual([200, 'Cập nhật cài đặt thành công'])
  expect((await admin.post(path, { key: 'kenh_hoan_tien', value: 'khong_qua_api' })).status).toBe(409)
  const second = await put('admin', 'kenh_hoan_tien', 'doitac2.example')
  expect(second.body.data).toMatchObject({ value: 'doitac2.example', version: 2, updatedBy: 'admin' })
})

test('channels must be those offered, the first must not be empty, ratios are below 100 (D2-SET-09, D2-SET-10, D2-Q-81, D2-Q-93)', async () => {
  const empty = await put('admin', 'kenh_hoan_tien', '')
  expect([empty.status, empty.body.msg]).toEqual([
    400,
    'Có trường bắt buộc chưa được nhập hoặc chưa được chọn',
  ])
  expect((await put('admin', 'kenh_hoan_tien', 'elsewhere.example')).status).toBe(400)
  expect((await put('admin', 'ti_le_chiet_khau', 100)).body.msg).toBe(
    'Chiết khấu trả trước phải từ 0 đến 99.99 %',
  )
  // The channel in use must stay in the list: otherwise orders would go to a channel that is not offered.
  const partners = 'kenh_doi_tac_ds'
  const gone = await put('admin', partners, ['doitac3.example'])
  expect([gone.status, gone.body.fields]).toEqual([
    400,
    {
      [partners]:
        'Không bỏ được doitac2.example: đang là kênh hoàn tiền trả trước (kenh_hoan_tien), đổi kênh đó trước',
    },
  ])
  expect((await put('admin', partners, ['doitac3.example', 'doitac2.example'])).status).toBe(200)
  expect((await put('admin', 'kenh_hoan_tien', 'doitac3.example')).status).toBe(200)
  expect((await put('admin', partners, ['doitac3.example'])).status).toBe(200)
})

test('of one user choosing a partner and another removing it from the list at once one is refused (D2-SET-09, D2-Q-93)', async () => {
  for (let n = 0; n < rounds(5, 50); n += 1) {
    await put('admin', 'kenh_nap_chiet_khau', 'khong_qua_api')
    await put('admin', 'kenh_doi_tac_ds', ['doitac3.example', 'doitac1.example'])
    const answers = await Promise.all([
      put('admin', 'kenh_nap_chiet_khau', 'doitac1.example'),
      put('quanly', 'kenh_doi_tac_ds', ['doitac3.example']),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  }
})

test('settings of refunds need their own right, the others priority below 3 (D2-SET-16, D1-Q-018, D2-MAP-72)', async () => {
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const caller = await server.as(username)
    const answers = [
      await put(username, 'ti_le_chiet_khau', 5),
      await put(username, 'lookup.perHour', 5),
      await caller.get(`${path}/lookup.perHour`),
    ]
    expect([username, ...answers.map(({ status }) => status)]).toEqual([username, 403, 403, 403])
  }
  const seen = (await (await server.as('sale111')).get(path)).body.data as { key: string }[]
  expect(seen.map(({ key }) => key)).toEqual([
    'kenh_hoan_tien',
    'kenh_hoan_tien_tra_sau',
    'kenh_nap_chiet_khau',
    'kenh_nap_chiet_khau_tra_sau',
    'ti_le_chiet_khau',
    'ti_le_chiet_khau_tra_sau',
    'vietqr.bank_bin',
    'vietqr.account',
    'vietqr.name',
  ])
})

test('a stale version is refused with the current setting; the same value again changes nothing', async () => {
  const { version } = dataOf(await put('admin', 'lookup.perHour', 50))
  expect(dataOf(await put('admin', 'lookup.perHour', 50)).version).toBe(version)
  await put('admin', 'lookup.perHour', 55, version)
  const late = await put('quanly', 'lookup.perHour', 40, version)
  expect([late.status, late.body.current]).toEqual([409, expect.objectContaining({ value: 55 })])
})

test('of twenty simultaneous first writers one creates the key, which has one value', async () => {
  const admin = await server.as('admin')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => admin.post(path, { key: 'lookup.from', value: `0${n % 10}:00` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('the hours of detailed look-ups must not be empty: an end beyond the other is refused, and both are named (D1-Q-093, D1-Q-018)', async () => {
  await server.pool.query(`DELETE FROM settings WHERE key LIKE 'lookup.%'`)
  const late = await put('admin', 'lookup.from', '22:00')
  expect([late.status, late.body.msg, late.body.fields]).toEqual([
    400,
    'Tra cứu chi tiết từ (22:00) phải trước tra cứu chi tiết đến (22:00)',
    { 'lookup.from': late.body.msg },
  ])
  const early = await (await server.as('admin')).post(path, { key: 'lookup.until', value: '06:30' })
  expect([early.status, early.body.msg]).toEqual([
    400,
    'Tra cứu chi tiết đến (06:30) phải sau tra cứu chi tiết từ (07:00)',
  ])
  expect((await put('admin', 'lookup.until', '24:00')).status).toBe(200)
  expect((await put('admin', 'lookup.from', '22:00')).status).toBe(200)
})

test('two people who move one end each at the same moment cannot cross them (D1-Q-093)', async () => {
  for (let round = 0; round < rounds(4, 40); round++) {
    await server.pool.query(`DELETE FROM settings WHERE key LIKE 'lookup.%'`)
    const answers = await Promise.all([
      put('admin', 'lookup.from', '15:00'),
      put('quanly', 'lookup.until', '14:00'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  }
})

test('a list that may be empty can be emptied, and an image reset to the bundled one', async () => {
  expect((await put('admin', 'noRefundPrefixes', '')).body.data).toMatchObject({ value: [] })
  expect((await put('admin', 'noRefundPrefixes', ['HNIMB'])).status).toBe(200)
  expect((await put('admin', 'app.title', '')).status).toBe(400)
})

test('the history shows who changed what, from which value to which', async () => {
  await put('admin', 'defaultAdminUsername', 'admin2')
  await put('quanly', 'defaultAdminUsername', 'admin')
  const { values } = dataOf(await (await server.as('quanly')).get(`${path}/defaultAdminUsername/history`))
  expect(values).toMatchObject([
    { username: 'quanly', before: 'admin2', after: 'admin' },
    { username: 'admin', before: 'admin', after: 'admin2' },
  ])
  expect((await (await server.as('leader11')).get(`${path}/defaultAdminUsername/history`)).status).toBe(403)
})

test('restricted priorities and prefixes without refunds take effect at once (D1-Q-002, D1-Q-013)', async () => {
  const leader = await server.as('leader11')
  const exported = async () => (await leader.get('/api/v1/blacklist/export')).status
  expect(await exported()).toBe(200)
  await put('admin', 'restrictedPriorities', [4, 5, 7])
  await expect.poll(exported).toBe(403)
  expect(dataOf(await leader.get('/api/v1/auth/me')).restricted).toBe(true)
  await put('admin', 'restrictedPriorities', [5, 7])
  await expect.poll(exported).toBe(200)
  const me = async (username: string) =>
    dataOf(await (await server.as(username)).get('/api/v1/auth/me')).seesRefunds
  expect([await me('HNIMB01'), await me('QCMB01')]).toEqual([false, true])
  await put('admin', 'noRefundPrefixes', ['qcmb'])
  expect([await me('HNIMB01'), await me('QCMB01')]).toEqual([true, false])
})
