/** `npm run backup -- <folder>` takes a backup of the running database; `--verify` verifies one. */
import { parseArgs } from 'node:util'
import { findBackup, type Manifest } from '#platform/server/backup/manifest.ts'
import { reportText } from '#platform/server/backup/report.ts'
import { takeBackup } from '#platform/server/backup/take-backup.ts'
import { takeCopy } from '#platform/server/backup/take-copy.ts'
import { verifyBackup } from '#platform/server/backup/verify-backup.ts'
import { dataDir, operatedUrl } from './database-url.ts'

const usage = `npm run backup -- <folder>             back up into a new folder of <folder>
npm run backup -- --rows <folder>      the same as rows, for any other PostgreSQL (always so with DATABASE_URL)
npm run backup -- --verify <folder>    prove a backup, or the newest one in <folder>`

async function take(folder: string, asRows: boolean): Promise<void> {
  const { backup, manifest }: { backup: string; manifest: Manifest } =
    asRows || process.env.DATABASE_URL
      ? await takeCopy(await operatedUrl(), folder)
      : await takeBackup(dataDir(), folder)
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
  options: { verify: { type: 'boolean' }, rows: { type: 'boolean' } },
  allowPositionals: true,
})
const [folder, ...rest] = positionals

try {
  if (folder === undefined || rest.length > 0) throw new Error(usage)
  if (values.verify) await verify(folder)
  else await take(folder, values.rows ?? false)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
