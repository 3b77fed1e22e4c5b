/** Numbers that reached nobody come up again by their rule, within the unit that called them (D3-REC-01 to D3-REC-03). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls, refuse } from '../../../test/care.ts'
import { anyTime, clearRules, nobody, recycleCalls, rulesPath } from '../../../test/recycling.ts'
import { setSettings } from '../../../test/settings.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { requireInvariants } from '../../../test/invariants.ts'
import { planAnew } from './plan.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(() => clearRules(server.pool))

const { next, take, recorded } = careCalls(() => server)
const { file, later, save, state } = recycleCalls(() => server)

test('a number that nobody answered comes up again as often as its rule says, with the call it is and the last one; balances hold (D3-REC-01, D3-REC-02)', async () => {
  await save({ KBM: { ...anyTime, most: 3 } })
  await file()
  const first = await take('sale111')
  expect(first.again).toBeNull()
  await recorded('sale111', first.id, nobody)
  await later(3)
  expect((await next('sale112')).value).toBeNull()
  await later(2)
  const second = await take('sale112')
  expect(second).toMatchObject({
    id: first.id,
    source: 'recycle',
    again: { n: 2, most: 3, lastStatus: 'KBM' },
  })
  expect(second.history.map(({ note }) => note)).toEqual([nobody.note])
  await recorded('sale112', second.id, nobody)
  await later(5)
  const third = await take('sale111')
  expect(third).toMatchObject({ id: first.id, again: { n: 3, most: 3 } })
  await recorded('sale111', third.id, nobody)
  await later(500)
  expect((await next('sale111')).value).toBeNull()
  const { rows } = await server.pool.query<{ kind: string }>(sql`
    SELECT kind FROM movements WHERE customer_id = ${first.id} ORDER BY id`)
  expect(rows.map(({ kind }) => kind)).toEqual([
    'import',
    'claim',
    'result',
    'recycle',
    'result',
    'recycle',
    'result',
  ])
  await requireInvariants(server.pool)
})

test('no rule is active before somebody switches it on, and then it holds for files that come later and those that are chosen (D3-REC-01)', async () => {
  const before = await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, nobody)
  await later(48)
  expect((await next('sale112')).value).toBeNull()
  const { version } = await save({ KBM: anyTime })
  expect((await next('sale112')).value).toBeNull()
  const admin = await server.as('admin')
  const preview = await admin.post(`${rulesPath}/xemtruoc`, { file_id: before, mode: 'default' })
  expect(preview.data).toMatchObject({ total: 1 })
  expect((await next('sale112')).value).toBeNull()
  expect((await admin.put(rulesPath, { version, file_id: before, mode: 'default' })).status).toBe(200)
  await planAnew(server)
  expect(await take('sale112')).toMatchObject({ id, source: 'recycle' })
})

test('another result, or a rule that was switched off, brings nothing up; the rule is asked when the number goes out (D3-REC-01)', async () => {
  await save({ KBM: anyTime })
  await file(2)
  const refused = await take('sale111')
  await recorded('sale111', refused.id, refuse)
  const missed = await take('sale111')
  await recorded('sale111', missed.id, nobody)
  await later(5)
  // Switched off, and nothing planned anew yet.
  await server.pool.query(`UPDATE recycle_rules SET active = false`)
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query(`UPDATE recycle_rules SET active = true WHERE status = 'KBM'`)
  expect(await take('sale112')).toMatchObject({ id: missed.id })
})

test('by the same or by another person of the group, and never by another group (D3-REC-01)', async () => {
  await save({ KBM: { ...anyTime, caller: 'other' }, KLLĐ: { ...anyTime, caller: 'same' } })
  await file(2)
  const first = await take('sale111')
  await recorded('sale111', first.id, nobody)
  const second = await take('sale111')
  await recorded('sale111', second.id, { status: 'KLLĐ', note: 'Thuê bao' })
  await later(5)
  expect((await next('sale121')).value).toBeNull()
  expect(await take('sale112')).toMatchObject({ id: first.id })
  expect(await take('sale111')).toMatchObject({ id: second.id, source: 'recycle' })
})

test('what waits for one person goes to the group when the person is locked (D3-REC-03)', async () => {
  await save({ KBM: { ...anyTime, caller: 'same' } })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, nobody)
  await later(5)
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale111'`)
  expect(await take('sale112')).toMatchObject({ id })
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale111'`)
})

test('the blacklist, an appointment and a stopped file stand above a rule (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  const made = await file(3)
  const numbers = [await take('sale111'), null, null].slice(0, 1)
  await recorded('sale111', numbers[0]?.id ?? '', nobody)
  await later(5)
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number, description) VALUES (${numbers[0]?.phone}, 'Không gọi')`,
  )
  const other = await take('sale112')
  expect(other.source).toBe('pool')
  await recorded('sale112', other.id, nobody)
  await later(5)
  await server.pool.query(sql`UPDATE data_files SET is_activated = 0 WHERE id = ${made}`)
  expect((await next('sale111')).value).toBeNull()
  await server.pool.query(sql`UPDATE data_files SET is_activated = 1 WHERE id = ${made}`)
  expect(await take('sale111')).toMatchObject({ id: other.id, source: 'recycle' })
})

test('a number is not lost to its rule by what passes: a blacklist entry that goes, a bound of calls that is lifted (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  await file()
  const { id, phone } = await take('sale111')
  await recorded('sale111', id, nobody)
  await later(5)
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number, description) VALUES (${phone}, 'Không gọi')`,
  )
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query('DELETE FROM blacklist')
  expect(await take('sale112')).toMatchObject({ id, source: 'recycle' })
  await recorded('sale112', id, nobody)
  await later(5)
  await setSettings(server.pool, { 'care.callsPerPhone': 1, 'care.callsPerDays': 30 })
  await planAnew(server)
  expect((await next('sale111')).value).toBeNull()
  await server.pool.query(`DELETE FROM settings WHERE key LIKE 'care.calls%'`)
  await planAnew(server)
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle' })
})

test('one number that is due goes to one of many who ask at once (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, nobody)
  await later(5)
  const handed = await Promise.all(
    ['sale111', 'sale112', 'sale111', 'sale112', 'sale112'].map((who) => next(who)),
  )
  const holders = new Set(handed.flatMap(({ value }, at) => (value ? [['sale111', 'sale112'][at % 2]] : [])))
  expect(holders.size).toBeLessThanOrEqual(2)
  const { rows } = await server.pool.query(
    sql`SELECT FROM movements WHERE customer_id = ${id} AND kind = 'recycle'`,
  )
  expect(rows).toHaveLength(1)
})

test('a phone gets no more than `care.callsPerPhone` calls in `care.callsPerDays` days, over files, packages and people (D3-RULE-02)', async () => {
  await save({ KBM: { ...anyTime, most: 10 } })
  await server.pool.query(
    `INSERT INTO settings (key, value) VALUES ('care.callsPerPhone', '2'), ('care.callsPerDays', '7'), ('care.coolDownHours', '0')`,
  )
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, nobody)
  await later(5)
  expect(await take('sale112')).toMatchObject({ id })
  await recorded('sale112', id, nobody)
  await later(24)
  expect((await next('sale111')).value).toBeNull()
  const why = (await (await server.as('sale111')).get('/api/v1/care/why')).data
  expect(JSON.stringify(why)).toContain('chờ gọi lại theo luật')
  await later(24 * 6)
  expect(await take('sale111')).toMatchObject({ id, again: { n: 3 } })
})

test('rules are for managers, and who saves over the change of another is told so (D3-REC-01)', async () => {
  expect((await (await server.as('leader11')).get(rulesPath)).status).toBe(403)
  const { version, rules } = await state()
  const admin = await server.as('admin')
  const answers = await Promise.all([1, 2].map(() => admin.put(rulesPath, { version, rules })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const wrong = await admin.put(rulesPath, {
    version: version + 1,
    rules: rules.map((rule) => ({ ...rule, most: 1 })),
  })
  expect(wrong.status).toBe(400)
})
