/** Which writes lock the session's row first (D3-SEC-12). On the server, as the browser loads each declaration when it is opened. */
import { decidingLists } from '../../contract/money-decisions.ts'
import { resources } from '../../contract/resources/index.ts'

/**
 * Whether a write of this path may decide money: any of a list in the table, under both of its names, and settings. Rows of a
 * bulk call go by the path of one.
 */
export function decidesByPath(path: string): boolean {
  const name = path.split('/')[3] ?? ''
  const list = resources.find((one) => one.path === name)
  return name === 'setting' || (list !== undefined && decidingLists.has(list.rowsOf ?? list.path))
}
