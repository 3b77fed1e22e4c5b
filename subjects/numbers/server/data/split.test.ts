/** Splitting a file: reserved numbers, refusals, and the trial. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  importUnused,
  handOut,
  options,
  quantities,
  splitFile,
  standsWith,
  trial,
  wrongBalances,
} from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const tooMany = 'Tổng số lượng vượt quá số lượng có thể chia'

test('a split stores whole quantities for branches, leaders and salespeople (D1-SPLIT-10, D1-SPLIT-14, D1-SPLIT-18)', async () => {
  await importUnused(server, 'cay.xlsx', 100)
  const saved = await splitFile(server, 'admin', 'cay.xlsx', {
    chinhanh1: 60,
    leader11: 30,
    sale111: 10,
    sale112: 5,
    QCMB: 20,
  })
  expect(saved.body.msg).toBe('Đã lưu cài đặt')
  expect(saved.data).toMatchObject({ moved: 80 })
  expect(await quantities(server, 'cay.xlsx')).toEqual({
    chinhanh1: 60,
    leader11: 30,
    sale111: 10,
    sale112: 5,
    QCMB: 20,
  })
  expect(await standsWith(server.pool, 'cay.xlsx', 'chinhanh1')).toBe(30)
  expect(await standsWith(server.pool, 'cay.xlsx', 'leader11')).toBe(15)
  expect(await standsWith(server.pool, 'cay.xlsx', 'sale111')).toBe(10)
  expect(await standsWith(server.pool, 'cay.xlsx', null)).toBe(20)
  const { total, tong, tree, last } = await options(server, 'admin', 'cay.xlsx')
  expect([total, tong]).toEqual([100, 100])
  expect(last).toMatchObject({ by: 'admin', moved: 80, undoable: true, why: null })
  expect(tree.slice(0, 3).map((node) => [node.username, node.left, node.quantity])).toEqual([
    ['chinhanh1', 60, 60],
    ['leader11', 30, 30],
    ['sale111', 10, 10],
  ])
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('accounts not named keep their quantities, and null returns the numbers to the level above (D1-SPLIT-14)', async () => {
  await importUnused(server, 'giu.xlsx', 50)
  await splitFile(server, 'admin', 'giu.xlsx', { chinhanh1: 40, leader11: 20, sale111: 8 })
  await splitFile(server, 'admin', 'giu.xlsx', { chinhanh1: 45, leader11: null })
  expect(await quantities(server, 'giu.xlsx')).toEqual({ chinhanh1: 45, sale111: 8 })
  expect(await standsWith(server.pool, 'giu.xlsx', 'leader11')).toBe(0)
  expect(await standsWith(server.pool, 'giu.xlsx', 'chinhanh1')).toBe(37)
  const same = await splitFile(server, 'admin', 'giu.xlsx', { chinhanh1: 45 })
  expect(same.data).toEqual({ batch: null, moved: 0, is_activated: 0 })
})

test('called numbers count as received, not as quantity (D1-Q-123)', async () => {
  await importUnused(server, 'goi.xlsx', 20)
  await splitFile(server, 'admin', 'goi.xlsx', { chinhanh1: 10, sale111: 4 })
  await handOut(server.pool, 'goi.xlsx', 'sale111', 'sale111')
  const { tree, total } = await options(server, 'admin', 'goi.xlsx')
  expect(tree.find((node) => node.username === 'sale111')).toMatchObject({
    received: 4,
    called: 1,
    left: 3,
    quantity: 3,
  })
  expect(tree.find((node) => node.username === 'chinhanh1')).toMatchObject({
    received: 10,
    called: 1,
    quantity: 9,
  })
  expect(total).toBe(19)
})

test('a split beyond the file, or beyond the level above, is refused and changes nothing (D1-Q-124, E8)', async () => {
  await importUnused(server, 'vuot.xlsx', 30)
  const over = await splitFile(server, 'admin', 'vuot.xlsx', { chinhanh1: 20, chinhanh2: 11 })
  expect([over.status, over.body.msg]).toEqual([400, tooMany])
  const below = await splitFile(server, 'admin', 'vuot.xlsx', {
    chinhanh1: 20,
    leader12: 10,
    sale121: 6,
    sale122: 5,
  })
  expect([below.status, below.body.msg]).toEqual([400, tooMany])
  expect(below.body.fields).toEqual({ leader12: 'Giao xuống 11, leader có 10' })
  for (const bad of [-1, 1.5, 1e9, '5x', '', true]) {
    expect((await splitFile(server, 'admin', 'vuot.xlsx', { chinhanh1: bad })).status).toBe(400)
  }
  expect(await standsWith(server.pool, 'vuot.xlsx', null)).toBe(30)
  expect(await quantities(server, 'vuot.xlsx')).toEqual({})
})

test('a branch, a leader and a partner set only quantities below them, all or nothing (D1-Q-125, B2)', async () => {
  await importUnused(server, 'quyen.xlsx', 60)
  await splitFile(server, 'admin', 'quyen.xlsx', { chinhanh1: 30, chinhanh2: 20, leader11: 10 })
  const refused: [string, object][] = [
    ['chinhanh1', { chinhanh1: 31 }],
    ['chinhanh1', { leader11: 5, leader21: 5 }],
    ['chinhanh1', { sale211: 5, leader11: 5 }],
    ['chinhanh1', { leader11: 5, khongco: 1 }],
    ['leader11', { leader11: 5 }],
    ['leader11', { sale111: 1, sale121: 1 }],
    ['doitac1', { chinhanh1: 1 }],
  ]
  for (const [username, assigns] of refused)
    expect((await splitFile(server, username, 'quyen.xlsx', assigns)).status).toBe(403)
  expect((await splitFile(server, 'admin', 'quyen.xlsx', { khongco: 1 })).status).toBe(400)
  expect((await splitFile(server, 'sale111', 'quyen.xlsx', { sale111: 1 })).status).toBe(403)
  expect(await quantities(server, 'quyen.xlsx')).toEqual({ chinhanh1: 30, chinhanh2: 20, leader11: 10 })
  expect((await splitFile(server, 'chinhanh1', 'quyen.xlsx', { leader12: 20 })).status).toBe(200)
  expect((await splitFile(server, 'leader11', 'quyen.xlsx', { sale111: 10 })).status).toBe(200)
  expect((await splitFile(server, 'leader11', 'quyen.xlsx', { sale112: 1 })).body.msg).toBe(tooMany)
  expect((await splitFile(server, 'doitac1', 'quyen.xlsx', { chinhanh2: 25 })).status).toBe(200)
  const seen = await options(server, 'leader11', 'quyen.xlsx')
  expect(seen.tree.map((node) => node.username)).toEqual(['leader11', 'sale111', 'sale112', 'sale113'])
  expect(seen.values).toEqual([
    { username: 'leader11', quantity: 10 },
    { username: 'sale111', quantity: 10 },
  ])
})

test('numbers held by other branches are not available to a partner, a branch or a leader (D1-Q-123, D1-Q-125)', async () => {
  await importUnused(server, 'cua-ai.xlsx', 100)
  await splitFile(server, 'admin', 'cua-ai.xlsx', {
    chinhanh1: 50,
    leader11: 20,
    sale111: 5,
    chinhanh2: 30,
    QCMB: 8,
  })
  const free = async (username: string): Promise<number> =>
    (await options(server, username, 'cua-ai.xlsx')).total
  // The file's own 12 and the numbers held in the branch; 50 of chinhanh1 and 8 of QCMB do not belong to it.
  expect(await free('doitac1')).toBe(42)
  expect([await free('admin'), await free('chinhanh1'), await free('leader11')]).toEqual([100, 50, 20])
  // A leader without a quantity draws from what its branch has not distributed.
  expect(await free('leader12')).toBe(30)
  // A branch without one draws from what the file has left.
  expect(await free('HNIMB')).toBe(12)
  expect(await trial(server, 'doitac1', 'cua-ai.xlsx', { chinhanh2: 42 })).toMatchObject({
    ok: true,
    given: 42,
    left: 0,
  })
  const over = await trial(server, 'doitac1', 'cua-ai.xlsx', { chinhanh2: 43 })
  expect(over.warnings[0]).toMatchObject({ title: tooMany, detail: 'Giao 43, có thể chia 42' })
  expect(over.warnings).toContainEqual(expect.objectContaining({ title: '30 số chưa gọi từ lần chia trước' }))
  expect((await splitFile(server, 'doitac1', 'cua-ai.xlsx', { chinhanh2: 43 })).body.msg).toBe(tooMany)
  expect((await splitFile(server, 'doitac1', 'cua-ai.xlsx', { chinhanh2: 42 })).status).toBe(200)
  expect(await standsWith(server.pool, 'cua-ai.xlsx', null)).toBe(0)
  expect(await trial(server, 'leader11', 'cua-ai.xlsx', { sale111: 12 })).toMatchObject({
    given: 12,
    left: 8,
  })
})

test('a trial split shows the result and saves nothing', async () => {
  await importUnused(server, 'thu.xlsx', 100)
  const preview = await trial(server, 'admin', 'thu.xlsx', {
    chinhanh1: 38,
    leader11: 20,
    leader12: 18,
    sale121: 9,
    sale122: 10,
    chinhanh2: 28,
    sale211: 12,
    sale212: 12,
    QCMB: 12,
  })
  expect(preview).toMatchObject({ ok: false, given: 78, left: 22 })
  expect(preview.warnings.map(({ level, title, detail }) => [level, title, detail])).toEqual([
    ['error', 'leader12 vượt 1 số', 'Giao xuống 19, leader có 18'],
    ['warning', 'File chưa kích hoạt lấy số', 'Nhân viên chưa lấy được số của file này'],
    ['warning', 'Chưa ai lưu phân quyền data', 'sale121, sale122, sale211 và 1 tài khoản khác: 43 số'],
    ['info', 'Chi nhánh 2 còn 4 số', 'Chưa thuộc phần của nhân viên'],
    ['info', 'Chi nhánh QC MB chưa giao cho ai', '12 số, nhân viên lấy chung'],
  ])
  expect(preview.nodes.find((node) => node.username === 'leader11')).toMatchObject({
    before: 0,
    after: 20,
    level: 'leader',
  })
  expect(await standsWith(server.pool, 'thu.xlsx', null)).toBe(100)
  const over = await trial(server, 'admin', 'thu.xlsx', { chinhanh1: 90, chinhanh2: 28 })
  expect(over.warnings[0]).toMatchObject({
    level: 'error',
    title: tooMany,
    detail: 'Giao 118, có thể chia 100',
  })
})

test('a locked account gains no numbers, and the trial warns of numbers that nobody will receive', async () => {
  await importUnused(server, 'dung.xlsx', 100)
  await splitFile(server, 'admin', 'dung.xlsx', { chinhanh1: 60, sale113: 20 })
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username IN ('sale113', 'sale112')`)
  const kept = await trial(server, 'admin', 'dung.xlsx', { chinhanh1: 50 })
  expect(kept.ok).toBe(true)
  expect(kept.warnings[0]).toMatchObject({
    username: 'sale113',
    level: 'warning',
    title: 'sale113 đã dừng hoạt động',
    detail: '20 số sẽ không có người nhận',
  })
  expect((await trial(server, 'admin', 'dung.xlsx', { sale112: 5 })).ok).toBe(false)
  const refused = await splitFile(server, 'admin', 'dung.xlsx', { sale112: 5 })
  expect(refused.body).toMatchObject({
    msg: 'sale112 đã dừng hoạt động',
    fields: { sale112: 'sale112 đã dừng hoạt động' },
  })
  expect((await splitFile(server, 'admin', 'dung.xlsx', { sale113: null })).status).toBe(200)
  expect(await standsWith(server.pool, 'dung.xlsx', 'chinhanh1')).toBe(60)
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username IN ('sale113', 'sale112')`)
})

test('two simultaneous splits of the same numbers do not split more than there are (E8)', async () => {
  await importUnused(server, 'cung-luc.xlsx', 40)
  await splitFile(server, 'admin', 'cung-luc.xlsx', { chinhanh1: 40 })
  const answers = await Promise.all([
    splitFile(server, 'chinhanh1', 'cung-luc.xlsx', { leader11: 25 }),
    splitFile(server, 'admin', 'cung-luc.xlsx', { leader12: 25 }),
  ])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await standsWith(server.pool, 'cung-luc.xlsx', 'chinhanh1')).toBe(15)
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('re-invited numbers stay with their caller, whatever is split', async () => {
  await importUnused(server, 'moi-lai.xlsx', 10)
  await splitFile(server, 'admin', 'moi-lai.xlsx', { chinhanh1: 10, sale111: 2 })
  await server.pool
    .query(`UPDATE customer SET rank = -1 WHERE id = (SELECT c.id FROM customer c JOIN data_files f
    ON f.id = c.file_id JOIN users u ON u.id = c.holder_id WHERE f."FileName" = 'moi-lai.xlsx' AND u.username = 'sale111' LIMIT 1)`)
  expect(await quantities(server, 'moi-lai.xlsx')).toEqual({ chinhanh1: 9, sale111: 1 })
  expect((await splitFile(server, 'admin', 'moi-lai.xlsx', { chinhanh1: null, sale111: null })).status).toBe(
    200,
  )
  expect(await standsWith(server.pool, 'moi-lai.xlsx', 'sale111')).toBe(1)
  expect(await standsWith(server.pool, 'moi-lai.xlsx', null)).toBe(9)
})

test('an unknown file is not found and an empty name is refused (D1-SPLIT-16)', async () => {
  expect((await splitFile(server, 'admin', 'khong-co.xlsx', { chinhanh1: 1 })).status).toBe(404)
  expect((await splitFile(server, 'admin', ' ', { chinhanh1: 1 })).body.msg).toBe(
    'Chưa chọn file để chia data',
  )
})
