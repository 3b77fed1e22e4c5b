/** Counted tries at a password: at most the allowed ones at a time, the others wait for their outcome (threats C5). */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Answer of `count_try` (subjects/people/sql/sign-in.sql): the time of the try; null when none is left. */
export type Counted = { tried: string | null }

/** What `count_try` says while the outcome of open tries decides. */
const undecided = 'infinity'
/** Whether the try may go on at once. */
export const isCounted = (answer: Counted | undefined): boolean =>
  answer !== undefined && answer.tried !== null && answer.tried !== undecided
/** Those who wait for one name at one source in this process; as many as may wait for hashing from there. */
const mostInLine = 40
/** Milliseconds between two questions of the first in line: others may be at work in another process. */
const pause = 30
/** Milliseconds after which somebody in line is told to come again. */
const patience = 10_000

const lines = new Map<string, (() => void)[]>()
const busy = (): AppError => new AppError('BUSY', refusals.busy, { retryAfter: 5 })

/**
 * Asks for a try until it is counted or refused. While open tries of the same `who` (name and source) decide, callers
 * wait in line and only the first of them asks again. Throws BUSY on a full line, and to whoever waits too long.
 */
export async function countedTry<T extends Counted>(who: string, ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + patience
  if (!lines.has(who)) {
    const answer = await ask()
    if (answer.tried !== undecided) return answer
  }
  const line = lines.get(who)
  if (line && line.length >= mostInLine) throw busy()
  if (line) await new Promise<void>((go) => line.push(go))
  else lines.set(who, [])
  try {
    while (Date.now() < until) {
      const answer = await ask()
      if (answer.tried !== undecided) return answer
      await sleep(pause)
    }
    throw busy()
  } finally {
    const next = lines.get(who)?.shift()
    if (next) next()
    else lines.delete(who)
  }
}

/** Ends a try that did not open a session: a failure, or nothing when the password was not looked at. */
export async function endTry(
  db: Queryable,
  { tried }: Counted,
  sources: readonly string[],
  isChecked: boolean,
): Promise<void> {
  const own = sql`source = ANY(${sources}::text[]) AND at = ${tried}::timestamptz`
  await db.query(
    isChecked
      ? sql`UPDATE login_failures SET open = false WHERE ${own} AND set_config('synchronous_commit', 'off', true) = 'off'`
      : sql`DELETE FROM login_failures WHERE ${own}`,
  )
}
