/** docs/load.md: the measurements of a run beside their goals. */
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { percentile } from '../load.ts'
import { root } from '#tools/source-files.ts'
import type { Table } from './database.ts'
import { goalsOf } from './goals.ts'
import { overload, recovers, shares } from './plan.ts'
import { formatCount, ms, type Report } from './report.ts'
import { figuresOf, type Figures, type Line } from './tally.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const lineOf = (name: string, f: Figures): (string | number)[] => [
  name,
  formatCount(f.n),
  ms(f.p50),
  ms(f.p95),
  ms(f.p99),
  formatCount(f.failed),
  formatCount(f.busy),
  formatCount(f.limited),
]
const head = ['request', 'n', 'p50 ms', 'p95 ms', 'p99 ms', 'failed', '503', '429'] as const

const kindNames: Readonly<Record<string, string>> = {
  list: 'list',
  claim: 'next customer',
  result: 'result of a call',
  lookup: 'look-up',
  edit: 'edit, request, approval, code',
  report: 'report',
  reread: 'screen read again after a push (on top of the rate)',
  back: 'screen read again after the restart',
}

function kindTable(lines: ReadonlyMap<string, Line>): string {
  const rows = Object.keys(kindNames).flatMap((kind) => {
    const line = lines.get(kind)
    return line ? [lineOf(kindNames[kind] ?? kind, figuresOf([line]))] : []
  })
  return table(head, rows)
}

/** The 15 paths with the largest sum of response times. */
function slowest(lines: ReadonlyMap<string, Line>): string {
  const whole = (line: Line): number => line.times.reduce((sum, time) => sum + time, 0)
  const rows = [...lines].toSorted(([, a], [, b]) => whole(b) - whole(a)).slice(0, 15)
  return table(['path', 'n', 'p50 ms', 'p99 ms', 'share of all waiting'], rows.map(([path, line]) => {
    const f = figuresOf([line])
    const all = [...lines.values()].reduce((sum, one) => sum + whole(one), 0)
    return [`\`${path}\``, formatCount(f.n), ms(f.p50), ms(f.p99), percent(whole(line) / all)]
  })) // prettier-ignore
}

/** Processor time by part and stage. */
function processorTable({ stages }: Report): string {
  const rows = stages.map(({ stage, watched: { spent, peakMb, lag, clientLag, connections, waiting } }) => [
    stage.name,
    `${formatCount(stage.rate)}/s`,
    percent(spent.server),
    percent(spent.postgres),
    percent(spent.client),
    percent(spent.others),
    `${peakMb} MB`,
    `${ms(lag.typical)} / ${ms(lag.most)}`,
    ms(clientLag),
    connections.all ?? 0,
    waiting,
  ])
  return table(
    ['stage', 'rate', 'server', 'PostgreSQL', 'client', 'others', 'server memory', 'loop lag p99 ms, typical / most', 'client’s own lag', 'connections', 'requests waiting for one'],
    rows,
  ) // prettier-ignore
}

/** The bottleneck of the day, in a sentence. */
function narrowest({ stages, tally }: Report): string {
  const days = stages.filter(({ stage }) => stage.name === 'day').map(({ watched }) => watched)
  const whole = days.reduce((sum, { seconds }) => sum + seconds, 0)
  const share = (name: 'server' | 'postgres' | 'client'): number =>
    days.reduce((sum, { spent, seconds }) => sum + spent[name] * seconds, 0) / whole
  const parts = {
    PostgreSQL: share('postgres'),
    'the server': share('server'),
    'the client': share('client'),
  }
  const [[first, most] = ['', 0]] = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
  const all = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const answered = figuresOf([...tally.kinds(['day']).values()]).answered
  const each = (part: number): string => `${((part * whole * 1000) / Math.max(1, answered)).toFixed(1)} ms`
  const cost = `A request cost ${each(parts.PostgreSQL)} of PostgreSQL, ${each(parts['the server'])} of the server and ${each(parts['the client'])} of the client, long work, pushes and look-ups outside counted with it.`
  return `${cost} In the day the three took ${percent(all)} of the ${cpus().length * 100} % that the machine has; the most of it ${first} (${percent(most)}). A server process uses one processor for requests: at ${percent(1)} it is full.`
}

function statementTable({ stages }: Report): string {
  const found = stages.findLast(({ statements }) => statements)?.statements
  if (!found) return ''
  const rows = found.top.map(({ text, calls, seconds }) => [
    `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 110)}\``,
    formatCount(calls),
    ((seconds * 1000) / calls).toFixed(2),
    percent(seconds / found.all),
  ])
  return table(['statement', 'calls', 'ms a call', 'share of all statements'], rows)
}

const perRow = ({ bytes, rows }: { bytes: number; rows: number }): number => (rows === 0 ? 0 : bytes / rows)
const bytes = (n: number): string => `${formatCount(n)} B`

/** Size of a row: in the filled tables, and as added by the run. */
function sizeTable({ sizes: { before, after } }: Report): string {
  const grown = (name: Table) => ({
    rows: after[name].rows - before[name].rows,
    bytes: after[name].bytes - before[name].bytes,
  })
  const names = Object.keys(before).filter((name): name is Table => name !== 'all')
  const rows = names.map((name) => [
    `\`${name}\``,
    formatCount(before[name].rows),
    before[name].rows > 0 ? bytes(perRow(before[name])) : '',
    formatCount(grown(name).rows),
    grown(name).rows > 100 ? bytes(perRow(grown(name))) : '',
  ])
  return table(['table, with its indexes', 'rows when filled', 'a row', 'rows of the run', 'a row'], rows)
}

/** Bytes of a customer, a call, a look-up and an audit entry, for docs/operations.md. */
function unitSizes({ sizes: { before, after } }: Report): string {
  const { customer, movements } = before
  /** A row as written by the run, if it wrote enough of them; else as filled. */
  const rowOf = (name: Table): number => {
    const rows = after[name].rows - before[name].rows
    return rows < 500 ? perRow(before[name]) : (after[name].bytes - before[name].bytes) / rows
  }
  const [result, entry] = [rowOf('care_history'), rowOf('audit_log')]
  const movement = perRow(movements)
  return [
    `- A customer: ${bytes(perRow(customer) + movement)}, with its indexes and its arrival in the ledger (measured).`,
    `- An entry of the trail: ${bytes(entry)} (measured, of all kinds together).`,
    `- A call: ${bytes(result + 2 * movement + entry)} (calculated: a result, ${bytes(result)}; two lines of the ledger; an entry of the trail).`,
    `- A look-up: ${bytes(rowOf('lstracuu'))} (measured).`,
    `- The database: ${(before.all.bytes / 1e9).toFixed(2)} GB when filled, ${(after.all.bytes / 1e9).toFixed(2)} GB at the end.`,
  ].join('\n')
}

function liveLine({ heard, windows, stages }: Report): string {
  const waits = heard.waits.toSorted((a, b) => a - b)
  const seconds = stages.reduce((sum, { watched }) => sum + watched.seconds, 0)
  const pushes = Object.entries(heard.changes).toSorted(([, a], [, b]) => b - a)
  const busy = pushes.slice(0, 6).map(([name, n]) => `\`${name}\` ${formatCount(n / seconds)}`)
  return `${formatCount(windows)} sockets were open. From the answer to a change until a screen heard of it: p50 ${ms(percentile(waits, 0.5))} ms, p99 ${ms(percentile(waits, 0.99))} ms (${formatCount(waits.length)} times heard). They were sent ${formatCount(heard.messages / seconds)} messages a second in all, with the names of ${formatCount(pushes.reduce((sum, [, n]) => sum + n, 0) / seconds)} lists (${busy.join(', ')}); ${formatCount(heard.told / seconds)} a second named rows that the window shows.`
}

export async function pageOf(report: Report): Promise<string> {
  const { size, tally, remark, stages, long, signInMs, invariants } = report
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const goals = goalsOf(report)
  const broken = Object.entries(invariants.broken).map(([name, n]) => `- broken: ${name} (${n} rows)`)
  const part = (share: number): string => `${Math.round(share * 100)} %`
  return `# A day of ${formatCount(size.people)} people

Measured by \`npm run load\` on ${new Date().toISOString().slice(0, 10)} at ${commit}: ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version},
PostgreSQL 18 with fsync and synchronous_commit on; client, simulators, server and database share the machine.${remark ? ` ${remark}` : ''}
${formatCount(size.customers)} customers; ${size.minutes} minutes, ${size.rate} requests a second, each sent at its moment whatever became of those before, and its time
counted from that moment. ${part(shares.list)} lists of all kinds (also shop, desk, polls), ${part(shares.claim + shares.result)} next customers and results, ${part(shares.lookup)} look-ups through the simulated carrier,
${part(shares.edit)} edits, requests, approvals and registrations by code, ${part(shares.report)} reports; ${formatCount(report.windows)} windows on the live channel, a third of them in front, which read
again what they show when they hear of a change. One server process in production mode with its limits on. What was measured of single calls stands
in [performance.md](performance.md), what to buy in [operations.md](operations.md#sizes), what is missed and why in [missed-goals.md](decisions/missed-goals.md).

${table(
  ['', 'measured', 'to reach', ''],
  goals.map(({ what, measured, reach, met }) => [what, measured, reach, met ? 'yes' : '**no**']),
)}

## The day

${size.people} people signed in within ${(signInMs / 1000).toFixed(0)} s, 8 at a time.

${kindTable(tally.kinds(['day']))}

Inside it:

${long.map((line) => `- ${line}`).join('\n')}

${liveLine(report)}

## Restart, overload and after

The server was killed (kill -9) and started again at once:

${kindTable(tally.kinds(['restart']))}

${formatCount(size.rate * overload)} requests a second for ${stages.find(({ stage }) => stage.name === 'overload')?.stage.seconds ?? 0} s:

${kindTable(tally.kinds(['overload']))}

The ${recovers} s after that, and then:

${kindTable(tally.kinds(['recovery']))}

${kindTable(tally.kinds(['after']))}

## The narrowest part

Processor as shares of one, so that ${cpus().length * 100} % is all there is.

${processorTable(report)}

${narrowest(report)}

Where people waited:

${slowest(tally.paths(['day']))}

Which statements took most (pg_stat_statements, whole statements of clients, the day alone):

${statementTable(report)}

## What rows take on disk

${unitSizes(report)}

${sizeTable(report)}

Counted anew at the end, all ${invariants.n} invariants took ${(invariants.ms / 1000).toFixed(0)} s.${broken.length > 0 ? `\n\n${broken.join('\n')}` : ''}
`
}
