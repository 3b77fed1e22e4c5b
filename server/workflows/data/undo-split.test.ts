/** Taking a split back: when it works, when it is too late, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import {
  fill,
  handOut,
  options,
  quantities,
  split,
  standsWith,
  undo,
  wrongBalances,
} from '../../../test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const batchOf = (answer: { data: unknown }): string => (answer.data as { batch: string }).batch

test('undo puts every number and every quantity back where it was', async () => {
  await fill(server, 'a.xlsx', 60)
  await split(server, 'admin', 'a.xlsx', { chinhanh1: 30, leader11: 10 })
  const batch = batchOf(
    await split(server, 'admin', 'a.xlsx', { chinhanh1: 20, leader11: 15, sale111: 15, chinhanh2: 40 }),
  )
  const undone = await undo(server, 'admin', batch)
  expect(undone.status).toBe(200)
  expect(await quantities(server, 'a.xlsx')).toEqual({ chinhanh1: 30, leader11: 10 })
  expect(await standsWith(server.pool, 'a.xlsx', 'chinhanh1')).toBe(20)
  expect(await standsWith(server.pool, 'a.xlsx', 'leader11')).toBe(10)
  expect(await standsWith(server.pool, 'a.xlsx', 'chinhanh2')).toBe(0)
  expect(await wrongBalances(server.pool)).toEqual([])
  expect((await undo(server, 'admin', batch)).status).toBe(409)
  const { last } = await options(server, 'admin', 'a.xlsx')
  expect(last).toMatchObject({ moved: 30, undoable: true })
})

test('only the newest split is undone, and only while none of its numbers was handed out', async () => {
  await fill(server, 'b.xlsx', 60)
  const first = batchOf(await split(server, 'admin', 'b.xlsx', { chinhanh1: 30 }))
  const second = batchOf(await split(server, 'admin', 'b.xlsx', { sale111: 10 }))
  expect((await undo(server, 'admin', first)).body.msg).toBe('Chỉ hoàn tác được lần chia mới nhất')
  await handOut(server.pool, 'b.xlsx', 'sale111', 'sale111')
  await handOut(server.pool, 'b.xlsx', 'sale111', 'sale111')
  const late = await undo(server, 'admin', second)
  expect([late.status, late.body.msg]).toEqual([
    409,
    '2 số của lần chia này đã được lấy, không hoàn tác được',
  ])
  expect((await options(server, 'admin', 'b.xlsx')).last).toMatchObject({
    undoable: false,
    why: late.body.msg,
  })
})

test('nobody undoes a split of accounts it may not set', async () => {
  await fill(server, 'c.xlsx', 60)
  const batch = batchOf(await split(server, 'admin', 'c.xlsx', { chinhanh1: 30, leader11: 20 }))
  for (const who of ['chinhanh1', 'chinhanh2', 'leader11', 'sale111']) {
    expect((await undo(server, who, batch)).status).toBe(403)
  }
  const own = batchOf(await split(server, 'leader11', 'c.xlsx', { sale111: 5 }))
  expect((await undo(server, 'leader12', own)).status).toBe(403)
  expect((await undo(server, 'chinhanh1', own)).status).toBe(200)
  expect((await undo(server, 'admin', batch)).status).toBe(200)
  expect((await undo(server, 'admin', 'x')).status).toBe(404)
})

test('the split of a deleted file cannot be undone', async () => {
  await fill(server, 'd.xlsx', 10)
  const batch = batchOf(await split(server, 'admin', 'd.xlsx', { chinhanh1: 5 }))
  await (await server.as('admin')).post('/api/v1/uploadchiadata/deleteFile', { FileName: 'd.xlsx' })
  expect((await undo(server, 'admin', batch)).status).toBe(404)
})
