/** Facets of a resource declared for the test: totals, rows with an author, rows with decisions. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { defineResource, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { bodyOf } from './answer.ts'
import type { Ctx } from './context.ts'
import { assign, countAssign } from './assign.ts'
import { importRows } from './import.ts'
import { list, type Query } from './list.ts'
import { jsonSchema } from '#platform/server/openapi/schema.ts'
import { operationAnswers } from '#platform/server/openapi/operation-answers.ts'
import { create, readBody, remove, update } from './write.ts'

const order = defineResource({
  path: 'facet_order',
  title: 'Đơn',
  noun: 'đơn',
  fields: {
    id: f.id(),
    phone: f.phone({ label: 'Số điện thoại' }),
    goi: f.text({ label: 'Gói' }),
    gia: f.money({ label: 'Giá' }),
    von: f.money({ label: 'Vốn', see: 'below3' }),
    username_nv: f.staff({ label: 'Nhân viên', required: true, write: 'below5' }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never' }),
    trang_thai: f.text({ label: 'Trạng thái', write: 'never' }),
  },
  list: ['phone', 'goi', 'gia', 'von', 'username_nv', 'ten_nv', 'trang_thai'],
  order: [['gia', 'asc']],
  filter: { goi: { on: 'goi', op: 'equals' } },
  form: ['phone', 'goi', 'gia', 'username_nv'],
  owner: 'username_nv',
  totals: {
    tongGia: { sum: 'gia' },
    tongVon: { sum: 'von' },
    tongDon: { rows: true },
    countByGoi: { by: 'goi' },
    countByPhone: { by: 'phone' },
  },
  author: { username: 'username_nv', name: 'ten_nv' },
  approval: { field: 'trang_thai', pending: '0', closes: ['phone', 'goi', 'username_nv'] },
  ownersWrite: true,
  may: { read: 'any', create: 'any', update: 'below4', remove: 'below4', import: 'any' },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`CREATE TABLE facet_order (
    id uuid PRIMARY KEY DEFAULT uuidv7(), phone phone, goi text, gia bigint, von bigint DEFAULT 5, username_nv text,
    ten_nv text, trang_thai text DEFAULT '0', version bigint NOT NULL DEFAULT 1)`)
})
afterAll(() => server.close())

/** Context of a request of `username`; changes are written at once. */
async function ctxOf(username: string): Promise<Ctx> {
  const session = await server.api.sessions.find((await server.as(username)).token)
  if (!session) throw new Error(`${username} has no session`)
  const { log } = server.api.services
  const { actor, scope } = session
  return {
    db: server.pool,
    actor,
    scope,
    requestId: 'test',
    log,
    publish: () => undefined,
    after: () => undefined,
    services: server.api.services,
  }
}

type Row = Record<string, unknown> & { id: string; version: number }
type Page = { values: Row[]; count: number } & Record<string, unknown>
const read = (answer: unknown): unknown => (JSON.parse(bodyOf(answer)) as { data: unknown }).data
const make = async (by: string, body: object): Promise<Row> => {
  const ctx = await ctxOf(by)
  return read(await create(order, readBody(order, body, ctx.actor, 'create'), ctx)) as Row
}
const listed = async (by: string, query: Query = {}): Promise<Page> =>
  read(await list(order, query, await ctxOf(by))) as Page
const refusal = (work: Promise<unknown>): Promise<{ status: number; msg: string; fields?: object }> =>
  work.then(
    () => ({ status: 200, msg: '' }),
    (error: { status: number; message: string; fields?: object }) => ({
      status: error.status,
      msg: error.message,
      ...(error.fields && { fields: error.fields }),
    }),
  )

const body = { phone: '0912000111', goi: 'A', gia: 100 }

test('a row belongs to its creator by default; priorities below 5 must name a person of their scope (D1-Q-127)', async () => {
  const ownRow = await make('sale111', { ...body, username_nv: 'sale112', ten_nv: 'Ai đó' })
  expect(ownRow).toMatchObject({ username_nv: 'sale111', may: { update: true, remove: true } })
  const named = await make('leader11', {
    ...body,
    goi: 'B',
    gia: 30,
    username_nv: 'sale112',
    ten_nv: 'Ai đó',
  })
  const people = await server.pool.query(sql`
    SELECT username, fullname FROM users WHERE username IN ('sale111', 'sale112') ORDER BY 1`)
  expect(
    [ownRow, named].map(({ username_nv, ten_nv }) => ({ username: username_nv, fullname: ten_nv })),
  ).toEqual(people.rows)
  expect(await refusal(make('leader11', { ...body, username_nv: ' ' }))).toMatchObject({
    status: 400,
    msg: messages.missingField,
    fields: { username_nv: 'Chưa nhập nhân viên' },
  })
  for (const stranger of ['sale211', 'khong-co-ai']) {
    expect(await refusal(make('leader11', { ...body, username_nv: stranger }))).toEqual({
      status: 400,
      msg: 'Nhân viên không có trong phạm vi của bạn',
      fields: { username_nv: 'Nhân viên không có trong phạm vi của bạn' },
    })
  }
})

test('imported rows get an owner like created ones, and a row with an owner outside the scope is named (D1-Q-127, D1-Q-137)', async () => {
  const rows = [
    { ...body, goi: 'C', username_nv: 'sale112' },
    { ...body, goi: 'C', phone: '1', username_nv: 'sale111' },
  ]
  const strange = [...rows, { ...body, goi: 'C', username_nv: 'sale211' }]
  const chunk = { importId: null, chunk: null, extra: {} }
  expect(await importRows(order, { ...chunk, rows: strange }, await ctxOf('leader11'))).toEqual({
    saved: 1,
    inserted: 1,
    errors: [
      { row: 2, msg: expect.stringContaining('Số điện thoại không hợp lệ') },
      { row: 3, msg: 'Nhân viên không có trong phạm vi của bạn' },
    ],
  })
  await importRows(
    order,
    { ...chunk, rows: [{ ...body, goi: 'C', username_nv: 'sale112' }] },
    await ctxOf('sale211'),
  )
  const { rows: stored } = await server.pool.query(sql`
    SELECT o.username_nv, o.ten_nv = u.fullname AS named FROM facet_order o JOIN users u ON u.username = o.username_nv
    WHERE goi = 'C' ORDER BY 1`)
  expect(stored).toEqual([
    { username_nv: 'sale112', named: true },
    { username_nv: 'sale211', named: true },
  ])
})

test('an edit that names another person sets the owner again, and assigned rows get the name too (D1-Q-127, D1-Q-138)', async () => {
  const row = await make('admin', { ...body, goi: 'D', username_nv: 'sale111' })
  const ctx = await ctxOf('admin')
  const moved = read(await update(order, row.id, { username_nv: 'sale112' }, ctx)) as Row
  expect(moved.ten_nv).not.toBe(row.ten_nv)
  expect((await refusal(update(order, row.id, { username_nv: 'khong-co-ai' }, ctx))).status).toBe(400)
  await server.pool.query(sql`UPDATE facet_order SET username_nv = NULL, ten_nv = NULL WHERE id = ${row.id}`)
  await assign(order, [{ user: 'sale111', count: 1 }], ctx)
  expect((await listed('admin', { goi: 'D' })).values[0]).toMatchObject({ ten_nv: row.ten_nv })
})

test('figures cover the whole filter, without fields hidden from the reader (D1-Q-144, D2-RFREP-69)', async () => {
  const all = await listed('admin', { count: '1' })
  const { rows } = await server.pool.query(sql`
    SELECT count(*) AS n, sum(gia) AS gia, sum(von) AS von FROM facet_order`)
  const [whole] = rows
  expect(all).toMatchObject({
    count: whole.n,
    tongDon: whole.n,
    tongGia: Number(whole.gia),
    tongVon: Number(whole.von),
  })
  const counts = all.countByGoi as { goi: string; count: number }[]
  expect(counts.map(({ count }) => count)).toEqual(counts.map(({ count }) => count).sort((a, b) => b - a))
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(whole.n)
  expect(all.countByPhone).toEqual([{ phone: '912000111', count: whole.n }])

  const figures = await listed('sale112', { goi: 'B' })
  expect(figures).toMatchObject({ count: 1, tongGia: 30, countByGoi: [{ goi: 'B', count: 1 }] })
  expect(figures.countByPhone).toEqual([{ phone: '****00111', count: 1 }])
  expect(figures).not.toHaveProperty('tongVon')
  expect(await listed('admin', { goi: 'không có' })).toMatchObject({ tongGia: 0, tongDon: 0, countByGoi: [] })
})

test('the API description names the figures of a list (D2-RFREP-69)', () => {
  expect(jsonSchema(operationAnswers(order).list).schema.properties).toMatchObject({
    tongGia: { type: 'integer', title: 'Giá' },
    tongVon: { 'x-see': 'below3' },
    tongDon: { type: 'integer' },
    countByGoi: { type: 'array' },
  })
})

const decide = (id: string): Promise<unknown> =>
  server.pool.query(sql`UPDATE facet_order SET trang_thai = '1', version = version + 1 WHERE id = ${id}`)
const tries = async (by: string, id: string): Promise<number[]> => {
  const ctx = await ctxOf(by)
  return [
    (await refusal(update(order, id, { goi: 'E' }, ctx))).status,
    (await refusal(remove(order, id, ctx))).status,
  ]
}

test('an open row is written by its owner and by those with the right, a decided row by nobody (D3-DEC-01, D1-Q-128)', async () => {
  const open = async (): Promise<string> => (await make('admin', { ...body, username_nv: 'sale111' })).id
  const [owned, led] = [await open(), await open()]
  expect(await tries('leader11', owned)).toEqual([403, 403])
  expect(await tries('sale112', owned)).toEqual([404, 404])
  expect(await tries('sale111', owned)).toEqual([200, 200])
  expect(await tries('chinhanh1', led)).toEqual([200, 200])
  const settled = await open()
  await decide(settled)
  for (const name of ['sale111', 'leader11', 'chinhanh1', 'quanly', 'admin'])
    expect(await tries(name, settled)).toEqual([403, 403])
  const refused = await refusal(update(order, settled, { goi: 'E', version: 1 }, await ctxOf('sale111')))
  expect(refused.msg).toBe(messages.decided)
  const { values } = await listed('chinhanh1', { goi: 'A' })
  expect(values.find(({ id }) => id === settled)?.may).toEqual({ update: true, remove: false })
})

test('a decided row stays editable in the fields outside the decision, and sending an unchanged value is no edit (D3-DEC-01)', async () => {
  const { id } = await make('sale111', { ...body, goi: 'F' })
  await decide(id)
  const [manager, owner] = [await ctxOf('chinhanh1'), await ctxOf('sale111')]
  expect(read(await update(order, id, { gia: 55, goi: 'F' }, manager))).toMatchObject({ gia: 55, goi: 'F' })
  const refused = await refusal(update(order, id, { gia: 77, goi: 'G' }, manager))
  expect([refused.status, refused.msg]).toEqual([403, messages.decided])
  expect((await refusal(update(order, id, { gia: 88 }, owner))).status).toBe(403)
  expect((await listed('admin', { goi: 'F' })).values[0]).toMatchObject({ gia: 55 })
})

test('a decided row without an owner is not assigned where the owner is part of the decision (D3-DEC-01, D1-Q-138)', async () => {
  const { id } = await make('sale111', { ...body, goi: 'H' })
  await server.pool.query(sql`UPDATE facet_order SET username_nv = NULL, trang_thai = '1' WHERE id = ${id}`)
  const ctx = await ctxOf('admin')
  expect(await countAssign(order, ctx)).toEqual({ total: 0 })
  await assign(order, [{ user: 'sale111', count: 9 }], ctx)
  const { rows } = await server.pool.query(sql`SELECT username_nv FROM facet_order WHERE id = ${id}`)
  expect(rows).toEqual([{ username_nv: null }])
})

test('an edit that waited for a decision sees that decision and is refused (D1-Q-128)', async () => {
  const { id } = await make('sale111', body)
  const other = await server.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(sql`UPDATE facet_order SET trang_thai = '2' WHERE id = ${id}`)
    const waiting = tries('sale111', id)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await other.query('COMMIT')
    expect(await waiting).toEqual([403, 403])
  } finally {
    other.release()
  }
})

test('a declaration that contradicts its facets stops the start', () => {
  const broken: [
    Pick<Partial<Resource>, 'author' | 'totals'> & {
      sheet?: { key: readonly ['phone']; firstRow: 1; columns: readonly ['phone']; unit: 'bản ghi' }
    },
    RegExp,
  ][] = [
    [{ totals: { tong: { sum: 'goi' } } }, /has no sum/],
    [{ totals: { count: { rows: true } } }, /cannot be called/],
    [{ totals: { tong: { by: 'mau' } } }, /no field 'mau'/],
    [{ author: { username: 'phone' } }, /says who may name/],
    [{ author: { username: 'username_nv', name: 'goi' } }, /derived/],
    [{ sheet: { key: ['phone'], firstRow: 1, columns: ['phone'], unit: 'bản ghi' } }, /overwritten/],
  ]
  for (const [part, reason] of broken) expect(() => defineResource({ ...order, ...part })).toThrow(reason)
})
