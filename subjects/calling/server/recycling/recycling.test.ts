/** Unanswered numbers come up again by their rule, within the unit that called them (D3-REC-01 to D3-REC-03). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls, refuse } from '#test/care.ts'
import { anyTime, clearRules, noAnswer, recycleCalls, rulesPath } from '#test/recycling.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { setSettings } from '#test/settings.ts'
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
const { file, later, save, state } = recycleCalls(() => server)

test('a number with no answer is recycled as often as its rule says, showing which call it is and the last result; balances match (D3-REC-01, D3-REC-02)', async () => {
  await save({ KBM: { ...anyTime, most: 3 } })
  await file()
  const first = await take('sale111')
  expect(first.again).toBeNull()
  await recorded('sale111', first.id, noAnswer)
  await later(3)
  expect((await next('sale112')).value).toBeNull()
  await later(2)
  const second = await take('sale112')
  expect(second).toMatchObject({
    id: first.id,
    source: 'recycle',
    again: { n: 2, most: 3, lastStatus: 'KBM' },
  })
  expect(second.history.map(({ note }) => note)).toEqual([noAnswer.note])
  await recorded('sale112', second.id, noAnswer)
  await later(5)
  const third = await take('sale111')
  expect(third).toMatchObject({ id: first.id, again: { n: 3, most: 3 } })
  await recorded('sale111', third.id, noAnswer)
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

test('no rule is active until somebody switches it on, and then it applies to later files and to chosen ones (D3-REC-01)', async () => {
  const before = await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
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

test('another result, or a rule switched off, brings no number back; the rule is checked at the moment of the hand-out (D3-REC-01)', async () => {
  await save({ KBM: anyTime })
  await file(2)
  const refused = await take('sale111')
  await recorded('sale111', refused.id, refuse)
  const missed = await take('sale111')
  await recorded('sale111', missed.id, noAnswer)
  await later(5)
  // Switched off, but due times not recomputed yet.
  await server.pool.query(`UPDATE recycle_rules SET active = false`)
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query(`UPDATE recycle_rules SET active = true WHERE status = 'KBM'`)
  expect(await take('sale112')).toMatchObject({ id: missed.id })
})

test('a file follows the default rules, its own or none, as set; 400 for own rules never written, 404 for an unknown file (D3-REC-01)', async () => {
  const { version, rules } = await save({ KBM: { ...anyTime, most: 5 } })
  const files = [1, 2, 3].map(() => makePool(server.pool, { rows: 1 }))
  const [ownRulesFile = '', off = '', plain = ''] = await Promise.all(files)
  await permitFiles(server.pool, 'chinhanh1', [ownRulesFile, off, plain])
  const admin = await server.as('admin')
  const change = async (file_id: string, body: object, version: number) =>
    (await admin.put(rulesPath, { version, file_id, ...body })).status
  const quick = rules.map((rule) => (rule.status === 'KBM' ? { ...rule, after_minutes: 60, most: 2 } : rule))
  expect(await change(ownRulesFile, { mode: 'own' }, version)).toBe(400)
  expect(await change(ownRulesFile, { mode: 'own', rules: quick }, version)).toBe(200)
  expect(await change(off, { mode: 'off' }, version + 1)).toBe(200)
  expect(await change('018f0000-0000-7000-8000-00000000dead', { mode: 'off' }, version + 2)).toBe(404)
  await planAnew(server)
  const ids = new Map<string, string>()
  for (let n = 0; n < 3; n += 1) {
    const { id } = await take('sale111')
    const { rows } = await server.pool.query(sql`SELECT file_id FROM customer WHERE id = ${id}`)
    ids.set(rows[0]?.file_id, id)
    await recorded('sale111', id, noAnswer)
  }
  await later(2)
  expect(await take('sale112')).toMatchObject({ id: ids.get(ownRulesFile), again: { n: 2, most: 2 } })
  await recorded('sale112', ids.get(ownRulesFile) ?? '', noAnswer)
  expect((await next('sale112')).value).toBeNull()
  await later(3)
  expect(await take('sale112')).toMatchObject({ id: ids.get(plain), again: { n: 2, most: 5 } })
  // Its own rule allows two calls, and the third file has no rule.
  for (const username of ['sale111', 'sale121']) expect((await next(username)).value).toBeNull()
})

test('a number is recycled to the same or to another person of the group, as its rule says, and never to another group (D3-REC-01)', async () => {
  await save({ KBM: { ...anyTime, caller: 'other' }, KLLĐ: { ...anyTime, caller: 'same' } })
  await file(2)
  const first = await take('sale111')
  await recorded('sale111', first.id, noAnswer)
  const second = await take('sale111')
  await recorded('sale111', second.id, { status: 'KLLĐ', note: 'Thuê bao' })
  await later(5)
  expect((await next('sale121')).value).toBeNull()
  expect(await take('sale112')).toMatchObject({ id: first.id })
  expect(await take('sale111')).toMatchObject({ id: second.id, source: 'recycle' })
})

test('a number waiting for one person goes to the group when the person is locked (D3-REC-03)', async () => {
  await save({ KBM: { ...anyTime, caller: 'same' } })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale111'`)
  expect(await take('sale112')).toMatchObject({ id })
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale111'`)
})

test('the blacklist, an appointment and a stopped file take precedence over a rule (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  const made = await file(3)
  const numbers = [await take('sale111'), null, null].slice(0, 1)
  await recorded('sale111', numbers[0]?.id ?? '', noAnswer)
  await later(5)
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number, description) VALUES (${numbers[0]?.phone}, 'Không gọi')`,
  )
  const other = await take('sale112')
  expect(other.source).toBe('pool')
  await recorded('sale112', other.id, noAnswer)
  await later(5)
  await server.pool.query(sql`UPDATE data_files SET is_activated = 0 WHERE id = ${made}`)
  expect((await next('sale111')).value).toBeNull()
  await server.pool.query(sql`UPDATE data_files SET is_activated = 1 WHERE id = ${made}`)
  expect(await take('sale111')).toMatchObject({ id: other.id, source: 'recycle' })
})

test('a number returns to its rule after a temporary obstacle: a deleted blacklist entry, a lifted call limit (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  await file()
  const { id, phone } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  await server.pool.query(
    sql`INSERT INTO blacklist (phone_number, description) VALUES (${phone}, 'Không gọi')`,
  )
  expect((await next('sale112')).value).toBeNull()
  await server.pool.query('DELETE FROM blacklist')
  expect(await take('sale112')).toMatchObject({ id, source: 'recycle' })
  await recorded('sale112', id, noAnswer)
  await later(5)
  await setSettings(server.pool, { 'care.callsPerPhone': 1, 'care.callsPerDays': 30 })
  await planAnew(server)
  expect((await next('sale111')).value).toBeNull()
  await server.pool.query(`DELETE FROM settings WHERE key LIKE 'care.calls%'`)
  await planAnew(server)
  expect(await take('sale111')).toMatchObject({ id, source: 'recycle' })
})

test('a due number goes to one of many who claim at once (D3-REC-03)', async () => {
  await save({ KBM: anyTime })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(5)
  const handed = await Promise.all(
    ['sale111', 'sale112', 'sale111', 'sale112', 'sale112'].map((username) => next(username)),
  )
  const holders = new Set(
    handed.flatMap(({ value }, index) => (value ? [['sale111', 'sale112'][index % 2]] : [])),
  )
  expect(holders.size).toBeLessThanOrEqual(2)
  const { rows } = await server.pool.query(
    sql`SELECT FROM movements WHERE customer_id = ${id} AND kind = 'recycle'`,
  )
  expect(rows).toHaveLength(1)
})

const readWhy = async (username: string): Promise<string> =>
  (await (await server.as(username)).get('/api/v1/care/why')).text

test('a phone gets at most `care.callsPerPhone` calls in `care.callsPerDays` days, and a held back number says so (D3-RULE-02)', async () => {
  await save({ KBM: { ...anyTime, most: 10 } })
  await setSettings(server.pool, {
    'care.callsPerPhone': 2,
    'care.callsPerDays': 7,
    'care.coolDownHours': 0,
  })
  await file()
  const { id } = await take('sale111')
  await recorded('sale111', id, noAnswer)
  await later(3)
  expect((await next('sale111')).value).toBeNull()
  expect(await readWhy('sale111')).not.toContain('đã gọi đủ')
  await later(2)
  expect(await take('sale112')).toMatchObject({ id })
  await recorded('sale112', id, noAnswer)
  await later(24)
  expect((await next('sale111')).value).toBeNull()
  expect(await readWhy('sale111')).toMatch(
    /1 số chờ gọi lại theo luật, sớm nhất [^"]*, đã gọi đủ 2 lần trong 7 ngày/,
  )
  await later(24 * 6)
  expect(await take('sale111')).toMatchObject({ id, again: { n: 3 } })
})

test('the call limit of a phone counts all its rows: packages, files and people (D3-RULE-02)', async () => {
  await save({ KBM: { ...anyTime, most: 10 } })
  await setSettings(server.pool, {
    'care.callsPerPhone': 2,
    'care.callsPerDays': 7,
    'care.coolDownHours': 0,
  })
  const packages = await makePool(server.pool, { rows: 1, packages: ['VD90', 'VD120'] })
  const again = await makePool(server.pool, { rows: 1 })
  await server.pool.query(sql`
    UPDATE customer SET phone = (SELECT phone FROM customer WHERE file_id = ${packages} LIMIT 1) WHERE file_id = ${again}`)
  await permitFiles(server.pool, 'chinhanh1', [packages, again])
  for (const username of ['sale111', 'sale121']) await recorded(username, (await take(username)).id, noAnswer)
  // A third row of the phone, in another file, is uncalled, and both called ones are due.
  await later(24)
  for (const username of ['sale111', 'sale112', 'sale121']) expect((await next(username)).value).toBeNull()
  expect(await readWhy('sale112')).toContain('1 số còn lại vừa được gọi, đã gọi đủ 2 lần trong 7 ngày')
  expect((await state()).preview.held).toMatchObject({ calls: 2, coolDown: 0 })
  await later(24 * 6)
  await take('sale112')
})

test("only managers change the rules, and a manager who overwrites another's change is told so (D3-REC-01)", async () => {
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
