/** `npm run bench`: measures the product against the raw limit on the same machine and data; saves the table. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedBase } from '../server/seed/base.ts'
import { startProcess, type ServerProcess } from '../test/process.ts'
import { fillCustomers, fillPeople, numbers, patient } from './data.ts'
import { measures } from './measures.ts'
import type { Bench, Row } from './types.ts'

/** Measures without customers, which take a while to create. */
const withoutCustomers = new Set(['money', 'desk', 'simSearch', 'shopList', 'flood', 'floodPublic'])

const root = join(import.meta.dirname, '..')

function page(rows: Row[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const lines = rows.map(
    ({ work, value, limit, ratio, reach, note }) =>
      `| ${work} | ${value} | ${limit} | ${ratio} | ${reach} | ${note} |`,
  )
  return `# Performance

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} at ${commit}: ${machine}, PostgreSQL 18 with fsync and
synchronous_commit on, ${numbers.toLocaleString('en-US')} customers; client, server and database share the machine. Times
differ from machine to machine: read the ratios, which divide by the raw limit in the same run.

| work | measured | raw limit | ratio | to reach | |
|---|---|---|---|---|---|
${lines.join('\n')}
`
}

const only = process.argv[2]
const selected = Object.entries(measures).filter(([name]) => !only || name.includes(only))

/** Measures on a filled database of its own, which is stopped and removed whatever happens. */
async function measured(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vasdesk-bench-'))
  const database = await startEmbedded(dir)
  const pool = patient(database.url)
  let server: ServerProcess | undefined
  try {
    await migrate(pool, join(root, 'server/db'))
    await seedBase(pool)
    console.log(`filling ${numbers} rows …`)
    const data = await fillPeople(pool)
    if (selected.some(([name]) => !withoutCustomers.has(name))) await fillCustomers(pool, data.file)
    // The heap of `npm start`.
    server = await startProcess(database.url, {
      DB_POOL: '16',
      NODE_OPTIONS: '--max-semi-space-size=16',
    })
    const bench: Bench = { url: server.url, pid: server.pid, databaseUrl: database.url, pool, ...data }
    const rows: Row[] = []
    for (const [, measure] of selected) {
      for (const row of await measure(bench)) {
        rows.push(row)
        console.log(
          `${row.work}: ${row.value} / ${row.limit} = ${row.ratio} (reach ${row.reach}) ${row.note}`,
        )
      }
    }
    return rows
  } finally {
    await server?.kill()
    await pool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const rows = await measured()
if (!only) writeFileSync(join(root, 'docs/performance.md'), page(rows))
