/** What may grow in a soak and what may not: compares its last third with its first. */

/**
 * `minute`: in real time; memory, tables and WAL in MB; `dead`: rows; `written`: WAL since the database was
 * created.
 */
export type Sample = {
  minute: number
  played: Date
  calls: number
  memory: number
  connections: number
  tables: number
  dead: number
  wal: number
  written: number
}
export type Table = { name: string; rows: number; bytes: number }

/** A soak shorter than this, in minutes, is too short for comparing its thirds. */
export const shortest = 6

/**
 * Tolerances. Memory: a share and MB. Connections: some come and go. A table: 1.5 times the size of its new rows,
 * and MB. WAL per call: full pages after each checkpoint and each kill of PostgreSQL.
 */
const allowed = {
  memory: 1.2,
  memoryMb: 40,
  connections: 6,
  row: 1.5,
  tableMb: 4,
  walLimit: 1.5,
  walCall: 2,
  dead: 3,
  deadRows: 20_000,
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function thirds(samples: readonly Sample[]): [first: readonly Sample[], last: readonly Sample[]] {
  const third = Math.floor(samples.length / 3)
  return [samples.slice(0, third), samples.slice(-third)]
}

/** WAL in MB per thousand calls in these samples. */
function walOfCalls(part: readonly Sample[]): number {
  const [from, to] = [part[0], part.at(-1)]
  if (!from || !to || to.calls === from.calls) return 0
  return ((to.written - from.written) / (to.calls - from.calls)) * 1_000
}

/**
 * What grew though it should be constant: memory, connections, dead rows, WAL on disk (at most `walMb`) and per
 * call.
 */
export function growthFaults(samples: readonly Sample[], walMb: number): string[] {
  const [first, last] = thirds(samples)
  if (first.length < 5 || (samples.at(-1)?.minute ?? 0) < shortest * 0.9) return []
  const of = (name: 'memory' | 'connections' | 'dead'): [number, number] => [
    middle(first.map((one) => one[name])),
    middle(last.map((one) => one[name])),
  ]
  const [[memory, memoryThen], [open, openThen], [dead, deadThen]] = [
    of('memory'),
    of('connections'),
    of('dead'),
  ]
  const wal = Math.max(...last.map((one) => one.wal))
  const [call, callThen] = [walOfCalls(first), walOfCalls(last)]
  const faults: [boolean, string][] = [
    [
      memoryThen > memory * allowed.memory + allowed.memoryMb,
      `memory grew from ${memory} to ${memoryThen} MB`,
    ],
    [openThen > open + allowed.connections, `connections grew from ${open} to ${openThen}`],
    [deadThen > dead * allowed.dead + allowed.deadRows, `dead rows grew from ${dead} to ${deadThen}`],
    [wal > walMb * allowed.walLimit, `WAL takes ${Math.round(wal)} MB, ${walMb} are its limit`],
    [
      callThen > call * allowed.walCall,
      `WAL of 1,000 calls grew from ${call.toFixed(1)} to ${callThen.toFixed(1)} MB`,
    ],
  ]
  return faults.flatMap(([wrong, text]) => (wrong ? [text] : []))
}

/** Tables larger than their new rows explain. */
export function swollen(before: readonly Table[], after: readonly Table[]): string[] {
  const former = new Map(before.map((table) => [table.name, table]))
  return after.flatMap(({ name, rows, bytes }) => {
    const was = former.get(name) ?? { rows: 0, bytes: 0 }
    // An empty table gives no row size: half a kilobyte is that of a wide row with its indexes.
    const row = was.rows > 100 ? was.bytes / was.rows : 500
    const most = was.bytes + Math.max(0, rows - was.rows) * row * allowed.row + allowed.tableMb * 1_000_000
    const text = `${name} grew from ${megabytes(was.bytes)} to ${megabytes(bytes)} MB with ${rows - was.rows} more rows`
    return bytes > most ? [text] : []
  })
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

const heads = [
  'minute',
  'played time',
  'calls',
  'memory MB',
  'connections',
  'tables MB',
  'dead rows',
  'WAL on disk MB',
  'WAL written MB',
]

/** The samples as lines of a table in Markdown, about `lines` of them. */
export function tableOfSamples(samples: readonly Sample[], lines = 12): string[] {
  const step = Math.max(1, Math.ceil(samples.length / lines))
  const from = samples[0]?.written ?? 0
  const sampled = samples.filter((_, index) => index % step === 0 || index === samples.length - 1)
  return [
    `| ${heads.join(' | ')} |`,
    `|${heads.map(() => '---:').join('|')}|`,
    ...sampled.map((one) => {
      // Vietnam's clock.
      const played = new Date(one.played.getTime() + 7 * 3_600_000)
        .toISOString()
        .slice(5, 16)
        .replace('T', ' ')
      const numbers = [
        one.calls,
        one.memory,
        one.connections,
        one.tables,
        one.dead,
        one.wal,
        one.written - from,
      ]
      return `| ${one.minute.toFixed(1)} | ${played} | ${numbers.map((n) => Math.round(n).toLocaleString('en-US')).join(' | ')} |`
    }),
  ]
}

/** Tables by size with their rows then and now, as lines of a table in Markdown. */
export function tableOfTables(before: readonly Table[], after: readonly Table[], lines = 12): string[] {
  const former = new Map(before.map((table) => [table.name, table]))
  return [
    '| table | rows after a third | rows at the end | MB after a third | MB at the end |',
    '|---|---:|---:|---:|---:|',
    ...after
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, lines)
      .map(({ name, rows, bytes }) => {
        const was = former.get(name) ?? { rows: 0, bytes: 0 }
        const [then, now] = [was.rows, rows].map((n) => n.toLocaleString('en-US'))
        return `| ${name} | ${then} | ${now} | ${megabytes(was.bytes)} | ${megabytes(bytes)} |`
      }),
  ]
}
