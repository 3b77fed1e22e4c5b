/** `npm run bench`: measures the product against the raw limit on the same machine and data; saves the table. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { numbers } from './data.ts'
import { onBench } from './database.ts'
import { measures } from './measures.ts'
import type { Row } from './types.ts'

/** Measures without customers, which take a while to create. */
const withoutCustomers = new Set([
  'money',
  'desk',
  'simSearch',
  'shopList',
  'flood',
  'floodPublic',
  'floodSlow',
  'boot',
  'growth',
  'retention',
  'bundle',
])

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
differ from machine to machine: read the ratios, which divide by the raw limit in the same run. Why what costs what it
costs, and what was tried, stands in [speed.md](decisions/speed.md) and [speed-reads.md](decisions/speed-reads.md); goals that
are missed, with the reason, in [missed-goals.md](decisions/missed-goals.md). A day of five hundred people: [load.md](load.md).

| work | measured | raw limit | ratio | to reach | |
|---|---|---|---|---|---|
${lines.join('\n')}

![Time of everyday requests of one reader over the number of rows](growth.svg)
`
}

const only = process.argv[2]
const selected = Object.entries(measures).filter(([name]) => !only || new RegExp(only).test(name))

// Measures of the screens need them.
execFileSync(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })

const needsCustomers = selected.some(([name]) => !withoutCustomers.has(name))
if (needsCustomers) console.log(`filling ${numbers} rows …`)
const rows = await onBench(needsCustomers ? numbers : 0, async (bench) => {
  const all: Row[] = []
  for (const [, measure] of selected) {
    for (const row of await measure(bench)) {
      all.push(row)
      console.log(`${row.work}: ${row.value} / ${row.limit} = ${row.ratio} (reach ${row.reach}) ${row.note}`)
    }
  }
  return all
})
if (!only) writeFileSync(join(root, 'docs/performance.md'), page(rows))
