/** A quarter of plausible data for the demo organisation, so that no screen is empty at first start. */
import sql from 'sql-template-tag'
import { dayStart } from '#kit/contract/dates.ts'
import { withTransaction, type Pool, type PoolClient } from '#platform/server/db/pool.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import { saveBell } from './demo-bell.ts'
import { saveClosings } from './demo-close.ts'
import { monthsOf } from './demo-days.ts'
import { loadRecording, readRecording } from './demo-load.ts'
import { marksAt } from './demo-marks.ts'
import { addNewcomers } from './demo-newcomers.ts'
import { saveMonths } from './demo-months.ts'
import { savePayoutAccounts } from './demo-payouts.ts'
import { savePayslips } from './demo-payslips.ts'
import { saveRadar } from './demo-radar.ts'
import { saveReconciliation } from './demo-reconcile.ts'
import { saveSystemAccounts } from './demo-system-accounts.ts'
import { demoTime } from './demo-time.ts'

async function readAccounts(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ username: string; id: string }>('SELECT username, id FROM users')
  return new Map(rows.map(({ username, id }) => [username, id]))
}

/** Recomputes derived counts, and dates within names from the recording. */
async function countAgain(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO balances (file_id, holder_id, stage, n)
    SELECT file_id, holder_id, stage, count(*) FROM customer GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  await client.query('SELECT fill_terms()')
  await client.query(`
    SELECT floor_rebuild(u.id) FROM users u
    WHERE EXISTS (SELECT FROM care_history h WHERE h.user_id = u.id AND h.created_at >= day_start(today_vn() - 1))`)
  // Files uploaded in the quarter's first morning belong to the month before; a second file of a month has a number in its name.
  await client.query(`
    UPDATE data_files f SET "FileName" = concat(n.name, n.month, CASE WHEN n.n > 1 THEN '-' || n.n END, '.xlsx') FROM (
      SELECT id, name, month, row_number() OVER (PARTITION BY name, month ORDER BY ngay_upload) AS n
      FROM data_files, regexp_replace("FileName", '[0-9]{2}-[0-9]{4}[.]xlsx$', '') name,
        to_char(ngay_upload AT TIME ZONE 'Asia/Ho_Chi_Minh' - interval '1 day', 'MM-YYYY') month) n
    WHERE f.id = n.id`)
}

/**
 * Fills a database that only contains the demo organisation, in one transaction. `now` is the end of the quarter.
 * Without a key there are no system accounts.
 */
export async function seedDemo(pool: Pool, now: Date = new Date(), secrets?: Secrets): Promise<void> {
  const recording = await readRecording()
  const time = demoTime(now)
  await withTransaction(pool, async (client) => {
    // Slow machines need more than the default statement timeout.
    await client.query(`SET LOCAL statement_timeout = '600s'; SET LOCAL maintenance_work_mem = '128MB'`)
    // The staff exists since the quarter began: reports count people of the last day, and there are no payslips before an account exists.
    await client.query(sql`UPDATE users SET "createdAt" = ${dayStart(monthsOf(now)[0])}`)
    await addNewcomers(now, client)
    await loadRecording(recording, time.oldest, marksAt(now, time, await readAccounts(client)), client)
    await countAgain(client)
    await saveMonths(now, client)
    await saveReconciliation(now, client)
    await savePayoutAccounts(client)
    await saveClosings(now, client)
    await savePayslips(now, client)
    await saveRadar(now, client)
    if (secrets) await saveSystemAccounts(now, secrets, client)
    await saveBell(now, client)
    // Invented history: not every change has an audit entry.
    await client.query('UPDATE trail_chained SET after_entry = (SELECT max(id) FROM audit_log)')
  })
}
