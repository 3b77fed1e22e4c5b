/** `npm run invariants`: checks the invariants in the running database; exit code 1 when one is violated. */
import { brokenInvariants, invariants } from '#platform/server/db/invariants.ts'
import { inOneSnapshot } from './one-snapshot.ts'

await inOneSnapshot(async (client) => {
  const broken = await brokenInvariants(client)
  const names = Object.keys(invariants)
  for (const name of names)
    console.log(`${broken[name] ? `BROKEN ${broken[name]} rows` : 'ok'}`.padEnd(20) + name)
  const count = Object.keys(broken).length
  console.log(`\n${names.length} invariants, ${count === 0 ? 'all hold' : `${count} broken`}`)
  return count === 0
})
