/** Forgeries by the database's owner, including of seals, are all detected (D3-TRL-04). */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { hourHeads } from './heads.ts'
import { keepSealing, sealTrail } from './seal.ts'
import { verifyTrail } from './verify.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'vasdesk-forged-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await server.pool.query('TRUNCATE trail_seals, trail_mark')
  await sealAll()
})

type Proofs = Parameters<typeof verifyTrail>[1]
const faults = async (proofs?: Proofs) =>
  (await verifyTrail(server.pool, proofs)).faults.map(({ kind, subject }) => `${kind} ${subject}`)
/** As many rounds as an entry waits at most, and one more, so that its seal has a start time. */
async function sealAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await sealTrail(server.pool)
}
/** Inserts an entry directly, with its own time; returns its id. */
async function write(time = 'now()'): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(`
    INSERT INTO audit_log (at, username, action, resource, resource_id) VALUES (${time}, 'admin', 'create', 'gia-mao', 'x') RETURNING id::text`)
  return rows[0]?.id ?? ''
}
/** Executes what the triggers of the tables would refuse, as the owner of the database can. */
async function forge(statement: string): Promise<void> {
  const tables = ['audit_log', 'trail_seals', 'archived_entries', 'archived_months']
  const all = (how: string): string =>
    tables.map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`).join(';')
  await server.pool.query(`BEGIN; ${all('DISABLE')}; ${statement}; ${all('ENABLE')}; COMMIT`)
}
const headsNow = async (): Promise<string> => JSON.stringify(await hourHeads(server.pool, 48))

/** Archives an entry as retention does, including its file; returns how to undo it. */
async function archived(): Promise<{ id: string; file: string; undo: () => Promise<void> }> {
  const id = await write()
  await sealAll()
  const text = `id\n${id}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = `audit_log-2020-01-${sha256.slice(0, 12)}.csv.gz`
  await writeFile(join(folder, file), text)
  await forge(`
    DELETE FROM audit_log WHERE id = ${id};
    INSERT INTO archived_months (table_name, month, file, sha256, rows) VALUES ('audit_log', '2020-01-01', '${file}', '${sha256}', 1);
    INSERT INTO archived_entries (archived_month_id, ids) SELECT id, int8multirange(int8range(${id}, ${id}, '[]'))
      FROM archived_months WHERE file = '${file}';
    INSERT INTO audit_log (username, action, resource, resource_id, after)
      SELECT '__AUTO', 'archive', 'archived_months', 'audit_log 2020-01', to_jsonb(m)
        || jsonb_build_object('ids_sha256', encode(sha256(convert_to(e.ids::text, 'UTF8')), 'hex'))
      FROM archived_months m JOIN archived_entries e ON e.archived_month_id = m.id WHERE m.file = '${file}'`)
  const undo = () =>
    forge(`DELETE FROM archived_entries WHERE archived_month_id IN (SELECT id FROM archived_months WHERE file = '${file}');
      DELETE FROM archived_months WHERE file = '${file}'; DELETE FROM audit_log WHERE after ->> 'file' = '${file}'`)
  return { id, file, undo }
}

test('D3-TRL-04: the check names an archived range whose file is missing or replaced', async () => {
  const { file, undo } = await archived()
  expect(await faults({ archives: folder })).toEqual([])
  await writeFile(join(folder, file), 'id\n')
  expect(await faults({ archives: folder })).toEqual([`archive changed ${file}`])
  await rm(join(folder, file))
  expect(await faults({ archives: folder })).toEqual([`archive missing ${file}`])
  await undo()
})

test('D3-TRL-04: the check names an archived range whose digest is missing, or whose audit entry is of another file', async () => {
  const { file, undo } = await archived()
  expect(await faults()).toEqual([])
  const note = `action = 'archive' AND after ->> 'file' = '${file}'`
  const [{ after } = { after: {} }] = (
    await server.pool.query<{ after: object }>(`SELECT after FROM audit_log WHERE ${note}`)
  ).rows
  for (const other of [{ ids_sha256: undefined }, { sha256: '0'.repeat(64) }, { id: 'x' }]) {
    const forged = JSON.stringify({ ...after, ...other })
    await forge(`UPDATE audit_log SET after = '${forged}' WHERE ${note}`)
    expect(await faults()).toEqual([`archive changed ${file}`])
    await forge(`UPDATE audit_log SET after = '${JSON.stringify(after)}' WHERE ${note}`)
  }
  await forge(`UPDATE archived_months SET file = 'x.csv.gz' WHERE file = '${file}'`)
  expect(await faults()).toEqual(['archive changed x.csv.gz'])
  await forge(`UPDATE archived_months SET file = '${file}', table_name = 'movements' WHERE file = 'x.csv.gz'`)
  expect(await faults()).toHaveLength(1)
  await undo()
})

test('D3-TRL-04: the check names an entry whose time is more than an hour from its seal', async () => {
  const [early, late] = [
    await write(`now() - interval '61 minutes'`),
    await write(`now() + interval '61 minutes'`),
  ]
  await write(`now() - interval '59 minutes'`)
  await sealAll()
  expect(await faults()).toEqual([`wrong time ${early}`, `wrong time ${late}`])
})

test('D3-TRL-04: an entry written before a stop and sealed hours later after it counts with its right time', async () => {
  await server.pool.query(
    `UPDATE trail_mark SET at = at - interval '9 hours', since = since - interval '9 hours'`,
  )
  await write(`now() - interval '9 hours'`)
  const early = await write(`now() - interval '11 hours'`)
  await sealAll()
  expect(await faults()).toEqual([`wrong time ${early}`])
})

test('D3-TRL-04: the times of a seal are in its hash, and the check names a seal without times, or with a time before the last seal', async () => {
  for (let n = 0; n < 3; n += 1) {
    await write()
    await sealAll()
  }
  const { rows } = await server.pool.query<{ n: string }>(
    'SELECT n::text FROM trail_seals ORDER BY n DESC LIMIT 1',
  )
  const last = rows[0]?.n
  const rehashed = `UPDATE trail_seals s SET hash = seal_hash((SELECT hash FROM trail_seals b WHERE b.n = s.n - 1), s) WHERE n = ${last}`
  const before = `CREATE TABLE kept AS SELECT * FROM trail_seals WHERE n = ${last}`
  const again = `DELETE FROM trail_seals WHERE n = ${last}; INSERT INTO trail_seals SELECT * FROM kept; DROP TABLE kept`
  for (const set of [`at = at + interval '1 minute'`, `since = since - interval '1 second'`]) {
    await forge(`${before}; UPDATE trail_seals SET ${set} WHERE n = ${last}`)
    expect([set, await faults()]).toEqual([set, [`seal changed ${last}`]])
    await forge(again)
  }
  // With a matching hash: it leaves no gap after the previous seal, and does not overlap it.
  await forge(`${before}; UPDATE trail_seals SET first_id = first_id - 1 WHERE n = ${last}; ${rehashed}`)
  expect(await faults()).toEqual([`seal changed ${last}`])
  await forge(again)
  for (const set of ['since = NULL', `since = since - interval '1 day'`]) {
    await forge(`UPDATE trail_seals SET ${set} WHERE n = ${last}; ${rehashed}`)
    expect([set, await faults()]).toEqual([set, [`seal changed ${last}`]])
  }
})

test('D3-TRL-02: every column of a seal is in its hash, including day and first number, and changing a single one is found', async () => {
  for (let n = 0; n < 2; n += 1) {
    await write()
    await sealAll()
  }
  const changes = {
    n: 's.n + 1000',
    first_id: 's.first_id - 1',
    last_id: 's.last_id + 1',
    count: 's.count + 1',
    day: 's.day - 1',
    entries: 'set_byte(s.entries, 0, 1)',
    at: `s.at + interval '1 second'`,
    since: `s.since - interval '1 second'`,
  }
  const last = 'SELECT * FROM trail_seals ORDER BY n DESC LIMIT 1'
  const columns = await server.pool.query<{ name: string }>(`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = 'trail_seals'::regclass AND attnum > 0 AND NOT attisdropped`)
  expect(columns.rows.map(({ name }) => name).filter((name) => name !== 'hash')).toEqual(
    expect.arrayContaining(Object.keys(changes)),
  )
  expect(columns.rows).toHaveLength(Object.keys(changes).length + 1)
  for (const [column, to] of Object.entries(changes)) {
    const { rows } = await server.pool.query<{ same: boolean }>(`
      SELECT seal_hash(b.hash, jsonb_populate_record(s, jsonb_build_object('${column}', ${to}))) = s.hash AS same
      FROM trail_seals s JOIN trail_seals b ON b.n = s.n - 1 WHERE s.n = (SELECT max(n) FROM trail_seals)`)
    expect([column, rows]).toEqual([column, [{ same: false }]])
    // Constraints of the table already protect these three.
    if (['n', 'last_id', 'count'].includes(column)) continue
    await forge(
      `CREATE TABLE kept AS ${last}; UPDATE trail_seals s SET ${column} = ${to} WHERE n = (SELECT n FROM kept)`,
    )
    expect([column, await faults()]).toEqual([
      column,
      expect.arrayContaining([expect.stringContaining('seal changed')]),
    ])
    await forge(
      `DELETE FROM trail_seals WHERE n >= (SELECT n FROM kept); INSERT INTO trail_seals SELECT * FROM kept; DROP TABLE kept`,
    )
    expect(await faults()).toEqual([])
  }
})

test('D3-TRL-04: the check finds a cut-off end by the heads kept elsewhere', async () => {
  await write()
  await sealAll()
  const heads = await headsNow()
  expect(await faults({ heads })).toEqual([])
  await forge(`DELETE FROM audit_log WHERE id > (SELECT last_id FROM trail_seals ORDER BY n DESC OFFSET 1 LIMIT 1);
    DELETE FROM trail_seals WHERE n = (SELECT max(n) FROM trail_seals)`)
  expect(await faults()).toEqual([])
  const { rows } = await server.pool.query<{ n: string }>('SELECT (max(n) + 1)::text AS n FROM trail_seals')
  expect(await faults({ heads })).toEqual([`cut off ${rows[0]?.n}`])
})

test('D3-TRL-04: the check reports a database with users but without seals', async () => {
  await server.pool.query('TRUNCATE trail_seals, trail_mark')
  expect(await faults()).toEqual(['no seals over a database with users'])
})

test('D3-TRL-04: the check finds a chain that was sealed anew by the heads kept elsewhere', async () => {
  const id = await write()
  await sealAll()
  const heads = await headsNow()
  const { rows } = await server.pool.query<{ n: string }>('SELECT max(n)::text AS n FROM trail_seals')
  await forge(`UPDATE audit_log SET username = 'quanly' WHERE id = ${id}; TRUNCATE trail_seals, trail_mark`)
  await sealAll()
  await write()
  await sealAll()
  expect(await faults()).toEqual([])
  expect(await faults({ heads })).toEqual([`sealed anew ${rows[0]?.n}`])
})

test('D3-TRL-04: the head of an hour is logged with the first seal of the next hour', async () => {
  await forge(`UPDATE trail_seals SET at = at - interval '1 hour', since = since - interval '1 hour'`)
  const [head] = await hourHeads(server.pool, 1)
  const logged: unknown[] = []
  const log = { ...server.api.services.log, info: (...what: unknown[]) => void logged.push(what) }
  const stop = keepSealing({ pool: server.pool, log }, 20)
  await write()
  await expect.poll(() => logged).toEqual([[head, 'the audit log of an hour is sealed']])
  await write()
  await sealAll()
  await stop()
  expect(logged).toHaveLength(1)
  expect((await hourHeads(server.pool, 48)).map((one) => one.head).slice(1)).toEqual([head?.head])
  expect(await hourHeads(server.pool, 1)).toHaveLength(1)
})
