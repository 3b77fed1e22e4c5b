/** The clock with real server processes, without calls: two run, one is killed; each request expires once and in time. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addMfyPrices, startedAgo } from '#test/mfy.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import { rounds } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'

let database: TestDatabase
let running: ServerProcess[] = []
const startPair = async (): Promise<void> => {
  running = await Promise.all([startProcess(database.url), startProcess(database.url)])
}
const killPair = async (): Promise<void> => void (await Promise.all(running.map((server) => server.kill())))
const minutes = 60_000

beforeAll(async () => {
  database = await organisationDatabase()
  await addMfyPrices(database.pool)
})
beforeEach(() => database.pool.query('TRUNCATE mfy, mfy_wait, mfy_success, mfy_invite, audit_log'))
afterAll(async () => {
  await killPair()
  await database.drop()
})

/** Inserts `n` requests in their first or second wait, started `ago` ms ago, each `step` later than the previous. */
async function waiting(n: number, ago: number, step = 0): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(sql`
    INSERT INTO mfy (so_dien_thoai, ma_goi, gia_ban_goi, username_nv, ten_nv, trang_thai)
    SELECT (912000000 + k)::text, 'VD90', 1, 'sale111', '', CASE k % 2 WHEN 0 THEN 'duyet' ELSE 'duyet_lan_2' END
    FROM generate_series(1, ${n}) k RETURNING id`)
  const ids = rows.map(({ id }) => id)
  for (const [index, id] of ids.entries()) await startedAgo(database.pool, id, ago - index * step)
  return ids
}

type Late = { id: string; after: number; charged: number; told: number }
/** Duration of each wait in s, its charge, and the number of audited expiries. */
const ended = async (): Promise<Late[]> =>
  (
    await database.pool.query<Late>(`
      SELECT m.id, extract(epoch FROM w.ended - w.began)::float AS after, m.truy_thu::int AS charged,
        (SELECT count(*)::int FROM audit_log WHERE resource_id = m.id::text) AS told
      FROM mfy m JOIN mfy_wait w ON w.mfy_id = m.id WHERE w.ket_qua = 'qua_han'`)
  ).rows

// Until here no server process runs.
test('of many simultaneous checks one expires a request (D3-CLK-01)', async () => {
  for (let round = 0; round < rounds(10, 200); round += 1) {
    const [id = ''] = await waiting(1, 11 * minutes)
    const looks = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        database.pool.query(sql`SELECT id FROM expire_mfy(${n % 2 === 0})`),
      ),
    )
    expect(looks.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)).toBe(1)
    const { rows } = await database.pool.query(sql`SELECT truy_thu::int AS charged FROM mfy WHERE id = ${id}`)
    expect(rows).toEqual([{ charged: 30_000 }])
  }
}, 60_000)

// From here on two server processes run.
test('requests that became due while no process ran expire once, within 5 s of the start (D3-CLK-01)', async () => {
  const ids = await waiting(5, 12 * minutes)
  await startPair()
  const begin = Date.now()
  await expect.poll(async () => (await ended()).length, { timeout: 5_000, interval: 50 }).toBe(ids.length)
  expect(Date.now() - begin).toBeLessThan(5_000)
  expect((await ended()).map(({ charged }) => charged)).toEqual(ids.map(() => 30_000))
}, 60_000)

test('with two processes and no reader each request expires once, between 10:00 and 10:05, never before (D3-CLK-01, D2-MFY-48, D2-Q-102)', async () => {
  const ids = await waiting(30, 10 * minutes - 1_500, 100)
  await expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBe(ids.length)
  for (const { after, charged, told } of await ended()) {
    expect(after).toBeGreaterThanOrEqual(600)
    expect(after).toBeLessThan(605)
    expect([charged, told]).toEqual([30_000, 1])
  }
  // Nothing else happens to expired requests.
  await sleep(2_500)
  expect((await ended()).map(({ charged }) => charged)).toEqual(ids.map(() => 30_000))
  expect(await brokenInvariants(database.pool)).toEqual({})
}, 60_000)

test("of a manager's change of state and a simultaneous expiry one holds, and the charge matches it", async () => {
  const token = await signInAs(database.pool, 'quanly')
  const outcomes = new Map<string, number>()
  for (let round = 0; round < rounds(10, 200); round += 1) {
    const [id = ''] = await waiting(1, 10 * minutes - 40)
    await sleep(20 + (round % 5) * 10)
    const answers = await Promise.all(
      running.map(({ url }) =>
        call(`${url}/api/v1/mfy/setTrangThai/${id}`, 'PUT', token, {
          trang_thai: 'dang_ky_thanh_cong',
          version: 1,
        }),
      ),
    )
    const { rows } = await database.pool.query<{ state: string; charged: number }>(
      sql`SELECT trang_thai AS state, truy_thu::int AS charged FROM mfy WHERE id = ${id}`,
    )
    const state = rows[0]?.state ?? ''
    outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
    const set = answers.filter(({ status }) => status === 200).length
    const registered = state === 'dang_ky_thanh_cong'
    expect([rows[0]?.charged, set]).toEqual(registered ? [0, 1] : [30_000, 0])
    expect(state).toMatch(/^(dang_ky_thanh_cong|huy_qua_han|huy_qua_han_lan_2)$/)
    await database.pool.query('TRUNCATE mfy, mfy_wait, mfy_success, mfy_invite; DELETE FROM revenue_line')
  }
  expect([...outcomes.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)
  expect(await brokenInvariants(database.pool)).toEqual({})
}, 120_000)

test('processes killed while requests fall due neither duplicate nor lose an expiry (D3-CLK-01, D2-Q-107)', async () => {
  const ids = await waiting(40, 10 * minutes - 500, 50)
  for (let kill = 0; kill < rounds(1, 12); kill += 1) {
    // Some have expired by then, others fall due while nothing runs.
    await sleep(150 * (kill % 4) + 900)
    await killPair()
    await startPair()
  }
  await expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBe(ids.length)
  expect((await ended()).filter(({ charged, told }) => charged !== 30_000 || told !== 1)).toEqual([])
  expect(await brokenInvariants(database.pool)).toEqual({})
}, 120_000)
