/**
 * From where wrong passwords came today, as far as this process has seen: who comes from elsewhere goes first when many
 * wait to be looked at (D3-SEC-08). In memory, so that whoever is turned away costs no way to the database; what is refused
 * for good is counted there (db/routines/sign-in.sql).
 */
import { todayVn } from '../../../contract/dates.ts'

/** Sources that are remembered; of more the ones that failed first are forgotten. */
const mostSources = 50_000

let day = ''
const failures = new Map<string, number>()

/** Begins anew with each Vietnamese day. */
function ofToday(): Map<string, number> {
  const today = todayVn()
  if (today !== day) failures.clear()
  day = today
  return failures
}

/** How many wrong passwords came from there today. */
export const failuresFrom = (source: string): number => ofToday().get(source) ?? 0

/** Puts a wrong password on the account of where it came from. */
export function noteFailure(source: string): void {
  const known = ofToday()
  known.set(source, (known.get(source) ?? 0) + 1)
  const [oldest] = known.size > mostSources ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
}

/** Whoever signs in mistyped before, but spoke the truth: one less, for each that got in. */
export function forgiveFailure(source: string): void {
  const known = ofToday()
  const left = (known.get(source) ?? 0) - 1
  if (left > 0) known.set(source, left)
  else known.delete(source)
}
