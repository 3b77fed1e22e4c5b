/** Every background job of the product. */
import sql from 'sql-template-tag'
import type { Services } from './kit/context.ts'
import type { JobTable } from './kit/jobs.ts'
import { forgetLookups } from './workflows/lookup/forget.ts'
import { forgetImports } from './workflows/imports/forget.ts'
import { resumeImports, runImport } from './workflows/imports/save-job.ts'

/** The jobs of this process, by queue name. */
export function jobTable(services: Services): JobTable {
  return {
    import: { run: (data, signal) => runImport(services, String(data.importId), signal) },
    'resume-imports': { cron: '* * * * *', run: () => resumeImports(services, 120) },
    'forget-imports': { cron: '20 3 * * *', run: () => forgetImports(services) },
    'forget-lookups': { cron: '40 3 * * *', run: async () => void (await forgetLookups(services)) },
    'forget-old': {
      cron: '30 3 * * *',
      run: async () => {
        await services.pool.query(sql`DELETE FROM idempotency WHERE at < now() - interval '72 hours'`)
        await services.pool.query(sql`DELETE FROM login_failures WHERE at < now() - interval '1 day'`)
        await services.pool.query(sql`DELETE FROM sessions WHERE expires_at < now() - interval '90 days'`)
      },
    },
  }
}

/** How often the ledger's deltas are folded, in ms: every claim adds up those that are not. */
const foldEvery = 500
/** After so many folds what they left behind is cleared away: a claim walks over dead deltas as over living ones. */
const foldsPerVacuum = 4

/** Folds the balances of the ledger from now on; answers how to stop. One process at a time does the work. */
export function keepFolding({ pool, log }: Services): () => void {
  let busy = false
  let folds = 0
  const fold = async () => {
    const { rowCount } = await pool.query(
      'SELECT fold_balances() WHERE pg_try_advisory_xact_lock(74001) AND EXISTS (SELECT FROM balance_deltas)',
    )
    folds += rowCount ?? 0
    if (folds < foldsPerVacuum) return
    folds = 0
    await pool.query('VACUUM (TRUNCATE false, SKIP_LOCKED) balance_deltas')
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    fold()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'balances not folded'))
      .finally(() => (busy = false))
  }, foldEvery)
  return () => clearInterval(timer)
}
