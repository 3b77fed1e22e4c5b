/**
 * `npm run drill nightly`: the work of a night under load: backup, proof, second place, pruning, killed during
 * backup and during proof, repeated, and a restore from the second place. Both places are on this disk.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupsIn } from '#platform/server/backup/kept-backups.ts'
import { findBackup, readManifest } from '#platform/server/backup/manifest.ts'
import { identityOf } from '#platform/server/db/embedded-cluster.ts'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { addressOf, administer, makeDatabase } from './database.ts'
import { compareJournal, withoutFailure, type Seen } from './load.ts'
import { command, startCommand, waitFor, type Server } from './processes.ts'
import { emptyDatabase, figureOf, invariantsOf, load, production, start, untilSealed } from './product.ts'
import type { DrillStep } from './table.ts'

/** Seconds of load before and after an event. */
const loadSeconds = 3

type Night = {
  folder: string
  second: string
  env: Record<string, string>
  database: Embedded
  args: string[]
}

function nightOf(home: string, database: Embedded): Night {
  const [folder, second] = [join(home, 'backups'), join(home, 'second')]
  const env = { ...production(home, database.url), DATABASE_DIRECT_URL: '', DATABASE_OWNER_URL: '' }
  return { folder, second, env, database, args: [folder, '--second', second, '--same-disk'] }
}

const script = 'tools/nightly.ts'

/** The backups of both places as 'n (m proven)'; throws if a place has unfinished work. */
async function placesOf({ folder, second }: Night): Promise<string> {
  const texts = await Promise.all(
    [folder, second].map(async (place) => {
      const unfinished = (await readdir(place)).filter((name) => /\.part$|^verify-/.test(name))
      if (unfinished.length > 0) throw new Error(`${place} has ${unfinished.join(', ')}`)
      const backups = await backupsIn(place)
      return `${backups.length} (${backups.filter(({ proven }) => proven).length} proven)`
    }),
  )
  return `${texts[0]} here, ${texts[1]} at the second place`
}

/** The unfinished work in a folder that matches, once there is any: a small backup takes a fraction of a second. */
const unfinishedIn = (folder: string, shape: RegExp): Promise<string> =>
  waitFor(
    `something like ${shape.source}`,
    async () => (existsSync(folder) ? (await readdir(folder)).find((name) => shape.test(name)) : undefined),
    10,
  )

/** The database process that a proof has started in `folder`, once it runs. */
async function proofIn(folder: string): Promise<number> {
  const proof = await unfinishedIn(folder, /^verify-/)
  return waitFor('the database of the proof', async () => {
    const file = join(folder, proof, 'pg/postgres/postmaster.pid')
    const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : []
    return lines[7]?.trim() === 'ready' ? Number(lines[0]) : undefined
  })
}

/** Two nights are killed, and the third completes their work. */
function killedSteps(night: Night): DrillStep[] {
  const { folder, args, env } = night
  let postmaster = 0
  return [
    {
      name: 'killed while it backs up',
      run: async () => {
        const kill = startCommand(script, args, env)
        const draft = await unfinishedIn(folder, /\.part$/)
        await kill()
        if ((await backupsIn(folder)).length !== 1) throw new Error('half a backup counts as one')
        return `${draft} is left, and is no backup`
      },
    },
    {
      name: 'killed while it proves',
      run: async () => {
        const kill = startCommand(script, args, env)
        postmaster = await proofIn(folder)
        await kill()
        const [first, second] = await backupsIn(folder)
        if (!first?.proven || second?.proven !== false) throw new Error('the backup counts as proven')
        if (identityOf(postmaster) === null) return 'its backup is there, unproven'
        return 'its backup is there, unproven; the database of the proof runs on'
      },
    },
    {
      name: 'run again',
      run: async () => {
        await command(script, args, env)
        if (identityOf(postmaster) !== null) throw new Error('the database of the killed proof runs')
        return placesOf(night)
      },
    },
  ]
}

/** Makes the oldest backup of both places look 40 days older. */
async function age({ folder, second }: Night): Promise<string> {
  const [oldest] = await backupsIn(folder)
  if (!oldest) throw new Error('there is no backup')
  const agedTo = new Date(oldest.at.getTime() - 40 * 86_400_000)
  const name = `${agedTo.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  for (const place of [folder, second]) await rename(join(place, oldest.name), join(place, name))
  return name
}

function stepsOf(night: Night): DrillStep[] {
  const { folder, second, env, database, args } = night
  let server: Server
  let journal: Seen
  const restored = addressOf(database.url, 'restored')
  return [
    {
      name: 'a night under load',
      run: async () => {
        server = await start(env)
        const stop = await load([server.url])
        await untilSealed(env.DATABASE_URL ?? '')
        await command(script, args, env)
        await sleep(loadSeconds * 1000)
        journal = await stop()
        return `${withoutFailure(journal)}; ${await placesOf(night)}`
      },
    },
    {
      name: 'noted for the watch',
      run: async () => {
        const verifiedAt = await figureOf(server, 'vasdesk_backup_verified_timestamp_seconds')
        if (Date.now() / 1000 - verifiedAt > 300) throw new Error(`/metrics says ${verifiedAt}`)
        return `/metrics says ${new Date(verifiedAt * 1000).toISOString()}`
      },
    },
    ...killedSteps(night),
    {
      name: 'what is too old goes',
      run: async () => {
        const old = await age(night)
        await command(script, args, env)
        const remaining = [...(await readdir(folder)), ...(await readdir(second))]
        if (remaining.includes(old)) throw new Error(`${old} is still there`)
        return `${old} is gone from both places; ${await placesOf(night)}`
      },
    },
    {
      name: 'restored from the second place',
      run: async () => {
        await server.stop()
        await administer(database, 'DROP DATABASE vasdesk WITH (FORCE)')
        await makeDatabase(database, 'restored')
        const last = await findBackup(second)
        await command('tools/restore.ts', [last, restored], { ...env, DATABASE_URL: restored })
        const { moment } = await readManifest(last)
        return compareJournal(restored, journal, moment)
      },
    },
    {
      name: 'invariants of the restored database',
      run: () => invariantsOf({ ...env, DATABASE_URL: restored }),
    },
  ]
}

export async function nightSteps(home: string): Promise<{ steps: DrillStep[]; end: () => Promise<void> }> {
  const database = await startEmbedded(join(home, 'pg'))
  await emptyDatabase(database)
  const night = nightOf(home, database)
  // Like a mounted disk.
  await mkdir(night.second)
  return { steps: stepsOf(night), end: database.stop }
}
