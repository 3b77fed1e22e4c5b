/** `npm run restore -- <backup> <target>` restores a backup into a new data directory, or an empty database. */
import { resolve } from 'node:path'
import { findBackup } from '#platform/server/backup/manifest.ts'
import { restoreBackup, restoreCopy } from '#platform/server/backup/restore-backup.ts'

const usage = `npm run restore -- <backup> <new data directory>
npm run restore -- <backup> <postgres://… of an empty database>`

const [folder, target, ...rest] = process.argv.slice(2)

try {
  if (!folder || !target || rest.length > 0) throw new Error(usage)
  const backup = await findBackup(folder)
  if (/^postgres(ql)?:/.test(target)) {
    const { moment } = await restoreCopy(backup, target)
    console.log(
      `the database holds ${backup}, the state of ${moment}\nstart: DATABASE_URL=<its address> npm start`,
    )
  } else {
    const { moment } = await restoreBackup(backup, target)
    console.log(
      `${resolve(target)} holds ${backup}, the state of ${moment}\nfirst copy secrets.key of the data directory it was made of there, or set SECRETS_KEY\nstart: DATA_DIR=${resolve(target)} npm start`,
    )
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
