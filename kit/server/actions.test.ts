/** Declared actions on a resource made for the test: states, needs, versions, stamps, setters, effects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '#kit/contract/action.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { runAction, readActionCall } from './actions.ts'
import type { Effect } from './write.ts'
import { inTransaction } from './transaction.ts'

const states = [
  { value: 'moi', label: 'Mới' },
  { value: 'duyet', label: 'Duyệt' },
  { value: 'huy', label: 'Huỷ', also: ['cancelled'] },
]

const order = defineResource({
  path: 'action_order',
  title: 'Đơn',
  noun: 'đơn',
  fields: {
    id: f.id(),
    phone: f.phone({ label: 'Số điện thoại' }),
    goi: f.text({ label: 'Gói' }),
    tien: f.money({ label: 'Tiền', write: 'never' }),
    da_tra: f.flag({ label: 'Đã trả', write: 'never' }),
    username_nv: f.staff({ label: 'Nhân viên', write: 'never' }),
    trang_thai: f.choice({ label: 'Trạng thái', options: states, write: 'never' }),
    nguoi_duyet: f.staff({ label: 'Người duyệt', write: 'never' }),
    luc_duyet: f.instant({ label: 'Lúc duyệt', write: 'never' }),
    ly_do_huy: f.note({ label: 'Lý do huỷ', write: 'never' }),
    ly_do_mo: f.note({ label: 'Lý do mở', write: 'never' }),
  },
  list: ['phone', 'goi', 'tien', 'da_tra', 'username_nv', 'trang_thai', 'nguoi_duyet', 'luc_duyet'],
  also: ['ly_do_huy', 'ly_do_mo'],
  order: [['goi', 'asc']],
  filter: {},
  owner: 'username_nv',
  approval: { field: 'trang_thai', pending: 'moi', closes: ['tien', 'goi'] },
  actions: {
    decide: {
      method: 'PUT',
      path: 'decide/:id',
      summary: 'Approves or cancels',
      may: 'below5',
      field: 'trang_thai',
      from: { states: ['moi', null], refusal: 'Đơn đã xong' },
      needs: { fields: ['goi'], refusal: 'Chưa có gói' },
      stamp: { by: 'nguoi_duyet', at: 'luc_duyet' },
      steps: [
        {
          to: 'duyet',
          label: 'Duyệt',
          done: '',
          failed: '',
          audit: 'approve',
          also: { da_tra: 1 },
          tell: 'approved',
        },
        { to: 'huy', label: 'Huỷ', done: '', failed: '', audit: 'reject', reason: { field: 'ly_do_huy' } },
      ],
    },
    refuse: {
      method: 'PUT',
      path: 'refuse/:id',
      summary: 'Cancels, also without a package when a reason is given',
      may: 'below5',
      field: 'trang_thai',
      from: { states: ['moi'], refusal: 'Đơn đã xong' },
      needs: { fields: ['goi'], refusal: 'Chưa có gói, cần lý do', orReason: true },
      steps: [
        { to: 'huy', label: 'Huỷ', done: '', failed: '', audit: 'reject', reason: { field: 'ly_do_huy' } },
      ],
    },
    open: {
      method: 'PUT',
      path: 'open/:id',
      summary: 'Opens again',
      may: 'below3',
      field: 'trang_thai',
      from: { states: ['duyet', 'huy'], refusal: 'Đơn chưa xong' },
      steps: [
        {
          to: 'moi',
          label: 'Mở',
          done: '',
          failed: '',
          audit: 'reopen',
          also: { nguoi_duyet: null },
          reason: { field: 'ly_do_mo', required: true },
        },
      ],
    },
    setMoney: {
      method: 'POST',
      path: 'updateTien',
      summary: 'Sets the sum',
      may: 'below3',
      field: 'tien',
      done: '',
      failed: '',
      audit: 'update',
    },
  },
  may: { read: 'any' },
})
const { decide, refuse, open, setMoney } = order.actions

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`CREATE TABLE action_order (
    id uuid PRIMARY KEY DEFAULT uuidv7(), phone phone, goi text, tien bigint, da_tra smallint, username_nv text,
    trang_thai text, nguoi_duyet text, luc_duyet timestamptz, ly_do_huy text, ly_do_mo text, version bigint NOT NULL DEFAULT 1)`)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
type Reply = { status: number; msg?: string; row?: Row; current?: Row }

async function make(values: Record<string, unknown> = {}): Promise<Row> {
  const row = { goi: 'VD90', phone: '912345678', username_nv: 'sale111', trang_thai: 'moi', ...values }
  const { rows } = await server.pool.query<Row>(
    "INSERT INTO action_order SELECT (jsonb_populate_record(NULL::action_order, $1 || jsonb_build_object('id', uuidv7(), 'version', 1))).* RETURNING *",
    [JSON.stringify(row)],
  )
  return rows[0] as Row
}

async function ask(by: string, action: Action, body: object, effect?: Effect): Promise<Reply> {
  const session = await server.api.sessions.find((await server.as(by)).token)
  if (!session) throw new Error(`${by} has no session`)
  try {
    const call = readActionCall(order, action, { params: {}, query: {}, body })
    const caller = { actor: session.actor, scope: session.scope, requestId: 'test' }
    const row = await inTransaction(server.api.services, caller, (ctx) =>
      runAction(order, action, call, ctx, effect),
    )
    return { status: 200, row: row as unknown as Row }
  } catch (error) {
    const { status, message, current } = error as Error & { status: number; current: Row }
    return { status, msg: message, current }
  }
}

const stored = async (id: string): Promise<Row> =>
  (await server.pool.query<Row>('SELECT * FROM action_order WHERE id = $1', [id])).rows[0] as Row
const trail = async (id: string): Promise<unknown[]> =>
  (await server.pool.query('SELECT action, username FROM audit_log WHERE resource_id = $1 ORDER BY id', [id]))
    .rows

test('a step sets its state, the dependent fields, who and when; audit trail, screens and owner are notified (D1-Q-128)', async () => {
  const { id } = await make()
  const { row } = await ask('leader11', decide, { id, trang_thai: 'duyet' })
  expect(row).toMatchObject({
    trang_thai: 'duyet',
    da_tra: 1,
    nguoi_duyet: 'leader11',
    version: 2,
    phone: '****45678',
  })
  expect(Math.abs(Date.parse(String(row?.luc_duyet)) - Date.now())).toBeLessThan(60_000)
  expect(await trail(id)).toEqual([{ action: 'approve', username: 'leader11' }])
  expect(server.published).toContain('action_order')
  const { rows } = await server.pool.query('SELECT username, kind, about FROM bell_notices')
  const about = { resource: 'action_order', phone: '912345678', by: 'leader11' }
  expect(rows).toEqual([{ username: 'sale111', kind: 'approved', about }])
})

test('a step is refused from a state it does not start from, and the refusal returns the current row', async () => {
  const { id } = await make({ trang_thai: null })
  expect((await ask('leader11', decide, { id, trang_thai: 'cancelled' })).status).toBe(200)
  const again = await ask('quanly', decide, { id, trang_thai: 'duyet' })
  expect(again).toMatchObject({
    status: 409,
    msg: expect.stringMatching(/^Đơn này đã được Đặng Văn Kiên từ chối lúc /),
    current: { trang_thai: 'huy', version: 2 },
  })
  expect(await trail(id)).toHaveLength(1)
})

test('a step with a missing required field is refused before anything is written', async () => {
  const { id } = await make({ goi: '' })
  expect(await ask('quanly', decide, { id, trang_thai: 'duyet' })).toMatchObject({
    status: 409,
    msg: 'Chưa có gói',
  })
  expect(await stored(id)).toMatchObject({ trang_thai: 'moi', version: 1 })
})

test('a step with a version needs the current one; without a version it is decided without that check (D3-DEC-03)', async () => {
  const [seen, unseen] = [await make(), await make()]
  await server.pool.query('UPDATE action_order SET version = 2 WHERE id = ANY($1)', [[seen.id, unseen.id]])
  const stale = await ask('quanly', decide, { id: seen.id, trang_thai: 'duyet', version: 1 })
  expect(stale).toMatchObject({
    status: 409,
    msg: refusals.stale,
    current: { version: 2, trang_thai: 'moi' },
  })
  expect((await ask('quanly', decide, { id: seen.id, trang_thai: 'duyet', version: 2 })).status).toBe(200)
  expect((await ask('quanly', decide, { id: unseen.id, trang_thai: 'duyet' })).status).toBe(200)
})

test('of many simultaneous decisions on one row exactly one succeeds', async () => {
  const { id } = await make()
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      ask(n % 2 ? 'admin' : 'quanly', decide, { id, trang_thai: n % 3 ? 'duyet' : 'huy' }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(7).fill(409),
  ])
  expect(await trail(id)).toHaveLength(1)
})

test('rows outside the scope are not found, and a state that no step leads to is refused', async () => {
  const { id } = await make({ username_nv: 'sale211' })
  expect((await ask('leader11', decide, { id, trang_thai: 'duyet' })).status).toBe(404)
  expect((await ask('quanly', decide, { id, trang_thai: 'moi' })).status).toBe(400)
  expect((await ask('quanly', decide, { id: 'x', trang_thai: 'duyet' })).status).toBe(404)
})

test('a setter accepts what its field reads, writes no trail without a change, and names the field that it cannot read', async () => {
  const { id } = await make()
  expect((await ask('quanly', setMoney, { id, tien: '1,500' })).row).toMatchObject({ tien: 1500, version: 2 })
  expect((await ask('quanly', setMoney, { id, tien: 1500 })).row).toMatchObject({ tien: 1500, version: 2 })
  expect(await ask('quanly', setMoney, { id, tien: 'nhiều' })).toMatchObject({
    status: 400,
    msg: 'Tiền không phải số tiền',
  })
  expect(await trail(id)).toEqual([{ action: 'update', username: 'quanly' }])
})

test('a decided row refuses the setter of a closed field until a step reopens the row (D3-DEC-01)', async () => {
  const { id } = await make({ tien: 5 })
  await ask('quanly', decide, { id, trang_thai: 'duyet' })
  expect(await ask('admin', setMoney, { id, tien: 900 })).toMatchObject({
    status: 403,
    msg: messages.decided,
  })
  // An equal value is not a change.
  expect((await ask('admin', setMoney, { id, tien: 5 })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ tien: 5, version: 2 })
  expect((await ask('admin', open, { id, ly_do_mo: 'Nhầm' })).status).toBe(200)
  expect((await ask('admin', setMoney, { id, tien: 900 })).row).toMatchObject({ tien: 900 })
})

test('a reason is stored with its step, cleared by the next step, and masked for masked roles (D3-DEC-02, D3-DEC-07)', async () => {
  const { id } = await make()
  const long = await ask('quanly', decide, { id, trang_thai: 'huy', ly_do_huy: 'x'.repeat(501) })
  expect([long.status, (await stored(id)).version]).toEqual([400, 1])
  const { row } = await ask('leader11', decide, { id, trang_thai: 'huy', ly_do_huy: 'Máy 0912345678' })
  expect(row).toMatchObject({ ly_do_huy: 'Máy ****45678', ly_do_mo: null })
  expect((await stored(id)).ly_do_huy).toBe('Máy 0912345678')
  for (const nothing of [undefined, ' ', '\u3164', '\u2800\u200b\u{e0061}'])
    expect((await ask('admin', open, { id, ly_do_mo: nothing })).msg).toBe('Chưa nhập lý do mở')
  await ask('admin', open, { id, ly_do_mo: 'Nhầm' })
  expect(await stored(id)).toMatchObject({
    ly_do_huy: null,
    ly_do_mo: 'Nhầm',
    nguoi_duyet: null,
    trang_thai: 'moi',
  })
  await ask('admin', decide, { id, trang_thai: 'duyet' })
  expect(await stored(id)).toMatchObject({ ly_do_huy: null, ly_do_mo: null })
})

test('where a reason may replace the missing fields, one of the two is required (D3-DEC-07)', async () => {
  const [empty, full] = [await make({ goi: null }), await make()]
  expect(await ask('quanly', refuse, { id: empty.id })).toMatchObject({
    status: 409,
    msg: 'Chưa có gói, cần lý do',
  })
  expect((await ask('quanly', refuse, { id: empty.id, ly_do_huy: 'Không phải đơn' })).status).toBe(200)
  expect((await ask('quanly', refuse, { id: full.id })).status).toBe(200)
})

test('an error thrown by an effect rolls the step back', async () => {
  const { id } = await make()
  const reply = await ask('quanly', decide, { id, trang_thai: 'duyet' }, async (ctx, { after }) => {
    expect(after).toMatchObject({ trang_thai: 'duyet' })
    await ctx.db.query('SELECT 1 / 0')
  })
  expect(reply.status).not.toBe(200)
  expect(await stored(id)).toMatchObject({ trang_thai: 'moi', version: 1 })
  expect(await trail(id)).toEqual([])
})
