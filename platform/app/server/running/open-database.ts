/** The database of a process: the operator's own, or the embedded one, which the process keeps running. */
import { join } from 'node:path'
import { awaitDatabase } from '#platform/server/db/await-database.ts'
import { startEmbedded } from '#platform/server/db/embedded.ts'
import type { Log } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import type { Closing } from '#platform/server/running/closing.ts'
import type { Config } from '#platform/server/running/config.ts'
import type { Wishes } from './run-process.ts'

/** Address of the embedded PostgreSQL; it is restarted whenever it exits, and `onLost` is called if that fails. */
async function keepEmbedded(dataDir: string, log: Log, closing: Closing, onLost: Wishes['onLost']) {
  const embedded = await startEmbedded(join(dataDir, 'pg'))
  // PostgreSQL has 60 s to flush its data.
  closing.add({ PostgreSQL: embedded.stop }, 65)
  const revive = async (): Promise<void> => {
    try {
      if (await embedded.revive()) log.error({}, 'the embedded PostgreSQL had ended and was started again')
    } catch (error) {
      onLost?.(error)
    }
  }
  const watch = runPeriodically({ name: 'watching PostgreSQL', everyMs: 1_000, run: revive }, log)
  closing.add({ 'watch over PostgreSQL': watch })
  return embedded.url
}

/** Address of the configured database, once it accepts connections, or of the embedded one. */
export async function openDatabase(config: Config, log: Log, closing: Closing, { signal, onLost }: Wishes) {
  const { databaseUrl, databaseWaitSeconds: seconds, dataDir } = config
  if (!databaseUrl) return keepEmbedded(dataDir, log, closing, onLost)
  await awaitDatabase(databaseUrl, { seconds, signal, log })
  return databaseUrl
}
