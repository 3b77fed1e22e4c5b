/** Every background job of the product. */
import sql from 'sql-template-tag'
import type { Services } from './kit/context.ts'
import type { JobTable } from './kit/jobs.ts'
import { forgetImports } from './workflows/imports/forget.ts'
import { resumeImports, runImport } from './workflows/imports/save-job.ts'

/** The jobs of this process, by queue name. */
export function jobTable(services: Services): JobTable {
  return {
    'fold-balances': { cron: '* * * * *', run: async () => void (await services.pool.query('SELECT fold_balances()')) },
    import: { run: (data, signal) => runImport(services, String(data.importId), signal) },
    'resume-imports': { cron: '* * * * *', run: () => resumeImports(services, 120) },
    'forget-imports': { cron: '20 3 * * *', run: () => forgetImports(services) },
    'forget-old': {
      cron: '30 3 * * *',
      run: async () => {
        await services.pool.query(sql`DELETE FROM idempotency WHERE at < now() - interval '72 hours'`)
        await services.pool.query(sql`DELETE FROM login_failures WHERE at < now() - interval '1 day'`)
        await services.pool.query(sql`DELETE FROM sessions WHERE expires_at < now() - interval '90 days'`)
        await services.pool.query(sql`
          DELETE FROM import_rows USING imports i
          WHERE i.id = import_id AND i."createdAt" < now() - interval '7 days'`)
      },
    },
  }
}
