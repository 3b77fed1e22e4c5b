/** The clock of a soak: a little faster than real time while people work, with jumps while nothing is running. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '#platform/server/db/pool.ts'
import { setClock } from '#test/clock.ts'

/** How much faster time passes between jumps: no time limit of the product is shorter than a second with it. */
export const pace = 10

export type PlayedClock = {
  now: () => Date
  /** Continues from `instant`, in Node and in the database. */
  jump: (instant: Date) => Promise<void>
  /** Environment of a Node process with this clock. */
  env: Record<string, string>
}

/** A clock that starts at `start`; its file is in `folder`. */
export async function openClock(folder: string, start: Date, pool: Pool): Promise<PlayedClock> {
  const file = join(folder, 'clock.json')
  let [base, since] = [start.getTime(), Date.now()]
  const jump = async (instant: Date): Promise<void> => {
    ;[base, since] = [instant.getTime(), Date.now()]
    await setClock(pool, instant, pace)
    // Replaced atomically, so that no process reads a partial file.
    await writeFile(`${file}.next`, JSON.stringify({ base, since, factor: pace }))
    await rename(`${file}.next`, file)
  }
  await jump(start)
  return {
    now: () => new Date(base + (Date.now() - since) * pace),
    jump,
    env: {
      PLAYED_CLOCK: file,
      NODE_OPTIONS: `--import ${new URL('node-clock.ts', import.meta.url).href}`,
    },
  }
}

/** Real ms before midnight at which a jump to it ends, so that people work through midnight. */
const beforeMidnight = 6_000

/**
 * Target of the next of `jumps` jumps, so that the clock is at `end` after `left` real ms; one that would pass the
 * end of the month ends shortly before it.
 */
export function nextInstant(
  now: Date,
  { end, monthEnd, left, jumps }: { end: Date; monthEnd: Date; left: number; jumps: number },
): Date {
  const rest = Math.max(0, end.getTime() - now.getTime() - left * pace)
  const next = now.getTime() + rest / Math.max(1, jumps)
  const door = monthEnd.getTime() - beforeMidnight * pace
  if (now.getTime() >= monthEnd.getTime() || next < door) return new Date(next)
  return new Date(Math.max(now.getTime(), door))
}

/** Lets the clock jump only between requests: work runs inside `pass`; `quiet` holds new work back and waits until the running work has ended. */
export type Gate = {
  pass: <T>(work: () => Promise<T>) => Promise<T>
  quiet: (work: () => Promise<void>) => Promise<void>
}

export function openGate(): Gate {
  const idle: (() => void)[] = []
  let inside = 0
  let shut: PromiseWithResolvers<void> | null = null
  return {
    async pass(work) {
      while (shut) await shut.promise
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
        if (inside === 0) for (const tell of idle.splice(0)) tell()
      }
    },
    async quiet(work) {
      shut = Promise.withResolvers()
      if (inside > 0) await new Promise<void>((resolve) => idle.push(resolve))
      try {
        await work()
      } finally {
        shut.resolve()
        shut = null
      }
    },
  }
}
