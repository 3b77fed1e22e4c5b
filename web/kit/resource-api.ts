/** The operations of one declared resource as functions (contract/kit/operations.ts). */
import { AppError } from '../../contract/kit/error.ts'
import type { Value } from '../../contract/kit/kinds.ts'
import { operations, type OperationName } from '../../contract/kit/operations.ts'
import type { Resource } from '../../contract/kit/resource.ts'
import { messages } from '../../contract/messages.ts'
import { exchange, queryText, request, type Answer, type SendOptions } from './client.ts'
import type { Total } from './total.ts'

/** A row as it comes over the wire: fields by name, its version, and what the reader may do with it. */
export type Row = {
  [name: string]: unknown
  id: string
  version?: number
  may?: { update?: boolean; remove?: boolean }
}

export type ListAnswer<R = Row> = { values: R[] } & Total & Record<string, unknown>
export type ListQuery = Record<string, string | number | undefined>
export type HistoryEntry = {
  at: string
  username: string
  fullname: string
  action: string
  changes: { field: string; before: Value; after: Value }[]
}

export type ResourceApi = {
  list: (query: ListQuery, options?: SendOptions) => Promise<ListAnswer>
  listNoLimit: (options?: SendOptions) => Promise<ListAnswer>
  one: (id: string, options?: SendOptions) => Promise<Row>
  history: (id: string, options?: SendOptions) => Promise<{ values: HistoryEntry[] }>
  create: (values: Record<string, unknown>, options?: SendOptions) => Promise<Answer<Row>>
  update: (id: string, values: Record<string, unknown>, options?: SendOptions) => Promise<Answer<Row>>
  remove: (id: string, options?: SendOptions) => Promise<Answer<null>>
  /** Address of the export with its filters; read it with `download`. */
  exportUrl: (query: ListQuery) => string
}

/** The calls of `resource`. */
export function resourceApi(resource: Pick<Resource, 'path'>): ResourceApi {
  const pathOf = (name: OperationName): string => `/api/v1/${resource.path}${operations[name].path}`
  const read = async <T>(name: OperationName, input: ListQuery, options?: SendOptions): Promise<T> =>
    (await request<T>('GET', pathOf(name), input, options)).data
  return {
    list: (query, options) => read('list', query, options),
    listNoLimit: (options) => read('listNoLimit', {}, options),
    one: (id, options) => read('one', { id }, options),
    history: (id, options) => read('history', { id }, options),
    create: (values, options) => request('POST', pathOf('create'), values, options),
    update: (id, values, options) => request('PUT', pathOf('update'), { ...values, id }, options),
    remove: (id, options) => request('DELETE', pathOf('remove'), { id }, options),
    exportUrl: (query) => pathOf('export') + queryText(query),
  }
}

export type Download = {
  /** Rows the file holds, as the server stated first; null when it did not. */
  rows: number | null
  name: string
}

const fileName = (response: Response): string | undefined => {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(header)?.[1]
}

/** Fetches a file with the session's token and hands it to the browser under the server's name or `fallback`. */
export async function download(
  url: string,
  fallback: string,
  onStart?: (rows: number | null) => void,
): Promise<Download> {
  const response = await exchange({ method: 'GET', path: url })
  const stated = response.headers.get('x-total-count')
  const rows = stated === null ? null : Number(stated)
  onStart?.(rows)
  const blob = await response.blob().catch((cause: unknown) => {
    throw new AppError('UPSTREAM', messages.unreachable, { inner: String(cause) })
  })
  const name = fileName(response) ?? fallback
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return { rows, name }
}
