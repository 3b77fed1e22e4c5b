/** Undoing an import while its rows are unchanged (D3-FILE-05). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import type { RecentImport, UndoSummary } from '#platform/contract/calls/import-undo.ts'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import { csv, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { brokenInvariants } from '#platform/server/db/invariants.ts'
import { chunkRows } from './save-job.ts'
import { resumeUndos, runUndo } from './undo-job.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.queued.length = 0
  server.jobEvents.length = 0
})

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.pool.query<R>(text, values)).rows
async function saved(who: string, target: string, name: string, bytes: Buffer, more = ''): Promise<string> {
  const { id } = await server.ready(who, target, name, bytes, more)
  expect(await server.save(who, id)).toMatchObject({ state: 'done' })
  return id
}
const readUndo = async (id: string, who = 'admin'): Promise<UndoSummary> =>
  (await (await server.as(who)).get(`/api/v1/imports/${id}/undo`)).data as UndoSummary
const ask = async (id: string, who = 'admin') => (await server.as(who)).post(`/api/v1/imports/${id}/undo`, {})
const run = (id: string, signal = new AbortController().signal) => runUndo(server.api.services, id, signal)
async function undone(id: string, who = 'admin'): Promise<UndoSummary> {
  const reply = await ask(id, who)
  expect([reply.status, reply.text]).toEqual([200, reply.text])
  await run(id)
  return readUndo(id, who)
}
const cost = (n: number) => ['An', '20/11/2026', `Khoản ${n}`, 1000 + n, 1]
const costs = (rows: number, from = 0) =>
  csv([
    ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng'],
    ...Array.from({ length: rows }, (_, n) => cost(from + n)),
  ])
const { sheet: priceSheet, fields: priceFields } = giahoantien
const packages = (rows: [string, number][]) =>
  csv([
    priceSheet.columns.map((name) => priceFields[name].label),
    ...rows.map(([name, price]) => priceSheet.columns.map((_, index) => (index === 0 ? name : price))),
  ])
const price = async (name: string) =>
  (
    await query<Record<string, unknown>>(
      'SELECT * FROM giahoantien WHERE ten_goi_cuoc = $1 AND deleted_at IS NULL',
      [name],
    )
  )[0]

test('an undo deletes the rows an import created and restores those it changed, with an audit trail of both (D3-FILE-05)', async () => {
  await saved('admin', 'giahoantien', 'gia.csv', packages([['HTCU', 1000]]))
  const before = await price('HTCU')
  const id = await saved(
    'admin',
    'giahoantien',
    'gia-2.csv',
    packages([
      ['HTCU', 2000],
      ['HTMOI', 3000],
    ]),
  )
  expect(await price('HTCU')).toMatchObject({ gia_gia_han: 2000 })
  expect(await readUndo(id)).toMatchObject({ state: null, refused: null, removes: 1, restores: 1, stays: 0 })
  expect(await undone(id)).toMatchObject({ state: 'done', removes: 1, restores: 1, stays: 0, kept: [] })
  const { version: _, ...values } = before ?? {}
  expect(await price('HTCU')).toMatchObject(values)
  expect(await price('HTMOI')).toBeUndefined()
  const trail = await query(
    `SELECT action, resource, username, after FROM audit_log WHERE request_id = $1 ORDER BY action`,
    [`undo:${id}`],
  )
  expect(trail).toEqual([
    { action: 'remove', resource: 'giahoantien', username: 'admin', after: null },
    {
      action: 'undo',
      resource: 'giahoantien',
      username: 'admin',
      after: expect.objectContaining({ ten_goi_cuoc: 'HTCU' }),
    },
    {
      action: 'undo',
      resource: 'giahoantien',
      username: 'admin',
      after: { removed: 1, restored: 1, stays: 0 },
    },
  ])
  expect(
    (await query(`SELECT FROM bell_notices WHERE kind = 'job' AND about->>'text' LIKE 'Đã hoàn tác%'`))
      .length,
  ).toBe(1)
  // None of it is stored any more, so the same content is not a repetition.
  const again = await server.ready(
    'admin',
    'giahoantien',
    'gia-2.csv',
    packages([
      ['HTCU', 2000],
      ['HTMOI', 3000],
    ]),
  )
  expect(again.seenBefore).toBeNull()
})

test('rows changed since the import stay and are listed with who and when (D3-FILE-05)', async () => {
  const id = await saved('admin', 'chiphiquanly', 'chi.csv', costs(4, 100))
  const rows = await query<{ id: string; version: number }>(
    `SELECT id, version FROM chiphiquanly WHERE noi_dung LIKE 'Khoản 10_' ORDER BY noi_dung`,
  )
  const manager = await server.as('quanly')
  const changed = await manager.put(`/api/v1/chiphiquanly/${rows[1]?.id}`, {
    note: 'đã xem',
    version: rows[1]?.version,
  })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  expect((await manager.delete(`/api/v1/chiphiquanly/${rows[2]?.id}`)).status).toBe(200)
  const stays = [
    {
      row: 3,
      name: expect.stringContaining('An'),
      why: undoTexts.changed,
      by: 'quanly',
      at: expect.any(String),
    },
    { row: 4, name: '', why: undoTexts.gone, by: 'quanly', at: expect.any(String) },
  ]
  expect(await readUndo(id)).toMatchObject({ removes: 2, restores: 0, stays: 2, kept: stays })
  expect(await undone(id)).toMatchObject({ state: 'done', removes: 2, stays: 2, kept: stays })
  expect(
    await query(
      `SELECT noi_dung, note FROM chiphiquanly WHERE noi_dung LIKE 'Khoản 10_' AND deleted_at IS NULL`,
    ),
  ).toEqual([{ noi_dung: 'Khoản 101', note: 'đã xem' }])
  // The content is still stored in part, and must not be saved again by resuming the import.
  expect((await (await server.as('admin')).post(`/api/v1/imports/${id}/save`, { again: 1 })).status).toBe(409)
})

test('after a server stops in the middle of an undo it continues after the last chunk, and each row is removed once (D3-FILE-05)', async () => {
  const id = await saved('admin', 'chiphikhac', 'khac.csv', costs(chunkRows + 20, 1_000))
  await ask(id)
  const { services } = server.api
  const { notify } = services
  const dies = () => {
    throw Object.assign(new Error('connection reset'), { code: 'ECONNRESET' })
  }
  Object.assign(services, { notify: dies })
  await expect(run(id)).rejects.toThrow('connection reset')
  Object.assign(services, { notify })
  expect(await readUndo(id)).toMatchObject({ state: 'running', removes: 20, total: chunkRows + 20, done: 20 })
  await expect(run(id, AbortSignal.abort())).rejects.toThrow('stopping')
  server.queued.length = 0
  await query(`UPDATE imports SET undo_started_at = now() - interval '5 minutes' WHERE id = $1`, [id])
  await query(`UPDATE import_chunks SET undone_at = undone_at - interval '5 minutes' WHERE import_id = $1`, [
    id,
  ])
  await resumeUndos(services, 120)
  expect(server.queued).toEqual([expect.objectContaining({ data: { importId: id } })])
  await run(id)
  expect(await readUndo(id)).toMatchObject({ state: 'done', removes: chunkRows + 20, stays: 0 })
  const trail = await query(`SELECT resource_id FROM audit_log WHERE request_id = $1 AND action = 'remove'`, [
    `undo:${id}`,
  ])
  expect(new Set(trail.map((row) => JSON.stringify(row))).size).toBe(trail.length)
  expect(trail.length).toBe(chunkRows + 20)
  expect(server.jobEvents.at(-1)).toMatchObject({ kind: 'undo-import', state: 'done', done: chunkRows + 20 })
}, 60_000)

test('an import whose undo is requested twice at once, or run by two jobs, is taken back once (D3-FILE-05)', async () => {
  const id = await saved('admin', 'chiphihotro', 'hai-lan.csv', costs(30, 9_000))
  server.queued.length = 0
  const answers = await Promise.all([ask(id), ask(id, 'quanly')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(server.queued).toMatchObject([{ data: { importId: id }, prompt: true }])
  await Promise.all([run(id), run(id)])
  expect(await readUndo(id)).toMatchObject({ state: 'done', removes: 30 })
  expect((await ask(id)).status).toBe(200)
  expect(server.queued.length).toBe(1)
  expect(
    await query(`SELECT action FROM audit_log WHERE resource_id = $1 AND action = 'undo'`, [id]),
  ).toHaveLength(1)
})

const subscribers = (phones: string[]) =>
  csv([['Số điện thoại', 'Loại thuê bao', 'Gói cước'], ...phones.map((phone) => [phone, 'MC', 'VD89'])])

test('an undo removes the numbers of a subscriber file through the ledger, keeps those handed out, and deletes a file that becomes empty (D3-FILE-05)', async () => {
  const phones = ['0921000001', '0921000002', '0921000003']
  const id = await saved('admin', 'uploadchiadata', 'chia.csv', subscribers(phones))
  await query(`SELECT set_config('vas.movement', 'claim', false)`)
  await server.pool.query(`
    DO $$ BEGIN
      PERFORM set_config('vas.movement', 'claim', true), set_config('vas.actor', 'sale111', true);
      UPDATE customer SET stage = 'open', claimed_at = now(), version = version + 1,
        holder_id = (SELECT id FROM users WHERE username = 'sale111') WHERE phone = '921000002';
    END $$`)
  expect(await undone(id)).toMatchObject({
    removes: 2,
    stays: 1,
    kept: [{ row: 3, name: expect.stringContaining('921000002'), why: undoTexts.changed, by: 'sale111' }],
  })
  expect(
    await query(`SELECT phone, stage FROM customer WHERE phone LIKE '92100000_' ORDER BY phone`),
  ).toEqual([
    { phone: '921000001', stage: 'gone' },
    { phone: '921000002', stage: 'open' },
    { phone: '921000003', stage: 'gone' },
  ])
  const whole = await saved('admin', 'uploadchiadata', 'sai.csv', subscribers(['0921000009']))
  expect(await undone(whole)).toMatchObject({ removes: 1, stays: 0 })
  const files = await query(
    `SELECT "FileName" FROM data_files WHERE deleted_at IS NULL AND "FileName" IN ('chia.csv', 'sai.csv')`,
  )
  expect(files).toEqual([{ FileName: 'chia.csv' }])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('numbers split since the import stay, with who split them, and so does their file (D3-FILE-05)', async () => {
  const phones = Array.from({ length: 5 }, (_, n) => `092200000${n}`)
  const id = await saved('admin', 'uploadchiadata', 'chia-roi.csv', subscribers(phones))
  const split = await (
    await server.as('admin')
  ).post('/api/v1/uploadchiadata/handleFileUserQuantityOption', {
    FileName: 'chia-roi.csv',
    assigns: { chinhanh1: 3, leader11: 3, sale111: 3 },
  })
  expect([split.status, split.text]).toEqual([200, split.text])
  expect(await readUndo(id)).toMatchObject({ removes: 2, stays: 3 })
  const { kept, ...sums } = await undone(id)
  expect(sums).toMatchObject({ state: 'done', removes: 2, stays: 3 })
  expect(kept.map(({ why, by }) => [why, by])).toEqual(Array(3).fill([undoTexts.handed, 'admin']))
  expect(
    await query(
      `SELECT stage, count(*)::int AS n FROM customer WHERE phone LIKE '92200000_' GROUP BY 1 ORDER BY 1`,
    ),
  ).toEqual([
    { stage: 'gone', n: 2 },
    { stage: 'left', n: 3 },
  ])
  expect(
    await query(`SELECT "FileName" FROM data_files WHERE deleted_at IS NULL AND "FileName" = 'chia-roi.csv'`),
  ).toHaveLength(1)
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('an undo restores typed pay; a closed month stays and says so, unless the import came after the closing; the list of imports shows how many rows were taken back (D3-FILE-05, D3-FILE-06)', async () => {
  const sheet = (amount: number) =>
    csv([
      ['Tài khoản', 'Thi đua tháng'],
      ['sale111', amount],
      ['sale112', amount],
    ])
  const month = '?thangTinhLuong=10/2026'
  const amounts = () =>
    query(`SELECT username, "thiDuaThang"::int AS n FROM payroll_input WHERE thang = '2026-10-01' ORDER BY 1`)
  const first = await saved('admin', 'dulieunhaptay', 'luong.csv', sheet(100), month)
  const second = await saved('admin', 'dulieunhaptay', 'luong-2.csv', sheet(200), month)
  expect(await undone(second)).toMatchObject({ removes: 0, restores: 2, stays: 0 })
  expect(await amounts()).toEqual([
    { username: 'sale111', n: 100 },
    { username: 'sale112', n: 100 },
  ])
  const third = await saved('admin', 'dulieunhaptay', 'luong-3.csv', sheet(300), month)
  await query(
    `INSERT INTO payroll_closing (thang, chot_boi, tham_so, viec) VALUES ('2026-10-01', 'admin', '{}', '[]')`,
  )
  const recent = async (id: string) =>
    (
      (await (await server.as('admin')).get('/api/v1/imports?resource=dulieunhaptay')).data as {
        values: RecentImport[]
      }
    ).values.find((one) => one.id === id)
  expect(await undone(third)).toMatchObject({
    restores: 0,
    stays: 2,
    msg: 'Không hoàn tác được dòng nào của "luong-3.csv": 2 dòng ở lại',
    kept: [{ why: undoTexts.closed, name: 'sale111, 10/2026' }, {}],
  })
  expect(await recent(third)).toMatchObject({ undo: 'done', back: 0, stays: 2 })
  expect(await amounts()).toEqual([
    { username: 'sale111', n: 300 },
    { username: 'sale112', n: 300 },
  ])
  // Amounts imported after the closing are deleted.
  const late = await saved('admin', 'dulieunhaptay', 'luong-4.csv', sheet(400), month)
  expect((await amounts()).map((row) => (row as { n: number }).n)).toEqual([400, 400])
  expect(await readUndo(late)).toMatchObject({ restores: 2, stays: 0 })
  expect(await undone(late)).toMatchObject({
    restores: 2,
    stays: 0,
    msg: 'Đã hoàn tác "luong-4.csv": 2 dòng',
  })
  expect((await amounts()).map((row) => (row as { n: number }).n)).toEqual([300, 300])
  expect(undoTexts.listed((await recent(late))!)).toBe(', đã hoàn tác 2 dòng')
  expect(undoTexts.listed((await recent(third))!)).toBe(', không hoàn tác được dòng nào')
  expect((await readUndo(first)).stays).toBe(2)
})

test('imports that cannot be taken back say why (D3-FILE-05)', async () => {
  const waiting = await server.ready('admin', 'chiphiquanly', 'cho.csv', costs(2, 20_000))
  expect(await readUndo(waiting.id)).toMatchObject({ refused: undoTexts.nothing })
  const old = await saved('admin', 'chiphiquanly', 'cu.csv', costs(2, 20_100))
  await query(`UPDATE imports SET finished_at = finished_at - interval '31 days' WHERE id = $1`, [old])
  const answer = await ask(old)
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(undoTexts.tooOld)])
  const before = await saved('admin', 'chiphiquanly', 'truoc.csv', costs(2, 20_200))
  await query('UPDATE import_chunks SET ids = NULL WHERE import_id = $1', [before])
  expect(await readUndo(before)).toMatchObject({ refused: undoTexts.untraced })
  const scanned = await saved(
    'admin',
    'uploadscannumber',
    'quet.csv',
    csv([['Số điện thoại'], ['0912000777']]),
  )
  expect(await readUndo(scanned)).toMatchObject({ refused: undoTexts.scans })
  expect((await ask(scanned)).status).toBe(409)
})

test('a row that the database refuses to delete stays with the reason, and the others are removed (D3-FILE-05)', async () => {
  const id = await saved('admin', 'chiphiquanly', 'vuong.csv', costs(9, 30_000))
  await query(`
    CREATE FUNCTION keep_cost() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM refuse('VD409', 'Khoản này đang được đối chiếu'); RETURN NEW; END $$`)
  await query(
    `CREATE TRIGGER keep_cost BEFORE UPDATE ON chiphiquanly FOR EACH ROW WHEN (OLD.noi_dung = 'Khoản 30004') EXECUTE FUNCTION keep_cost()`,
  )
  expect(await undone(id)).toMatchObject({
    removes: 8,
    stays: 1,
    kept: [{ row: 6, why: 'Khoản này đang được đối chiếu' }],
  })
  await query('DROP FUNCTION keep_cost CASCADE')
})

test.each([
  ['simso', 'sim-so.xlsx', 'simso', 'deleted_at IS NULL'],
  ['mesbank', 'tin-nhan-ngan-hang.xlsx', 'mesbank', 'deleted_at IS NULL'],
  ['giagoimfy', 'gia-goi-mfy.xlsx', 'giagoimfy', 'deleted_at IS NULL'],
  ['chiphihoantien', 'chi-phi-hoan-tien.xlsx', 'chiphihoantien', 'deleted_at IS NULL'],
  ['doanhthutinhluong', 'doanh-thu-tinh-luong.xlsx', 'doanhthutinhluong', 'deleted_at IS NULL'],
  ['customer', 'danh-sach-khach-hang.xlsx', 'customer', `stage <> 'gone'`],
])('an undo of %s removes every row that nobody changed (D3-FILE-05)', async (target, file, table, live) => {
  const rows = async () => (await query(`SELECT FROM ${table} WHERE ${live}`)).length
  const before = await rows()
  const id = await saved('admin', target, file, sample(file))
  expect(await rows()).toBeGreaterThan(before)
  expect(await undone(id)).toMatchObject({ state: 'done', stays: 0 })
  expect(await rows()).toBe(before)
  expect(await brokenInvariants(server.pool)).toEqual({})
})
