/** Old months of the long tables are archived exactly into files; rows still in use are kept. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, firstOfMonthVn, toFilterDate } from '#kit/contract/dates.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { requireInvariants } from '#test/invariants.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { sealTrail } from '#platform/server/trail/seal.ts'
import { verifyTrail } from '#platform/server/trail/verify.ts'
import { addMonths, firstKept } from './months.ts'
import { loadFile, retain, type Retained } from './retain.ts'

const names = ['care_history', 'disclosures', 'movements', 'audit_log']
const now = new Date()
const thisMonth = firstOfMonthVn(now)

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
  folder = await mkdtemp(join(tmpdir(), 'vasdesk-retention-'))
})
afterAll(async () => {
  await requireInvariants(server.pool)
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await server.pool.query(`DELETE FROM payroll_closing`)
  await closePayroll(addMonths(thisMonth, -1))
})

const { take, recorded } = careCalls(() => server)

const closePayroll = (month: string) =>
  server.pool.query(
    sql`INSERT INTO payroll_closing (thang, tham_so, viec, chot_boi) VALUES (${month}, '{}', '[]', 'quanly')`,
  )

const dry = (months = 24): Promise<Retained> => retain(server.url, { months, folder: null, now })
const run = (months = 24): Promise<Retained> => retain(server.url, { months, folder, now })

/** Shifts the clock back by so many months, which only the owner of the tables can do. */
const age = (months: number) =>
  server.pool.query(`
    ALTER TABLE movements DISABLE TRIGGER USER; ALTER TABLE audit_log DISABLE TRIGGER USER;
    UPDATE movements SET at = at - interval '${months} months'; UPDATE audit_log SET at = at - interval '${months} months';
    UPDATE disclosures SET at = at - interval '${months} months';
    UPDATE care_history SET created_at = created_at - interval '${months} months';
    ALTER TABLE movements ENABLE TRIGGER USER; ALTER TABLE audit_log ENABLE TRIGGER USER`)

/** Rows of each table as one text. */
async function contents(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const name of names) {
    const { rows } = await server.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t ORDER BY id`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

const sum = ({ months }: Retained, count: 'leaves' | 'stays') =>
  Object.fromEntries(
    names.map((name) => [
      name,
      months.filter(({ table }) => table === name).reduce((n, one) => n + one[count], 0),
    ]),
  )

const historyOf = async (customer: string) => {
  const { rows } = await server.pool.query<{ kind: string }>(
    sql`SELECT kind FROM movements WHERE customer_id = ${customer} ORDER BY id`,
  )
  const calls = await server.pool.query(sql`SELECT id FROM care_history WHERE customer_id = ${customer}`)
  const trail = await server.pool.query(
    sql`SELECT FROM audit_log WHERE resource = 'care/history' AND resource_id = ANY (
      SELECT id::text FROM care_history WHERE customer_id = ${customer})`,
  )
  return { moves: rows.map(({ kind }) => kind), calls: calls.rowCount, trail: trail.rowCount }
}

/** Numbers of one file in the states: done, call promised, invited again, assigned, not called. */
async function played() {
  const file = await makePool(server.pool, { rows: 8 })
  for (const username of ['sale111', 'sale112']) await permitFiles(server.pool, username, [file])
  const called = async (body: object) => {
    const { id } = await take('sale111')
    return { id, log: await recorded('sale111', id, body) }
  }
  const done = await called(refuse)
  const promised = await called(appointment(60))
  const kept = await called(appointment(60))
  const again = await called(refuse)
  const late = await take('sale111')
  const inHand = await take('sale112')
  const admin = await server.as('admin')
  expect((await admin.post('/api/v1/care/xacNhanMoiLai', { id: again.log })).status).toBe(200)
  return { done, promised, kept, again, late, inHand }
}

test('months begin and end at midnight in Vietnam', () => {
  expect(firstKept(24, new Date('2026-11-30T16:59:59Z'))).toBe('2024-11-01')
  expect(firstKept(24, new Date('2026-11-30T17:00:00Z'))).toBe('2024-12-01')
  expect(addMonths('2024-12-01', 1)).toBe('2025-01-01')
  expect(addMonths('2024-01-01', -1)).toBe('2023-12-01')
})

test('closed data is moved into files that hold it exactly, and data still in work stays', async () => {
  const { done, promised, kept, again, late, inHand } = await played()
  const leader = await server.as('leader11')
  const sale = { so_dien_thoai: '0912345678', ngay_thanh_cong: '01/11/2026', username_nv: 'sale111' }
  const open = ((await leader.post('/api/v1/khr', sale)).data as { id: string }).id
  const decided = (
    (await leader.post('/api/v1/khr', { ...sale, so_dien_thoai: '0912345679' })).data as { id: string }
  ).id
  expect(
    (await (await server.as('quanly')).put(`/api/v1/khr/approve/${decided}`, { trang_thai: '1' })).status,
  ).toBe(200)
  await server.pool.query(
    `INSERT INTO disclosures (customer_id, user_id, reason)
     SELECT customer_id, to_holder, 'appointment' FROM movements WHERE to_stage = 'open'`,
  )
  await age(30)
  // An appointment from that time that was kept only now, which moves nothing, and a number assigned since then.
  await recorded('sale111', kept.id, refuse)
  await recorded('sale111', late.id, refuse)

  for (let round = 0; round < 2; round += 1) await sealTrail(server.pool)
  const before = await contents()
  const report = await dry()
  expect(await contents()).toEqual(before)
  expect(await readdir(folder)).toEqual([])
  expect(report).toMatchObject({ before: addMonths(thisMonth, -24), requested: null })

  const result = await run()
  expect(sum(result, 'leaves')).toEqual(sum(report, 'leaves'))
  const after = await contents()
  const recordsMade = result.months.filter(({ file }) => file !== undefined)
  for (const name of names) {
    const archivedCount = sum(result, 'leaves')[name] ?? 0
    expect([name, archivedCount > 0]).toEqual([name, true])
    const added = name === 'audit_log' ? recordsMade.length : 0
    expect(after[name]?.length).toBe((before[name]?.length ?? 0) - archivedCount + added)
  }
  expect(await historyOf(done.id)).toEqual({ moves: ['import', 'result'], calls: 0, trail: 0 })
  expect(await historyOf(promised.id)).toMatchObject({
    moves: ['import', 'claim', 'result'],
    calls: 1,
    trail: 1,
  })
  expect(await historyOf(again.id)).toMatchObject({
    moves: ['import', 'claim', 'result', 'reinvite'],
    calls: 1,
  })
  expect(await historyOf(kept.id)).toEqual({ moves: ['import', 'claim', 'result'], calls: 2, trail: 2 })
  expect((await historyOf(late.id)).moves).toEqual(['import', 'claim', 'result'])
  expect((await historyOf(inHand.id)).moves).toEqual(['import', 'claim'])
  const { rows: trails } = await server.pool.query(
    sql`SELECT DISTINCT resource_id FROM audit_log WHERE resource = 'khr'`,
  )
  expect(trails).toEqual([{ resource_id: open }])
  await requireInvariants(server.pool)
  // Archived entries remain part of their seals, and are verified once their file is loaded (D3-TRL-02).
  const archived = sum(result, 'leaves').audit_log
  expect(await verifyTrail(server.pool)).toMatchObject({ faults: [], archived, loaded: 0 })

  // The files contain exactly the deleted rows.
  const loaded: Record<string, string[]> = {}
  for (const { file, table: name, leaves } of recordsMade) {
    const path = join(folder, file ?? '')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { table, rows } = await loadFile(server.url, path)
    expect(rows).toBe(leaves)
    const found = await server.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
    loaded[name] = [...(loaded[name] ?? []), ...found.rows.map(({ row }) => row)]
  }
  for (const name of names)
    expect(loaded[name]?.toSorted()).toEqual(
      before[name]?.filter((row) => !after[name]?.includes(row)).toSorted(),
    )

  expect(await verifyTrail(server.pool)).toMatchObject({ faults: [], archived, loaded: archived })

  // Audited with the checksum of the file; a second run finds nothing.
  const { rows: records } = await server.pool.query<{ file: string; sha256: string }>(sql`
    SELECT m.file, m.sha256 FROM archived_months m JOIN audit_log a ON a.action = 'archive'
      AND a.resource = 'archived_months' AND a.after ->> 'sha256' = m.sha256 AND a.username = '__AUTO' ORDER BY m.id`)
  expect(records.map(({ file }) => file)).toEqual(recordsMade.map(({ file }) => file))
  for (const { file, sha256 } of records)
    expect(await readFile(join(folder, `${file}.sha256`), 'utf8')).toBe(`${sha256}  ${file}\n`)
  expect(sum(await run(), 'leaves')).toEqual({ care_history: 0, disclosures: 0, movements: 0, audit_log: 0 })
  expect(await contents()).toEqual(after)
})

test('the call report does not show an archived month as one without calls', async () => {
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ month: string }>(
    `SELECT to_char(max(month), 'YYYY-MM-DD') AS month FROM archived_months WHERE table_name IN ('care_history', 'movements')`,
  )
  const since = addMonths(rows[0]?.month ?? '', 1)
  const refused = await admin.get('/api/v1/tilebatso')
  expect(refused).toMatchObject({ status: 400, body: { fields: { startDate: refused.body.msg } } })
  expect(refused.body.msg).toContain('đã được lưu trữ ra tệp')
  const read = (from: string) =>
    admin.get(`/api/v1/tilebatso?startDate=${toFilterDate(from)}&endDate=${toFilterDate(thisMonth)}`)
  expect((await read(addDays(since, -1))).status).toBe(400)
  expect((await read(since)).status).toBe(200)
})

test('a month is archived only when its payroll is closed, and none of the last twelve', async () => {
  await server.pool.query('DELETE FROM payroll_closing')
  const open = { before: null, requested: addMonths(thisMonth, -24), months: [] }
  expect([await dry(), await run()]).toEqual([open, open])
  // A report without archiving is not an error: exit code 0, also with a folder.
  const command = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../../tools/retention.ts'), '--months', '24', '--dry-run', folder],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: server.url, DATABASE_DIRECT_URL: '' } },
  )
  expect(command).toMatchObject({ status: 0, stderr: '' })
  expect(command.stdout).toContain('nothing would leave')
  await closePayroll(addMonths(thisMonth, -32))
  const report = await dry()
  expect(report).toMatchObject({ before: addMonths(thisMonth, -31), requested: addMonths(thisMonth, -24) })
  expect(report.months.filter(({ month }) => month >= (report.before ?? ''))).toEqual([])
  await expect(dry(11)).rejects.toThrow('at least 12')
  await expect(dry(Number.NaN)).rejects.toThrow('at least 12')
})

test('audit trail, ledger and record of archived months accept only inserts, even from a caller that claims to archive', async () => {
  const deleting = (before: string, table: string) =>
    withTransaction(server.pool, async (client) => {
      await client.query(sql`SELECT set_config('vas.archived_before', ${before}, true)`)
      await client.query(`DELETE FROM ${table}`)
    })
  for (const table of ['audit_log', 'movements']) {
    await expect(server.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only')
    await expect(deleting('infinity', table)).rejects.toThrow('append-only')
    await expect(server.pool.query(`UPDATE ${table} SET at = at`)).rejects.toThrow('append-only')
  }
  await expect(deleting('infinity', 'archived_months')).rejects.toThrow('append-only')
})

test('a damaged file is not loaded, and nothing is deleted when there is no room for the file', async () => {
  const file =
    (await readdir(folder)).find((name) => name.startsWith('movements') && name.endsWith('.gz')) ?? ''
  await expect(loadFile(server.url, join(folder, file))).rejects.toThrow('already exists')
  await server.pool.query('DROP SCHEMA archive CASCADE')
  const sums = await readFile(join(folder, `${file}.sha256`), 'utf8')
  await writeFile(
    join(folder, `${file}.sha256`),
    sums.replace(/^./, (sign) => (sign === '0' ? '1' : '0')),
  )
  await expect(loadFile(server.url, join(folder, file))).rejects.toThrow('is damaged')
  expect((await server.pool.query(`SELECT FROM pg_namespace WHERE nspname = 'archive'`)).rowCount).toBe(0)
  await expect(loadFile(server.url, join(folder, 'x.csv.gz'))).rejects.toThrow('no file of retention')

  await age(30)
  const before = await contents()
  // The folder is a file, so nothing can be written.
  await writeFile(join(folder, 'full'), '')
  await expect(retain(server.url, { months: 24, folder: join(folder, 'full'), now })).rejects.toThrow(
    'EEXIST',
  )
  expect(await contents()).toEqual(before)
})

test('only one retention runs at a time', async () => {
  const answers = await Promise.allSettled([dry(), dry(), dry()])
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
  expect(refused.length).toBeLessThan(3)
  expect(refused.filter((reason) => !reason.includes('another retention is under way'))).toEqual([])
})
