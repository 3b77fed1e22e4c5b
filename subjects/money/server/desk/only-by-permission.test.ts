/** Every action and field that decides money respects desk.decide and the rule on own requests, in every call (D3-ACC-09). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSteps, paramOf, type Action, type StepAction } from '#kit/contract/action.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  actionDecisions,
  callDecisions,
  decidingSettings,
  stepDecision,
} from '#platform/contract/money-decisions.ts'
import { setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  await server.pool.query(
    `INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500)`,
  )
})
afterAll(() => server.close())

/** Sets whether managers hold desk.decide, and both settings; waits until the session of 'quanly' has the change. */
async function settle(to: { holds: boolean; only: 0 | 1; own: 0 | 1 }): Promise<void> {
  await server.pool.query(
    to.holds
      ? `INSERT INTO role_permissions (role_id, permission_id)
          SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority = 2 AND p.code = 'desk.decide' ON CONFLICT DO NOTHING`
      : `DELETE FROM role_permissions rp USING permissions p, roles r
          WHERE p.id = rp.permission_id AND r.id = rp.role_id AND p.code = 'desk.decide' AND r.priority = 2`,
  )
  await setSettings(server.pool, { 'desk.onlyByPermission': to.only, 'desk.ownRequests': to.own })
  const { token } = await server.as('quanly')
  await expect
    .poll(async () => {
      const actor = (await server.api.sessions.find(token))?.actor
      return [actor?.permissions.has('desk.decide'), actor?.deskByCode, actor?.decidesOwn]
    })
    .toEqual([to.holds, to.only === 1, to.own === 1])
}
beforeEach(() => settle({ holds: true, only: 0, own: 1 }))

const nowhere = '018f0000-0000-7000-8000-00000000dead'
const send = async (username: string, method: string, path: string, body?: object): Promise<Answer> => {
  const by = await server.as(username)
  if (method === 'GET') return by.get(path)
  return method === 'PUT' ? by.put(path, body) : by.post(path, body)
}

type Taken = { name: string; take: (username: string) => Promise<number> }
const taking = (path: string, action: StepAction, to: unknown): Taken => ({
  name: `${path}/${action.path} → ${String(to)}`,
  take: async (username) =>
    (
      await send(username, action.method, `/api/v1/${path}/${action.path.replace(':id', nowhere)}`, {
        [paramOf(action) ?? action.field]: to,
      })
    ).status,
})
const stepsOf = (action: Action): StepAction[] => (isSteps(action) ? [action] : [])
/** Every deciding step in both lists, called on a row that does not exist. */
const deciding: Taken[] = resources
  .flatMap((resource) =>
    [...Object.values(resource.actions ?? {}), ...(resource.path === 'mfy' ? [setMfyState] : [])]
      .flatMap((action) => stepsOf(action))
      .flatMap((action) =>
        action.steps
          .filter(({ to }) => stepDecision(resource, action, to))
          .map(({ to }) => ({ ...taking(resource.path, action, to), unit: resource.path === 'khr' })),
      ),
  )
  .filter(({ unit }) => !unit)

test('with desk.onlyByPermission on, a manager without desk.decide is refused every deciding step, and one with it none (D3-ACC-09)', async () => {
  expect(deciding.length).toBeGreaterThan(actionDecisions.length)
  const calls: Taken[] = callDecisions.map(({ call }) => {
    const [method = '', path = ''] = call.split(' ')
    return {
      name: call,
      take: async (username) =>
        (await send(username, method, path.replace(':id', nowhere), { don_id: nowhere })).status,
    }
  })
  const refusedCalls = async (): Promise<string[]> => {
    const refused: string[] = []
    for (const { name, take } of [...deciding, ...calls])
      if ((await take('quanly')) === 403) refused.push(name)
    return refused
  }
  expect(await refusedCalls()).toEqual([])
  await settle({ holds: false, only: 0, own: 1 })
  // Top-ups have their own permission code (D2-Q-74).
  expect(await refusedCalls()).toEqual([])
  await settle({ holds: false, only: 1, own: 1 })
  expect(await refusedCalls()).toEqual([...deciding, ...calls].map(({ name }) => name))
  await settle({ holds: true, only: 1, own: 1 })
  expect(await refusedCalls()).toEqual([])
})

let phones = 912_800_000
type Row = Record<string, unknown> & { id: string; version: number }
async function request(type: 1 | 4 | 5, username = 'sale111', more: object = {}): Promise<Row> {
  const phone = String((phones += 1))
  const kind = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const body = refundBody(phone, {
    ...(type === 5
      ? { request_type: undefined, request_method: undefined, refund_price: 90_000 }
      : { request_type: type, other_refund: 10, other_reason: 'Khách quen' }),
    ...more,
  })
  const made = await send(username, 'POST', `/api/v1/requestrefund/${kind}`, body)
  if (made.status !== 200) throw new Error(made.text)
  return made.data as Row
}
const end = (username: string, { id }: Row) =>
  send(username, 'PUT', `/api/v1/requestrefund/setTrangThaiGiaoDich/${id}`, {
    ma_trang_thai_giao_dich_doi_tac: -9999,
  })
const stored = async ({ id }: { id: string }): Promise<Record<string, unknown>> =>
  (await server.pool.query<Record<string, unknown>>(sql`SELECT * FROM requestrefund WHERE id = ${id}`))
    .rows[0] ?? {}

/** Every way to write a field of a request. */
const ways: Record<string, (username: string, row: Row, name: string, value: unknown) => Promise<boolean>> = {
  form: async (username, { id }, name, value) =>
    (await send(username, 'PUT', `/api/v1/requestrefund/${id}`, { [name]: value })).status === 200,
  'form of the report': async (username, { id }, name, value) =>
    (await send(username, 'PUT', `/api/v1/requestrefundreport/${id}`, { [name]: value })).status === 200,
  paste: async (username, { id }, name, value) => {
    const { version } = await stored({ id })
    const { data } = await send(username, 'POST', '/api/v1/requestrefund/dan', {
      rows: [{ id, version, values: { [name]: value } }],
    })
    return (data as { saved: number }).saved === 1
  },
  bulk: async (username, { id }, name, value) => {
    const answer = await send(username, 'POST', '/api/v1/bulk', {
      method: 'PUT',
      path: '/api/v1/requestrefund/:id',
      ids: [id],
      input: { [name]: value },
    })
    return (answer.data as { done: number }).done === 1
  },
}

test.each(Object.keys(ways))(
  'with desk.onlyByPermission on, a manager without desk.decide creates no type 4 and changes no amount of a completed request by %s (D3-ACC-09)',
  async (way) => {
    const write = ways[way]
    if (!write) throw new Error(way)
    const [waiting, ended] = [await request(1), await request(4)]
    expect((await end('quanly', ended)).status).toBe(200)
    await settle({ holds: false, only: 1, own: 1 })
    expect(await write('quanly', waiting, 'request_type', 4)).toBe(false)
    expect(await write('quanly', ended, 'other_refund', 9_000_000)).toBe(false)
    expect(await write('quanly', ended, 'chenh_lech', 5)).toBe(false)
    // Changes that decide nothing are allowed: another kind, an amount while waiting, an unchanged value.
    expect(await write('quanly', waiting, 'request_type', 2)).toBe(true)
    expect(await write('quanly', waiting, 'other_refund', 20)).toBe(true)
    expect(await write('quanly', ended, 'other_refund', 10)).toBe(true)
    await settle({ holds: true, only: 1, own: 1 })
    expect(await write('quanly', waiting, 'request_type', 4)).toBe(true)
    expect(await write('quanly', ended, 'other_refund', 30)).toBe(true)
  },
)

test('with desk.ownRequests off nobody completes, marks as paid, or changes completed requests of their own (D3-ACC-09, D3-ACC-03)', async () => {
  const ownRequest = await request(4, 'quanly')
  const paid = await request(5, 'quanly')
  const refused = async (path: string, body: object) =>
    (await send('quanly', 'PUT', `/api/v1/requestrefund/${path}`, body)).body.msg
  const words = refusals.ownDecision
  await settle({ holds: true, only: 0, own: 0 })
  expect((await end('quanly', ownRequest)).body.msg).toBe(words)
  expect(await refused(`setTransferStatus/${paid.id}`, { is_transfer: 1 })).toBe(words)
  expect(await refused(`setYeuCau/${paid.id}`, { request_type: 4 })).toBe(words)
  expect((await end('admin', ownRequest)).status).toBe(200)
  expect(await refused(ownRequest.id, { other_refund: 9_000_000 })).toBe(words)
  expect(
    (await send('admin', 'PUT', `/api/v1/requestrefund/${ownRequest.id}`, { other_refund: 11 })).status,
  ).toBe(200)
})

test('completing a request of type 4 above the limit takes two people, and a completed one cannot be raised above it (D3-ACC-09)', async () => {
  await setSettings(server.pool, { 'refund.secondApprovalAbove': 1_000_000 })
  const large = await request(4, 'sale111', { other_refund: 9_000_000 })
  const first = await end('quanly', large)
  expect([first.status, first.body.msg]).toEqual([200, 'Đã duyệt lần 1, cần người thứ hai'])
  expect(await stored(large)).toMatchObject({
    duyet_1_boi: 'quanly',
    ma_trang_thai_giao_dich_doi_tac: -10_003,
  })
  expect((await end('quanly', large)).body.msg).toMatch(/^Bạn đã duyệt lần 1 lúc/)
  expect((await end('admin', large)).status).toBe(200)
  expect(await stored(large)).toMatchObject({ ma_trang_thai_giao_dich_doi_tac: -9999 })
  const small = await request(4)
  expect((await end('quanly', small)).status).toBe(200)
  const raised = await send('quanly', 'PUT', `/api/v1/requestrefund/${small.id}`, { other_refund: 9_000_000 })
  expect([raised.status, raised.body.msg]).toEqual([
    409,
    'Đơn đã ghi hoàn thành, số tiền này cần hai người duyệt',
  ])
  await setSettings(server.pool, { 'refund.secondApprovalAbove': '' })
})

test('the amounts of a registered Mfy request change only by users who may decide; an empty difference is refused, by call and by paste (D3-ACC-09)', async () => {
  const made = await send('sale111', 'POST', '/api/v1/mfy', {
    so_dien_thoai: '0912899001',
    ma_goi: 'VD90',
    gia_ban_goi: 1,
  })
  const { id } = made.data as Row
  const difference = async (chenh_lech: unknown) =>
    send('quanly', 'POST', '/api/v1/mfy/updateChenhLech', { id, chenh_lech })
  const pasted = async (chenh_lech: unknown) => {
    const row = (await send('quanly', 'GET', `/api/v1/mfy/${id}`)).data as Row
    const answer = await send('quanly', 'POST', '/api/v1/mfy/dan', {
      rows: [{ id, version: row.version, values: { chenh_lech } }],
    })
    return answer.data as { saved: number; refused: { msg: string }[] }
  }
  expect((await difference(5_000)).status).toBe(200)
  for (const nothing of ['', null, undefined, ' '])
    expect([nothing, (await difference(nothing)).status]).toEqual([nothing, 400])
  expect((await pasted('')).refused).toHaveLength(1)
  const difference0 = async () => ((await send('quanly', 'GET', `/api/v1/mfy/${id}`)).data as Row).chenh_lech
  expect(await difference0()).toBe(5_000)
  expect((await pasted('0')).saved).toBe(1)
  expect(await difference0()).toBe(0)
  expect(
    (await send('quanly', 'PUT', `/api/v1/mfy/setTrangThai/${id}`, { trang_thai: 'dang_ky_thanh_cong' }))
      .status,
  ).toBe(200)
  await settle({ holds: false, only: 1, own: 1 })
  expect((await difference(9_000)).status).toBe(403)
  expect((await pasted('9000')).saved).toBe(0)
  expect((await send('quanly', 'POST', '/api/v1/mfy/updateGiaBanGoi', { id, gia_ban_goi: 3 })).status).toBe(
    403,
  )
})

test('only those who may record a message may reject one that pays an order, which takes back order mark and difference (D3-ACC-09, D3-QR-02)', async () => {
  const made = await send('sale111', 'POST', '/api/v1/mfy', {
    so_dien_thoai: '0912899002',
    ma_goi: 'VD90',
    gia_ban_goi: 1,
  })
  const order = (made.data as Row).id
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', 46000, now(), 'CK 0912899002 VD90', '912899002', 'VD90', 'cao') RETURNING id`)
  const message = rows[0]?.id ?? ''
  const recorded = await send('quanly', 'PUT', `/api/v1/mesbank/ghiNhan/${message}`, { don_id: order })
  expect(recorded.status).toBe(200)
  const state = async () => {
    const { chenh_lech, trang_thai_thu_tien } = (await send('quanly', 'GET', `/api/v1/mfy/${order}`))
      .data as Row
    return [chenh_lech, trang_thai_thu_tien]
  }
  expect((await send('ketoan', 'GET', `/api/v1/mesbank/deny/${message}`)).status).toBe(403)
  expect(await state()).toEqual([1_000, 'da_chuyen_khoan'])
  expect((await send('quanly', 'GET', `/api/v1/mesbank/deny/${message}`)).status).toBe(200)
  expect(await state()).toEqual([0, 'chua_thu_tien'])
})

test('a transfer mark sent with a new top-up is kept only from users who may set it (D3-ACC-09, D2-Q-77)', async () => {
  const marked = async () => (await request(5, 'quanly', { is_transfer: 1 })).is_transfer
  expect(await marked()).toBe(1)
  await settle({ holds: false, only: 1, own: 1 })
  expect(await marked()).toBe(0)
})

test('settings that decide automatically are written by priority 1 in a confirmed session only (D3-ACC-09, D3-SEC-07)', async () => {
  for (const key of decidingSettings) {
    expect([key, (await send('quanly', 'PUT', `/api/v1/setting/${key}`, { value: 1 })).status]).toEqual([
      key,
      403,
    ])
    const unconfirmed = await server.unconfirmed('admin')
    expect([key, (await unconfirmed.put(`/api/v1/setting/${key}`, { value: 1 })).body.code]).toEqual([
      key,
      'REAUTH',
    ])
  }
  const stored = await server.pool.query(sql`SELECT FROM settings WHERE key = 'tu_dong_duyet_hoan_goi'`)
  expect(stored.rowCount).toBe(0)
})
