/** Limits of a recycling rule: expiry of the package, the unit, and the time it was switched on (D3-REC). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls } from '#test/care.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { anyTime, clearRules, noAnswer, recycleCalls } from '#test/recycling.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { requireInvariants } from '#test/invariants.ts'
import { planAnew } from './plan.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(() => clearRules(server.pool))

const { next, take, recorded } = careCalls(() => server)
const { file, later, save } = recycleCalls(() => server)

/** Due time of a number called at 10:00 with a package that ends on 20-11, under a rule of so many minutes; null for never. */
async function due(
  minutes: number,
  { untilExpiry = true, from = '2026-11-01' } = {},
): Promise<string | null> {
  const { rows } = await server.pool.query<{ at: string | null }>(sql`
    SELECT CASE WHEN d.at < 'infinity' THEN to_char(d.at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM HH24:MI') END AS at
    FROM (SELECT jsonb_populate_record(r, jsonb_build_object('after_minutes', ${minutes}::int, 'until_expiry', ${untilExpiry}::boolean,
      'parts', '{sang,trua,chieu,toi}'::text[], 'part', 'any', 'most', 9, 'within_days', NULL)) AS rule
      FROM recycle_rules r WHERE r.file_id IS NULL AND r.status = 'KBM') k
    CROSS JOIN LATERAL (SELECT recycle_due(k.rule, 1, '2026-11-19 10:00+07', '2026-11-19 10:00+07', '2026-11-20', ${from}::timestamptz) AS at) d`)
  return rows[0]?.at ?? null
}

test('a rule brings a number back until the last minute of the day on which its package ends, and never later (D3-REC-01)', async () => {
  expect(await due(60)).toBe('19-11 11:00')
  // 37 h 59 min after 10:00 of the 19th is 23:59 of the 20th.
  expect([await due(38 * 60 - 1), await due(38 * 60)]).toEqual(['20-11 23:59', null])
  expect(await due(38 * 60, { untilExpiry: false })).toBe('21-11 00:00')
  // The limit applies to the time of the hand-out, not of the call.
  expect(await due(60, { from: '2026-11-20 23:59+07' })).toBe('20-11 23:59')
  expect(await due(60, { from: '2026-11-21 00:00+07' })).toBeNull()
})

test('a number whose package ended yesterday is not handed out, one that ends today is (D3-REC-01)', async () => {
  await save({ KBM: { ...anyTime, until_expiry: true } })
  await file(2)
  const ended = await take('sale111')
  await recorded('sale111', ended.id, noAnswer)
  const ends = await take('sale111')
  await recorded('sale111', ends.id, noAnswer)
  await server.pool.query(sql`
    UPDATE customer SET "packageExpiredAt" = today_vn() - (id = ${ended.id})::int WHERE id IN (${ended.id}, ${ends.id})`)
  await later(5)
  expect(await take('sale112')).toMatchObject({ id: ends.id, source: 'recycle' })
  expect((await next('sale111')).value).toBeNull()
  await requireInvariants(server.pool)
})

const move = (username: string, leader: string) =>
  server.pool.query(sql`
    UPDATE users u SET group_id = l.id, brand_id = l.brand_id FROM users l
    WHERE u.username = ${username} AND l.username = ${leader}`)

test('people of another group or branch are not handed its recycled numbers, even from a file open to all, and a person who moves takes none along (D3-REC-01, D3-REC-03)', async () => {
  await save({ KBM: { ...anyTime, caller: 'same' }, KLLĐ: anyTime })
  const made = await makePool(server.pool, { rows: 2 })
  for (const branch of ['chinhanh1', 'chinhanh2']) await permitFiles(server.pool, branch, [made])
  const ownCard = await take('sale111')
  await recorded('sale111', ownCard.id, noAnswer)
  const shared = await take('sale111')
  await recorded('sale111', shared.id, { status: 'KLLĐ', note: 'Thuê bao' })
  await later(5)
  const nothing = async (...usernames: string[]) => {
    for (const one of usernames) expect([one, (await next(one)).value]).toEqual([one, null])
  }
  await nothing('sale121', 'sale211')
  try {
    for (const [leader, branch] of [
      ['leader21', 'chinhanh2'],
      ['leader12', 'chinhanh1'],
    ] as const) {
      await move('sale111', leader)
      await nothing('sale111')
      // Planned again, it still belongs to the unit that called.
      await server.pool.query('SELECT plan_recycling(customer_id) FROM recycling')
      expect([branch, (await next('sale111')).value]).toEqual([branch, null])
    }
    const taken = await take('sale112')
    await recorded('sale112', taken.id, noAnswer)
    const other = await take('sale112')
    expect(new Set([taken.id, other.id])).toEqual(new Set([ownCard.id, shared.id]))
  } finally {
    await move('sale111', 'leader11')
  }
})

test('numbers waiting for the group of a locked leader stay in the branch when their caller moved to another branch (D3-REC-03, D3-ORG-03)', async () => {
  await save({ KBM: anyTime })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  const waits = async () =>
    (
      await server.pool.query<{ username: string }>(
        'SELECT u.username FROM recycling r JOIN users u ON u.id = r.unit_id',
      )
    ).rows
  try {
    await move('sale111', 'leader21')
    await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'leader11'`)
    expect(await waits()).toEqual([{ username: 'chinhanh1' }])
    await server.pool.query('SELECT plan_recycling(customer_id) FROM recycling')
    expect(await waits()).toEqual([{ username: 'chinhanh1' }])
    expect((await next('sale211')).value).toBeNull()
    expect(await take('sale121')).toMatchObject({ id, source: 'recycle' })
  } finally {
    await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'leader11'`)
    await move('sale111', 'leader11')
  }
})

test('a saved default rule stays in force since it was switched on; switched off and on it starts again (D3-REC-01)', async () => {
  const since = async () =>
    (
      await server.pool.query<{ active_since: Date | null }>(
        `SELECT active_since FROM recycle_rules WHERE file_id IS NULL AND status = 'KBM'`,
      )
    ).rows[0]?.active_since?.getTime()
  await save({ KBM: anyTime })
  const first = await since()
  expect(first).toBeGreaterThan(0)
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  await save({ KBM: { ...anyTime, after_minutes: 120 } })
  expect(await since()).toBe(first)
  // The file uploaded in between keeps its rule.
  expect(await take('sale112')).toMatchObject({ id, source: 'recycle' })
  await recorded('sale112', id, noAnswer)
  await save({ KBM: { active: false } })
  expect(await since()).toBeUndefined()
  await save({ KBM: anyTime })
  expect(await since()).toBeGreaterThan(first ?? Infinity)
  await later(5)
  await planAnew(server)
  expect((await next('sale111')).value).toBeNull()
})
