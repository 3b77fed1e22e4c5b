/** Scans in tests: files created without an upload, limits for short tests, and manual scanning. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { openLog } from '#platform/server/running/log.ts'
import { scanAll } from '#subjects/scans/server/scans/scan-numbers.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { startTestCarrier, type TestCarrier } from './carrier.ts'
import { startTestServer, type TestServer } from './server.ts'
import { setSettings } from './settings.ts'

/** All day, as fast as the limits allow. */
const quickScan = {
  'scan.perMinute': 6000,
  'scan.parallel': 20,
  'scan.from': '00:00',
  'scan.until': '24:00',
}

/** A server with its own carrier; `close` ends both. */
export async function startScanServer(): Promise<{
  server: TestServer
  carrier: TestCarrier
  close: () => Promise<void>
}> {
  const carrier = await startTestCarrier()
  const server = await startTestServer(carrier.env)
  const close = async (): Promise<void> => {
    await server.close()
    await carrier.close()
  }
  return { server, carrier, close }
}

/** Creates a file of `rows` numbers from `first` on, in the state `state`; returns its id. */
export async function makeScan(
  pool: Pool,
  kind: ScanKind,
  name: string,
  rows: number,
  { first = 912_000_000, state = 'stopped' }: { first?: number; state?: string } = {},
): Promise<string> {
  const { rows: inserted } = await pool.query<{ id: string }>(sql`
    INSERT INTO scan_files (kind, "FileName", nguoi_upload, nguoi_quet, total_numbers, trang_thai, bat_dau_luc, chay_tu)
    VALUES (${kind}, ${name}, 'admin', 'admin', ${rows}::int, 'stopped', now(), now()) RETURNING id`)
  const id = inserted[0]?.id ?? ''
  // In parts, because a statement may take 5 seconds.
  for (let from = 1; from <= rows; from += 20_000)
    await pool.query(sql`
      INSERT INTO scan_numbers (kind, file_id, "PhoneNumber")
      SELECT ${kind}, ${id}, (${first}::int + n)::text
      FROM generate_series(${from}::int, ${Math.min(rows, from + 19_999)}::int) n`)
  await pool.query(sql`UPDATE scan_files SET trang_thai = ${state} WHERE id = ${id}`)
  return id
}

/** Deletes files and numbers in the database, and ends pauses. */
export async function clearScans(pool: Pool): Promise<void> {
  await setSettings(pool, quickScan)
  await pool.query('DELETE FROM scan_files')
  await pool.query('DELETE FROM lstracuu')
  await pool.query(
    `UPDATE scan_pace SET next_at = now(), failures = 0, failing_since = NULL, why = NULL, paused_until = NULL, failed_at = NULL`,
  )
}

const log = openLog('silent')

/** Number of unanswered numbers in running files. */
async function leftOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    SELECT count(*) AS n FROM scan_files f JOIN scan_numbers n ON n.file_id = f.id
    WHERE f.trang_thai = 'running' AND n.state IN ('waiting', 'asking')`)
  return rows[0]?.n ?? 0
}

/** Scans until nothing is left, or nothing may be requested now. */
export async function scanNow(
  { api, pool }: TestServer,
  carrier: TestCarrier,
  timeoutMs = 1_000,
): Promise<void> {
  const carrierClient = openCarrier({ url: carrier.url, token: carrier.token, timeoutMs }, log, {
    allows: () => true,
    succeeded: () => undefined,
    failed: () => undefined,
  })
  // A number may have to wait for the rate limit: wait long enough to exclude that.
  for (let idle = 0; idle < 3;) {
    const before = await leftOf(pool)
    if (before === 0) return
    await scanAll(api.services, { carrier: carrierClient, timeoutMs })
    idle = (await leftOf(pool)) < before ? 0 : idle + 1
    await sleep(30)
  }
}

type Counts = {
  answered: number
  failed: number
  counted: number
  state: string
  given_up: number
  total: number
}

/** Counters of a file, and the states of its numbers. */
export async function countsOf(pool: Pool, id: string): Promise<Counts> {
  const { rows } = await pool.query<Counts>(sql`
    SELECT f.so_da_quet AS counted, f.khong_tra_duoc AS given_up, f.total_numbers AS total, f.trang_thai AS state,
      (SELECT count(*) FROM scan_numbers n WHERE n.file_id = f.id AND n.state = 'answered') AS answered,
      (SELECT count(*) FROM scan_numbers n WHERE n.file_id = f.id AND n.state = 'failed') AS failed
    FROM scan_files f WHERE f.id = ${id}`)
  const [row] = rows
  if (!row) throw new Error(`no scan ${id}`)
  return row
}
