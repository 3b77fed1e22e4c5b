/** Pasting cells and undoing it, on the price list and related lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoTexts, type CellsAnswer, type UndoAnswer } from '#kit/contract/cells.ts'
import { mostCells, tooManyCells } from '#kit/contract/pasted.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { priceRow } from '#test/prices.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/api/v1/giahoantien'
type Price = { id: string; version: number; gia_gia_han: number; gia_nang_cap: number }

let packageCount = 0
/** New packages with a price of 100,000 each, inserted directly. */
async function packages(count = 2): Promise<Price[]> {
  const names = Array.from({ length: count }, () => `D${++packageCount}`)
  const { rows } = await server.pool.query<Price>(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han) SELECT name, 100000 FROM unnest($1::text[]) name
     RETURNING id, version::int, gia_gia_han::int, gia_nang_cap::int`,
    [names],
  )
  return rows
}

const stored = async (rows: readonly { id: string }[]): Promise<Price[]> => {
  const { rows: found } = await server.pool.query<Price>(
    'SELECT id, version::int, gia_gia_han::int, gia_nang_cap::int FROM giahoantien WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [rows.map(({ id }) => id)],
  )
  return found
}
const prices = async (rows: readonly { id: string }[]): Promise<number[]> =>
  (await stored(rows)).map(({ gia_gia_han }) => gia_gia_han)

const cells = (rows: readonly Price[], values: object) =>
  rows.map(({ id, version }) => ({ id, version, values }))
const paste = async (as: Caller, rows: unknown, more: object = {}) => {
  const answer = await as.post(`${path}/dan`, { rows, ...more })
  return { status: answer.status, body: answer.body, data: answer.data as CellsAnswer }
}
const undo = async (as: Caller, headers: Record<string, string> = {}, listPath = path) => {
  const answer = await as.post(`${listPath}/hoantac`, {}, headers)
  return { status: answer.status, body: answer.body, data: answer.data as UndoAnswer }
}
const put = (as: Caller, { id }: { id: string }, body: object) => as.put(`${path}/${id}`, body)

test('pasted cells of many rows are saved as one step, with amounts in every spelling (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const [a, b] = (await packages()) as [Price, Price]
  const rows = [
    { id: a.id, version: a.version, values: { gia_gia_han: '1.250.000', gia_nang_cap: '90,000' } },
    { id: b.id, version: b.version, values: { gia_gia_han: 1500 } },
  ]
  const pasted = await paste(admin, rows)
  expect([pasted.status, pasted.data]).toEqual([200, { saved: 2, refused: [] }])
  expect(await stored([a, b])).toMatchObject([
    { gia_gia_han: 1_250_000, gia_nang_cap: 90_000 },
    { gia_gia_han: 1500, gia_nang_cap: 0 },
  ])
  const { rows: trail } = await server.pool.query(
    `SELECT action, by_hand, count(DISTINCT request_id)::int AS steps, count(*)::int AS entries FROM audit_log
     WHERE resource_id = ANY($1) GROUP BY 1, 2`,
    [[a.id, b.id]],
  )
  expect(trail).toEqual([{ action: 'update', by_hand: true, steps: 1, entries: 2 }])
})

test('one refused cell refuses the whole paste, and each is named by its field with the reason of a cell edit (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const rows = await packages(3)
  const [a, b, c] = cells(rows, { gia_gia_han: 7 })
  const sent = [
    a,
    { ...b, values: { gia_gia_han: '667.5OO', gia_nang_cap: -1 } },
    { ...c, values: { ten_goi_cuoc: 'X', gia_la: 1 } },
  ]
  server.published.length = 0
  const { data } = await paste(admin, sent)
  expect(data.saved).toBe(0)
  expect(
    data.refused.map(({ id, field, msg }) => [rows.findIndex((row) => row.id === id), field, msg]),
  ).toEqual(
    expect.arrayContaining([
      [1, 'gia_gia_han', 'Giá gia hạn không phải số tiền'],
      [1, 'gia_nang_cap', 'Giá nâng cấp T1 không được âm'],
      [2, 'ten_goi_cuoc', 'Tên gói cước không dán được, chỉ đổi bằng thao tác của nó'],
      [2, 'gia_la', 'gia_la không dán được, chỉ đổi bằng thao tác của nó'],
    ]),
  )
  expect(await prices(rows)).toEqual([100_000, 100_000, 100_000])
  expect(server.published).toEqual([])
})

test('an empty cell pasted over an amount is refused instead of being reported as saved (D3-GRID-03, D2-Q-68, D3-ACC-09)', async () => {
  const admin = await server.as('admin')
  const rows = await packages(1)
  for (const nothing of ['', ' ', null]) {
    const { data } = await paste(admin, cells(rows, { gia_gia_han: nothing }))
    expect([data.saved, data.refused.map(({ field }) => field)]).toEqual([0, ['gia_gia_han']])
  }
  expect(await prices(rows)).toEqual([100_000])
})

test('a check of a paste answers what saving would answer and changes nothing (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const rows = await packages()
  expect((await paste(admin, cells(rows, { gia_gia_han: 5 }), { check: true })).data).toEqual({
    saved: 0,
    refused: [],
  })
  const wrong = await paste(admin, cells(rows, { gia_gia_han: 'x' }), { check: true })
  expect(wrong.data.refused).toHaveLength(2)
  expect(await stored(rows)).toEqual(rows)
})

test('a row changed by somebody since it was shown refuses the whole paste and says so (D3-GRID-03, D3-GRID-05)', async () => {
  const admin = await server.as('admin')
  const rows = await packages()
  await put(await server.as('quanly'), rows[1]!, { gia_nang_cap: 3 })
  const { data } = await paste(admin, cells(rows, { gia_gia_han: 5 }))
  expect(data).toEqual({ saved: 0, refused: [{ id: rows[1]!.id, field: null, msg: refusals.stale }] })
  expect(await prices(rows)).toEqual([100_000, 100_000])
})

test('a paste that names a row twice is refused, so that one check is one guess at a hidden value (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const [row] = cells(await packages(1), { gia_gia_han: 5 })
  const { status, body } = await paste(admin, [row, row], { check: true })
  expect([status, body.msg]).toEqual([400, messages.invalid])
})

test('a paste without versions, or with more cells than a step may have, is refused (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const rows = await packages()
  const blind = await paste(
    admin,
    rows.map(({ id }) => ({ id, values: { gia_gia_han: 5 } })),
  )
  expect(blind.status).toBe(400)
  const many = Array.from({ length: mostCells + 1 }, () => ({
    ...cells(rows, { gia_gia_han: 5 })[0],
    id: crypto.randomUUID(),
  }))
  expect((await paste(admin, many)).body.msg).toBe(tooManyCells)
  expect((await paste(await server.as('sale111'), cells(rows, { gia_gia_han: 5 }))).status).toBe(403)
  expect(await stored(rows)).toEqual(rows)
})

test('a repeated paste gets the first answer and writes once (D3-GRID-03)', async () => {
  const admin = await server.as('admin')
  const rows = await packages()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { rows: cells(rows, { gia_gia_han: 5 }) }
  const [first, again] = [
    await admin.post(`${path}/dan`, body, key),
    await admin.post(`${path}/dan`, body, key),
  ]
  expect(again.text).toBe(first.text)
  expect((await stored(rows)).map(({ version }) => version)).toEqual(rows.map(({ version }) => version + 1))
})

test('undo takes back a whole paste, then the step before it, and no step twice (D3-GRID-04)', async () => {
  const quanly = await server.as('quanly')
  const rows = await packages()
  await put(quanly, rows[0]!, { gia_gia_han: 1 })
  await paste(quanly, cells(await stored(rows), { gia_gia_han: 2 }))
  const undone = await undo(quanly)
  expect(undone.data).toMatchObject({ undone: 2, stayed: [] })
  expect(await prices(rows)).toEqual([1, 100_000])
  expect((await undo(quanly)).data).toMatchObject({ undone: 1, stayed: [] })
  expect(await prices(rows)).toEqual([100_000, 100_000])
  const { rows: trail } = await server.pool.query(
    `SELECT action, by_hand FROM audit_log WHERE resource_id = $1 ORDER BY id`,
    [rows[0]!.id],
  )
  expect(trail.map(({ action, by_hand }) => [action, by_hand])).toEqual([
    ['update', true],
    ['update', true],
    ['undo', null],
    ['undo', null],
  ])
})

test('undo leaves and names cells that somebody changed since, and takes the rest back (D3-GRID-04)', async () => {
  const [quanly, admin] = [await server.as('quanly'), await server.as('admin')]
  const rows = await packages()
  await paste(quanly, cells(rows, { gia_gia_han: 2, gia_nang_cap: 3 }))
  await put(admin, rows[1]!, { gia_gia_han: 9 })
  const { data } = await undo(quanly)
  const { rows: names } = await server.pool.query(
    'SELECT ten_goi_cuoc AS name FROM giahoantien WHERE id = $1',
    [rows[1]!.id],
  )
  expect(data).toMatchObject({
    undone: 3,
    stayed: [{ row: names[0].name, field: 'Giá gia hạn', msg: undoTexts.changed }],
  })
  expect(await stored(rows)).toMatchObject([
    { gia_gia_han: 100_000, gia_nang_cap: 0 },
    { gia_gia_han: 9, gia_nang_cap: 0 },
  ])
})

test('undo does not take back changes of others, steps of yesterday, or imported rows (D3-GRID-04)', async () => {
  const [quanly, admin] = [await server.as('quanly'), await server.as('admin')]
  while ((await undo(quanly)).data.undone > 0);
  const rows = await packages()
  await put(admin, rows[0]!, { gia_gia_han: 1 })
  const [{ name }] = (
    await server.pool.query('SELECT ten_goi_cuoc AS name FROM giahoantien WHERE id = $1', [rows[1]!.id])
  ).rows
  await quanly.post(`${path}/import`, { data: [priceRow(name, { gia_gia_han: 8 })] })
  const none = await undo(quanly)
  expect([none.data.undone, none.body.msg]).toEqual([0, undoTexts.nothing])
  expect(await prices(rows)).toEqual([1, 8])
  await put(quanly, rows[0]!, { gia_gia_han: 4 })
  await server.pool.query(`
    BEGIN; ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
    UPDATE audit_log SET at = at - interval '25 hours' WHERE id = (SELECT max(id) FROM audit_log);
    ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only; COMMIT;`)
  expect((await undo(quanly)).data.undone).toBe(0)
  expect(await prices(rows)).toEqual([4, 8])
})

test('of two devices that undo at once one takes the step back, and a retry gets the first answer (D3-GRID-04)', async () => {
  const quanly = await server.as('quanly')
  const rows = await packages()
  await put(quanly, rows[0]!, { gia_gia_han: 1 })
  await put(quanly, rows[0]!, { gia_gia_han: 2 })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await undo(quanly, key)
  expect((await undo(quanly, key)).body).toEqual(first.body)
  expect(await prices(rows)).toEqual([1, 100_000])
  const client = await server.pool.connect()
  try {
    // The other device has locked the same step.
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO undone_steps (actor_id, request_id) SELECT actor_id, request_id FROM audit_log
       WHERE resource_id = $1 AND by_hand ORDER BY id LIMIT 1`,
      [rows[0]!.id],
    )
    const waiting = undo(quanly)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('COMMIT')
    const { status, body } = await waiting
    expect([status, body.msg]).toEqual([409, undoTexts.elsewhere])
  } finally {
    client.release()
  }
  expect(await prices(rows)).toEqual([1, 100_000])
})

test('a bulk change of ticked rows is one step for undo (D3-GRID-04)', async () => {
  const quanly = await server.as('quanly')
  const rows = await packages(3)
  const ids = rows.map(({ id }) => id)
  await quanly.post('/api/v1/bulk', { method: 'PUT', path: `${path}/:id`, ids, input: { gia_gia_han: 6 } })
  expect(await prices(rows)).toEqual([6, 6, 6])
  expect((await undo(quanly)).data).toMatchObject({ undone: 3, stayed: [] })
  expect(await prices(rows)).toEqual([100_000, 100_000, 100_000])
})

test('undoing a bulk change that is still running takes back all of it (D3-GRID-04)', async () => {
  const admin = await server.as('admin')
  const rows = await packages(120)
  const input = {
    method: 'PUT',
    path: `${path}/:id`,
    ids: rows.map(({ id }) => id),
    input: { gia_gia_han: 5 },
  }
  const running = admin.post('/api/v1/bulk', input)
  await expect.poll(() => prices(rows)).toContain(5)
  const undone = await undo(admin)
  const { done, refused } = (await running).data as { done: number; refused: { msg: string }[] }
  expect([undone.status, undone.data.undone, undone.data.stayed]).toEqual([200, done, []])
  expect([refused.length > 0, done + refused.length]).toEqual([true, 120])
  expect(new Set(refused.map(({ msg }) => msg))).toEqual(new Set([undoTexts.stopped]))
  expect(new Set(await prices(rows))).toEqual(new Set([100000]))
})

test('undo skips a name that somebody took meanwhile, and still takes back the step before it (D3-GRID-04)', async () => {
  const quanly = await server.as('quanly')
  const [one, two] = (await packages()) as [Price, Price]
  const [{ name }] = (
    await server.pool.query('SELECT ten_goi_cuoc AS name FROM giahoantien WHERE id = $1', [one.id])
  ).rows
  await put(quanly, one, { gia_gia_han: 5 })
  await put(quanly, one, { ten_goi_cuoc: `${name}MOI` })
  await put(await server.as('admin'), two, { ten_goi_cuoc: name })
  const { data } = await undo(quanly)
  expect([data.undone, data.stayed.map(({ field }) => field)]).toEqual([0, ['Tên gói cước']])
  expect((await undo(quanly)).data.undone).toBe(1)
  expect(await prices([one])).toEqual([100_000])
})

test('a decision is not undone, and closes the cells that were edited before it (D3-GRID-04)', async () => {
  const quanly = await server.as('quanly')
  const bank = '/api/v1/mesbank'
  const sent = await quanly.post(bank, {
    sender: 'ACB',
    money: 90_000,
    datetime: '2026-11-20T10:15:00+07:00',
    str_mes: 'ck',
  })
  const { id } = sent.data as { id: string }
  await quanly.put(`${bank}/${id}`, { so_dien_thoai: '0912345678', goi_cuoc: 'VD90' })
  await quanly.get(`${bank}/approve/${id}`)
  const { data } = await undo(quanly, {}, bank)
  expect([data.undone, data.stayed.length]).toEqual([0, 2])
  const { rows } = await server.pool.query(
    'SELECT so_dien_thoai, trang_thai_duyet_thong_tin AS state FROM mesbank WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([{ so_dien_thoai: '912345678', state: '1' }])
})

test('an owner undoes their own entry, also when a masked role hides a number in it (D3-GRID-04)', async () => {
  const sale = await server.as('sale111')
  const black = '/api/v1/blacklist'
  const entry = (await sale.post(black, { phone_number: '0987111222', description: 'gọi 0912345678 sau' }))
    .data as Price
  await sale.put(`${black}/${entry.id}`, { description: 'thôi' })
  expect((await undo(await server.as('sale112'), {}, black)).data.undone).toBe(0)
  expect((await undo(sale, {}, black)).data).toMatchObject({ undone: 1, rows: ['****11222'] })
  const { rows } = await server.pool.query('SELECT description FROM blacklist WHERE id = $1', [entry.id])
  expect(rows).toEqual([{ description: 'gọi 0912345678 sau' }])
})
