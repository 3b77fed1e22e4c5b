/** The machine's use by other processes during a measurement, from Linux's /proc. */
import { cpus, loadavg } from 'node:os'
import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeTime } from './processor.ts'

/** Shares of the whole machine: above the first a row is marked, above the second the page is not written. */
export const busyAbove = 0.1
export const refusedAbove = 0.3

type Reading = { at: number; all: number; own: number }

const tickMs = 10

/** Busy time of all processors since the machine started, in ms: everything except idle and waiting for disks. */
function machineTime(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  return (user + nice + system + irq + softirq + steal) * tickMs
}

const read = (): Reading => ({ at: performance.now(), all: machineTime(), own: treeTime() })

/** Share of the machine used by others between two readings, 0 to 1. */
export const shareOf = (from: Reading, to: Reading, processors = cpus().length): number =>
  Math.max(0, (to.all - from.all - (to.own - from.own)) / ((to.at - from.at) * processors))

/**
 * Others' use before and during a measurement, as shares of the machine, and the load at its end; null without
 * /proc.
 */
export type Machine = { before: number; during: number; load: number } | null

/** Runs `work` and returns others' use in the two seconds before it and during it. */
export async function besideOthers<T>(work: () => Promise<T>): Promise<{ done: T; machine: Machine }> {
  if (!existsSync('/proc/stat')) return { done: await work(), machine: null }
  const first = read()
  await sleep(2000)
  const from = read()
  const done = await work()
  const to = read()
  return {
    done,
    machine: { before: shareOf(first, from), during: shareOf(from, to), load: loadavg()[0] ?? 0 },
  }
}

/** The larger of both shares; 0 if unknown. */
export const othersOf = (machine: Machine): number => Math.max(machine?.before ?? 0, machine?.during ?? 0)
