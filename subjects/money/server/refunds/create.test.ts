/** Creation of refunds and top-ups: validation, amounts, and one request per click. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostMoney } from '#kit/contract/money.ts'
import { messages } from '#platform/contract/messages.ts'
import { amountFor, transferAmount } from '#subjects/money/contract/refund-amounts.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const columns = ['gia_gia_han', 'gia_nang_cap', 'gia_nang_cap_t2', 'gia_nang_cap_t3', 'gia_nang_cap_ht0',
    'gia_nang_cap_ht1', 'gia_nang_cap_ht2', 'gia_nang_cap_ht3', 'gia_nang_cap_ht4', 'gia_nang_cap_g1',
    'gia_nang_cap_g2', 'gia_nang_cap_g3'] // prettier-ignore
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, ${columns.join(', ')}, gia_goi)
    VALUES ('VD90', ${columns.map((_, n) => (n + 1) * 1_000).join(', ')}, 90000)`)
  await setSettings(server.pool, { ti_le_chiet_khau: 7, ti_le_chiet_khau_tra_sau: 5 })
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string }
const rowOf = (answer: Answer): Row => answer.data as Row
const refused = ({ status, body }: Answer): unknown[] => [status, body.code, body.msg]

let made = 0
const click = (): number => 1_795_000_000_000 + (made += 1)
const refund = (more: object = {}) => ({
  millisecond_created_at: click(),
  number_phone: '0912 345 678',
  number_type: 1,
  package_code: 'vd90',
  request_type: 1,
  request_method: 1,
  other_refund: '1,500',
  other_reason: 'Khách quen',
  currentOriginUrl: 'https://noi-bo.example',
  cho_len_don: 0,
  ...more,
})
const topUp = (more: object = {}) => ({
  millisecond_created_at: click(),
  number_phone: '84912345678',
  number_type: '1',
  package_code: 'VD90',
  refund_price: '100,000',
  cho_len_don: 0,
  ...more,
})
const post = async (by: string, path: string, body: unknown): Promise<Answer> =>
  (await server.as(by)).post(`/api/v1/${path}`, body)
const asks = (body: unknown, by = 'sale111', call = 'createHoanTienGoiCuoc', resource = 'requestrefund') =>
  post(by, `${resource}/${call}`, body)
const tops = (body: unknown, by = 'sale111', resource = 'requestrefund') =>
  post(by, `${resource}/createNapTienChietKhau`, body)
const count = async (): Promise<number> =>
  Number((await server.pool.query('SELECT count(*) AS n FROM requestrefund')).rows[0].n)

test('a salesperson requests a package refund: their own, waiting, priced by the table, masked (D2-REFUND-35, D2-REFUND-66, D2-REFUND-107, D2-REFUND-108, D2-Q-57, D2-Q-62, D2-Q-72, D2-Q-78, D2-Q-84)', async () => {
  const answer = await asks(refund())
  expect([answer.status, answer.body.msg]).toEqual([200, refundTexts.created])
  const row = rowOf(answer)
  expect(row).toMatchObject({
    staff_username: 'sale111',
    staff_fullname: 'Nguyễn Hồng Nhung',
    number_phone: '****45678',
    number_type: 1,
    package_code: 'VD90',
    trang_thai_giao_dich_doi_tac: 'Đang chờ duyệt',
    ma_trang_thai_giao_dich_doi_tac: -10003,
    request_type: 1,
    request_method: 1,
    refund_price: 1000,
    other_refund: 1500,
    other_reason: 'Khách quen',
    ti_le_chiet_khau: 0,
    transfer_final_amount: 0,
    chenh_lech: 0,
    username_cap_nhat_chenh_lech: null,
    tien_trinh_nap: '',
    is_transfer: 0,
    approver: null,
    trang_thai_duyet_hoan_goi: 0,
    username_duyet_trang_thai_duyet_hoan_goi: null,
  })
  for (const hidden of ['kenh_doi_tac', 'tien_hoan_sau_chiet_khau', 'ti_le_chiet_khau_hoan_tien'])
    expect(row).not.toHaveProperty(hidden)
  const seen = rowOf(await (await server.as('quanly')).get(`/api/v1/requestrefund/${row.id}`))
  expect(seen).toMatchObject({
    number_phone: '912345678',
    kenh_doi_tac: null,
    ti_le_chiet_khau_hoan_tien: 7,
    // round(2,500 × 93 / 100)
    tien_hoan_sau_chiet_khau: 2325,
  })
})

test('a top-up costs its typed amount less the discount of the subscriber type, which is stored with it (D2-REFUND-61, D2-REFUND-76, D2-REFUND-109, D2-SET-07, D2-SET-08, D2-Q-62, D2-Q-69, D2-CONST-16)', async () => {
  const prepaid = rowOf(await tops(topUp({ refund_price: 99_999 })))
  expect(prepaid).toMatchObject({
    request_type: 5,
    request_method: null,
    refund_price: 99_999,
    ti_le_chiet_khau: 7,
    transfer_final_amount: 92_999,
    chiet_khau: 7,
    tien_trinh_nap: '0/99999',
    don_hoan_hoac_nap: 2,
  })
  // Half a đồng is rounded up.
  const postpaid = rowOf(await tops(topUp({ number_type: 2, refund_price: 99_990 })))
  expect([postpaid.ti_le_chiet_khau, postpaid.transfer_final_amount]).toEqual([5, 94_991])
  await setSettings(server.pool, { ti_le_chiet_khau: 10 })
  const later = rowOf(await (await server.as('sale111')).get(`/api/v1/requestrefund/${prepaid.id}`))
  expect(later.transfer_final_amount).toBe(92_999)
  await setSettings(server.pool, { ti_le_chiet_khau: 7 })
})

test('the shown discount is the stored one, otherwise computed from the two amounts, and 0 for no amount (D2-REFUND-75, D2-Q-67)', async () => {
  const client = await server.pool.connect()
  await client.query('BEGIN; ALTER TABLE requestrefund DISABLE TRIGGER USER')
  const results = []
  for (const [rate, amount, transfer] of [
    [7, 100_000, 93_000],
    [0, 300_000, 279_000],
    [0, 99_999, 92_999],
    [0, 0, 0],
  ]) {
    const { rows } = await client.query<{ rate: number }>(
      `INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, ti_le_chiet_khau,
        refund_price, transfer_final_amount) VALUES ('sale111', '', '912999001', 'VD90', 5, $1, $2, $3)
       RETURNING chiet_khau::float8 AS rate`,
      [rate, amount, transfer],
    )
    results.push(rows[0]?.rate)
  }
  await client.query('ROLLBACK')
  client.release()
  expect(results).toEqual([7, 7, 7, 0])
})

test('each method pays its column of the price table (D2-Q-56, D2-MAP-30 to 41, D2-Q-59)', async () => {
  const prices = []
  for (let method = 1; method <= 12; method += 1)
    prices.push(rowOf(await asks(refund({ request_method: method }))).refund_price)
  expect(prices).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => n * 1_000))
})

test('type 4 pays the extra only; types 3 and 5 and a package without prices are refused (D2-REFUND-49, D2-Q-57, D2-Q-58)', async () => {
  expect(rowOf(await asks(refund({ request_type: 4 })))).toMatchObject({
    refund_price: 0,
    other_refund: 1500,
  })
  for (const request_type of [3, 5, 9]) expect((await asks(refund({ request_type }))).status).toBe(400)
  expect(refused(await asks(refund({ package_code: 'LẠ' })))).toEqual([
    400,
    'VALIDATION',
    'Không tìm thấy gói cước',
  ])
})

test('missing values are named and nothing is created (D2-REFUND-41 to 48, D2-REFUND-51 to 58, D2-REFUND-65, D2-Q-54, D2-Q-99, D2-Q-09, D2-Q-22)', async () => {
  const before = await count()
  for (const name of ['number_phone', 'number_type', 'package_code', 'request_type', 'request_method']) {
    const answer = await asks(refund({ [name]: '' }))
    expect([name, ...refused(answer)]).toEqual([name, 400, 'VALIDATION', messages.missingField])
    expect(Object.keys(answer.body.fields as object)).toEqual([name])
  }
  for (const name of ['number_phone', 'number_type', 'package_code', 'refund_price', 'cho_len_don'])
    expect([name, ...refused(await tops(topUp({ [name]: null })))]).toEqual([
      name,
      400,
      'VALIDATION',
      messages.missingField,
    ])
  for (const cho_len_don of [undefined, 2])
    expect(refused(await asks(refund({ cho_len_don })))).toEqual([400, 'VALIDATION', refundTexts.unanswered])
  for (const number_phone of ['12345', '091234567890'])
    expect(refused(await asks(refund({ number_phone })))).toEqual([
      400,
      'VALIDATION',
      expect.stringMatching(/^Số điện thoại không hợp lệ/),
    ])
  expect((await asks(refund({ number_phone: '****45678' }))).status).toBe(400)
  expect(await count()).toBe(before)
})

test('an amount above the maximum is refused by every call, with its field (D2-REFUND-40, D2-REFUND-54, D2-MFYP-12)', async () => {
  const over = mostMoney + 1
  const top = rowOf(await tops(topUp({ refund_price: mostMoney })))
  const created = rowOf(await asks(refund({ other_refund: mostMoney })))
  const answers: [string, Answer][] = [
    ['refund_price', await tops(topUp({ refund_price: over }))],
    ['other_refund', await asks(refund({ other_refund: over }))],
    ['other_refund', await asks(refund({ other_refund: 9_007_199_254_740_991 }))],
    ['refund_price', await post('admin', 'requestrefund/updateTienHoan', { id: top.id, refund_price: over })],
    [
      'other_refund',
      await post('admin', 'requestrefund/updateTienHoanThem', { id: created.id, other_refund: over }),
    ],
    [
      'chenh_lech',
      await post('admin', 'requestrefund/updateTienChenhLech', { id: created.id, chenh_lech: over }),
    ],
    ['gia_goi', await post('admin', 'giahoantien', { ten_goi_cuoc: 'LON', gia_goi: over })],
    ['gia_t1', await post('admin', 'giagoimfy', { ten_goi_cuoc: 'LON', gia_t1: over })],
  ]
  for (const [field, { status, body }] of answers)
    expect([status, (body.fields as Record<string, string>)[field]]).toEqual([
      400,
      expect.stringMatching(/.+ lớn hơn 1,000,000,000 đ, là mức tối đa$/),
    ])
  const { body } = await post('admin', 'requestrefund/import', {
    data: [
      {
        staff_username: 'sale111',
        number_phone: '0912345671',
        number_type: 1,
        package_code: 'VD90',
        request_type: 5,
        refund_price: over,
      },
    ],
  })
  expect(body).toMatchObject({ data: { saved: 0, errors: [{ row: 1 }] } })
  expect(answers[0]?.[1].body.msg).toBe('Tiền hoàn / nạp lớn hơn 1,000,000,000 đ, là mức tối đa')
})

test('repeating a click creates one request, even after changes in between, and links a refund to its top-up (D2-Q-53, D2-Q-54)', async () => {
  const millisecond_created_at = click()
  const first = rowOf(await asks(refund({ millisecond_created_at, cho_len_don: 1 })))
  const pair = rowOf(await tops(topUp({ millisecond_created_at, cho_len_don: 1 })))
  const put = await (
    await server.as('admin')
  ).post('/api/v1/requestrefund/updateUser', { id: first.id, username: 'sale112' })
  expect(put.status).toBe(200)
  const before = await count()
  expect(rowOf(await asks(refund({ millisecond_created_at, cho_len_don: 1 }))).id).toBe(first.id)
  expect(rowOf(await tops(topUp({ millisecond_created_at }))).id).toBe(pair.id)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => asks(refund({ millisecond_created_at: 1_799_000_000_000 }))),
  )
  expect(new Set(answers.map((answer) => rowOf(answer).id)).size).toBe(1)
  expect(await count()).toBe(before + 1)
})

test('a repeated click with other values is refused with the stored ones, and does not restore a deleted request (D2-Q-53)', async () => {
  const millisecond_created_at = click()
  const first = rowOf(await tops(topUp({ millisecond_created_at, refund_price: 50_000 })))
  const other = await tops(topUp({ millisecond_created_at, refund_price: 90_000 }))
  expect([other.status, other.body.fields]).toEqual([409, { refund_price: 'Đơn đã tạo: 50,000' }])
  expect(other.body.msg).toContain('đã được tạo với Tiền hoàn / nạp 50,000')
  const created = rowOf(await asks(refund({ millisecond_created_at, other_refund: 0 })))
  const answers = [
    await asks(refund({ millisecond_created_at, other_refund: 9_000 })),
    await asks(refund({ millisecond_created_at, other_refund: 0, request_method: 2 })),
    await asks(refund({ millisecond_created_at, other_refund: 0 }), 'sale111', 'create24hOrder'),
  ]
  expect(answers.map(({ status, body }) => [status, Object.keys(body.fields as object)])).toEqual([
    [409, ['other_refund']],
    [409, ['request_method']],
    [409, ['don_24h']],
  ])
  // With another spelling, an omitted value, or after a manager's change it is still the same click.
  await post('admin', 'requestrefund/updateTienHoanThem', { id: created.id, other_refund: 7_000 })
  const same = refund({ millisecond_created_at, other_refund: '', package_code: ' vd90 ' })
  for (const package_code of [' vd90 ', 'V D\u200b90', 'ＶＤ９０', 'VD\u280090'])
    expect(rowOf(await asks({ ...same, package_code })).id).toBe(created.id)
  expect((await (await server.as('admin')).delete(`/api/v1/requestrefund/${first.id}`)).status).toBe(200)
  const before = await count()
  const late = await tops(topUp({ millisecond_created_at, refund_price: 50_000 }))
  expect(refused(late)).toEqual([409, 'CONFLICT', refundTexts.deleted])
  expect(await count()).toBe(before)
})

test('a 24-hour order is a refund marked as such (D2-REFUND-110, D2-Q-55)', async () => {
  expect(rowOf(await asks(refund(), 'sale111', 'create24hOrder'))).toMatchObject({
    don_24h: 1,
    request_type: 1,
  })
})

test('only managers mark a new top-up as paid (D2-REFUND-109, D2-Q-77)', async () => {
  expect(rowOf(await tops(topUp({ is_transfer: 1 }))).is_transfer).toBe(0)
  expect(rowOf(await tops(topUp({ is_transfer: 1 }), 'quanly'))).toMatchObject({
    is_transfer: 1,
    username_duyet_trang_thai_chuyen_khoan: 'quanly',
  })
  for (const is_transfer of ['abc', 2, -1]) {
    const refused = await tops(topUp({ is_transfer }), 'quanly')
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['is_transfer']])
  }
})

test('the report accepts its own field names first, and needs neither click time nor answer (D2-RFREP-49 to 53, D2-Q-51, D2-Q-52)', async () => {
  const { cho_len_don: _, millisecond_created_at: __, other_refund: ___, ...bare } = refund()
  const row = rowOf(
    await asks(
      { ...bare, other_refundreport: 700, other_refund: 900 },
      'sale111',
      'createHoanTienGoiCuoc',
      'requestrefundreport',
    ),
  )
  expect(row).toMatchObject({ other_refund: 700, cho_len_don: 0 })
  const late = await asks({ ...bare, other_refund: 900 }, 'sale111', 'create24hOrder', 'requestrefundreport')
  expect(rowOf(late)).toMatchObject({ other_refund: 900, don_24h: 1 })
  const { refund_price: ____, ...named } = topUp()
  const paid = rowOf(await tops({ ...named, refundreport_price: 50_000 }, 'sale111', 'requestrefundreport'))
  expect(paid).toMatchObject({ refund_price: 50_000 })
  for (const name of ['other_refundreport', 'refundreport_price']) expect(paid).not.toHaveProperty(name)
})

test('accounts of HNIMB neither see nor create requests (D2-Q-100, D2-NAV-05, D2-Q-78)', async () => {
  for (const answer of [
    await asks(refund(), 'HNIMB01'),
    await tops(topUp(), 'HNIMB01'),
    await (await server.as('HNIMB01')).get('/api/v1/requestrefund'),
    await (await server.as('HNIMB01')).get('/api/v1/requestrefundreport'),
  ])
    expect(refused(answer)).toEqual([403, 'FORBIDDEN', messages.forbidden])
  expect((await asks(refund(), 'doitac1')).status).toBe(200)
})

test('dialog and database compute the same cost of a top-up (D2-REFUND-59, D2-REFUND-76)', async () => {
  const cases = Array.from({ length: 2_000 }, (_, n) => ({
    amount: (n * 7_919) % 3_000_001,
    percent: ((n * 37) % 10_000) / 100,
  }))
  const { rows } = await server.pool.query<{ amount: number; percent: string; paid: number }>(
    `SELECT a AS amount, p AS percent, transfer_amount(a, p) AS paid
     FROM unnest($1::bigint[], $2::numeric[]) AS u(a, p)`,
    [cases.map(({ amount }) => amount), cases.map(({ percent }) => percent)],
  )
  expect(rows.map(({ paid }) => paid)).toEqual(
    cases.map(({ amount, percent }) => transferAmount(amount, percent)),
  )
  expect(amountFor(93_000, 7)).toBe(100_000)
})

test('the address of the page is stored in the audit trail and nowhere else (D2-Q-30)', async () => {
  const currentOriginUrl = 'https://noi-bo.example'
  const { id } = rowOf(await asks(refund()))
  const manager = await server.as('quanly')
  const list = '/api/v1/requestrefund'
  for (const [path, body] of [
    [`requestrefund/setTrangThaiDuyetHoanGoiStatus/${String(id)}`, { trang_thai_duyet_hoan_goi: 1 }],
    [
      `requestrefundreport/setTrangThaiTruyThuHoanThem/${String(id)}`,
      { trang_thai_truy_thu_hoan_them: 'truy_thu' },
    ],
  ] as const) {
    const answer = await manager.put(`/api/v1/${path}`, { ...body, currentOriginUrl })
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  }
  const { rows } = await server.pool.query(`SELECT after FROM audit_log WHERE resource_id = $1`, [id])
  expect(rows).toHaveLength(3)
  for (const { after } of rows) expect(after).toMatchObject({ currentOriginUrl })
  expect((await manager.get(`${list}/${String(id)}`)).text).not.toContain(currentOriginUrl)
  expect((await manager.get(`${list}report/history?id=${String(id)}`)).text).not.toContain(currentOriginUrl)
})
