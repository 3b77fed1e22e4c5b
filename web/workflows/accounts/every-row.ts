/** All rows a list's filter finds, for what is done with 'all of the filter'. */
import type { AnswerOf, Call, InputOf } from '../../../contract/kit/call.ts'
import type { Page } from '../../../contract/workflows/accounts.ts'
import { send } from '../../kit/client.ts'

const pageSize = 1000

/** Reads page after page until every row is there. */
export async function everyRow<R, C extends Call>(call: C, filters: Record<string, string>): Promise<R[]> {
  const rows: R[] = []
  for (let page = 0; ; page++) {
    const query = { ...filters, page: String(page), count: String(pageSize) }
    // Every call given here answers a page of its rows; the generic call type cannot say so.
    const { values, count } = (await send(call, query as InputOf<C>)) as AnswerOf<C> & Page<R>
    rows.push(...values)
    if (values.length === 0 || rows.length >= count) return rows
  }
}
