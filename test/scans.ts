/** Scans in tests: files without the work of an upload, limits that let a test be quick, and the scanning by hand. */
import sql from 'sql-template-tag'
import type { ScanKind } from '../contract/resources/scans.ts'
import { openCarrier } from '../server/gateways/carrier/http-carrier.ts'
import { openLog } from '../server/log.ts'
import { scanAll } from '../server/workflows/scans/scan-numbers.ts'
import type { Pool } from '../server/db/pool.ts'
import type { TestCarrier } from './carrier.ts'
import type { TestServer } from './server.ts'
import { setSettings } from './settings.ts'

/** All day, as fast as the limits allow. */
const quickScan = {
  'scan.perMinute': 6000,
  'scan.parallel': 20,
  'scan.from': '00:00',
  'scan.until': '24:00',
}

/** A file of `rows` numbers from `first` on, in the state `state`; answers its id. */
export async function makeScan(
  pool: Pool,
  kind: ScanKind,
  name: string,
  rows: number,
  { first = 912_000_000, state = 'stopped' }: { first?: number; state?: string } = {},
): Promise<string> {
  const { rows: made } = await pool.query<{ id: string }>(sql`
    WITH file AS (
      INSERT INTO scan_files (kind, "FileName", nguoi_upload, nguoi_quet, total_numbers, trang_thai, bat_dau_luc)
      VALUES (${kind}, ${name}, 'admin', 'admin', ${rows}::int, ${state}, now()) RETURNING id
    ), numbers AS (
      INSERT INTO scan_numbers (kind, file_id, "PhoneNumber")
      SELECT ${kind}, id, (${first}::int + n)::text FROM file, generate_series(1, ${rows}::int) n)
    SELECT id FROM file`)
  return made[0]?.id ?? ''
}

/** Files and numbers as the database has them; pauses are over. */
export async function clearScans(pool: Pool): Promise<void> {
  await setSettings(pool, quickScan)
  await pool.query('DELETE FROM scan_files')
  await pool.query('DELETE FROM lstracuu')
  await pool.query(
    `UPDATE scan_pace SET next_at = now(), failures = 0, failing_since = NULL, why = NULL, paused_until = NULL`,
  )
}

const log = openLog('silent')

/** Scans until there is nothing to ask for now. */
export const scanNow = ({ api }: TestServer, carrier: TestCarrier, timeoutMs = 1_000): Promise<void> =>
  scanAll(api.services, {
    carrier: openCarrier({ url: carrier.url, token: carrier.token, timeoutMs }, log, {
      allows: () => true,
      succeeded: () => undefined,
      failed: () => undefined,
    }),
    timeoutMs,
  })

type Counts = {
  answered: number
  failed: number
  counted: number
  state: string
  given_up: number
  total: number
}

/** What the file says of itself beside what its numbers are. */
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
