/** Which writes lock the session's row first (D3-SEC-12). On the server only, because the browser loads each declaration when it is opened. */
import { actionDecisions, callDecisions, fieldDecisions } from '#platform/contract/money-decisions.ts'
import { resources } from '#platform/contract/lists/index.ts'

/** Lists with decisions about money, by the path of the first list of their rows. */
export const decidingLists: ReadonlySet<string> = new Set(
  [...actionDecisions, ...fieldDecisions, ...callDecisions].map(({ resource }) => resource),
)

/**
 * Whether a write to this path may decide money: every write to one of these lists (or a second list of the same rows)
 * and every setting. For a bulk call each row is checked with the path of the single call.
 */
export function decidesByPath(path: string): boolean {
  const name = path.split('/')[3] ?? ''
  const list = resources.find((one) => one.path === name)
  return name === 'setting' || (list !== undefined && decidingLists.has(list.rowsOf ?? list.path))
}
