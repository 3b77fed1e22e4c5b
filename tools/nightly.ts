/**
 * `npm run nightly`: backs up, proves, deletes old backups, copies to a second place, records it
 * (docs/operations.md).
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nightly, type Night } from '#platform/server/backup/nightly.ts'
import { takeBackup } from '#platform/server/backup/take-backup.ts'
import { takeCopy } from '#platform/server/backup/take-copy.ts'
import { verifyBackup } from '#platform/server/backup/verify-backup.ts'
import { noteBackup, noteTrail } from '#platform/app/server/running/operator.ts'
import { withServices } from './command-services.ts'
import { dataDir, operatedUrl } from './database-url.ts'

const usage = `npm run nightly -- <folder>                      back up into it, prove, delete what is older than 35 days
npm run nightly -- <folder> --second <folder>    and copy to a second place, which is on another disk
  --days 35      age at which backups are deleted
  --most 20      how many proven ones are kept at most
  --same-disk    the second place may be on the same disk`

/** The whole number of an option. */
function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--${name} must be a whole number of at least 1`)
  return Number(text)
}

async function readOptions(): Promise<Night> {
  const { values, positionals } = parseArgs({
    options: {
      second: { type: 'string' },
      days: { type: 'string' },
      most: { type: 'string' },
      'same-disk': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) throw new Error(usage)
  const keep = { days: whole('days', values.days, 35), most: whole('most', values.most, Infinity) }
  const url = await operatedUrl()
  const target = resolve(folder)
  return {
    url,
    folder: target,
    second: values.second === undefined ? null : resolve(values.second),
    sameDisk: values['same-disk'],
    keep,
    take: () => (process.env.DATABASE_URL ? takeCopy(url, target) : takeBackup(dataDir(), target)),
    verify: verifyBackup,
    noteTrail: (sound) => withServices(url, (services) => noteTrail(services, sound)),
    note: () => withServices(url, noteBackup),
    say: (line) => console.log(line),
  }
}

try {
  const failures = await nightly(await readOptions())
  if (failures.length > 0) {
    const reasons = failures.map(({ step, reason }) => `${step}: ${reason}`)
    throw new Error(`nightly failed: ${reasons.join('; ')}`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
