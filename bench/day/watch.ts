/**
 * Resources used by server, PostgreSQL and client during the day: processor, memory, connections, event loop delay,
 * statements.
 */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Client } from 'pg'
import { figuresOf } from '#tools/player/metrics.ts'
import { percentile } from '../load.ts'
import { memoryOf, postgresTime, processTime } from '../processor.ts'

/** `others`: other processes on the machine. */
type Spent = { server: number; postgres: number; client: number; others: number }
export type Watched = {
  /** Shares of one processor since the last `begin`. */
  spent: Spent
  seconds: number
  /** Peak memory of the server, in MB. */
  peakMb: number
  /** p99 of the event loop delay in ms, over about 5 s each: the median and the largest. */
  lag: { typical: number; most: number }
  clientLag: number
  /** Most open connections at once, by name. */
  connections: Record<string, number>
  /** Most requests waiting for a connection. */
  waiting: number
}

type Options = {
  url: string
  pid: () => number
  postmaster: number
  metricsToken: string
  admin: Client
}

/** Processor time of the whole machine in ms; 0 without /proc. */
function machineTime(): number {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
      .replace(/\n.*/s, '')
      .trim()
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user + nice + system + irq + softirq) * 10
  } catch {
    return 0
  }
}

/** Processor time of the three and of the rest of the machine since `begin`; call `account` at least every second. */
function openAccounts({ pid, postmaster }: Pick<Options, 'pid' | 'postmaster'>) {
  let [lastPid, lastServer, lastPostgres] = [pid(), processTime(pid()), postgresTime(postmaster)]
  let spent = { server: 0, postgres: 0 }
  let [client, machine, since] = [process.cpuUsage(), machineTime(), performance.now()]
  const account = (): void => {
    const server = processTime(pid())
    const postgres = postgresTime(postmaster)
    // A new process starts at zero; up to a second of a killed one's time is lost.
    spent.server += Math.max(0, server - (pid() === lastPid ? lastServer : 0))
    spent.postgres += Math.max(0, postgres - lastPostgres)
    ;[lastPid, lastServer, lastPostgres] = [pid(), server, postgres]
  }
  return {
    account,
    begin(): void {
      account()
      spent = { server: 0, postgres: 0 }
      ;[client, machine, since] = [process.cpuUsage(), machineTime(), performance.now()]
    },
    read(): { spent: Spent; seconds: number } {
      account()
      const seconds = (performance.now() - since) / 1000
      const { user, system } = process.cpuUsage(client)
      const ours = { ...spent, client: (user + system) / 1000 }
      const rest = machineTime() - machine - ours.server - ours.postgres - ours.client
      const share = (ms: number): number => Math.max(0, ms) / 1000 / seconds
      return {
        spent: {
          server: share(ours.server),
          postgres: share(ours.postgres),
          client: share(ours.client),
          others: share(rest),
        },
        seconds,
      }
    },
  }
}

/** Figures reported by the server and PostgreSQL every 5 s. */
type Looks = { lags: number[]; connections: Record<string, number>; waiting: number }

async function lookAt({ url, metricsToken, admin }: Options, looks: Looks): Promise<void> {
  const figure = await figuresOf(url, metricsToken)
  const lag = figure('vasdesk_nodejs_eventloop_lag_p99_seconds')
  if (lag > 0) looks.lags.push(lag * 1000)
  const waiting = figure('vasdesk_pool_connections{pool="requests",state="waiting"}')
  looks.waiting = Math.max(looks.waiting, waiting)
  const { rows } = await admin.query<{ name: string; n: number }>(`
    SELECT application_name AS name, count(*)::int AS n FROM pg_stat_activity
    WHERE datname = 'vasdesk' AND backend_type = 'client backend' GROUP BY 1`)
  const { connections } = looks
  for (const { name, n } of rows) connections[name] = Math.max(connections[name] ?? 0, n)
  const all = rows.reduce((sum, { n }) => sum + n, 0)
  connections.all = Math.max(connections.all ?? 0, all)
}

/** Starts watching; `begin` resets, `read` returns the values since then, `stop` ends it. */
export function openWatch(options: Options) {
  const { pid } = options
  const accounts = openAccounts(options)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let looks: Looks = { lags: [], connections: {}, waiting: 0 }
  let peakMb = 0
  const timers = [
    setInterval(() => {
      accounts.account()
      peakMb = Math.max(peakMb, memoryOf(pid(), 'VmHWM'))
    }, 1_000),
    // While the server is down there is nothing to read.
    setInterval(() => void lookAt(options, looks).catch(() => undefined), 5_000),
  ]
  return {
    begin(): void {
      accounts.begin()
      looks = { lags: [], connections: {}, waiting: 0 }
      peakMb = memoryOf(pid(), 'VmHWM')
      delay.reset()
    },
    read(): Watched {
      const sorted = looks.lags.toSorted((a, b) => a - b)
      return {
        ...accounts.read(),
        peakMb,
        lag: { typical: percentile(sorted, 0.5), most: sorted.at(-1) ?? 0 },
        clientLag: delay.percentile(99) / 1e6,
        connections: looks.connections,
        waiting: looks.waiting,
      }
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer)
      delay.disable()
    },
  }
}

type Statement = { text: string; calls: number; seconds: number }
export type Statements = { all: number; top: Statement[] }

/** The statements with most time since the last reset; those run inside functions count for their callers. */
export async function topStatements(admin: Client, most = 15): Promise<Statements> {
  const { rows } = await admin.query<Statement & { whole: number }>(`
    SELECT query AS text, calls::int, total_exec_time / 1000 AS seconds, sum(total_exec_time) OVER () / 1000 AS whole
    FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = 'vasdesk') AND toplevel
    ORDER BY total_exec_time DESC LIMIT ${most}`)
  return { all: rows[0]?.whole ?? 0, top: rows }
}
