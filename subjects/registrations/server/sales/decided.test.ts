/** Decisions are final for every call, reopened with a reason, and counted before bulk decisions. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import type { BulkAnswer, BulkCount } from '#platform/contract/calls/bulk.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { bellOf, quietBell } from '#test/bell.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000), ('BIG70', 70000)`,
  )
})
beforeEach(() => server.pool.query('TRUNCATE khr, baodo, customer_message_9084 CASCADE'))
afterAll(() => server.close())

type Path = 'khr' | 'baodo'
type Row = Record<string, unknown> & { id: string; version: number }
const refused = ({ status, body }: Answer): unknown[] => [status, body.msg]
const stateOf = { khr: 'trang_thai', baodo: 'trang_thai_duyet' } as const

let made = 0
const bodyOf = (path: Path, more: object = {}): object => ({
  so_dien_thoai: `0913${String((made += 1)).padStart(6, '0')}`,
  ngay_thanh_cong: '05/10/2026',
  ...(path === 'baodo' && { ten_goi_cuoc: 'VD90', kenh: '9084 (3)' }),
  ...more,
})
async function make(path: Path, more: object = {}, by = 'sale111'): Promise<Row> {
  const answer = await (await server.as(by)).post(`/api/v1/${path}`, bodyOf(path, more))
  expect(refused(answer)).toEqual([200, undefined])
  return answer.data as Row
}
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/${path}`, body)
const decide = (path: Path, { id }: Row, to: number, more: object = {}, by = 'quanly'): Promise<Answer> =>
  put(by, `${path}/approve/${id}`, { [stateOf[path]]: to, ...more })
const read = async (path: Path, { id }: Row): Promise<Row> =>
  (await (await server.as('admin')).get(`/api/v1/${path}/${id}`)).data as Row
const bulk = async (input: object, by = 'quanly'): Promise<BulkAnswer> =>
  (await (await server.as(by)).post('/api/v1/bulk', input)).data as BulkAnswer
const approval = (path: Path, to: number) => ({
  method: 'PUT',
  path: `/api/v1/${path}/approve/:id`,
  input: { [stateOf[path]]: to },
})
const count = async (path: Path, to: number, more: object, by = 'quanly'): Promise<BulkCount> =>
  (await (await server.as(by)).post('/api/v1/bulk/count', { ...approval(path, to), ...more }))
    .data as BulkCount

describe.each(['khr', 'baodo'] as const)('%s', (path) => {
  test('once decided either way it cannot be deleted or edited, by any call or user (D3-DEC-01)', async () => {
    for (const to of [1, 2]) {
      const row = await make(path)
      expect((await decide(path, row, to)).status).toBe(200)
      const before = await read(path, row)
      expect(before.may).toEqual({ update: false, remove: false })
      const admin = await server.as('admin')
      const edit = { ngay_thanh_cong: '06/10/2026' }
      expect(refused(await put('admin', `${path}/${row.id}`, edit))).toEqual([403, messages.decided])
      expect(refused(await put('admin', `${path}/${row.id}`, { username_nv: 'sale112' }))).toEqual([
        403,
        messages.decided,
      ])
      expect(refused(await admin.delete(`/api/v1/${path}/${row.id}`))).toEqual([403, messages.decided])
      const ids = [row.id]
      const many = [
        await bulk({ method: 'DELETE', path: `/api/v1/${path}/:id`, ids }),
        await bulk({ method: 'PUT', path: `/api/v1/${path}/:id`, ids, input: edit }),
      ]
      expect(many.map(({ done, refused: no }) => [done, no[0]?.msg])).toEqual([
        [0, messages.decided],
        [0, messages.decided],
      ])
      expect(await read(path, row)).toEqual(before)
    }
  })

  test('a decided row without staff cannot be assigned (D3-DEC-01)', async () => {
    const row = await make(path)
    await decide(path, row, 1)
    await server.pool.query(`UPDATE ${path} SET username_nv = NULL, ten_nv = NULL`)
    const admin = await server.as('admin')
    expect((await admin.get(`/api/v1/${path}/count-assign`)).data).toEqual({ total: 0 })
    await admin.post(`/api/v1/${path}/assign`, [{ user: 'sale112', count: 5 }])
    expect((await read(path, row)).username_nv).toBeNull()
  })

  test('priority below 3 reopens it with a reason; approval starts again, and everything is in the history (D3-DEC-02)', async () => {
    const row = await make(path)
    const reopen = (by: string, body: object) => put(by, `${path}/reopen/${row.id}`, body)
    expect((await reopen('quanly', { ly_do_mo_lai: 'Nhầm' })).status).toBe(409)
    await decide(path, row, 2, { ly_do_tu_choi: 'Sai ngày' })
    expect(await read(path, row)).toMatchObject({ ly_do_tu_choi: 'Sai ngày', nguoi_phe_duyet: 'quanly' })
    for (const by of ['sale111', 'leader11', 'chinhanh1'])
      expect((await reopen(by, { ly_do_mo_lai: 'Nhầm' })).status).toBe(403)
    for (const empty of [{}, { ly_do_mo_lai: ' ' }]) {
      const answer = await reopen('quanly', empty)
      expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, ['ly_do_mo_lai']])
    }
    await quietBell(server)
    expect((await reopen('admin', { ly_do_mo_lai: 'Nhầm' })).status).toBe(200)
    expect(await read(path, row)).toMatchObject({
      [stateOf[path]]: '0',
      nguoi_phe_duyet: null,
      ly_do_tu_choi: null,
      ly_do_mo_lai: 'Nhầm',
      may: { update: true, remove: true },
    })
    expect(await bellOf(server, 'sale111')).toMatchObject([{ kind: 'reopened' }])
    expect((await decide(path, row, 1)).status).toBe(200)
    expect((await reopen('admin', { ly_do_mo_lai: 'Nhầm' })).status).toBe(200)
    const { values } = (await (await server.as('admin')).get(`/api/v1/${path}/${row.id}/history`)).data as {
      values: { action: string; username: string; changes: { field: string; after: unknown }[] }[]
    }
    const reasonOf = (changes: { field: string; after: unknown }[]) =>
      changes.find(({ field, after }) => field.startsWith('ly_do_') && field !== 'ly_do' && after !== null)
        ?.after
    expect(values.map(({ action, username, changes }) => [action, username, reasonOf(changes)])).toEqual([
      ['reopen', 'admin', 'Nhầm'],
      ['approve', 'quanly', undefined],
      ['reopen', 'admin', 'Nhầm'],
      ['reject', 'quanly', 'Sai ngày'],
      ['create', 'sale111', undefined],
    ])
  })

  test('a decision on an outdated version gets 409 with the current row (D3-DEC-03)', async () => {
    const row = await make(path)
    await put('quanly', `${path}/${row.id}`, { ngay_thanh_cong: '06/10/2026' })
    const stale = await decide(path, row, 1, { version: row.version })
    expect([...refused(stale), (stale.body.current as Row).ngay_thanh_cong]).toEqual([
      409,
      refusals.stale,
      '2026-10-06',
    ])
    expect((await decide(path, row, 1)).status).toBe(200)
    const old = await put('quanly', `${path}/reopen/${row.id}`, { ly_do_mo_lai: 'x', version: row.version })
    expect(refused(old)).toEqual([409, refusals.stale])
  })

  test('a bulk decision counts exactly the rows it will decide, and leaves out and names one that changed since (D3-DEC-04)', async () => {
    const rows = [await make(path), await make(path), await make(path)]
    const gone = await make(path)
    await decide(path, gone, 2)
    const ids = [...rows, gone].map(({ id }) => id)
    const counted = await count(path, 1, { ids })
    expect(new Map(counted.rows.map(({ id, version }) => [id, version]))).toEqual(
      new Map(rows.map(({ id }) => [id, 1])),
    )
    expect(counted.rows[0]?.name).toMatch(/^0913/)
    expect(counted).toMatchObject({ closed: 1, leftOut: 0, warned: [], sum: path === 'khr' ? null : 270_000 })
    expect((await count(path, 1, { filter: { [stateOf[path]]: '0' } })).rows).toHaveLength(3)
    await put('quanly', `${path}/${rows[1]?.id}`, { ngay_thanh_cong: '07/10/2026' })
    const versions = Object.fromEntries(counted.rows.map(({ id, version }) => [id, version]))
    const done = await bulk({ ...approval(path, 1), ids: Object.keys(versions), versions })
    expect(done).toEqual({
      done: 2,
      refused: [{ id: rows[1]?.id, code: 'CONFLICT', msg: refusals.stale }],
      said: [{ words: 'Đã duyệt đơn', rows: 2 }],
    })
  })

  test('a count respects the scope and right of its caller, and accepts declared actions only (D3-DEC-04)', async () => {
    const ids = [(await make(path)).id, (await make(path, {}, 'sale211')).id]
    const ask = async (by: string, more: object) =>
      (await server.as(by)).post('/api/v1/bulk/count', { ...approval(path, 1), ids, ...more })
    expect((await ask('sale111', {})).status).toBe(403)
    const { status, data } = await ask('leader11', {})
    const countedRows = (data as BulkCount | undefined)?.rows.map(({ id, name }) => [id, name.slice(0, 4)])
    // Leaders decide on private customers of their group, with masked numbers.
    expect([status, countedRows]).toEqual(path === 'khr' ? [200, [[ids[0], '****']]] : [403, undefined])
    for (const bad of [{ path: '/api/v1/khr/:id' }, { input: {} }, { ids: ['x'] }, { method: 'DELETE' }])
      expect((await ask('quanly', bad)).status).toBe(400)
  })

  test('a date of success in the future is refused, typed or imported (D3-DEC-06)', async () => {
    const tomorrow = addDays(todayVn(), 1)
    const sale = await server.as('sale111')
    const answer = await sale.post(`/api/v1/${path}`, bodyOf(path, { ngay_thanh_cong: tomorrow }))
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { ngay_thanh_cong: 'Ngày thành công không được sau hôm nay' },
    ])
    const data = [bodyOf(path, { ngay_thanh_cong: todayVn() }), bodyOf(path, { ngay_thanh_cong: tomorrow })]
    expect((await sale.post(`/api/v1/${path}/import`, { data })).data).toMatchObject({
      saved: 1,
      errors: [{ row: 2, msg: 'Ngày thành công không được sau hôm nay' }],
    })
  })
})

test('a private customer whose number belongs to somebody else is marked, and left out of a bulk approval (D3-DEC-04, D1-KHR-23)', async () => {
  const so_dien_thoai = '0987000111'
  const [first, second] = [
    await make('khr', { so_dien_thoai }),
    await make('khr', { so_dien_thoai }, 'sale211'),
  ]
  const other = await make('khr', {}, 'sale211')
  expect(await read('khr', second)).toMatchObject({ trung: null, trung_voi: null })
  await decide('khr', first, 1)
  expect(await read('khr', second)).toMatchObject({
    trung: 'Số này đã duyệt cho người khác',
    trung_voi: 'Đã duyệt cho Nguyễn Hồng Nhung (sale111), thành công 05/10/2026',
  })
  expect(await read('khr', first)).toMatchObject({ trung: null })
  // A leader of another unit sees that it is taken, but not by whom.
  const seen = (await (await server.as('leader21')).get(`/api/v1/khr/${second.id}`)).data as Row
  expect([seen.trung, 'trung_voi' in seen]).toEqual(['Số này đã duyệt cho người khác', false])
  const seller = (await (await server.as('sale211')).get(`/api/v1/khr/${second.id}`)).data as Row
  expect('trung' in seller).toBe(false)
  const ids = [second.id, other.id]
  expect(await count('khr', 1, { ids })).toMatchObject({
    rows: [{ id: other.id }],
    leftOut: 1,
    warned: [{ words: 'có số đã duyệt cho người khác', rows: 1 }],
  })
  // Bulk rejection includes it.
  expect(await count('khr', 2, { ids })).toMatchObject({ leftOut: 0, warned: [{ rows: 1 }], closed: 0 })
  expect((await count('khr', 2, { ids })).rows).toHaveLength(2)
  expect((await bulk({ ...approval('khr', 1), ids })).refused).toEqual([
    { id: second.id, code: 'CONFLICT', msg: refusals.warned },
  ])
  // A single approval is allowed; then both are marked.
  expect((await decide('khr', second, 1)).status).toBe(200)
  expect((await read('khr', first)).trung).toBe('Số này đã duyệt cho người khác')
})

test('of two rows of one number in a bulk approval the first is approved, the second left out (D3-DEC-04)', async () => {
  const so_dien_thoai = '0987000222'
  const rows = [await make('khr', { so_dien_thoai }), await make('khr', { so_dien_thoai }, 'sale211')]
  const done = await bulk({ ...approval('khr', 1), ids: rows.map(({ id }) => id) })
  expect([done.done, done.refused.map(({ msg }) => msg)]).toEqual([1, [refusals.warned]])
})
