/** Counts password tries: at most the allowed number is open at a time, the others wait for their outcome (threats C5). */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Answer of `count_try` (subjects/people/sql/sign-in.sql): the time of the try; null when none is left. */
export type Counted = { tried: string | null }

/** Answer of `count_try` while open tries decide the outcome. */
const undecided = 'infinity'
/** Whether the try may go on at once. */
export const isCounted = (answer: Counted | undefined): boolean =>
  answer !== undefined && answer.tried !== null && answer.tried !== undecided
/** Maximum waiting tries per name and source in this process; as many as may queue for hashing from there. */
const mostInLine = 40
/** Polling interval of the first in line, in ms: the open tries may be in another process. */
const pause = 30
/** Maximum wait in line, in ms. */
const patience = 10_000

const lines = new Map<string, (() => void)[]>()
const busy = (): AppError => new AppError('BUSY', refusals.busy, { retryAfter: 5 })

/**
 * Asks for a try until it is counted or refused. While open tries of the same `tryKey` (name and source) decide, callers wait in line and only
 * the first one polls. Throws BUSY when the line is full or the wait too long.
 */
export async function countedTry<T extends Counted>(tryKey: string, ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + patience
  if (!lines.has(tryKey)) {
    const answer = await ask()
    if (answer.tried !== undecided) return answer
  }
  const line = lines.get(tryKey)
  if (line && line.length >= mostInLine) throw busy()
  if (line) await new Promise<void>((go) => line.push(go))
  else lines.set(tryKey, [])
  try {
    while (Date.now() < until) {
      const answer = await ask()
      if (answer.tried !== undecided) return answer
      await sleep(pause)
    }
    throw busy()
  } finally {
    const next = lines.get(tryKey)?.shift()
    if (next) next()
    else lines.delete(tryKey)
  }
}

/** Closes a try that did not open a session: as failed, or without effect when the password was not checked. */
export async function endTry(
  db: Queryable,
  { tried }: Counted,
  sources: readonly string[],
  isChecked: boolean,
): Promise<void> {
  const thisTry = sql`source = ANY(${sources}::text[]) AND at = ${tried}::timestamptz`
  await db.query(
    isChecked
      ? sql`UPDATE login_failures SET open = false WHERE ${thisTry} AND set_config('synchronous_commit', 'off', true) = 'off'`
      : sql`DELETE FROM login_failures WHERE ${thisTry}`,
  )
}
