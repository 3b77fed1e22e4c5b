/** Payroll calls for tests: its list, one row, and its writes, as any account. */
import { typedNames, type TypedAmount } from '#subjects/pay/contract/pay-lists.ts'
import { currentCloseRequest } from '#subjects/pay/server/payroll/close-request.ts'
import { runCloseRequest } from '#subjects/pay/server/payroll/close-job.ts'
import type { Answer, TestServer } from './server.ts'

const path = '/api/v1/tinhluong'

export type Row = Record<string, unknown> & { username: string }
export type List = { values: Row[]; count: number } & Record<string, number>

export type PayrollCalls = {
  get: (username: string, query: string) => Promise<Answer>
  post: (username: string, name: string, body: unknown) => Promise<Answer>
  /** PUT updateTinhLuong. */
  put: (username: string, body: unknown) => Promise<Answer>
  /** All rows of a month MM/YYYY. */
  list: (username: string, month: string, more?: string) => Promise<List>
  rowOf: (username: string, month: string) => Promise<Row | undefined>
}

/** The calls of a server. */
export function payrollCalls(server: Pick<TestServer, 'as'>): PayrollCalls {
  const get: PayrollCalls['get'] = async (username, query) =>
    (await server.as(username)).get(`${path}${query}`)
  const list: PayrollCalls['list'] = async (username, month, more = '') =>
    (await get(username, `?startDate=${month}&count=200${more}`)).data as List
  return {
    get,
    list,
    post: async (username, name, body) => (await server.as(username)).post(`${path}${name}`, body),
    put: async (username, body) => (await server.as(username)).put(`${path}/updateTinhLuong`, body),
    rowOf: async (username, month) => (await list('admin', month, `&username=${username}`)).values[0],
  }
}

/** Every editable field, empty. */
export const nothingTyped: Record<'ngayCongThucTe' | TypedAmount, number> = {
  ngayCongThucTe: 0,
  ...(Object.fromEntries(typedNames.map((name) => [name, 0])) as Record<TypedAmount, number>),
}

/**
 * Requests as `username` to close a month MM/YYYY and, if accepted, does the server's background work. The answer is that of
 * the call; its state and `announced` tell whether the month was closed.
 */
export async function closeMonth(
  server: Pick<TestServer, 'as' | 'api'>,
  username: string,
  month: string,
  more: object = {},
): Promise<Answer> {
  const answer = await (
    await server.as(username)
  ).post('/api/v1/chotluong', { thangTinhLuong: month, ...more })
  if (answer.status !== 200) return answer
  const { services } = server.api
  // While another call locks the months nothing happens: repeat until no request is pending.
  do await runCloseRequest(services)
  while (await currentCloseRequest(services.pool))
  return answer
}
