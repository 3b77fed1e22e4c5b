/** Lists and the operations of a declared resource as functions (kit/contract/operations.ts). */
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { operations, type OperationName } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import type { RowMay, RowOf, TotalsOf } from '#kit/contract/row.ts'
import { queryText, request, send, type Reply, type SendOptions } from './client.ts'
import type { Total } from './total.ts'

/** Fields that the rows of every list have. */
export type TableRow = { id: string; version?: number; may?: RowMay }

/** The answer of a list: a page of rows, their number, and the declared totals. */
export type Page<Row, Totals = unknown> = { values: Row[] } & Total & Totals
/** The query parameters of a list. */
export type ListQuery = Readonly<Record<string, string>>

/** Reads the pages of a list. */
export type ListSource<P> = {
  /** Cache key; changes of the resource, or resources, in its first part make the list stale. */
  key: readonly [resource: string | readonly string[], what: string]
  read: (query: ListQuery, options?: SendOptions) => Promise<P>
}

export type ResourceApi<Row, Totals> = {
  list: (query: ListQuery, options?: SendOptions) => Promise<Page<Row, Totals>>
  listNoLimit: (options?: SendOptions) => Promise<Page<Row, Totals>>
  one: (id: string, options?: SendOptions) => Promise<Row>
  findPackage: (name: string, options?: SendOptions) => Promise<Row>
  history: (id: string, options?: SendOptions) => Promise<{ values: HistoryEntry[] }>
  create: (values: Record<string, unknown>, options?: SendOptions) => Promise<Reply<Row>>
  update: (id: string, values: Record<string, unknown>, options?: SendOptions) => Promise<Reply<Row>>
  remove: (id: string, options?: SendOptions) => Promise<Reply<null>>
  /** Address of the export with its filters, for `download`. */
  exportUrl: (query: ListQuery) => string
}

/** The calls of a resource by its path. Only here the API's types are trusted to be those of the declaration. */
export function callsOf<Row, Totals>({ path }: Pick<Resource, 'path'>): ResourceApi<Row, Totals> {
  const pathOf = (name: OperationName): string => `/api/v1/${path}${operations[name].path}`
  const read = async <T>(name: OperationName, input: ListQuery, options?: SendOptions): Promise<T> =>
    (await request<T>('GET', pathOf(name), input, options)).data
  return {
    list: (query, options) => read('list', query, options),
    listNoLimit: (options) => read('listNoLimit', {}, options),
    one: (id, options) => read('one', { id }, options),
    findPackage: (name, options) => read('findPackage', { name }, options),
    history: (id, options) => read('history', { id }, options),
    create: (values, options) => request('POST', pathOf('create'), values, options),
    update: (id, values, options) => request('PUT', pathOf('update'), { ...values, id }, options),
    remove: (id, options) => request('DELETE', pathOf('remove'), { id }, options),
    exportUrl: (query) => pathOf('export') + queryText(query),
  }
}

/** The calls of a declared resource, typed by its rows and totals. */
export const resourceApi = <R extends Resource>(resource: R): ResourceApi<RowOf<R>, TotalsOf<R>> =>
  callsOf(resource)

/** The list of a resource, for `useList`. */
export const listOf = <Row, Totals>({
  path,
  rowsOf,
}: Pick<Resource, 'path' | 'rowsOf'>): ListSource<Page<Row, Totals>> => ({
  key: [rowsOf ? [path, rowsOf] : path, 'list'],
  read: callsOf<Row, Totals>({ path }).list,
})

/** The list of a declared call. Changes of `resource` make it stale. */
export const listOfCall = <C extends Call>(resource: string, call: C): ListSource<AnswerOf<C>> => ({
  key: [resource, call.path],
  // All query parameters are texts, which the call of every list accepts.
  read: (query, options) => send(call, query as InputOf<C>, options),
})
