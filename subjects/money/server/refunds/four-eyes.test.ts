/** Two persons approve a large refund or top-up (D3-ACC-03, subjects/money/decisions/four-eyes.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import type { BulkAnswer, BulkCount } from '#platform/contract/calls/bulk.ts'
import { quietBell, titlesOf } from '#test/bell.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { userId } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { actorOf } from '#kit/server/actor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  await setSettings(server.pool, {
    kenh_hoan_tien: 'doitac1.example',
    kenh_nap_chiet_khau: 'doitac1.example',
  })
})
afterAll(() => server.close())
const bound = (above: number | '') => setSettings(server.pool, { 'refund.secondApprovalAbove': above })
/** Moves earlier approvals to yesterday, so that they do not count towards today's sums (D3-ACC-08). */
const nextDay = () =>
  server.pool.query(
    `UPDATE requestrefund SET duyet_luc = duyet_luc - interval '1 day' WHERE duyet_luc IS NOT NULL`,
  )
beforeEach(async () => {
  await nextDay()
  await bound(12_000)
})

type Row = Record<string, unknown> & { id: string; version: number }
let phones = 912_700_000
/** Creates a request of sale111 with this total; type 1 has 12,000 of the price table. */
async function make(type: 1 | 5, amount: number, number_type = 1): Promise<Row> {
  const phone = String((phones += 1))
  const extra = { other_refund: amount - 12_000, other_reason: 'Khách quen' }
  const body = {
    ...refundBody(
      phone,
      type === 5 ? { request_type: undefined, request_method: undefined, refund_price: amount } : extra,
    ),
    number_type,
  }
  const call = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const answer = await (await server.as('sale111')).post(`/api/v1/requestrefund/${call}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Row
}
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/requestrefund/${path}`, body)
const [packages, topUps] = ['setTrangThaiDuyetHoanGoiStatus', 'approve']
/** Approves (1) or rejects (2) with the call of the row's kind. */
const decide = (row: Row, by: string, to = 1, more = {}) =>
  row.request_type === 5
    ? put(by, `${topUps}/${row.id}`, { status_duyet_don: to, ...more })
    : put(by, `${packages}/${row.id}`, { trang_thai_duyet_hoan_goi: to, ...more })
const now = async ({ id }: Row): Promise<Row> =>
  (await (await server.as('admin')).get(`/api/v1/requestrefund/${id}`)).data as Row
const orders = async ({ id }: Row): Promise<string[]> =>
  (
    await server.pool.query<{ by_username: string }>(sql`
      SELECT by_username FROM provider_orders WHERE request_id = ${id} AND state <> 'cancelled'`)
  ).rows.map(({ by_username }) => by_username)
/** Decision, first approver, approval number, and orders with their authors. */
const stateOf = async (row: Row) => {
  const { quyet_dinh, duyet_1_boi, luot_duyet } = await now(row)
  return [quyet_dinh, duyet_1_boi, luot_duyet, await orders(row)]
}

test("D3-ACC-03: above the limit the first approval is stored and sends nothing, and another person's approval is final", async () => {
  for (const type of [1, 5] as const) {
    const row = await make(type, 50_000)
    await quietBell(server)
    const first = await decide(row, 'quanly')
    expect([first.status, first.body.message]).toEqual([200, 'Đã duyệt lần 1, cần người thứ hai'])
    expect(await stateOf(row)).toEqual(['0', 'quanly', 2, []])
    expect(await now(row)).toMatchObject({ ma_trang_thai_giao_dich_doi_tac: -10003, nguoi_quyet_dinh: null })
    // The requester is notified of the decision, not before.
    expect(await titlesOf(server, 'sale111')).toEqual([])
    const again = await decide(row, 'quanly')
    expect([again.status, again.body.msg]).toEqual([
      409,
      expect.stringMatching(/^Bạn đã duyệt lần 1 lúc \d\d-\d\d-\d{4} [\d:]+, cần người thứ hai duyệt$/),
    ])
    const second = await decide(row, 'admin')
    expect([second.status, second.body.message]).toEqual([200, 'Đã duyệt, gửi đối tác'])
    expect(await stateOf(row)).toEqual(['1', 'quanly', null, ['admin']])
    expect((await titlesOf(server, 'sale111'))[0]).toContain('đã được duyệt')
    const { body } = await (await server.as('admin')).get(`/api/v1/requestrefund/${row.id}/history`)
    const trail = (
      body.data as { values: { action: string; username: string; changes: { label: string }[] }[] }
    ).values
    expect(trail.filter(({ action }) => action === 'approve').map(({ username }) => username)).toEqual([
      'admin',
      'quanly',
    ])
    expect(trail[1]?.changes.map(({ label }) => label)).toContain('Duyệt lần 1')
    expect((await decide(row, 'quanly')).body.msg).toMatch(/^Đơn này đã được .+ duyệt lúc/)
  }
})

test('D3-ACC-03: at the limit, with an empty setting and for a rejection one person is enough', async () => {
  const [atLimit, aboveLimit, off] = [await make(1, 12_000), await make(1, 12_001), await make(5, 12_000)]
  await decide(atLimit, 'quanly')
  await nextDay()
  await decide(off, 'quanly')
  expect([(await now(atLimit)).quyet_dinh, (await now(off)).quyet_dinh]).toEqual(['1', '1'])
  await decide(aboveLimit, 'quanly')
  expect((await now(aboveLimit)).quyet_dinh).toBe('0')
  await decide(aboveLimit, 'quanly', 2)
  expect((await now(aboveLimit)).quyet_dinh).toBe('2')
  await bound('')
  const large = await make(5, 900_000)
  await decide(large, 'quanly')
  expect(await stateOf(large)).toEqual(['1', null, null, ['quanly']])
})

test('D3-ACC-03: reopening and any change of amount, phone or package cancel the first approval', async () => {
  const admin = await server.as('admin')
  const change: ((row: Row) => Promise<Answer>)[] = [
    ({ id }) => admin.post('/api/v1/requestrefund/updateTienHoanThem', { id, other_refund: 40_000 }),
    ({ id }) => admin.post('/api/v1/requestrefund/updatePackageCode', { id, package_code: 'VD120' }),
    ({ id }) => put('admin', id, { number_phone: '0977123456' }),
    ({ id }) => put('admin', `setHinhThuc/${id}`, { request_method: 2 }),
  ]
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD120', 15000, 120000)`,
  )
  for (const edit of change) {
    const row = await make(1, 50_000)
    await decide(row, 'quanly')
    expect((await put('admin', row.id, { other_reason: 'Ghi thêm' })).status).toBe(200)
    expect((await now(row)).duyet_1_boi).toBe('quanly')
    expect((await edit(row)).status).toBe(200)
    expect(await now(row)).toMatchObject({ duyet_1_boi: null, duyet_1_luc: null, luot_duyet: 1 })
    // Approval restarts: the same person may give the first one.
    expect((await decide(row, 'quanly')).status).toBe(200)
  }
  const row = await make(5, 50_000)
  await decide(row, 'quanly')
  await decide(row, 'admin')
  await put('quanly', `reopen/${row.id}`, { ly_do_mo_lai: 'Duyệt nhầm' })
  expect(await stateOf(row)).toEqual(['0', null, 1, []])
})

test('D3-ACC-03: an accountant can give the first approval, and nobody marks as paid what two have to approve', async () => {
  for (const type of [1, 5] as const) {
    const row = await make(type, 50_000)
    const hand = () =>
      put('quanly', `setTrangThaiGiaoDich/${row.id}`, { ma_trang_thai_giao_dich_doi_tac: -9999 })
    expect((await hand()).status).toBe(409)
    expect((await decide(row, 'ketoan')).status).toBe(200)
    expect(await stateOf(row)).toEqual(['0', 'ketoan', 2, []])
    expect((await hand()).status).toBe(409)
    expect((await decide(row, 'quanly')).status).toBe(200)
    expect((await now(row)).quyet_dinh).toBe('1')
  }
  const small = await make(1, 12_000)
  const byHand = await put('quanly', `setTrangThaiGiaoDich/${small.id}`, {
    ma_trang_thai_giao_dich_doi_tac: -9999,
  })
  expect(byHand.status).toBe(200)
  // Nor can it be made a large one afterwards.
  const quanly = await server.as('quanly')
  const more = await quanly.post('/api/v1/requestrefund/updateTienHoanThem', {
    id: small.id,
    other_refund: 900_000,
  })
  expect([more.status, more.body.msg]).toEqual([
    409,
    'Đơn đã ghi hoàn thành, số tiền này cần hai người duyệt',
  ])
  expect((await now(small)).other_refund).toBe(0)
})

test('D3-DEC-02: a request marked as paid is neither rejected, deleted nor changed back through another status; a rejected one is not marked as paid', async () => {
  await bound('')
  const code = (row: Row, ma_trang_thai_giao_dich_doi_tac: number) =>
    put('quanly', `setTrangThaiGiaoDich/${row.id}`, { ma_trang_thai_giao_dich_doi_tac })
  for (const type of [1, 5] as const) {
    const row = await make(type, 12_000, 2)
    expect((await code(row, -9999)).status).toBe(200)
    expect((await decide(row, 'quanly', 2)).status).toBe(409)
    expect((await code(row, -10_002)).body.msg).toBe(refundTexts.alreadyPaid)
    // The registration that it was paid for cannot be changed.
    for (const moved of [{ package_code: 'VD120' }, { number_phone: '912799999' }])
      expect((await put('quanly', row.id, moved)).status).toBe(409)
    expect((await put('quanly', `setYeuCau/${row.id}`, { request_type: 4 })).status).toBe(409)
    expect((await (await server.as('admin')).delete(`/api/v1/requestrefund/${row.id}`)).status).toBe(409)
    expect((await decide(row, 'quanly')).status).toBe(200)
    expect((await code(row, -10_002)).status).toBe(409)
    expect((await put('quanly', `reopen/${row.id}`, { ly_do_mo_lai: 'x' })).status).toBe(409)
    expect(await orders(row)).toEqual([])
    const rejected = await make(type, 12_000)
    expect((await decide(rejected, 'quanly', 2)).status).toBe(200)
    expect((await code(rejected, -9999)).body.msg).toBe(refundTexts.rejected)
  }
})

test('D3-DEC-02: of a simultaneous payment mark and rejection exactly one holds', async () => {
  await bound('')
  for (let round = 0; round < rounds(6, 60); round += 1) {
    const row = await make(round % 2 === 0 ? 1 : 5, 12_000)
    const answers = await Promise.all([
      put('quanly', `setTrangThaiGiaoDich/${row.id}`, { ma_trang_thai_giao_dich_doi_tac: -9999 }),
      decide(row, 'admin', 2),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { quyet_dinh, ma_trang_thai_giao_dich_doi_tac: code } = await now(row)
    expect([
      ['0', -9999],
      ['2', -10_001],
    ]).toContainEqual([quyet_dinh, code])
  }
})

test('D3-ACC-03: the current limit applies to a request with a first approval', async () => {
  const [raised, lowered] = [await make(5, 50_000), await make(5, 5_000)]
  await decide(raised, 'quanly')
  await bound(50_000)
  expect((await now(raised)).luot_duyet).toBeNull()
  expect((await decide(raised, 'quanly')).status).toBe(200)
  expect((await now(raised)).quyet_dinh).toBe('1')
  await bound(4_999)
  await decide(lowered, 'quanly')
  expect(await stateOf(lowered)).toEqual(['0', 'quanly', 2, []])
})

test('D3-ACC-03: a first approval by a person since locked or without the right does not count', async () => {
  const one = await make(1, 50_000)
  await decide(one, 'quanly')
  const lock = (on: boolean) =>
    server.pool.query(sql`UPDATE users SET is_deleted = ${on} WHERE username = 'quanly'`)
  await lock(true)
  expect((await now(one)).luot_duyet).toBe(1)
  expect((await decide(one, 'admin')).body.message).toBe('Đã duyệt lần 1, cần người thứ hai')
  await lock(false)
  expect(await stateOf(one)).toEqual(['0', 'admin', 2, []])
  const two = await make(1, 50_000)
  await decide(two, 'quanly')
  const { rows } = await server.pool.query<{ role_id: string }>(
    sql`SELECT role_id FROM users WHERE username = 'quanly'`,
  )
  const role = (id: unknown) =>
    server.pool.query(sql`UPDATE users SET role_id = ${id} WHERE username = 'quanly'`)
  await server.pool.query(sql`
    UPDATE users SET role_id = (SELECT role_id FROM users WHERE username = 'sale111') WHERE username = 'quanly'`)
  expect((await now(two)).luot_duyet).toBe(1)
  await role(rows[0]?.role_id)
  expect((await now(two)).luot_duyet).toBe(2)
})

const upwards = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

test('D3-ACC-03: of two first approvals with the same version one is accepted', async () => {
  for (const type of [1, 5, 1, 5] as const) {
    const row = await make(type, 50_000)
    const decisions = ['quanly', 'admin'].map((username) =>
      decide(row, username, 1, { version: row.version }),
    )
    expect(upwards(await Promise.all(decisions))).toEqual([200, 409])
    expect([(await now(row)).quyet_dinh, await orders(row)]).toEqual(['0', []])
  }
})

test('D3-ACC-03: of two approvals without a version one is the first and one the second; one person approves once', async () => {
  for (const type of [1, 5, 1, 5] as const) {
    const row = await make(type, 50_000)
    expect(upwards(await Promise.all(['quanly', 'admin'].map((username) => decide(row, username))))).toEqual([
      200, 200,
    ])
    const { quyet_dinh, duyet_1_boi } = await now(row)
    expect([
      quyet_dinh,
      [duyet_1_boi, ...(await orders(row))].map(String).toSorted((a, b) => (a < b ? -1 : 1)),
    ]).toEqual(['1', ['admin', 'quanly']])
    const single = await make(type, 50_000)
    expect(upwards(await Promise.all([decide(single, 'quanly'), decide(single, 'quanly')]))).toEqual([
      200, 409,
    ])
    expect((await now(single)).quyet_dinh).toBe('0')
  }
})

test('D3-ACC-03: an automatic approval counts as neither of the two', async () => {
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 1, 'refund.secondApprovalAbove': 11_999 })
  const row = await make(1, 12_000)
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username, set_status, set_at)
    VALUES ('9332', 'D3-ACC-03', ${(await now(row)).number_phone}, 'VD90', now(), 'sale111', 'SUCCESS', now())`)
  expect(await stateOf(row)).toEqual(['0', null, 1, []])
  // Direct SQL is covered too.
  await server.pool.query(sql`
    UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = '__AUTO'
    WHERE id = ${row.id}`)
  expect(await stateOf(row)).toEqual(['0', null, 1, []])
  await decide(row, 'quanly')
  await server.pool.query(sql`
    UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = '__AUTO'
    WHERE id = ${row.id}`)
  expect(await stateOf(row)).toEqual(['0', 'quanly', 2, []])
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 0 })
})

test('D3-ACC-03: a bulk approval counts and names the rows for which it is the first approval and those that wait for another person', async () => {
  const rows = [await make(5, 12_000), await make(5, 50_000), await make(5, 60_000), await make(5, 70_000)]
  await decide(rows[2] as Row, 'quanly')
  await decide(rows[3] as Row, 'admin')
  const quanly = await server.as('quanly')
  const write = { method: 'PUT', path: `/api/v1/requestrefund/${topUps}/:id`, input: { status_duyet_don: 1 } }
  const ids = rows.map(({ id }) => id)
  const counted = (await quanly.post('/api/v1/bulk/count', { ...write, ids })).data as BulkCount
  expect(counted).toMatchObject({
    first: 1,
    unfit: [{ words: 'bạn đã duyệt lần 1, chờ người thứ hai', rows: 1 }],
  })
  expect(new Set(counted.rows.map(({ id }) => id))).toEqual(new Set([0, 1, 3].map((index) => ids[index])))
  const answer = (await quanly.post('/api/v1/bulk', { ...write, ids })).data as BulkAnswer
  expect(answer).toMatchObject({
    done: 3,
    refused: [{ id: ids[2], msg: expect.stringContaining('người thứ hai') }],
  })
  expect(answer.said).toContainEqual({ words: 'Đã duyệt lần 1, cần người thứ hai', rows: 1 })
  expect(await Promise.all(rows.map(async (row) => (await now(row)).quyet_dinh))).toEqual([
    '1',
    '0',
    '0',
    '1',
  ])
  const desk = await quanly.post('/api/v1/banduyet/loat', { decision: 'approve', ids: { 'nap-tien': ids } })
  expect((desk.data as { values: object[] }).values).toEqual([
    expect.objectContaining({ first: 0, rows: [], unfit: [expect.objectContaining({ rows: 2 })] }),
  ])
})

test('D3-ACC-03: the limit is an amount or empty, and only administrators set it', async () => {
  const write = async (by: string, value: unknown) =>
    (await (await server.as(by)).put('/api/v1/setting/refund.secondApprovalAbove', { value })).status
  expect([await write('quanly', 1), await write('admin', -1)]).toEqual([403, 400])
})

test('D3-ACC-03: the first approval counts only from users who may approve that kind now: top-ups by their own right, refunds by theirs, as in the contract', async () => {
  const stillApproves = async (username: string, type: number) =>
    (await server.pool.query<{ stands: boolean }>(sql`SELECT still_approves(${username}, ${type}) AS stands`))
      .rows[0]?.stands
  const decidedCodes = new Set<string>()
  // Managers have every code through their role; here each person gets one at most.
  await server.pool.query('CREATE TABLE kept AS TABLE role_permissions; DELETE FROM role_permissions')
  for (const onlyByPermission of [0, 1])
    for (const code of [null, 'desk.decide', 'requestrefund.duyet-don-chuyen-khoan', 'pay.manage']) {
      await setSettings(server.pool, { 'desk.onlyByPermission': onlyByPermission })
      await server.pool.query('DELETE FROM user_permissions')
      await server.pool.query(sql`
        INSERT INTO user_permissions (user_id, permission_id) SELECT u.id, p.id FROM users u, permissions p WHERE p.code = ${code}`)
      for (const username of ['admin', 'quanly', 'ketoan', 'chinhanh1', 'sale111']) {
        const session = await actorOf(server.pool, await userId(server.pool, username))
        for (const type of [1, 2, 3, 4, 5]) {
          const may = session !== null && can(session.actor, type === 5 ? 'decidesTopUps' : 'decidesMoney')
          decidedCodes.add(`${type === 5} ${may}`)
          const conditions = [onlyByPermission, code, username, type]
          expect([...conditions, await stillApproves(username, type)]).toEqual([...conditions, may])
        }
      }
    }
  expect(decidedCodes.size).toBe(4)
  await setSettings(server.pool, { 'desk.onlyByPermission': 0 })
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  expect([await stillApproves('quanly', 1), await stillApproves('quanly', 5)]).toEqual([false, false])
  await server.pool.query(
    `UPDATE users SET is_deleted = false WHERE username = 'quanly'; DELETE FROM user_permissions;
    INSERT INTO role_permissions SELECT * FROM kept; DROP TABLE kept`,
  )
})
