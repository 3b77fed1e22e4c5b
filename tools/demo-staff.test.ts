/** The demo goes on living: its managers decide transfers as they come and keep scans going, by the calls of the product. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanKinds } from '#subjects/scans/contract/lists/scans.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { hashPassword } from '#subjects/people/server/session/password.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { demoDatabase } from '#test/organisation.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { decideTransfers, demoAccount, keepScanned } from './demo-staff.ts'
import { read } from './player/asked.ts'
import type { Person } from './player/person.ts'

const minute = 60_000
const day = 24 * 60 * minute
let carrier: TestCarrier
let server: TestServer
let url: string
let manager: Person
beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 1_000 })
  server = await startTestServer({}, undefined, demoDatabase)
  const { services } = server.api
  Object.assign(services, { carrier: openCarrier({ ...carrier, timeoutMs: 1_000 }, services.log) })
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  manager = demoAccount(url, 'quanly')
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const count = async (rows: string): Promise<number> =>
  (await server.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${rows}`)).rows[0]?.n ?? 0
const waiting = () =>
  count('mesbank_list WHERE deleted_at IS NULL AND da_dung = 0 AND (cho_duyet = 1 OR chua_doc = 1)')

test('transfers are decided in order of arrival: those of the last minutes wait, older ones pay their order, are approved or rejected with a reason (D3-QR-02, D3-DEC-07)', async () => {
  const { rows: now } = await server.pool.query<{ at: Date }>('SELECT max(datetime) AS at FROM mesbank')
  const newest = now[0]?.at ?? new Date()
  const [before, paying] = [await waiting(), await count('transfer_use WHERE ended_at IS NULL')]
  expect(before).toBeGreaterThan(10)
  // Shortly after midnight all that wait are of the last minutes: one arrived earlier.
  await server.pool.query(`
    UPDATE mesbank SET datetime = datetime - interval '1 hour' WHERE id = (
      SELECT id FROM mesbank_list WHERE deleted_at IS NULL AND da_dung = 0 AND cho_duyet = 1 ORDER BY datetime LIMIT 1)`)
  await decideTransfers(manager, newest)
  expect(await waiting()).toBeGreaterThan(0)
  expect(await waiting()).toBeLessThan(before)
  await decideTransfers(manager, new Date(newest.getTime() + 50 * minute))
  expect(await waiting()).toBe(0)
  expect(await count('transfer_use WHERE ended_at IS NULL')).toBeGreaterThan(paying)
  const { rows } = await server.pool.query(`
    SELECT DISTINCT l.action, m.ly_do_tu_choi IS NOT NULL AS reason FROM audit_log l JOIN mesbank m ON m.id::text = l.resource_id
    WHERE l.resource = 'mesbank' AND l.username = 'quanly' AND l.request_id IS NOT NULL ORDER BY 1`)
  expect(rows).toEqual([
    { action: 'approve', reason: false },
    { action: 'reject', reason: true },
  ])
  expect(await brokenInvariants(server.pool)).toEqual({})
})

test('of each kind one scan is running or ready since a day, and when all are scanned a new file is uploaded (D3-SCN-04, D3-SCN-01)', async () => {
  const states = async () =>
    (
      await server.pool.query<{ kind: string; running: number; files: number }>(`
        SELECT kind, (count(*) FILTER (WHERE trang_thai = 'running'))::int AS running, count(*)::int AS files FROM scan_files
        GROUP BY kind ORDER BY kind`)
    ).rows
  const before = await states()
  const started = []
  for (const kind of scanKinds) {
    started.push(await keepScanned(manager, kind, new Date()))
    expect(await keepScanned(manager, kind, new Date())).toBeNull()
  }
  // One was ready when the demo began.
  expect(started).toEqual(['data-thang-10-con-lai.xlsx', null, 'doi-tuong-D159V.xlsx'])
  const running = ({ kind, files }: { kind: string; files: number }) => ({
    kind,
    files,
    running: kind === 'quetdatakhonggoi' ? 0 : 1,
  })
  expect(await states()).toEqual(before.map(running))
  await server.pool.query(`UPDATE scan_numbers SET state = 'answered'`)
  await server.pool.query(
    `UPDATE scan_files SET trang_thai = 'done', so_da_quet = total_numbers, xong_luc = now()`,
  )
  expect(await keepScanned(manager, 'quetdtct', new Date(Date.now() + day / 2))).toBeNull()
  for (const kind of scanKinds)
    expect(await keepScanned(manager, kind, new Date(Date.now() + 2 * day))).toMatch(/^quet-ngay-/)
  expect(await states()).toEqual(before.map(({ kind, files }) => ({ kind, files: files + 1, running: 1 })))
})

test('an account whose password was changed is left alone', async () => {
  await server.pool.query(`UPDATE users SET password_hash = $1 WHERE username = 'leader12'`, [
    await hashPassword('Another-one-2026'),
  ])
  const leader = demoAccount(url, 'leader12')
  await expect(leader.ask(read('mesbank'))).rejects.toThrow('auth/login: 401')
  await expect(leader.ask(read('mesbank'))).rejects.toThrow('was changed')
})
