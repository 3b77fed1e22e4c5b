/**
 * Today's wrong passwords by source, as seen by this process: sources without any go first when sign-ins queue
 * (D3-SEC-08). In memory, so that turning somebody away costs no database call; refusals are counted in the database
 * (subjects/people/sql/sign-in.sql).
 */
import { todayVn } from '#kit/contract/dates.ts'

/** Maximum number of sources kept; beyond that the oldest are dropped. */
const mostSources = 50_000

let day = ''
const failures = new Map<string, number>()

/** Reset with each Vietnamese day. */
function ofToday(): Map<string, number> {
  const today = todayVn()
  if (today !== day) failures.clear()
  day = today
  return failures
}

/** Wrong passwords from the source today. */
export const failuresFrom = (source: string): number => ofToday().get(source) ?? 0

/** Counts a wrong password for its source. */
export function noteFailure(source: string): void {
  const today = ofToday()
  today.set(source, (today.get(source) ?? 0) + 1)
  const [oldest] = today.size > mostSources ? today.keys() : []
  if (oldest !== undefined) today.delete(oldest)
}

/** A successful sign-in takes one failure back, as its user had merely mistyped. */
export function forgiveFailure(source: string): void {
  const today = ofToday()
  const remaining = (today.get(source) ?? 0) - 1
  if (remaining > 0) today.set(source, remaining)
  else today.delete(source)
}
