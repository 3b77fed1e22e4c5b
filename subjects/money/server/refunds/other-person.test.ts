/** Who counts as another person, for second approvals and for own requests (D3-ACC-07, subjects/money/decisions/four-eyes.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { ageAccounts } from '#test/origins.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { vouchFor } from '#platform/app/server/running/operator.ts'

let server: TestServer
let roles: Record<number, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  const { rows } = await server.pool.query<{ id: string; priority: number }>('SELECT id, priority FROM roles')
  roles = Object.fromEntries(rows.map(({ id, priority }) => [priority, id]))
})
beforeEach(() => setSettings(server.pool, { 'refund.secondApprovalAbove': 1_000_000 }))
afterAll(() => server.close())

type Row = { id: string; type: 1 | 5 }
let phones = 913_100_000
/** Creates a request of sale111 above the limit. */
async function large(type: 1 | 5, by = 'sale111'): Promise<Row> {
  const extra =
    type === 5
      ? { request_type: undefined, request_method: undefined, refund_price: 5_030_000 }
      : { other_refund: 5_000_000, other_reason: 'x' }
  const call = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const body = refundBody(String((phones += 1)), extra)
  const answer = await (await server.as(by)).post(`/api/v1/requestrefund/${call}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return { id: (answer.data as Row).id, type }
}
const decide = async ({ id, type }: Row, by: string, to = 1): Promise<Answer> =>
  (await server.as(by)).put(
    `/api/v1/requestrefund/${type === 5 ? 'approve' : 'setTrangThaiDuyetHoanGoiStatus'}/${id}`,
    type === 5 ? { status_duyet_don: to } : { trang_thai_duyet_hoan_goi: to },
  )
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg ?? body.message]
const final = [200, 'Đã duyệt, tự chuyển tiền']
const decision = async ({ id }: Row) =>
  (
    await server.pool.query<{ quyet_dinh: string; duyet_1_boi: string | null }>(
      sql`SELECT quyet_dinh, duyet_1_boi FROM requestrefund WHERE id = ${id}`,
    )
  ).rows[0]

let made = 0
const password = 'Ngay-Nang-Dep-2026'
/** Creates a manager by `by`, with an own password set since. */
async function manager(by: string, priority = 2): Promise<string> {
  const username = `ql${(made += 1)}`
  const answer = await (
    await server.as(by)
  ).post('/api/v1/users', {
    username,
    fullname: username,
    email: `${username}@b.vn`,
    role_id: roles[priority],
    password,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  await entered(username)
  return username
}
const entered = (username: string) =>
  server.pool.query('UPDATE users SET must_change_password = false WHERE username = $1', [username])
const idOf = async (username: string): Promise<string> =>
  (await server.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username])).rows[0]!
    .id
const day = '\\d\\d-\\d\\d-\\d{4}'

test('D3-ACC-07: an account created by the first approver cannot give the second approval, nor the other way round', async () => {
  const second = await manager('quanly')
  await ageAccounts(server.pool, 2)
  for (const type of [1, 5] as const) {
    const row = await large(type)
    expect((await decide(row, 'quanly')).body.message).toBe('Đã duyệt lần 1, cần người thứ hai')
    expect(outcomeOf(await decide(row, second))).toEqual([
      409,
      expect.stringMatching(
        `^Tài khoản ${second} do người duyệt lần 1 \\(quanly\\) tạo ngày ${day}: cần người khác duyệt$`,
      ),
    ])
    expect(await decision(row)).toEqual({ quyet_dinh: '0', duyet_1_boi: 'quanly' })
    // A single rejection suffices; an approval by an independent person makes it final.
    expect(outcomeOf(await decide(row, 'admin'))).toEqual(final)
    const other = await large(type)
    await decide(other, second)
    expect(outcomeOf(await decide(other, 'quanly'))).toEqual([
      409,
      expect.stringMatching(
        `^Tài khoản ${second} do bạn tạo ngày ${day}, là người duyệt lần 1: cần người khác duyệt$`,
      ),
    ])
    expect((await decide(other, 'quanly', 2)).status).toBe(200)
  }
})

test('D3-ACC-07: an account that the first approver unlocked, promoted or gave a password cannot give the second approval', async () => {
  const quanly = await server.as('quanly')
  const steps: Record<string, (username: string) => Promise<unknown>> = {
    'mở khoá': async (username) => {
      await quanly.post(`/api/v1/users/${await idOf(username)}/lock`)
      await quanly.post(`/api/v1/users/${await idOf(username)}/unlock`)
    },
    'nâng quyền': async (username) => {
      const url = `/api/v1/users/${await idOf(username)}`
      const profile = { fullname: username, email: 'a@b.vn' }
      await quanly.put(url, { ...profile, role_id: roles[6] })
      expect((await quanly.put(url, { ...profile, role_id: roles[2] })).status).toBe(200)
    },
    'cấp mật khẩu': async (username) => {
      const url = `/api/v1/users/${await idOf(username)}/reset-password`
      expect((await quanly.post(url, { password, rePassword: password })).status).toBe(200)
      await entered(username)
    },
  }
  for (const [words, step] of Object.entries(steps)) {
    const other = await manager('admin')
    await ageAccounts(server.pool, 2)
    const before = await large(1)
    await decide(before, 'quanly')
    expect(outcomeOf(await decide(before, other))).toEqual(final)
    await step(other)
    const { token } = await server.signedIn(other)
    const row = await large(1)
    await decide(row, 'quanly')
    const answer = await server
      .by(token)
      .put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${row.id}`, { trang_thai_duyet_hoan_goi: 1 })
    expect([words, ...outcomeOf(answer)]).toEqual([
      words,
      409,
      expect.stringMatching(`^Tài khoản ${other} do người duyệt lần 1 \\(quanly\\) ${words} ngày ${day}`),
    ])
  }
})

test('D3-ACC-07: such an account counts as another person after 30 days, or when the operator has vouched for it', async () => {
  const second = await manager('quanly')
  const row = await large(1)
  await decide(row, 'quanly')
  await ageAccounts(server.pool, 29)
  expect((await decide(row, second)).status).toBe(409)
  await ageAccounts(server.pool, 1)
  expect(outcomeOf(await decide(row, second))).toEqual(final)
  const third = await manager('quanly')
  const other = await large(5)
  await decide(other, 'quanly')
  expect((await decide(other, third)).status).toBe(409)
  await vouchFor(server.api.services, third)
  expect(outcomeOf(await decide(other, third))).toEqual(final)
  // A later event counts again.
  await (
    await server.as('quanly')
  ).post(`/api/v1/users/${await idOf(third)}/reset-password`, { password, rePassword: password })
  await entered(third)
  const again = await large(1)
  await decide(again, 'quanly')
  const answer = await (
    await server.signedIn(third)
  ).put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${again.id}`, { trang_thai_duyet_hoan_goi: 1 })
  expect(outcomeOf(answer)).toEqual([409, expect.stringContaining('cấp mật khẩu')])
})

test('D3-ACC-07: an account younger than a day gives neither approval above the limit, but decides below it', async () => {
  const fresh = await manager('admin')
  const row = await large(1)
  const words = [
    409,
    expect.stringMatching(`^Tài khoản ${fresh} mới tạo ngày ${day}, chưa đủ một ngày: cần người khác duyệt$`),
  ]
  expect(outcomeOf(await decide(row, fresh))).toEqual(words)
  await decide(row, 'quanly')
  expect(outcomeOf(await decide(row, fresh))).toEqual(words)
  expect((await decide(row, fresh, 2)).status).toBe(200)
  await setSettings(server.pool, { 'refund.secondApprovalAbove': 9_000_000 })
  expect(outcomeOf(await decide(await large(1), fresh))).toEqual(final)
})

test('D3-ACC-07: accounts created one by the other count as one person, as do two created by one manager; two created by an administrator do not', async () => {
  const [first, second] = [await manager('quanly'), await manager('quanly')]
  const third = await manager(first)
  const [one, two] = [await manager('admin'), await manager('admin')]
  await ageAccounts(server.pool, 2)
  const row = await large(1)
  await decide(row, 'quanly')
  expect(outcomeOf(await decide(row, third))).toEqual([
    409,
    expect.stringMatching(
      `^Tài khoản ${third} do ${first} tạo ngày ${day}, cùng một tay với người duyệt lần 1 \\(quanly\\)`,
    ),
  ])
  const siblings = await large(1)
  await decide(siblings, first)
  expect(outcomeOf(await decide(siblings, second))).toEqual([
    409,
    expect.stringMatching(
      `^Tài khoản ${second} do quanly tạo ngày ${day}, cùng một tay với người duyệt lần 1 \\(${first}\\)`,
    ),
  ])
  const colleagues = await large(1)
  await decide(colleagues, one)
  expect(outcomeOf(await decide(colleagues, two))).toEqual(final)
})

/** Switches own requests off for the following tests. */
const settle = async (username: string): Promise<void> => {
  await setSettings(server.pool, { 'desk.ownRequests': 0, 'refund.secondApprovalAbove': '' })
  const { token } = await server.as(username)
  await expect.poll(async () => (await server.api.sessions.find(token))?.actor.decidesOwn).toBe(false)
}

test('D3-ACC-07: with desk.ownRequests off a request entered by, or in the name of, an account of the same person is an own request', async () => {
  const maker = await manager('quanly')
  const office = await manager('quanly', 6)
  await ageAccounts(server.pool, 2)
  const [named, entry] = [await large(1), await large(5)]
  await server.pool.query(sql`UPDATE requestrefund SET staff_username = ${office} WHERE id = ${named.id}`)
  await server.pool.query(sql`UPDATE requestrefund SET nhap_boi = ${maker} WHERE id = ${entry.id}`)
  await settle('quanly')
  expect(outcomeOf(await decide(named, 'quanly'))).toEqual([
    409,
    expect.stringMatching(`^Tài khoản ${office} do bạn tạo ngày ${day}, là người đứng tên đơn`),
  ])
  expect(outcomeOf(await decide(entry, 'quanly', 2))).toEqual([
    409,
    expect.stringMatching(`^Tài khoản ${maker} do bạn tạo ngày ${day}, là người nhập đơn`),
  ])
  // It does not wait for those who may not decide it, they cannot rename it or mark it as paid, and it is counted separately.
  const waiting = async (username: string) => {
    const { data } = await (await server.as(username)).get('/api/v1/banduyet')
    return (data as { values: { id: string }[] }).values.map(({ id }) => id)
  }
  expect(await waiting('quanly')).not.toContain(named.id)
  expect(await waiting('admin')).toContain(named.id)
  const quanly = await server.as('quanly')
  const renamed = await quanly.post('/api/v1/requestrefund/updateUser', { id: named.id, username: 'sale111' })
  expect(outcomeOf(renamed)).toEqual([409, expect.stringContaining('là người đứng tên đơn')])
  const booked = await quanly.put(`/api/v1/requestrefund/setTrangThaiGiaoDich/${named.id}`, {
    ma_trang_thai_giao_dich_doi_tac: -9999,
  })
  expect(booked.status).toBe(409)
  const { data } = await quanly.post('/api/v1/bulk/count', {
    method: 'PUT',
    path: '/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/:id',
    input: { trang_thai_duyet_hoan_goi: 1 },
    ids: [named.id],
  })
  expect((data as { unfit: object[] }).unfit).toEqual([{ words: refusals.ownRows, rows: 1 }])
  expect(outcomeOf(await decide(named, 'admin'))).toEqual(final)
  // A new account may not decide on anybody's requests yet.
  const fresh = await manager('admin')
  await settle(fresh)
  expect(outcomeOf(await decide(await large(1), fresh))).toEqual([
    409,
    expect.stringContaining('chưa đủ một ngày'),
  ])
})

test('D3-ACC-07: with desk.ownRequests off the person who last changed phone, package, kind or amount cannot decide the request', async () => {
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi) VALUES ('VD120', 15000, 20000, 120000);
     INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500)`,
  )
  await settle('quanly')
  await settle('admin')
  const quanly = await server.as('quanly')
  const put = (id: string, body: object) => quanly.put(`/api/v1/requestrefund/${id}`, body)
  const changes: [1 | 5, (id: string) => Promise<Answer>][] = [
    [1, (id) => put(id, { number_phone: '0977123401' })],
    [1, (id) => quanly.post('/api/v1/requestrefund/updatePackageCode', { id, package_code: 'VD120' })],
    [1, (id) => quanly.post('/api/v1/requestrefund/updateTienHoanThem', { id, other_refund: 1 })],
    [1, (id) => quanly.put(`/api/v1/requestrefund/setHinhThuc/${id}`, { request_method: 2 })],
    [1, (id) => quanly.put(`/api/v1/requestrefund/setYeuCau/${id}`, { request_type: 2 })],
    [5, (id) => put(id, { refund_price: 40_000 })],
  ]
  for (const [type, change] of changes) {
    const row = await large(type)
    expect((await put(row.id, { other_reason: 'Ghi thêm' })).status).toBe(200)
    expect((await change(row.id)).status).toBe(200)
    expect(outcomeOf(await decide(row, 'quanly'))).toEqual([403, refusals.ownDecision])
    // A note by another person is not a change of the decided fields.
    await (await server.as('admin')).put(`/api/v1/requestrefund/${row.id}`, { other_reason: 'Đã xem' })
    expect((await decide(row, 'quanly')).status).toBe(403)
    expect(outcomeOf(await decide(row, 'admin'))).toEqual(final)
  }
  // The last author of a change counts.
  const row = await large(5)
  await put(row.id, { refund_price: 40_000 })
  await (await server.as('admin')).put(`/api/v1/requestrefund/${row.id}`, { refund_price: 41_000 })
  expect((await decide(row, 'admin')).status).toBe(403)
  expect(outcomeOf(await decide(row, 'quanly'))).toEqual(final)
})

test('D3-ACC-07: with desk.ownRequests off the same holds for a Mfy request, a reported sale, a private customer and a message with a replaced phone', async () => {
  const quanly = await server.as('quanly')
  const insert = async (statement: ReturnType<typeof sql>): Promise<string> =>
    (await server.pool.query<{ id: string }>(statement)).rows[0]!.id
  const mfy = await insert(sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi) VALUES ('912000031', 'sale211', '', 'VD90', 1) RETURNING id`)
  const sale = await insert(sql`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
    VALUES ('912000032', '2026-11-01', 'sale211', '', 'VD90', '9084 (3)') RETURNING id`)
  const claim = await insert(sql`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv) VALUES ('912000033', '2026-11-01', 'sale211', '') RETURNING id`)
  const message = (phone: string | null) =>
    insert(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', 90000, now(), ${`CK 0912000034 VD90 ${phone}`}, ${phone}, 'VD90', 'cao') RETURNING id`)
  const [read, unread] = [await message('912000034'), await message(null)]
  await settle('quanly')
  const answers: Record<string, [edit: Promise<Answer>, decision: () => Promise<Answer>]> = {
    mfy: [
      quanly.put(`/api/v1/mfy/${mfy}`, { so_dien_thoai: '0912000041' }),
      () => quanly.put(`/api/v1/mfy/duyet/${mfy}`),
    ],
    sale: [
      quanly.put(`/api/v1/baodo/${sale}`, { so_dien_thoai: '0912000042' }),
      () => quanly.put(`/api/v1/baodo/approve/${sale}`, { trang_thai_duyet: 1 }),
    ],
    claim: [
      quanly.put(`/api/v1/khr/${claim}`, { so_dien_thoai: '0912000043' }),
      () => quanly.put(`/api/v1/khr/approve/${claim}`, { trang_thai: 1 }),
    ],
    message: [
      quanly.put(`/api/v1/mesbank/${read}`, { so_dien_thoai: '0912000044' }),
      () => quanly.get(`/api/v1/mesbank/approve/${read}`),
    ],
  }
  for (const [name, [edit, decision_]] of Object.entries(answers)) {
    const { status, text } = await edit
    expect([name, status === 200 ? 200 : text]).toEqual([name, 200])
    expect([name, ...outcomeOf(await decision_())]).toEqual([name, 403, refusals.ownDecision])
  }
  // The decider may fill in what could not be parsed.
  expect((await quanly.put(`/api/v1/mesbank/${unread}`, { so_dien_thoai: '0912000045' })).status).toBe(200)
  expect((await quanly.get(`/api/v1/mesbank/approve/${unread}`)).status).toBe(200)
})
