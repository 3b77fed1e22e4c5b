/** `npm run record-demo`: plays the demo's quarter and records its rows, which the first start loads (docs/decisions/demo.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/server/db/embedded.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { folder } from '#platform/app/server/seed/demo-recording.ts'
import { playAndRecord } from './record-demo/whole.ts'

const dir = await mkdtemp(join(tmpdir(), 'vasdesk-record-'))
const database = await startEmbedded(dir, { fsync: 'off' })
try {
  const pool = createPool(database.url, { max: 2, applicationName: 'record-demo', log: console })
  const bytes = await playAndRecord(pool, folder)
  await pool.end()
  console.log(`platform/app/server/seed/recorded: ${(bytes / 1_000_000).toFixed(2)} MB`)
} finally {
  await database.stop()
  await rm(dir, { recursive: true, force: true })
}
