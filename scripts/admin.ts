/** `npm run admin -- <command>`: what the operator does without signing in (docs/operations.md). */
import { settingsOrEnd } from '../server/running/settings-or-end.ts'
import { createPool } from '../server/db/pool.ts'
import type { Services } from '../server/kit/context.ts'
import { openTotalMemory } from '../server/kit/total-memory.ts'
import { openLog } from '../server/running/log.ts'
import { lockDemo, noteBackup, resetFeed, resetPasswordOf } from '../server/running/operator.ts'
import { dataDir, openOperated } from './database-url.ts'

process.env.DATA_DIR = dataDir()

const usage = `npm run admin -- lock-demo                     lock every account that the demo made
npm run admin -- reset-password <user name>    give an account a new password and print it
npm run admin -- reset-feed <feed> [<cursor>]  read a feed again, from its beginning or from a cursor
npm run admin -- backup-verified               note that a backup was proven just now`

/** Does what is asked for; answers what to print, or null when it is not known. */
async function perform(services: Services, [command, name, more]: string[]): Promise<string | null> {
  if (command === 'lock-demo') {
    const locked = await lockDemo(services)
    return locked.length > 0 ? `locked: ${locked.join(', ')}` : 'no account of the demo is open'
  }
  if (command === 'reset-password' && name)
    return `new password of ${name}: ${await resetPasswordOf(services, name)}`
  if (command === 'reset-feed' && name) {
    await resetFeed(services, name, more ?? null)
    return `the feed ${name} is read again from ${more ?? 'its beginning'}`
  }
  if (command === 'backup-verified') {
    await noteBackup(services)
    return 'noted'
  }
  return null
}

async function main(): Promise<void> {
  const { production, lookup } = settingsOrEnd()
  const database = await openOperated()
  const log = openLog('warn')
  const pool = createPool(database.url, {
    max: 4,
    applicationName: 'vasdesk-admin',
    log,
  })
  const nobody = (): void => undefined
  // No screen listens to this process; the database tells the servers of ended sessions and changed rights.
  const services: Services = {
    pool,
    longPool: pool,
    totals: openTotalMemory(pool, log),
    publish: nobody,
    notify: nobody,
    announce: nobody,
    log,
    jobs: { enqueue: () => Promise.reject(new Error('no jobs here')) },
    dataDir: dataDir(),
    production,
    lookup,
  }
  try {
    const said = await perform(services, process.argv.slice(2))
    console.log(said ?? usage)
    if (said === null) process.exitCode = 1
  } finally {
    await pool.end()
    await database.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
