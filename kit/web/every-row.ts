/** A whole list, for work on all of its rows. */
import type { ListQuery, ListSource, Page } from './resource-api.ts'

const pageOfAll = 1000

/** Every row of the query, read page by page. */
export async function everyRow<Row>({ read }: ListSource<Page<Row>>, query: ListQuery): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0; ; page++) {
    const { values, count } = await read({ ...query, page: String(page), count: String(pageOfAll) })
    rows.push(...values)
    if (values.length === 0 || rows.length >= count) return rows
  }
}
