/** `npm run backup -- <folder>` takes a backup of the running database; with `--verify` it proves one. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBackup } from '../server/backup/manifest.ts'
import { reportText } from '../server/backup/report.ts'
import { takeBackup } from '../server/backup/take-backup.ts'
import { verifyBackup } from '../server/backup/verify-backup.ts'
import { root } from './source-files.ts'

const usage = `npm run backup -- <folder>             back up into a new folder of <folder>
npm run backup -- --verify <folder>    prove a backup, or the newest one in <folder>`

const elsewhere = `DATABASE_URL is set: this database is not the one that comes with the product.
Back it up with its own base backup, for example:
  pg_basebackup --checkpoint=fast --wal-method=stream --pgdata=<folder>   then   pg_verifybackup <folder>
or with the snapshots of whoever runs it. See docs/operations.md.`

async function take(folder: string): Promise<void> {
  const { backup, manifest } = await takeBackup(resolve(process.env.DATA_DIR ?? join(root, 'data')), folder)
  const rows = Object.values(manifest.figures).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${backup}\nmoment ${manifest.moment}, ${Object.keys(manifest.files).length} files, ${rows} rows`,
  )
  console.log(`prove it: npm run backup -- --verify ${backup}`)
}

async function verify(folder: string): Promise<void> {
  const report = await verifyBackup(await findBackup(folder))
  console.log(reportText(report))
  if (!report.passed) process.exitCode = 1
}

const { values, positionals } = parseArgs({
  options: { verify: { type: 'boolean' } },
  allowPositionals: true,
})
const [folder, ...rest] = positionals

try {
  if (folder === undefined || rest.length > 0) throw new Error(usage)
  if (values.verify) await verify(folder)
  else if (process.env.DATABASE_URL) throw new Error(elsewhere)
  else await take(folder)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
