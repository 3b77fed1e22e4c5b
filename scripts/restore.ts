/** `npm run restore -- <backup> <new data dir>` makes a data directory out of a backup. */
import { resolve } from 'node:path'
import { findBackup } from '../server/backup/manifest.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'

const [folder, dataDir, ...rest] = process.argv.slice(2)

try {
  if (!folder || !dataDir || rest.length > 0)
    throw new Error('npm run restore -- <backup> <new data directory>')
  const backup = await findBackup(folder)
  const { moment } = await restoreBackup(backup, dataDir)
  console.log(
    `${resolve(dataDir)} holds ${backup}, the state of ${moment}\nstart: DATA_DIR=${resolve(dataDir)} npm start`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
