/** Saving in the background: exactly once despite failures, stopped by a cancel, and completed if its owner was locked meanwhile. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { tooManyPhonesWritten } from '#kit/contract/phone.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { userId } from '#test/pool.ts'
import { purgeImports } from './purge-imports.ts'
import { chunkRows, resumeImports } from './save-job.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM blacklist')
  server.jobEvents.length = 0
  server.queued.length = 0
  server.published.length = 0
})

const phones = (n: number, from = 900_000_000) =>
  csv(Array.from({ length: n }, (_, index) => [`0${from + index}`, `số ${index}`]))
const three = chunkRows * 2 + 500
/** Filled rows of a chunk, the others being blank, for tests that do not depend on the number of rows. */
const filled = 100
const spread = (chunks: number) => {
  const chunk = (_: unknown, index: number) => phones(filled, 900_000_000 + index * filled).toString()
  return Buffer.from(Array.from({ length: chunks }, chunk).join('\n'.repeat(chunkRows - filled + 1)))
}
const figure = (n: number): string => n.toLocaleString('en-US')

const stored = async (): Promise<number> => (await server.pool.query('SELECT FROM blacklist')).rowCount ?? -1
const chunksOf = async (id: string): Promise<number> =>
  (await server.pool.query('SELECT FROM import_chunks WHERE import_id = $1', [id])).rowCount ?? -1

async function startSave(bytes: Buffer, who = 'admin'): Promise<string> {
  const { id } = await server.ready(who, 'blacklist', 'den.csv', bytes)
  expect((await (await server.as(who)).post(`/api/v1/imports/${id}/save`, { again: 1 })).status).toBe(200)
  return id
}
const status = async (id: string, who = 'admin'): Promise<ImportSummary> =>
  (await (await server.as(who)).get(`/api/v1/imports/${id}`)).data as ImportSummary

/** Makes the database refuse the row with this description the given number of times. */
async function breakAt(description: string): Promise<void> {
  await server.pool.query(`
    CREATE SEQUENCE IF NOT EXISTS break_tries;
    ALTER SEQUENCE break_tries RESTART;
    CREATE FUNCTION break_import() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.description = '${description}' THEN
        RAISE EXCEPTION 'pulled the plug %', nextval('break_tries');
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER break_import BEFORE INSERT ON blacklist FOR EACH ROW EXECUTE FUNCTION break_import()`)
}
const mend = () => server.pool.query('DROP FUNCTION IF EXISTS break_import CASCADE')

test('a file with more numbers than its uploader may search for in a day puts none into the blacklist (D3-SEC-03)', async () => {
  const few = await startSave(phones(150), 'chinhanh1')
  await server.run(few)
  expect(await status(few, 'chinhanh1')).toMatchObject({ state: 'done', saved: 150 })
  const many = await startSave(phones(201), 'chinhanh1')
  await server.run(many)
  const stopped = await status(many, 'chinhanh1')
  expect(stopped).toMatchObject({ state: 'failed', saved: 0 })
  expect(stopped.msg).toContain(tooManyPhonesWritten)
  expect(await stored()).toBe(150)
})

test('a failing chunk is retried twice, then the import stops and keeps what was saved; saving again continues after it (D1-Q-071, D2-Q-15, threats F1)', async () => {
  await breakAt(`số ${chunkRows + 10}`)
  const id = await startSave(phones(three))
  await server.run(id)
  const stopped = await status(id)
  expect(stopped).toMatchObject({ state: 'failed', saved: chunkRows })
  expect(stopped.msg).toBe(
    `[Lỗi] Có lỗi xảy ra. Vui lòng thử lại. Đã lưu ${figure(chunkRows)}/${figure(three)} bản ghi`,
  )
  expect(server.jobEvents.at(-1)).toMatchObject({ state: 'failed', done: chunkRows, total: three })
  expect(await stored()).toBe(chunkRows)
  // A sequence is not rolled back: it counts the first attempt and two retries.
  expect((await server.pool.query('SELECT last_value::int AS n FROM break_tries')).rows).toEqual([{ n: 3 }])
  await mend()
  const summary = await server.save('admin', id)
  expect(summary).toMatchObject({
    state: 'done',
    saved: three,
    msg: `Tải file thành công: "den.csv" (${three} số)`,
  })
  expect([await stored(), await chunksOf(id)]).toEqual([three, 3])
  const { rows } = await server.pool.query('SELECT count(*) AS n FROM blacklist WHERE version > 1')
  expect(rows).toEqual([{ n: 0 }])
})

test('a server that dies right after a commit causes no duplicates (threats F1)', async () => {
  const id = await startSave(spread(3))
  const { services } = server.api
  const { notify } = services
  Object.assign(services, {
    notify: () => {
      throw Object.assign(new Error('connection reset'), { code: 'ECONNRESET' })
    },
  })
  await expect(server.run(id)).rejects.toThrow('connection reset')
  Object.assign(services, { notify })
  expect(await status(id)).toMatchObject({ state: 'saving', done: filled })
  await server.run(id)
  expect(await status(id)).toMatchObject({ state: 'done', saved: filled * 3 })
  const { rows } = await server.pool.query('SELECT count(*) AS n, max(version) AS most FROM blacklist')
  expect(rows).toEqual([{ n: filled * 3, most: 1 }])
})

test('two jobs of one import take turns and save each row once', async () => {
  const id = await startSave(spread(3))
  await Promise.all([server.run(id), server.run(id)])
  expect(await status(id)).toMatchObject({ state: 'done', saved: filled * 3 })
  const { rows } = await server.pool.query('SELECT count(*) AS n, max(version) AS most FROM blacklist')
  expect(rows).toEqual([{ n: filled * 3, most: 1 }])
  expect(await chunksOf(id)).toBe(3)
})

test('rows far below a long gap are saved too', async () => {
  const gap = '\n'.repeat(chunkRows * 2 + 10)
  const id = await startSave(Buffer.from(`0900000001,một${gap}0900000002,hai`))
  await server.run(id)
  expect(await status(id)).toMatchObject({ state: 'done', saved: 2 })
  expect([await stored(), await chunksOf(id)]).toEqual([2, 3])
})

test('a stopping server leaves the import to the next one', async () => {
  const id = await startSave(phones(10))
  await expect(server.run(id, AbortSignal.abort())).rejects.toThrow('stopping')
  expect(await status(id)).toMatchObject({ state: 'saving', saved: 0 })
  await server.run(id)
  expect(await status(id)).toMatchObject({ state: 'done', saved: 10 })
})

test('an import whose job was lost is queued again', async () => {
  const id = await startSave(phones(10))
  await resumeImports(server.api.services, 120)
  expect(server.queued).toEqual([{ name: 'import', data: { importId: id }, prompt: true }])
  await server.pool.query(`UPDATE imports SET started_at = now() - interval '6 minutes' WHERE id = $1`, [id])
  await resumeImports(server.api.services, 120)
  expect(server.queued.at(-1)).toEqual({ name: 'import', data: { importId: id } })
  expect(server.queued).toHaveLength(2)
  await server.run(id)
})

test('saving twice changes nothing and writes one trail', async () => {
  const id = await startSave(phones(10))
  const admin = await server.as('admin')
  await admin.post(`/api/v1/imports/${id}/save`)
  await server.run(id)
  await server.run(id)
  expect((await admin.post(`/api/v1/imports/${id}/save`)).data).toMatchObject({ state: 'done', saved: 10 })
  expect(server.queued).toHaveLength(1)
  const { rows } = await server.pool.query(
    `SELECT username, resource, after FROM audit_log WHERE action = 'import' AND resource_id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      username: 'admin',
      resource: 'blacklist',
      after: {
        file: 'den.csv',
        new: 10,
        update: 0,
        same: 0,
        repaired: 0,
        odd: 0,
        stored: 0,
        total: 0,
        joined: 0,
        duplicate: 0,
        bad: 0,
        blank: 0,
        saved: 10,
      },
    },
  ])
  expect(server.published).toContain('blacklist')
})

test('progress is pushed to the owner, the last push with the result', async () => {
  const id = await startSave(spread(3))
  await server.run(id)
  expect(server.jobEvents[0]).toMatchObject({
    jobId: id,
    kind: 'import',
    state: 'running',
    total: filled * 3,
  })
  expect(server.jobEvents.at(-1)).toMatchObject({
    state: 'done',
    done: filled * 3,
    msg: `Tải file thành công: "den.csv" (${filled * 3} số)`,
  })
})

test('cancel stops after the current chunk and says how many rows were saved (threats F2)', async () => {
  const id = await startSave(spread(4))
  const admin = await server.as('admin')
  const waiting = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return rows[0]?.n ?? 0
  }
  // The first chunk waits for the table until the cancel waits for that chunk.
  const gate = await server.pool.connect()
  await gate.query('BEGIN; SET LOCAL lock_timeout = 0; LOCK TABLE blacklist IN SHARE MODE')
  const running = server.run(id)
  await expect.poll(waiting).toBe(1)
  const cancelled = admin.post(`/api/v1/imports/${id}/cancel`)
  await expect.poll(waiting).toBe(2)
  // The second chunk queues behind this lock, which queues behind the cancel.
  const turn = server.pool.query(
    'BEGIN; SET LOCAL lock_timeout = 0; LOCK TABLE imports IN EXCLUSIVE MODE; COMMIT',
  )
  await expect.poll(waiting).toBe(3)
  await gate.query('COMMIT')
  gate.release()
  await Promise.all([running, cancelled, turn])
  const { state, saved, msg } = await status(id)
  expect(state).toBe('cancelled')
  expect(saved).toBe(filled)
  expect(msg).toBe(`Đã dừng. Đã lưu ${figure(saved)}/${filled * 4} bản ghi`)
  expect(await stored()).toBe(saved)
  expect((await admin.post(`/api/v1/imports/${id}/save`)).status).toBe(409)
})

test('cancelling a preview deletes its rows', async () => {
  const { id } = await server.ready('admin', 'blacklist', 'den.csv', phones(5))
  await (await server.as('admin')).post(`/api/v1/imports/${id}/cancel`)
  expect(await status(id)).toMatchObject({ state: 'cancelled', msg: null })
  expect((await server.rows('admin', id)).values).toEqual([])
})

/** Runs `work` while an administrator has locked the account. */
async function whileLocked(username: string, work: () => Promise<void>): Promise<void> {
  const admin = await server.as('admin')
  const id = await userId(server.pool, username)
  const set = async (action: 'lock' | 'unlock') =>
    expect((await admin.post(`/api/v1/users/${id}/${action}`)).status).toBe(200)
  await set('lock')
  await work()
  await set('unlock')
}

test('an import stored before its owner was locked is saved under their name; a preview of a locked owner is not, whoever runs its job (D3-SEC-12)', async () => {
  const id = await startSave(phones(10), 'chinhanh2')
  const { id: previewed } = await server.ready('chinhanh2', 'blacklist', 'sau.csv', phones(7, 901_000_000))
  const his = await server.as('chinhanh2')
  await whileLocked('chinhanh2', async () => {
    await server.run(id)
    expect(await status(id)).toMatchObject({ state: 'done', saved: 10 })
    const { data } = await (await server.as('admin')).get('/api/v1/imports?resource=blacklist')
    expect((data as { values: unknown[] }).values).toContainEqual(
      expect.objectContaining({ id, by: 'chinhanh2', saved: 10 }),
    )
    const { rows } = await server.pool.query(sql`
      SELECT username FROM audit_log WHERE action = 'import' AND resource_id = ${id}`)
    expect(rows).toEqual([{ username: 'chinhanh2' }])
    expect((await his.post(`/api/v1/imports/${previewed}/save`)).status).toBe(401)
    await server.run(previewed)
    await resumeImports(server.api.services, 0)
    expect(await status(previewed)).toMatchObject({ state: 'ready', saved: 0 })
    expect(await stored()).toBe(10)
  })
})

test('a user locked between uploading and reading a file stores none of it (D3-SEC-12)', async () => {
  const before = await server.leftOver()
  const his = await server.as('chinhanh1')
  const { longPool } = server.api.services
  const connect = longPool.connect.bind(longPool)
  const read = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  // Reading starts by taking a connection: it blocks until there is one.
  Object.assign(longPool, {
    connect: async () => {
      reading.resolve()
      await read.promise
      return connect()
    },
  })
  try {
    const uploading = server.upload('chinhanh1', 'blacklist', 'muon.csv', phones(5))
    await reading.promise
    await whileLocked('chinhanh1', async () => {
      await expect.poll(async () => (await his.get('/api/v1/auth/me')).status, { timeout: 20_000 }).toBe(401)
      read.resolve()
      expect((await uploading).status).toBe(401)
    })
  } finally {
    Object.assign(longPool, { connect })
  }
  expect(await server.leftOver()).toEqual(before)
})

test('a stopped import does not continue while its owner is locked, since that would be new work (D3-SEC-12)', async () => {
  await breakAt('số 10')
  const id = await startSave(phones(20), 'leader11')
  await server.run(id)
  await mend()
  const his = await server.as('leader11')
  await whileLocked('leader11', async () => {
    expect((await his.post(`/api/v1/imports/${id}/save`, { again: 1 })).status).toBe(401)
    expect((await (await server.as('admin')).post(`/api/v1/imports/${id}/save`, { again: 1 })).status).toBe(
      403,
    )
    await server.run(id)
    expect(await status(id)).toMatchObject({ state: 'failed', saved: 0 })
  })
})

test('an import accepted by a server of an earlier version is saved while its owner is active (D3-SEC-12)', async () => {
  const id = await startSave(phones(10), 'leader12')
  await server.pool.query('DELETE FROM accepted_work')
  await whileLocked('leader12', () => server.run(id))
  expect(await status(id)).toMatchObject({
    state: 'failed',
    msg: '[Lỗi] Tài khoản đã khoá hoặc không còn quyền tải file lên. Đã lưu 0/10 bản ghi',
  })
  expect(await stored()).toBe(0)
})

test('a stored import is saved although its owner has lost the right to it (D3-SEC-12)', async () => {
  const { id } = await server.ready(
    'quanly',
    'chiphiquanly',
    'chi.csv',
    csv([
      ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng'],
      ['An', '2026-11-20', 'Điện', 1, 1],
    ]),
  )
  await (await server.as('quanly')).post(`/api/v1/imports/${id}/save`)
  await server.pool
    .query(`DELETE FROM role_permissions WHERE role_id = (SELECT id FROM roles WHERE priority = 2)
    AND permission_id = (SELECT id FROM permissions WHERE code = 'chiphiquanly.get')`)
  await server.run(id)
  expect((await server.pool.query('SELECT FROM chiphiquanly')).rowCount).toBe(1)
  expect(await status(id)).toMatchObject({ state: 'done', saved: 1 })
})

test('the nightly job deletes previews after seven days', async () => {
  const { id } = await server.ready('admin', 'blacklist', 'den.csv', phones(5))
  await server.pool.query(`UPDATE imports SET "createdAt" = now() - interval '8 days' WHERE id = $1`, [id])
  await purgeImports(server.api.services)
  expect(await status(id)).toMatchObject({ state: 'cancelled' })
  expect((await server.rows('admin', id)).values).toEqual([])
})
