/** Every background job of the product. */
import sql from 'sql-template-tag'
import { bellDays } from '#platform/contract/bell.ts'
import { undoHours } from '#kit/contract/cells.ts'
import type { Services } from '#kit/server/context.ts'
import type { JobTable } from '#platform/server/running/jobs.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { purge } from '#platform/server/running/purge.ts'
import { processLimits } from '#platform/server/running/limits.ts'
import {
  makePasswords,
  passwordJob,
  resumePasswords,
} from '#subjects/people/server/accounts/one-time-passwords.ts'
import { rereadMessages } from '#subjects/money/server/bank/reread-messages.ts'
import { purgeLookups } from '#subjects/registrations/server/lookup/purge-lookups.ts'
import { purgeImports } from './imports/purge-imports.ts'
import { retypeJob, retypeSims } from '#subjects/sims/server/sim-types/retype.ts'
import { reinviteWork } from '#subjects/calling/server/reinvite/work.ts'
import { priceWork } from '#subjects/sims/server/sim-prices/work.ts'
import { writeResultLines } from '#subjects/registrations/server/results/write-lines.ts'
import { undoJob } from './imports/undo.ts'
import { resumeUndos, runUndo } from './imports/undo-job.ts'
import { resumeImports, runImport } from './imports/save-job.ts'

/** Nightly cleanup of internal tables; a failing one does not stop the others. */
export async function purgeOld({ pool }: Pick<Services, 'pool'>): Promise<void> {
  const results = await Promise.allSettled([
    purge(pool, 'idempotency', sql`at < now() - make_interval(hours => ${processLimits.answersKeptHours})`),
    purge(pool, 'undone_steps', sql`at < now() - make_interval(hours => ${2 * undoHours})`),
    purge(pool, 'order_tries', sql`at < now() - interval '1 day'`),
    purge(pool, 'login_failures', sql`at < now() - interval '1 day'`),
    purge(pool, 'devices', sql`seen_at < now() - interval '400 days'`),
    purge(pool, 'sessions', sql`expires_at < now() - interval '90 days'`),
    // They contain phones. Undecided rows are kept, as they may be about money.
    purge(
      pool,
      'feed_rejects',
      sql`settled_at < now() - make_interval(days => ${processLimits.rejectsKeptDays})`,
    ),
    purge(pool, 'rate_limits', sql`expire < extract(epoch FROM now()) * 1000`),
    purge(pool, 'bell_notices', sql`at < now() - make_interval(days => ${bellDays})`),
    purge(pool, 'accepted_work', sql`at < now() - interval '90 days'`),
    purge(pool, 'import_chunks', sql`at < now() - interval '90 days'`),
    purge(
      pool,
      'import_kept',
      sql`import_id IN (SELECT id FROM imports WHERE started_at < now() - interval '90 days')`,
    ),
    ...['price_chunks', 'price_kept'].map((table) =>
      purge(
        pool,
        table,
        sql`step_id IN (SELECT id FROM price_steps WHERE started_at < now() - interval '90 days')`,
      ),
    ),
    // Rows that only serve counting are useless after some minutes.
    purge(
      pool,
      'reinvite_numbers',
      sql`step_id IN (SELECT id FROM reinvite_steps
        WHERE counted_at < now() - CASE state WHEN 'counted' THEN interval '1 day' ELSE interval '90 days' END)`,
    ),
    purge(pool, 'floor_returns', sql`day < today_vn() - 30`),
    purge(pool, 'scan_minutes', sql`minute < now() - interval '1 day'`),
  ])
  const failed = results.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** The jobs of this process, by queue name. */
export function jobTable(services: Services): JobTable {
  return {
    import: { run: (data, signal) => runImport(services, String(data.importId), signal) },
    [undoJob]: { run: (data, signal) => runUndo(services, String(data.importId), signal) },
    'resume-imports': {
      cron: '* * * * *',
      run: async () => {
        await resumeImports(services, 120)
        await resumeUndos(services, 120)
        await priceWork.resume(services, 120)
        await reinviteWork.resume(services, 120)
        await resumePasswords(services)
      },
    },
    [passwordJob]: { run: (data, signal) => makePasswords(services, String(data.importId), signal) },
    'reread-messages': { cron: '* * * * *', run: () => rereadMessages(services) },
    [retypeJob]: { run: (data, signal) => retypeSims(services, String(data.userId), signal) },
    [reinviteWork.job]: { run: (data, signal) => reinviteWork.run(services, String(data.id), signal) },
    [priceWork.job]: { run: (data, signal) => priceWork.run(services, String(data.id), signal) },
    'result-lines': { run: (_, signal) => writeResultLines(services, signal) },
    'forget-imports': { cron: '20 3 * * *', run: () => purgeImports(services) },
    'forget-lookups': { cron: '40 3 * * *', run: async () => void (await purgeLookups(services)) },
    'forget-old': {
      cron: '30 3 * * *',
      run: () => purgeOld(services),
    },
  }
}

/** How often ledger deltas are folded, in ms: every claim sums the unfolded ones. */
const foldEvery = 500
/** Vacuum after this many folds: a claim scans dead deltas like live ones. */
const foldsPerVacuum = 4

/** Starts folding the ledger's balances; returns how to stop it. Only one process at a time folds. */
export function foldBalances({ pool, log }: Services): () => Promise<void> {
  let folds = 0
  const run = async () => {
    const { rowCount } = await pool.query(
      'SELECT fold_balances() WHERE pg_try_advisory_xact_lock(74001) AND EXISTS (SELECT FROM balance_deltas)',
    )
    folds += rowCount ?? 0
    if (folds < foldsPerVacuum) return
    folds = 0
    await pool.query('VACUUM (TRUNCATE false, SKIP_LOCKED) balance_deltas')
  }
  return runPeriodically({ name: 'folding balances', everyMs: foldEvery, run }, log)
}
