/** `npm run bench`: measures the product against the raw limit on the same machine and data; saves the table. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { numbers } from './data.ts'
import { onBench } from './database.ts'
import { measures } from './measures.ts'
import { besideOthers, busyAbove, othersOf, refusedAbove } from './others.ts'
import { peers } from './peers.ts'
import type { Measured } from './types.ts'

/** Measures that need no customers: creating a million of them takes a while. */
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

const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--short', 'HEAD')

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/** Commit, others' share of the machine before and while the row was measured, load, customers: '7b85c647, others 1 and 2 %, load 2.1, 1,000,000 rows'. */
function circumstances({ machine, rows }: Measured): string {
  const others = machine
    ? `others ${percent(machine.before)} and ${percent(machine.during)}${othersOf(machine) > busyAbove ? ' **(busy machine)**' : ''}, load ${machine.load.toFixed(1)}`
    : 'others unknown'
  return `${commit}, ${others}, ${rows.toLocaleString('en-US')} rows`
}

function page(rows: Measured[]): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const lines = rows.map((row) => {
    const { work, value, limit, ratio, reach, note } = row
    return `| ${work} | ${value} | ${limit} | ${ratio} | ${reach} | ${note} | ${circumstances(row)} |`
  })
  return `# Performance

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} at ${commit}: ${machine}, PostgreSQL 18 with fsync and
synchronous_commit on, ${numbers.toLocaleString('en-US')} customers; client, server and database share the machine. Times
differ from machine to machine: read the ratios, which divide by the raw limit in the same run. Why what costs what it
costs, and what was tried, stands in [speed.md](decisions/speed.md) and [speed-reads.md](decisions/speed-reads.md); goals that
are missed, with the reason, in [missed-goals.md](decisions/missed-goals.md). A day of five hundred people: [load.md](load.md).
'Others' are the shares of the machine that processes outside the bench took before and while a row was measured; nothing is written
when one is above ${percent(refusedAbove)}.

| work | measured | raw limit | ratio | to reach | | commit, others, load, rows |
|---|---|---|---|---|---|---|
${lines.join('\n')}

![Time of everyday requests of one reader over the number of rows](growth.svg)
`
}

const [only, address] = process.argv.slice(2)
if (only === 'peers') {
  await peers(address)
  process.exit()
}
const selected = Object.entries(measures).filter(([name]) => !only || new RegExp(only).test(name))

// Needed by measures of the screens.
execFileSync(process.execPath, [join(root, 'tools/web-build.ts')], { stdio: 'inherit' })

const needsCustomers = selected.some(([name]) => !withoutCustomers.has(name))
const customers = needsCustomers ? numbers : 0
if (needsCustomers) console.log(`filling ${numbers} rows …`)
// The page names a commit, so it is only written for a clean tree. Asked before the run, which draws growth.svg anew.
const isCommitted = git('status', '--porcelain') === ''
const rows = await onBench(customers, async (bench) => {
  const all: Measured[] = []
  for (const [, measure] of selected) {
    const { done, machine } = await besideOthers(() => measure(bench))
    for (const end of bench.afterwards.splice(0)) await end()
    for (const row of done) {
      const measured = { ...row, machine, rows: customers }
      all.push(measured)
      const { work, value, limit, ratio, reach, note } = row
      console.log(
        `${work}: ${value} / ${limit} = ${ratio} (reach ${reach}) ${note}; ${circumstances(measured)}`,
      )
    }
  }
  return all
})
const refused = rows.filter(({ machine }) => othersOf(machine) > refusedAbove)
for (const { work, machine } of refused)
  console.error(`others took ${percent(othersOf(machine))} of the machine beside '${work}'`)
if (!only && !isCommitted)
  console.error('docs/performance.md is not written: there are changes that are not committed')
if (!only && isCommitted && refused.length === 0) writeFileSync(join(root, 'docs/performance.md'), page(rows))
if (refused.length > 0 || (!only && !isCommitted)) process.exitCode = 1
