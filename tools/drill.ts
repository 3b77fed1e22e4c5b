/**
 * `npm run drill`: an operator's rare work, on a temporary PostgreSQL: fresh install in production mode, load,
 * backup, destruction, restore, invariants, upgrade from the last kept version, two processes, rolling restart.
 * `npm run drill standby`: the primary dies (drill/standby.ts). `nightly`: the night's work (drill/night.ts).
 * `bare-machine [archive]`: from a release to the first call (drill/bare-machine.ts). Prints a table; exit code 0
 * when everything passed.
 */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { findBackup, readManifest } from '#platform/server/backup/manifest.ts'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { addressOf, administer, makeDatabase, query } from './drill/database.ts'
import { nginx, startFront } from './drill/front.ts'
import { bareMachineSteps } from './drill/bare-machine.ts'
import { lastKept } from './drill/last-kept.ts'
import { compareJournal, withoutFailure, type Seen } from './drill/load.ts'
import { nightSteps } from './drill/night.ts'
import { command, endAll, freePort, startServerProcess, type Server } from './drill/processes.ts'
import {
  emptyDatabase,
  signInAdmin,
  invariantsOf,
  load,
  production,
  start,
  untilSealed,
} from './drill/product.ts'
import { standbySteps } from './drill/standby.ts'
import { runDrill, type DrillStep } from './drill/table.ts'
import { root } from './source-files.ts'

/** Seconds of load before and during an event. */
const loadSeconds = 5

const home = await mkdtemp(join(tmpdir(), 'vasdesk-drill-'))
// PostgreSQL refuses to run as root and switches to another account, which must be able to read the programs in this
// folder.
await chmod(home, 0o755)
const backups = join(home, 'backups')
const keptFolder = join(root, 'test/old-databases')

function stepsOf(database: Embedded): DrillStep[] {
  const env = (name: string) => production(home, addressOf(database.url, name))
  let first: Server
  let journal: Seen
  return [
    {
      name: 'fresh install in production mode',
      run: async () => {
        await emptyDatabase(database)
        first = await start(env('vasdesk'))
        await signInAdmin(first.url)
        return 'a role without rights of its own, first administrator signed in'
      },
    },
    {
      name: 'backup under load',
      run: async () => {
        const stop = await load([first.url])
        await sleep(loadSeconds * 1000)
        await untilSealed(addressOf(database.url, 'vasdesk'))
        await command('tools/backup.ts', [backups], env('vasdesk'))
        await sleep(1_000)
        journal = await stop()
        return withoutFailure(journal)
      },
    },
    {
      name: 'backup proven',
      run: async () => {
        const report = await command('tools/backup.ts', ['--verify', backups], env('vasdesk'))
        return (report.match(/^\[ OK \]/gm)?.length ?? 0) + ' checks passed'
      },
    },
    {
      name: 'database destroyed, restored into a new one',
      run: async () => {
        await first.stop()
        await administer(database, 'DROP DATABASE vasdesk WITH (FORCE)')
        await makeDatabase(database, 'restored')
        await command('tools/restore.ts', [backups, addressOf(database.url, 'restored')], env('restored'))
        const { moment } = await readManifest(await findBackup(backups))
        return compareJournal(addressOf(database.url, 'restored'), journal, moment)
      },
    },
    {
      name: 'invariants of the restored database',
      run: () => invariantsOf(env('restored')),
    },
    {
      name: 'upgrade from the last kept version',
      run: async () => {
        const file = lastKept(await readdir(keptFolder))
        const text = gunzipSync(await readFile(join(keptFolder, file))).toString()
        await makeDatabase(database, 'former')
        await administer(database, text, 'former')
        const count = 'SELECT count(*)::int AS n FROM customer'
        const [before] = await query<{ n: number }>(addressOf(database.url, 'former'), count)
        // A database created by the demo is not accepted in production.
        const server = await startServerProcess('platform/app/server/main.ts', await freePort(), {
          ...env('former'),
          NODE_ENV: 'test',
          SECRETS_KEY: '',
        })
        await server.stop()
        await command('tools/invariants.ts', [], env('former'))
        const [after] = await query<{ n: number }>(addressOf(database.url, 'former'), count)
        if (!before || before.n === 0 || after?.n !== before.n) throw new Error('customers are missing')
        return `${file}: ${after.n} customers, all invariants hold`
      },
    },
    {
      name: 'two processes, rolling restart under load',
      run: async () => {
        const ports = [await freePort(), await freePort()] as const
        const servers = await Promise.all(ports.map((port) => start(env('restored'), port)))
        const front = nginx ? await startFront(nginx, home, ports) : undefined
        const urls = front ? [front.url] : servers.map(({ url }) => url)
        const stop = await load(urls)
        await sleep(loadSeconds * 1000)
        for (const [index, port] of ports.entries()) {
          await servers[index]?.stop()
          servers[index] = await start(env('restored'), port)
          await sleep(2_000)
        }
        const result = withoutFailure(await stop())
        front?.kill()
        await Promise.all(servers.map((server) => server.stop()))
        return `${result} (${front ? 'through nginx' : 'no nginx here: the caller asked the other process'})`
      },
    },
    {
      name: 'invariants after the restarts',
      run: () => invariantsOf(env('restored')),
    },
  ]
}

type Drill = { steps: DrillStep[]; end: () => Promise<void> }

async function usual(): Promise<Drill> {
  await mkdir(backups)
  const database = await startEmbedded(join(home, 'pg'))
  return { steps: stepsOf(database), end: database.stop }
}

const drills: Readonly<Record<string, () => Promise<Drill>>> = {
  usual,
  standby: async () => standbySteps(home),
  nightly: () => nightSteps(home),
  'bare-machine': () => bareMachineSteps(home, archive),
}

const [name = 'usual', archive] = process.argv.slice(2)
const open = drills[name]
if (!open) throw new Error(`there is no drill '${name}': ${Object.keys(drills).join(', ')}`)
let drill: Drill | undefined
try {
  drill = await open()
  process.exitCode = (await runDrill(drill.steps)) ? 0 : 1
} finally {
  endAll()
  await drill?.end()
  await rm(home, { recursive: true, force: true })
}
// Ends load that a failed step left running.
process.exit()
