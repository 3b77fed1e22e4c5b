/**
 * `npm run load`: a day of 500 people on a separate database, as described in docs/load.md. `--minutes 30`,
 * `--customers 1000000`, `--rate 150`, `--people 500`; `--short`: 3 minutes, 200,000 customers, 60 requests/s, 100
 * people; `--remark` is added to the page, `--page` also writes it after a short run. Exit code 1 if an invariant
 * is broken, a customer was handed out twice or a request failed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { brokenInvariants, invariants } from '#platform/server/db/invariants.ts'
import { endAll, freePort, startServerProcess, type Server } from '#tools/drill/processes.ts'
import { keepPaying } from '#tools/demo-payers.ts'
import { simulateOutside } from '#tools/player/outside.ts'
import { root } from '#tools/source-files.ts'
import { subscriberExists } from '#simulator/deterministic-subscriber.ts'
import { measureSizes, openDay } from './day/database.ts'
import { knownPhone } from './day/fill.ts'
import { scanDone } from './day/long.ts'
import { pageOf } from './day/page.ts'
import { signEverybodyIn } from './day/people.ts'
import { stagesOf } from './day/plan.ts'
import type { Report } from './day/report.ts'
import { openRun, type Day } from './day/run.ts'
import { openWatch, topStatements } from './day/watch.ts'
import { windowsOfEach } from './day/windows.ts'

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string' },
    customers: { type: 'string' },
    rate: { type: 'string' },
    people: { type: 'string' },
    short: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    remark: { type: 'string', default: '' },
  },
})
const least = flags.short
  ? { minutes: 3, customers: 200_000, rate: 60, people: 100 }
  : { minutes: 30, customers: 1_000_000, rate: 150, people: 500 }
const size = {
  minutes: Number(flags.minutes ?? least.minutes),
  customers: Number(flags.customers ?? least.customers),
  rate: Number(flags.rate ?? least.rate),
  people: Number(flags.people ?? least.people),
}
const say = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

/**
 * `phone`: the next number of the filled files that the simulated carrier knows; `fresh`: one that is in no file
 * yet.
 */
function phones(): { phone: () => string; fresh: () => string } {
  let [known, made] = [0, 0]
  return {
    phone() {
      for (;;) {
        const phone = knownPhone((known += 1) * 7_919, size.customers)
        if (subscriberExists(phone)) return phone
      }
    },
    fresh: () => String(910_000_011 + (made += 1) * 101),
  }
}

let database: Embedded | undefined

/** The product as `npm start` runs it in production, with all outside systems; `start` starts it again. */
async function openProduct(folder: string, databaseUrl: string) {
  const metricsToken = randomBytes(16).toString('hex')
  const port = await freePort()
  const outside = await simulateOutside(`http://127.0.0.1:${port}`, { bankSeconds: 5, stepMs: 20_000 })
  keepPaying(databaseUrl, outside.push)
  const env = {
    NODE_ENV: 'production',
    VASDESK_DEMO: '',
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: metricsToken,
    DATA_DIR: join(folder, 'data'),
    // Visitors of the shop come from many addresses.
    TRUST_PROXY: '1',
    ...outside.env,
  }
  let running: Server = await startServerProcess('tools/start.ts', port, env)
  return {
    url: running.url,
    metricsToken,
    pid: () => running.pid,
    kill: () => running.kill(),
    start: async () => void (running = await startServerProcess('tools/start.ts', port, env)),
    stop: () => running.stop(),
  }
}

/** Runs the stages one after the other; only the day's statements are counted. */
async function runStages(
  run: Day,
  watch: ReturnType<typeof openWatch>,
  admin: Client,
): Promise<Report['stages']> {
  const stages: Report['stages'] = []
  for (const stage of stagesOf(size.minutes, size.rate)) {
    say(`${stage.name}: ${stage.seconds} s, ${stage.rate}/s`)
    const isDay = stage.name === 'day'
    if (isDay && stages.every(({ stage: { name } }) => name !== 'day'))
      await admin.query('SELECT pg_stat_statements_reset()')
    watch.begin()
    const from = performance.now()
    await run.stage(stage)
    const watched = watch.read()
    stages.push({ stage, from, watched, ...(isDay && { statements: await topStatements(admin) }) })
  }
  return stages
}

async function measure(folder: string): Promise<Report> {
  say(`filling ${size.customers.toLocaleString('en-US')} customers …`)
  // Counting statements costs about one percent.
  database = await startEmbedded(join(folder, 'pg'), { shared_preload_libraries: 'pg_stat_statements' })
  const { admin, postmaster, people } = await openDay(database, join(folder, 'pg'), size)
  const product = await openProduct(folder, database.url)
  say('signing in …')
  const begun = performance.now()
  const staff = await signEverybodyIn(product.url, people)
  const signInMs = performance.now() - begun
  const before = await measureSizes(admin)
  say(`connecting ${people.length * windowsOfEach} windows …`)
  const rows = Math.round(size.customers / 5)
  const run = await openRun({ server: product, people: staff, ...phones(), rows })
  const watch = openWatch({ ...product, postmaster, admin })
  const stages = await runStages(run, watch, admin)
  const heard = await run.heard()
  const scan = await scanDone({ ...product, staff: run.staff, rows }).catch(String)
  watch.stop()
  await run.close()
  await product.stop()
  say('invariants …')
  const checked = performance.now()
  const broken = await brokenInvariants(admin)
  const invariantsCheck = { n: Object.keys(invariants).length, broken, ms: performance.now() - checked }
  const sizes = { before, after: await measureSizes(admin) }
  await admin.end()
  const { tally, faults, restarts, windows } = run
  return {
    size,
    remark: flags.remark,
    signInMs,
    stages,
    tally,
    heard,
    faults,
    restarts,
    sizes,
    windows: windows.length,
    claimed: run.claimed(),
    long: [...run.long, `scan: ${scan}`],
    invariants: invariantsCheck,
  }
}

/** Rejects on SIGINT and SIGTERM, so that the `finally` below stops the servers and deletes the folder. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`ended by ${signal}`)))
})

const folder = await mkdtemp(join(tmpdir(), 'vasdesk-load-'))
try {
  const report = await Promise.race([measure(folder), interrupted])
  const page = await pageOf(report)
  console.log(page)
  for (const [fault, n] of report.faults) console.log(`${n} × ${fault}`)
  if (!flags.short || flags.page) await writeFile(join(root, 'docs/load.md'), page)
  const failed = report.tally.kinds(['warm-up', 'day', 'overload', 'recovery', 'after'])
  const faulty = [...failed.values()].some((line) => line.failed > 0)
  process.exitCode =
    faulty || report.claimed.doubles > 0 || Object.keys(report.invariants.broken).length > 0 ? 1 : 0
} finally {
  endAll()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
}
// Ends the simulators.
process.exit()
