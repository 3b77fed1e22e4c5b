/** `npm run invariants`: checks the invariants in the running database; exit code 1 when one is violated. */
import { backupClient } from '../server/backup/admin-client.ts'
import { brokenInvariants, invariants } from '../server/db/invariants.ts'
import { operatedUrl } from './database-url.ts'

async function look(): Promise<void> {
  const client = await backupClient(await operatedUrl())
  try {
    // One snapshot for all, so that concurrent writes cannot make two disagree.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const broken = await brokenInvariants(client)
    const names = Object.keys(invariants)
    for (const name of names)
      console.log(`${broken[name] ? `BROKEN ${broken[name]} rows` : 'ok'}`.padEnd(20) + name)
    const count = Object.keys(broken).length
    console.log(`\n${names.length} invariants, ${count === 0 ? 'all hold' : `${count} broken`}`)
    if (count > 0) process.exitCode = 1
  } finally {
    await client.end()
  }
}

try {
  await look()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
