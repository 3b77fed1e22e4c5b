/** Processor time of client, server and PostgreSQL, from Linux's /proc; unknown elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Milliseconds. */
export type Spent = { client: number; server: number; postgres: number }

/** Process ids; the client is this process. */
type Watched = { server: number; postmaster: number }

const tickMs = 10
let watched: Watched | undefined

/** Sets the server and database for the next readings; returns the former ones. */
export function watch(processes: Watched | undefined): Watched | undefined {
  const former = watched
  watched = processes
  return former
}

/** Fields of /proc/PID/stat from the third on; null if the process has ended. */
function statOf(pid: number | string): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S /s, '')
      .split(' ')
      .map(Number)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
      return null
    throw error
  }
}

/** Of the process and, with `ended`, of its ended children. */
function timeOf(stat: number[] | null, ended = false): number {
  const [utime = 0, stime = 0, childUtime = 0, childStime = 0] = stat?.slice(10, 14) ?? []
  return (utime + stime + (ended ? childUtime + childStime : 0)) * tickMs
}

type Stats = ReadonlyMap<number, number[] | null>

/** Of the ended children of processes, in ms. */
const endedTime = (stats: Iterable<number[] | null>): number =>
  [...stats].reduce((sum, stat) => sum + timeOf(stat, true) - timeOf(stat), 0)

/**
 * Time of the processes that `pick` chooses, with ended children, in ms. Read again when one ended meanwhile: it would
 * count twice, by itself and in its parent, or not at all.
 */
function timeOfAll(pick: (stats: Stats) => ReadonlyMap<number, boolean>): number {
  for (;;) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const stats = new Map(pids.map((pid) => [Number(pid), statOf(pid)]))
    const picked = [...pick(stats)]
    const parents = picked.flatMap(([pid, isParent]) => (isParent ? [pid] : []))
    const isSettled =
      endedTime(parents.map(statOf)) === endedTime(parents.map((pid) => stats.get(pid) ?? null))
    if (!isSettled) continue
    return picked.reduce((sum, [pid, isParent]) => sum + timeOf(stats.get(pid) ?? null, isParent), 0)
  }
}

/** Of all processes of a PostgreSQL, in ms; 0 without /proc. */
export function postgresTime(postmaster: number): number {
  if (!existsSync('/proc/self/stat')) return 0
  return timeOfAll((stats) => {
    const backends = [...stats].filter(([, stat]) => stat?.[0] === postmaster)
    return new Map([[postmaster, true], ...backends.map(([pid]) => [pid, false] as const)])
  })
}

/**
 * Processor time of this process, all that it started and the watched ones, including ended ones, in ms. A process
 * that was waited for counts in its parent's.
 */
export const treeTime = (): number =>
  timeOfAll((stats) => {
    const own = new Set([process.pid, ...(watched ? [watched.server, watched.postmaster] : [])])
    for (let size = 0; size < own.size;) {
      size = own.size
      for (const [pid, stat] of stats) if (own.has(stat?.[0] ?? -1)) own.add(pid)
    }
    return new Map([...own].map((pid) => [pid, true]))
  })

/** Memory of a process in MB, now (VmRSS) or at its peak (VmHWM); 0 if it has ended, and without /proc. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Of one process, in ms; 0 if it has ended, and without /proc. */
export const processTime = (pid: number): number => timeOf(statOf(pid))

/** Processor time until now; null without /proc or before `watch`. */
export function spentSoFar(): Spent | null {
  if (!watched || !existsSync('/proc/self/stat')) return null
  const { user, system } = process.cpuUsage()
  return {
    client: (user + system) / 1000,
    server: timeOf(statOf(watched.server)),
    postgres: postgresTime(watched.postmaster),
  }
}

/** Time spent since `before`, per call. */
export function spentSince(before: Spent | null, calls: number): Spent | null {
  const now = spentSoFar()
  if (!before || !now || calls === 0) return null
  const each = (name: keyof Spent): number => (now[name] - before[name]) / calls
  return { client: each('client'), server: each('server'), postgres: each('postgres') }
}
