/** Approve, reject, reopen, and fields closed by decisions: the transition table of refund-requests.md. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkCount } from '#platform/contract/calls/bulk.ts'
import { bellOf } from '#test/bell.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { rounds } from '#test/rounds.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi)
    VALUES ('VD90', 12000, 20000, 90000), ('VD120', 15000, 25000, 120000)`)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
const refused = ({ status, body }: Answer): unknown[] => [status, body.code, body.msg]

let made = 0
/** Creates a request of sale111; type 5 is a top-up of 100,000. */
async function make(type: number, more: object = {}, call = ''): Promise<Row> {
  made += 1
  const body = {
    millisecond_created_at: 1_795_100_000_000 + made,
    number_phone: String(912_400_000 + made),
    number_type: 1,
    package_code: 'VD90',
    cho_len_don: 0,
    ...(type === 5
      ? { refund_price: 100_000 }
      : { request_type: type, request_method: 1, other_refund: 500 }),
    ...more,
  }
  const usual = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const answer = await (await server.as('sale111')).post(`/api/v1/requestrefund/${call || usual}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Row
}
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/requestrefund/${path}`, body)
const approve = (id: string, status_duyet_don: unknown, by = 'quanly') =>
  put(by, `approve/${id}`, { currentOriginUrl: 'https://noi-bo.example', status_duyet_don })
const decide = (id: string, trang_thai_duyet_hoan_goi: unknown, by = 'quanly') =>
  put(by, `setTrangThaiDuyetHoanGoiStatus/${id}`, { trang_thai_duyet_hoan_goi })
const partner = (id: string, ma_trang_thai_giao_dich_doi_tac: unknown, by = 'quanly') =>
  put(by, `setTrangThaiGiaoDich/${id}`, { ma_trang_thai_giao_dich_doi_tac })
const reopen = (id: string, by = 'quanly') => put(by, `reopen/${id}`, { ly_do_mo_lai: 'Duyệt nhầm' })
const now = async (id: string): Promise<Row> =>
  (await (await server.as('admin')).get(`/api/v1/requestrefund/${id}`)).data as Row
/** Sets whether this installation has provider adapters. */
const adapters = (there: boolean) =>
  server.pool.query(
    there
      ? `INSERT INTO provider_adapters VALUES ('doitac1.example'), ('doitac2.example') ON CONFLICT DO NOTHING`
      : 'DELETE FROM provider_adapters',
  )
const orders = async (id: string): Promise<string[]> =>
  (
    await server.pool.query<{ told: string }>(
      sql`SELECT provider || ' ' || by_username AS told FROM provider_orders WHERE request_id = ${id} AND state <> 'cancelled'`,
    )
  ).rows.map(({ told }) => told)
/** Marks the order as sent by the job. */
const sent = (id: string) =>
  server.pool.query(
    sql`UPDATE provider_orders SET state = 'sending' WHERE request_id = ${id} AND state <> 'cancelled'`,
  )

test('a manager approves a package refund once, and it is handed to its channel (D2-REFUND-73, D2-REFUND-74, D2-REFUND-104, D2-REFUND-105, D2-REFUND-114, D2-Q-72, D2-Q-82)', async () => {
  const { id } = await make(1)
  expect((await decide(id, 1, 'chinhanh1')).status).toBe(403)
  expect((await decide(id, 9)).status).toBe(400)
  const answer = await decide(id, 1)
  expect([answer.status, answer.body.channel, answer.body.status]).toEqual([
    200,
    'Yêu cầu hoàn tiền',
    'Unknown',
  ])
  expect(await now(id)).toMatchObject({
    trang_thai_duyet_hoan_goi: 1,
    username_duyet_trang_thai_duyet_hoan_goi: 'quanly',
    nguoi_quyet_dinh: 'quanly',
    quyet_dinh: '1',
    kenh_doi_tac: 'khong_qua_api',
    ma_trang_thai_giao_dich_doi_tac: -10005,
    trang_thai_giao_dich_doi_tac: 'Đã tạo đơn không qua API',
  })
  expect(refused(await decide(id, 1, 'admin'))).toEqual([
    409,
    'CONFLICT',
    expect.stringMatching(/^Đơn này đã được .+ duyệt lúc /),
  ])
})

test('the reason of a rejection is stored and sent to the requester (D3-APR-04)', async () => {
  for (const type of [1, 5]) {
    const { id } = await make(type)
    const path = type === 5 ? `approve/${id}` : `setTrangThaiDuyetHoanGoiStatus/${id}`
    const param = type === 5 ? 'status_duyet_don' : 'trang_thai_duyet_hoan_goi'
    await put('quanly', path, { [param]: 2, ly_do_tu_choi: 'Số đã hoàn trong tháng' })
    expect(await now(id)).toMatchObject({ quyet_dinh: '2', ly_do_tu_choi: 'Số đã hoàn trong tháng' })
  }
  expect((await bellOf(server, 'sale111'))[0]).toMatchObject({
    kind: 'rejected',
    detail: expect.stringContaining('“Số đã hoàn trong tháng”'),
  })
})

test('approved and rejected do not change into each other (D3-DEC-02, D2-Q-75)', async () => {
  const { id } = await make(2)
  await decide(id, 2)
  expect(await now(id)).toMatchObject({ quyet_dinh: '2', trang_thai_giao_dich_doi_tac: 'Đơn bị từ chối' })
  expect((await decide(id, 1)).status).toBe(409)
  expect(await now(id)).toMatchObject({ trang_thai_duyet_hoan_goi: 2, kenh_doi_tac: null })
})

test('a top-up is approved with its permission, whatever the priority, and only once (D2-REFUND-72, D2-REFUND-101 to 103, D2-REFUND-113, D2-ROLE-32, D2-Q-29, D2-Q-74)', async () => {
  const one = await make(5)
  expect((await approve(one.id, 1, 'chinhanh1')).status).toBe(403)
  expect((await approve(one.id, 3)).status).toBe(400)
  expect((await approve(one.id, 1)).status).toBe(200)
  expect(await now(one.id)).toMatchObject({
    approver: 'quanly',
    quyet_dinh: '1',
    ma_trang_thai_giao_dich_doi_tac: -10005,
  })
  expect(refused(await approve(one.id, 2, 'admin'))).toEqual([
    409,
    'CONFLICT',
    expect.stringMatching(/^Đơn này đã được .+ duyệt lúc /),
  ])
  const two = await make(5)
  await approve(two.id, 2)
  expect(await now(two.id)).toMatchObject({ approver: 'quanly', ma_trang_thai_giao_dich_doi_tac: -10001 })
  const granted = `INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'leader11' AND p.code = $1`
  await server.pool.query(granted, ['requestrefund.duyet-don-chuyen-khoan'])
  expect((await approve((await make(5)).id, 1, 'leader11')).status).toBe(200)
})

test('a bulk approval names the rows left out (another kind, decided, without amount), and its sum is what is handed over (D3-DEC-04, D3-PRV-06)', async () => {
  const refund = (request_type: number, more = {}) =>
    make(request_type, { other_refund: 5_000, other_reason: 'Khách quen', ...more })
  const topUps = [await make(5), await make(5)]
  const [decided, zero] = [await make(5), await make(5)]
  // An old row, from when top-ups of 0 were allowed.
  for (const text of [
    'ALTER TABLE requestrefund DISABLE TRIGGER requestrefund_stamped',
    `UPDATE requestrefund SET refund_price = 0 WHERE id = '${zero.id}'`,
    'ALTER TABLE requestrefund ENABLE TRIGGER requestrefund_stamped',
  ])
    await server.pool.query(text)
  const refunds = [await refund(1), await refund(2), await refund(4)]
  await approve(decided.id, 2)
  const rejected = refunds[1] as Row
  await decide(rejected.id, 2)
  const ids = [...topUps, decided, zero, ...refunds].map(({ id }) => id)
  const count = async (call: string, input: object): Promise<BulkCount> => {
    const body = { method: 'PUT', path: `/api/v1/requestrefund/${call}/:id`, ids, input }
    return (await (await server.as('quanly')).post('/api/v1/bulk/count', body)).data as BulkCount
  }
  const found = await count('approve', { status_duyet_don: 1 })
  expect(found.rows.map(({ id }) => id).toSorted()).toEqual(topUps.map(({ id }) => id).toSorted())
  expect(found).toMatchObject({
    sum: 200_000,
    closed: 0,
    unfit: [
      { words: 'không phải đơn nạp tiền', rows: 3 },
      { words: 'đã có người quyết', rows: 1 },
      { words: 'không có tiền để giao', rows: 1 },
    ],
  })
  // Rejecting pays nothing, so a request without an amount can be rejected too.
  expect((await count('approve', { status_duyet_don: 2 })).rows).toHaveLength(3)
  const packages = await count('setTrangThaiDuyetHoanGoiStatus', { trang_thai_duyet_hoan_goi: 1 })
  expect(packages).toMatchObject({
    rows: [{ id: refunds[0]?.id }],
    sum: 12_000 + 5_000,
    unfit: [
      { words: 'không phải đơn hoàn trước hay hoàn sau', rows: 5 },
      { words: 'đã có người quyết', rows: 1 },
    ],
  })
})

test('each kind is decided only by its own call (D2-REFUND-104, D2-REFUND-113, D2-Q-72)', async () => {
  for (const type of [1, 4]) expect((await approve((await make(type)).id, 1)).status).toBe(400)
  for (const type of [4, 5]) expect((await decide((await make(type)).id, 1)).status).toBe(400)
})

test('the channel is that of kind and subscriber type at the moment of hand-over, and an order is queued once; a provider without an adapter is reported (D2-REFUND-131, D2-SET-03 to 06, D2-Q-81, D2-Q-82, D3-PRV-01)', async () => {
  await adapters(true)
  await setSettings(server.pool, {
    kenh_hoan_tien: 'doitac1.example',
    kenh_hoan_tien_tra_sau: 'doitac2.example',
    kenh_nap_chiet_khau: 'doitac2.example',
    kenh_nap_chiet_khau_tra_sau: 'doitac1.example',
  })
  const handed = []
  for (const [type, number_type] of [
    [1, 1],
    [2, 2],
    [5, 1],
    [5, 2],
  ] as const) {
    const { id } = await make(type, { number_type })
    await (type === 5 ? approve(id, 1) : decide(id, 1))
    const row = await now(id)
    handed.push([row.kenh_doi_tac, row.ma_trang_thai_giao_dich_doi_tac, await orders(id)])
    await sent(id)
    expect((await reopen(id)).status).toBe(409)
    await partner(id, -9999)
    expect(await orders(id)).toHaveLength(1)
  }
  expect(handed).toEqual([
    ['doitac1.example', -10004, ['doitac1.example quanly']],
    ['doitac2.example', -10004, ['doitac2.example quanly']],
    ['doitac2.example', -10004, ['doitac2.example quanly']],
    ['doitac1.example', -10004, ['doitac1.example quanly']],
  ])
  await adapters(false)
  const { id } = await make(1)
  const answer = await decide(id, 1)
  expect(answer.body).toMatchObject({
    channel: 'doitac1.example',
    message: 'Kênh chưa được cấu hình, đơn được xử lý thủ công',
    status: 'Unknown',
  })
  expect(await now(id)).toMatchObject({
    kenh_doi_tac: 'doitac1.example',
    ma_trang_thai_giao_dich_doi_tac: -10005,
  })
  await setSettings(server.pool, { kenh_hoan_tien: 'khong_qua_api' })
})

test('nothing is handed over without an approval: not by a status set by hand, a rejection or type 4 (D2-Q-72, D2-Q-73)', async () => {
  await adapters(true)
  await setSettings(server.pool, { kenh_hoan_tien: 'doitac1.example' })
  const four = await make(4)
  await partner(four.id, -9999)
  const rejected = await make(1)
  await decide(rejected.id, 2)
  const finished = await make(1)
  await partner(finished.id, -9999)
  await decide(finished.id, 1)
  for (const { id } of [four, rejected, finished]) expect(await orders(id)).toEqual([])
  expect(await now(finished.id)).toMatchObject({
    quyet_dinh: '1',
    trang_thai_giao_dich_doi_tac: 'Hoàn thành',
  })
  await adapters(false)
  await setSettings(server.pool, { kenh_hoan_tien: 'khong_qua_api' })
})

test('every call refuses to change a decided request, except in its open fields (D3-DEC-01, D2-Q-61)', async () => {
  const paid = await make(5)
  await approve(paid.id, 1)
  const [refund, handedOver] = [await make(1), await make(1)]
  await decide(refund.id, 2)
  await decide(handedOver.id, 1)
  const admin = await server.as('admin')
  const post = (path: string, id: string, body: object) =>
    admin.post(`/api/v1/requestrefund/${path}`, { id, ...body })
  for (const { id } of [paid, refund, handedOver]) {
    for (const answer of [
      await put('admin', id, { number_phone: '0977000111' }),
      await put('admin', id, { number_type: 2 }),
      await put('admin', id, { package_code: 'VD120' }),
      await put('admin', `setYeuCau/${id}`, { request_type: 4 }),
      await put('admin', `setCreatedTime/${id}`, { created_time: '01-10-2026 08:00:00' }),
      await post('updateUser', id, { username: 'sale112' }),
      await post('updatePackageCode', id, { package_code: 'VD120' }),
      await post('updateTienHoanThem', id, { other_refund: 9_000 }),
      await admin.put(`/api/v1/requestrefundreport/${id}`, { other_refund: 9_000 }),
      await admin.delete(`/api/v1/requestrefund/${id}`),
      await admin.delete(`/api/v1/requestrefundreport/${id}`),
    ])
      expect(answer.status).toBe(403)
    expect((await post('updateTienChenhLech', id, { chenh_lech: '-5,000' })).status).toBe(200)
    expect((await put('admin', id, { other_reason: 'Ghi thêm' })).status).toBe(200)
    const recover = (part: string, field: string) =>
      admin.put(`/api/v1/requestrefundreport/setTrangThaiTruyThu${part}/${id}`, { [field]: 'truy_thu' })
    expect((await recover('HoanTheoGoi', 'trang_thai_truy_thu_hoan_theo_goi')).status).toBe(200)
    // A top-up has no extra.
    const extra = await recover('HoanThem', 'trang_thai_truy_thu_hoan_them')
    expect(extra.status).toBe(id === paid.id ? 400 : 200)
  }
  for (const { id } of [paid, refund, handedOver])
    expect((await post('updateTienHoan', id, { refund_price: 1 })).status).toBe(403)
  for (const { id } of [refund, handedOver])
    expect((await put('admin', `setHinhThuc/${id}`, { request_method: 2 })).status).toBe(403)
  expect((await put('admin', `setTransferStatus/${paid.id}`, { is_transfer: 1 })).status).toBe(200)
  expect(await now(paid.id)).toMatchObject({ refund_price: 100_000, chenh_lech: -5_000, is_transfer: 1 })
})

test('a decided request that no partner received can be reopened, and its approval starts anew (D3-DEC-02)', async () => {
  for (const type of [1, 5]) {
    const { id } = await make(type)
    const step = (to: number) => (type === 5 ? approve(id, to) : decide(id, to))
    expect((await reopen(id)).status).toBe(409)
    await step(2)
    // Reopening requires a reason.
    expect((await put('quanly', `reopen/${id}`, {})).status).toBe(400)
    expect((await reopen(id, 'chinhanh1')).status).toBe(403)
    expect((await reopen(id)).status).toBe(200)
    expect(await now(id)).toMatchObject({
      quyet_dinh: '0',
      nguoi_quyet_dinh: null,
      approver: null,
      trang_thai_duyet_hoan_goi: 0,
      trang_thai_giao_dich_doi_tac: 'Đang chờ duyệt',
      kenh_doi_tac: null,
      ly_do_mo_lai: 'Duyệt nhầm',
      ly_do_tu_choi: null,
    })
    expect((await step(1)).status).toBe(200)
    expect((await partner(id, -9999)).status).toBe(200)
    expect(refused(await reopen(id))).toEqual([
      409,
      'CONFLICT',
      'Đơn đã giao cho đối tác hoặc đã hoàn thành, không mở lại được',
    ])
    const history = await (await server.as('admin')).get(`/api/v1/requestrefund/${id}/history`)
    expect((history.data as { values: unknown[] }).values.length).toBeGreaterThanOrEqual(5)
  }
  const { id } = await make(1)
  const reopening = { trang_thai_duyet_hoan_goi: 0, ly_do_mo_lai: 'Sai gói' }
  // An undecided request cannot be reopened, even with a reason.
  expect((await put('quanly', `setTrangThaiDuyetHoanGoiStatus/${id}`, reopening)).status).toBe(409)
  expect(await now(id)).toMatchObject({ quyet_dinh: '0', ly_do_mo_lai: null })
  await decide(id, 1)
  expect((await decide(id, 0)).status).toBe(400)
  expect((await put('quanly', `setTrangThaiDuyetHoanGoiStatus/${id}`, reopening)).status).toBe(200)
  expect(await now(id)).toMatchObject({ quyet_dinh: '0', ma_trang_thai_giao_dich_doi_tac: -10003 })
})

test('an approval without a hand-over says so and can be reopened, as can one that the partner refused (D3-DEC-02, D2-Q-72, D2-Q-73)', async () => {
  await adapters(true)
  await setSettings(server.pool, { kenh_nap_chiet_khau_tra_sau: 'doitac1.example' })
  const { id } = await make(5, { number_type: 2 })
  await partner(id, -10002)
  const answer = await approve(id, 1)
  expect([answer.status, answer.body.message]).toEqual([200, refundTexts.notHandedOver])
  expect(await orders(id)).toEqual([])
  expect((await reopen(id)).status).toBe(200)
  await approve(id, 1)
  expect(await orders(id)).toEqual(['doitac1.example quanly'])
  const report = (sequence: number, code: number, end: string | null) =>
    server.pool.query(sql`
      SELECT note_provider_state(provider, id, ${sequence}, ${code}, 'Không đủ điều kiện', 0, ${end}) FROM provider_orders
      WHERE request_id = ${id} AND state <> 'cancelled'`)
  await sent(id)
  await report(0, 417, 'refused')
  expect(await now(id)).toMatchObject({ ma_trang_thai_giao_dich_doi_tac: 417 })
  expect((await reopen(id)).status).toBe(200)
  expect((await approve(id, 1)).body.message).toBe(refundTexts.handedOver)
  expect(await orders(id)).toEqual(['doitac1.example quanly'])
  // The new order is at the partner, whatever state it reports.
  await sent(id)
  await report(1, 417, null)
  expect(refused(await reopen(id))).toEqual([409, 'CONFLICT', 'Đơn đã chuyển cho đối tác, không mở lại được'])
  await adapters(false)
  await setSettings(server.pool, { kenh_nap_chiet_khau_tra_sau: 'khong_qua_api' })
})

test('a decision on a row changed by somebody else returns the current row (D3-DEC-03)', async () => {
  const row = await make(1)
  await (
    await server.as('admin')
  ).post('/api/v1/requestrefund/updateTienHoanThem', { id: row.id, other_refund: 9_000 })
  const answer = await put('quanly', `setTrangThaiDuyetHoanGoiStatus/${row.id}`, {
    trang_thai_duyet_hoan_goi: 1,
    version: row.version,
  })
  expect([answer.status, (answer.body.current as Row).other_refund]).toEqual([409, 9_000])
  expect((await decide(row.id, 1)).status).toBe(200)
})

test('of two who decide a top-up at once one succeeds (D2-Q-29)', async () => {
  for (let n = 0; n < rounds(10, 200); n += 1) {
    const { id } = await make(5)
    const answers = await Promise.all([approve(id, 1, 'quanly'), approve(id, 2, 'admin')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})
