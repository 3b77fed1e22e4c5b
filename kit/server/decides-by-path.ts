/** Which writes lock the session's row first (D3-SEC-12). On the server, as the browser loads each declaration when it is opened. */
import { actionDecisions, callDecisions, fieldDecisions } from '#platform/contract/money-decisions.ts'
import { resources } from '#platform/contract/lists/index.ts'

/** Lists that a decision of the table is about, by the path of the first list of their rows. */
export const decidingLists: ReadonlySet<string> = new Set(
  [...actionDecisions, ...fieldDecisions, ...callDecisions].map(({ resource }) => resource),
)

/**
 * Whether a write to this path may decide money: every write to a list of the table (a second list of the same rows too) and every
 * setting. A bulk call is asked row by row, with the path of the single call.
 */
export function decidesByPath(path: string): boolean {
  const name = path.split('/')[3] ?? ''
  const list = resources.find((one) => one.path === name)
  return name === 'setting' || (list !== undefined && decidingLists.has(list.rowsOf ?? list.path))
}
