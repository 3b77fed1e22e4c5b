/** Undo of a split: when it works, when it is too late, and permissions. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  importUnused,
  handOut,
  options,
  quantities,
  splitFile,
  standsWith,
  undoBatch,
  wrongBalances,
} from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const batchOf = (answer: { data: unknown }): string => (answer.data as { batch: string }).batch

test('undo restores every number and every quantity', async () => {
  await importUnused(server, 'a.xlsx', 60)
  await splitFile(server, 'admin', 'a.xlsx', { chinhanh1: 30, leader11: 10 })
  const batch = batchOf(
    await splitFile(server, 'admin', 'a.xlsx', { chinhanh1: 20, leader11: 15, sale111: 15, chinhanh2: 40 }),
  )
  const undone = await undoBatch(server, 'admin', batch)
  expect(undone.status).toBe(200)
  expect(await quantities(server, 'a.xlsx')).toEqual({ chinhanh1: 30, leader11: 10 })
  expect(await standsWith(server.pool, 'a.xlsx', 'chinhanh1')).toBe(20)
  expect(await standsWith(server.pool, 'a.xlsx', 'leader11')).toBe(10)
  expect(await standsWith(server.pool, 'a.xlsx', 'chinhanh2')).toBe(0)
  expect(await wrongBalances(server.pool)).toEqual([])
  expect((await undoBatch(server, 'admin', batch)).status).toBe(409)
  const { last } = await options(server, 'admin', 'a.xlsx')
  expect(last).toMatchObject({ moved: 30, undoable: true })
})

test('only the newest split can be undone, and only while none of its numbers was handed out', async () => {
  await importUnused(server, 'b.xlsx', 60)
  const first = batchOf(await splitFile(server, 'admin', 'b.xlsx', { chinhanh1: 30 }))
  const second = batchOf(await splitFile(server, 'admin', 'b.xlsx', { sale111: 10 }))
  expect((await undoBatch(server, 'admin', first)).body.msg).toBe('Chỉ hoàn tác được lần chia mới nhất')
  await handOut(server.pool, 'b.xlsx', 'sale111', 'sale111')
  await handOut(server.pool, 'b.xlsx', 'sale111', 'sale111')
  const late = await undoBatch(server, 'admin', second)
  expect([late.status, late.body.msg]).toEqual([
    409,
    '2 số của lần chia này đã được lấy, không hoàn tác được',
  ])
  expect((await options(server, 'admin', 'b.xlsx')).last).toMatchObject({
    undoable: false,
    why: late.body.msg,
  })
})

test('numbers moved by a hand-over since the split stay, with a quantity for them (D3-ORG-04)', async () => {
  await importUnused(server, 'handed.xlsx', 30)
  await splitFile(server, 'admin', 'handed.xlsx', { sale111: 5 })
  const batch = batchOf(await splitFile(server, 'admin', 'handed.xlsx', { sale112: 10 }))
  const body = { from: await userId(server.pool, 'sale111'), to: await userId(server.pool, 'sale112') }
  expect((await (await server.as('leader11')).post('/api/v1/bangiao', body)).status).toBe(200)
  expect((await undoBatch(server, 'admin', batch)).status).toBe(200)
  expect(await quantities(server, 'handed.xlsx')).toMatchObject({ sale111: 0, sale112: 5 })
  expect(await standsWith(server.pool, 'handed.xlsx', 'sale112')).toBe(5)
})

test('nobody undoes a split of accounts that they may not set', async () => {
  await importUnused(server, 'c.xlsx', 60)
  const batch = batchOf(await splitFile(server, 'admin', 'c.xlsx', { chinhanh1: 30, leader11: 20 }))
  for (const username of ['chinhanh1', 'chinhanh2', 'leader11', 'sale111']) {
    expect((await undoBatch(server, username, batch)).status).toBe(403)
  }
  const ownBatch = batchOf(await splitFile(server, 'leader11', 'c.xlsx', { sale111: 5 }))
  expect((await undoBatch(server, 'leader12', ownBatch)).status).toBe(403)
  expect((await undoBatch(server, 'chinhanh1', ownBatch)).status).toBe(200)
  expect((await undoBatch(server, 'admin', batch)).status).toBe(200)
  expect((await undoBatch(server, 'admin', 'x')).status).toBe(404)
})

test('the split of a deleted file cannot be undone', async () => {
  await importUnused(server, 'd.xlsx', 10)
  const batch = batchOf(await splitFile(server, 'admin', 'd.xlsx', { chinhanh1: 5 }))
  await (await server.as('admin')).post('/api/v1/uploadchiadata/deleteFile', { FileName: 'd.xlsx' })
  expect((await undoBatch(server, 'admin', batch)).status).toBe(404)
})

test('a branch can undo its split although headquarters made a split elsewhere in the file meanwhile', async () => {
  await importUnused(server, 'e.xlsx', 90)
  await splitFile(server, 'admin', 'e.xlsx', { chinhanh1: 30, chinhanh2: 30 })
  const ownBatch = batchOf(await splitFile(server, 'chinhanh1', 'e.xlsx', { leader11: 20, sale111: 15 }))
  const elsewhere = batchOf(await splitFile(server, 'admin', 'e.xlsx', { chinhanh2: 40, leader21: 10 }))
  expect((await options(server, 'chinhanh1', 'e.xlsx')).last).toMatchObject({ id: ownBatch, undoable: true })
  expect((await options(server, 'admin', 'e.xlsx')).last).toMatchObject({ id: elsewhere })
  expect((await undoBatch(server, 'chinhanh1', elsewhere)).status).toBe(403)
  expect((await undoBatch(server, 'chinhanh1', ownBatch)).status).toBe(200)
  // Quantities set by headquarters since then stay.
  expect(await quantities(server, 'e.xlsx')).toEqual({ chinhanh1: 30, chinhanh2: 40, leader21: 10 })
  expect(await standsWith(server.pool, 'e.xlsx', 'chinhanh1')).toBe(30)
  expect((await undoBatch(server, 'admin', elsewhere)).status).toBe(200)
  expect(await quantities(server, 'e.xlsx')).toEqual({ chinhanh1: 30, chinhanh2: 30 })
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('the newest split is shown to those whose people received numbers, and to no other branch (D1-SPLIT-15)', async () => {
  await importUnused(server, 'i.xlsx', 60)
  await splitFile(server, 'admin', 'i.xlsx', { chinhanh1: 20, chinhanh2: 20 })
  const elsewhere = batchOf(await splitFile(server, 'chinhanh2', 'i.xlsx', { leader21: 5 }))
  const lastSplit = async (username: string) => (await options(server, username, 'i.xlsx')).last
  expect(await lastSplit('leader21')).toMatchObject({ id: elsewhere, by: 'chinhanh2', undoable: false })
  for (const username of ['leader11', 'chinhanh1'])
    expect([username, await lastSplit(username)]).toEqual([username, null])
})

test('a split followed by a later one in its part cannot be undone before that one', async () => {
  await importUnused(server, 'f.xlsx', 60)
  await splitFile(server, 'admin', 'f.xlsx', { chinhanh1: 30 })
  const ownBatch = batchOf(await splitFile(server, 'chinhanh1', 'f.xlsx', { leader11: 20 }))
  const later = batchOf(await splitFile(server, 'leader11', 'f.xlsx', { sale111: 5 }))
  for (const username of ['chinhanh1', 'admin'])
    expect((await undoBatch(server, username, ownBatch)).body.msg).toBe('Chỉ hoàn tác được lần chia mới nhất')
  expect((await undoBatch(server, 'leader11', later)).status).toBe(200)
  expect((await undoBatch(server, 'chinhanh1', ownBatch)).status).toBe(200)
})

test('the history of a file says how many numbers each person received, to each reader for their people', async () => {
  await importUnused(server, 'g.xlsx', 60)
  const batch = batchOf(await splitFile(server, 'admin', 'g.xlsx', { chinhanh1: 30, chinhanh2: 10 }))
  await undoBatch(server, 'admin', batch)
  const today = new Date(Date.now() + 7 * 3_600_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/')
  await (
    await server.as('admin')
  ).post('/api/v1/uploadchiadata/handleCustomDataOption', {
    branch: { username: 'chinhanh1', files: ['g.xlsx'], ngay: [today] },
  })
  const { rows } = await server.pool.query(`SELECT id FROM data_files WHERE "FileName" = 'g.xlsx'`)
  const historyOf = async (username: string) => {
    const { data } = await (await server.as(username)).get(`/api/v1/uploadchiadata/${rows[0]?.id}/history`)
    const { values } = data as { values: { action: string; changes: Record<string, unknown>[] }[] }
    return values.map(({ action, changes }) => [
      action,
      ...changes.map(({ label, before, after }) => [label, before, after]),
    ])
  }
  const [one, two] = ['Chi nhánh 1 (chinhanh1)', 'Chi nhánh 2 (chinhanh2)']
  expect(await historyOf('admin')).toEqual([
    ['permit', [one, 'Không được lấy số', 'Được lấy số']],
    ['undo-split', [one, '30 số', null], [two, '10 số', null]],
    ['split', [one, null, '30 số'], [two, null, '10 số']],
  ])
  expect(await historyOf('chinhanh2')).toEqual([
    ['undo-split', [two, '10 số', null]],
    ['split', [two, null, '10 số']],
  ])
  // A leader sees neither shares of branches nor who split them.
  expect(await historyOf('leader11')).toEqual([])
})

test('splitting a stopped file says that the file is stopped (D1-SPLIT-18)', async () => {
  await importUnused(server, 'h.xlsx', 5)
  expect(await options(server, 'admin', 'h.xlsx')).toMatchObject({ is_activated: 0 })
  expect((await splitFile(server, 'admin', 'h.xlsx', { chinhanh1: 3 })).data).toMatchObject({
    is_activated: 0,
  })
  const started = { FileName: 'h.xlsx', is_activated: 1 }
  await (await server.as('admin')).post('/api/v1/uploadchiadata/activeOrDeactive', started)
  expect((await splitFile(server, 'admin', 'h.xlsx', { chinhanh1: 4 })).data).toMatchObject({
    is_activated: 1,
  })
})

test.each([
  ['is locked', 'UPDATE users SET is_deleted = true'],
  [
    'moves to another leader',
    `UPDATE users SET group_id = (SELECT id FROM users WHERE username = 'leader12')`,
  ],
])('numbers do not return to a person who %s since the split (D3-ORG-02, D3-ORG-03)', async (_, change) => {
  await importUnused(server, 'left.xlsx', 40)
  await splitFile(server, 'admin', 'left.xlsx', { sale111: 30 })
  const batch = batchOf(await splitFile(server, 'admin', 'left.xlsx', { sale111: 10 }))
  await server.pool.query(`${change} WHERE username = 'sale111'`)
  const refused = await undoBatch(server, 'admin', batch)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Có người trong lần chia này đã dừng hoạt động hoặc chuyển đơn vị, không hoàn tác được',
  ])
  expect((await options(server, 'admin', 'left.xlsx')).last).toMatchObject({ undoable: false })
  await server.pool.query(`
    UPDATE users SET is_deleted = false, group_id = (SELECT id FROM users WHERE username = 'leader11')
    WHERE username = 'sale111'`)
  await server.pool.query(`UPDATE data_files SET deleted_at = now() WHERE "FileName" = 'left.xlsx'`)
})

test('a quantity deleted while a split moves numbers does not come back with it (D1-SPLIT-10, D3-ORG-02)', async () => {
  await importUnused(server, 'long.xlsx', 40)
  await splitFile(server, 'admin', 'long.xlsx', { sale111: 5, sale112: 5 })
  const holder = await server.pool.connect()
  await holder.query(`
    BEGIN; SELECT FROM customer c JOIN data_files f ON f.id = c.file_id
    WHERE f."FileName" = 'long.xlsx' AND c.holder_id IS NULL FOR UPDATE OF c`)
  const splitting = splitFile(server, 'admin', 'long.xlsx', { chinhanh2: 20 })
  const waits = () =>
    server.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  await vi.waitFor(async () => expect((await waits()).rowCount).toBe(1), { timeout: 20_000, interval: 50 })
  await server.pool.query(`
    DELETE FROM data_quotas WHERE user_id = (SELECT id FROM users WHERE username = 'sale111')`)
  await holder.query('ROLLBACK')
  holder.release()
  expect((await splitting).status).toBe(200)
  expect(await quantities(server, 'long.xlsx')).toEqual({ chinhanh2: 20, sale112: 5 })
})
