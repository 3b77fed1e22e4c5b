/** `npm run retention`: archives old months of the long tables into files (docs/operations-backup.md). */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFile, retain, type MonthRows, type Retained } from '#platform/app/server/retention/retain.ts'
import { openOperated } from './database-url.ts'

const usage = `npm run retention -- --months 24 --dry-run    say what would leave; nothing is written, a folder is passed over
npm run retention -- --months 24 <folder>     take it into files in the folder, prove them, delete it
npm run retention -- --load <file>            load a file into a table of the schema "archive"`

const count = (n: number): string => n.toLocaleString('en-US')

const line = ({ table, month, leaves, stays, file }: MonthRows): string =>
  `${table.padEnd(13)} ${month.slice(0, 7)} ${count(leaves).padStart(12)} ${count(stays).padStart(12)}  ${file ?? ''}`.trimEnd()

function summary({ before, requested, months }: Retained, dry: boolean): string {
  if (before === null)
    return `no month of the payroll is closed yet: nothing ${dry ? 'would leave' : 'leaves'}`
  const heads = `${'table'.padEnd(13)} month   ${(dry ? 'would leave' : 'left').padStart(12)} ${'still needed'.padStart(12)}`
  const open = requested
    ? [
        `${before.slice(0, 7)} and later stay although ${requested.slice(0, 7)} was asked for: the payroll of ${before.slice(0, 7)} is open`,
      ]
    : [`kept whole: ${before.slice(0, 7)} and later`]
  return [...open, heads, ...months.map(line)].join('\n')
}

const { values, positionals } = parseArgs({
  options: {
    months: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    load: { type: 'string' },
  },
  allowPositionals: true,
})

/** Runs the requested action on the configured database. */
async function run(url: string): Promise<string> {
  if (values.load !== undefined) {
    const { table, rows } = await loadFile(url, values.load)
    return `${table}: ${count(rows)} rows`
  }
  const dry = values['dry-run']
  const [folder, ...rest] = positionals
  if (values.months === undefined || rest.length > 0 || (!dry && folder === undefined)) throw new Error(usage)
  const target = dry || folder === undefined ? null : resolve(folder)
  const request = { months: Number(values.months), folder: target, now: new Date() }
  return summary(await retain(url, request), dry)
}

try {
  const { url, stop } = await openOperated()
  try {
    console.log(await run(url))
  } finally {
    await stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
