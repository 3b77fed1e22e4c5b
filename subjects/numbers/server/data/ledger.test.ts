/** Balances equal the rows, after any actions in any order. */
import * as fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movementKinds } from '#subjects/numbers/contract/movements.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import {
  uploadPath,
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

const people = [
  'chinhanh1',
  'chinhanh2',
  'leader11',
  'leader12',
  'leader21',
  'sale111',
  'sale112',
  'sale121',
  'sale211',
]
const quantity = fc.oneof(fc.constant(null), fc.nat({ max: 25 }))
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ split: fc.dictionary(fc.constantFrom(...people), quantity, { minKeys: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ claim: fc.constantFrom(null, ...people) }) },
  { weight: 1, arbitrary: fc.constant({ undo: true }) },
  { weight: 1, arbitrary: fc.constant({ block: true }) },
  { weight: 1, arbitrary: fc.constant({ fold: true }) },
)
type Step = {
  split?: Record<string, number | null>
  claim?: string | null
  undo?: true
  block?: true
  fold?: true
}

/** Runs one step and returns the actual result and the expected one. */
async function take(FileName: string, phones: string[], done: Step): Promise<[unknown, unknown]> {
  const { pool } = server
  if (done.split) {
    const before = await quantities(server, FileName)
    const answer = await splitFile(server, 'admin', FileName, done.split)
    const expectedQuantities = Object.fromEntries(
      Object.entries({ ...before, ...done.split }).filter(([, n]) => n !== null),
    )
    return [await quantities(server, FileName), answer.status === 200 ? expectedQuantities : before]
  }
  if (done.claim !== undefined) await handOut(pool, FileName, done.claim, 'sale122')
  if (done.fold) await pool.query('SELECT fold_balances()')
  if (done.block)
    await pool.query(
      sql`INSERT INTO blacklist (phone_number) VALUES (${phones.pop()}) ON CONFLICT DO NOTHING`,
    )
  const { last } = await options(server, 'admin', FileName)
  if (!done.undo || !last) return [null, null]
  return [(await undoBatch(server, 'admin', last.id)).status, last.undoable ? 200 : 409]
}

test(
  'after any splits, hand-outs, undos and blacklistings the balances match the rows (Inv 4, E8)',
  { timeout: 120_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const FileName = `so-cai-${run++}.xlsx`
        const phones = await importUnused(server, FileName, 40)
        for (const done of steps) {
          const [came, should] = await take(FileName, phones, done as Step)
          expect(came).toEqual(should)
          expect(await wrongBalances(server.pool)).toEqual([])
          const seen = await options(server, 'admin', FileName)
          expect(seen.tong).toBe(40)
          const tops = seen.tree.filter((node) => node.parent === null)
          const below = tops.reduce((sum, node) => sum + node.left, 0)
          expect(below + (await standsWith(server.pool, FileName, null))).toBe(seen.total)
          for (const node of seen.tree) expect(node.quantity ?? node.left).toBe(node.left)
        }
        if (run % 3 === 0) await (await server.as('admin')).post(`${uploadPath}/deleteFile`, { FileName })
      }),
      { numRuns: rounds(12, 200) },
    )
    await server.pool.query('SELECT fold_balances()')
    expect(await wrongBalances(server.pool)).toEqual([])
  },
)

test('claims fold the ledger when the job does not, and do not wait for another process folding it', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  await permitFiles(server.pool, 'sale111', [file])
  await server.pool.query(
    `INSERT INTO balance_deltas (file_id, stage, n) SELECT $1, 'left', (n % 2) * 2 - 1 FROM generate_series(1, 3000) n`,
    [file],
  )
  const seller = await server.as('sale111')
  const claim = async () => ((await seller.get('/api/v1/customer/new-care')).data as { count: number }).count
  const unfolded = async () => (await server.pool.query('SELECT FROM balance_deltas')).rowCount ?? 0
  const busy = await server.pool.connect()
  await busy.query('BEGIN; LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE')
  await server.pool.query(`SELECT fold_when_long(ARRAY[$1]::uuid[])`, [file])
  expect(await unfolded()).toBeGreaterThan(3000)
  await busy.query('ROLLBACK')
  busy.release()
  // One claim in fifty checks.
  await expect
    .poll(
      async () => {
        expect(await claim()).toBe(2)
        return unfolded()
      },
      { interval: 1 },
    )
    .toBeLessThan(10)
})

test('during a claim up to 10,000 numbers are counted exactly, a larger count is that of the last fold', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  const leftInFile = async () => {
    const { rows } = await server.pool.query<{ left: string }>(
      `SELECT left_in(ARRAY[$1]::uuid[], ARRAY[NULL]::uuid[], NULL, false) AS left`,
      [file],
    )
    return Number(rows[0]?.left)
  }
  const add = (n: number) =>
    server.pool.query(`INSERT INTO balance_deltas (file_id, stage, n) VALUES ($1, 'left', $2)`, [file, n])
  await add(9999)
  await server.pool.query('SELECT fold_balances()')
  await add(-7)
  expect(await leftInFile()).toBe(9993)
  await add(8)
  await server.pool.query('SELECT fold_balances()')
  await add(-7)
  expect(await leftInFile()).toBe(10_001)
  await add(-9993)
  await server.pool.query('SELECT fold_balances()')
  expect(await leftInFile()).toBe(1)
})

test('a negative balance cannot be saved', async () => {
  await importUnused(server, 'am.xlsx', 2)
  await server.pool.query('SELECT fold_balances()')
  await server.pool.query(`INSERT INTO balance_deltas (file_id, stage, n)
    SELECT id, 'left', -3 FROM data_files WHERE "FileName" = 'am.xlsx'`)
  await expect(server.pool.query('SELECT fold_balances()')).rejects.toThrow(/check/)
  await server.pool.query('DELETE FROM balance_deltas')
})

test('a number cannot change its holder without a movement kind', async () => {
  await importUnused(server, 'ly-do.xlsx', 1)
  const move = server.pool
    .query(`UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale111')
    WHERE file_id = (SELECT id FROM data_files WHERE "FileName" = 'ly-do.xlsx')`)
  await expect(move).rejects.toThrow(/movement kind/)
})

test('the database accepts exactly the declared kinds of movements', async () => {
  const { rows } = await server.pool.query<{ rule: string }>(sql`
    SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint
    WHERE conname = 'movements_kind' AND conrelid = 'movements'::regclass AND convalidated`)
  const checkedKinds = [...(rows[0]?.rule ?? '').matchAll(/'([\w-]+)'::text/g)].map(([, kind = '']) => kind)
  expect(checkedKinds.toSorted()).toEqual(Object.keys(movementKinds).toSorted())
})
