/** Background jobs in PostgreSQL: they survive a restart and run one at a time per key. */
import { PgBoss } from 'pg-boss'
import { boundedClient } from '../db/bounded-client.ts'
import { plainCommits, type Commits } from '../db/commits.ts'
import { connectionTo } from '../db/hosts.ts'
import type { Ctx, Log } from '#kit/server/context.ts'

type JobHandler = (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>
export type JobTable = Record<string, { run: JobHandler; cron?: string }>

export type Jobs = {
  /**
   * `after` (of the context): once its transaction is committed, this server looks for the job at once, instead of within
   * two seconds.
   */
  enqueue: (name: string, data: object, after?: Ctx['after']) => Promise<void>
  /** Starts processing; called once the handlers' services exist. */
  work: (table: JobTable) => Promise<void>
  close: () => Promise<void>
}

/** Creates or upgrades the tables of the queue without processing jobs. */
export async function makeJobTables(url: string): Promise<void> {
  const boss = new PgBoss({ ...(connectionTo(url) as object), max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Time limit of the queue's statements, which have none of their own; creating its tables takes longest, in ms. */
const loneMs = 30_000

const tz = 'Asia/Ho_Chi_Minh'
const queue = { retryLimit: 3, retryBackoff: true, heartbeatSeconds: 30, expireInSeconds: 3600, notify: true }

/**
 * Opens the job queue on the database at `url`. A failed job is tried three times with back-off. The queue creates its
 * own tables, except for a role that only serves (`migrates`: false).
 */
export async function openJobs(
  url: string,
  log: Log,
  { migrates = true, commits = plainCommits }: { migrates?: boolean; commits?: Commits } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    // Passed on to the same driver.
    ...(connectionTo(url) as object),
    max: 3,
    application_name: 'vasdesk-jobs',
    ...({ Client: boundedClient(commits, { loneMs }) } as object),
    migrate: migrates,
    createSchema: migrates,
  })
  boss.on('error', (error) => log.error({ error: error.message }, 'job queue'))
  await boss.start().catch((error: Error) => {
    throw migrates ? error : new Error(`the job queue: ${error.message}: run 'npm run migrate' first`)
  })
  const workers = new Map<string, string>()
  return {
    async enqueue(name, data, after) {
      await boss.send(name, data)
      after?.(() => boss.notifyWorker(workers.get(name) ?? ''))
    },
    async work(table) {
      const schedules = await boss.getSchedules()
      for (const [name, { run, cron }] of Object.entries(table)) {
        await boss.createQueue(name, queue)
        const each = { pollingIntervalSeconds: 2, heartbeatRefreshSeconds: 10 }
        const worker = await boss.work(name, each, async ([job]) => {
          if (job) await run(job.data as Record<string, unknown>, job.signal)
        })
        workers.set(name, worker)
        // Schedules are stored; comparing first avoids the expensive update.
        const isKept = schedules.some((one) => one.name === name && one.cron === cron && one.timezone === tz)
        if (cron && !isKept) await boss.schedule(name, cron, {}, { tz })
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
