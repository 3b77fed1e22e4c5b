/** The calls that a member of staff makes, by paths and types of the contract; nothing is sent here. */
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import type { Resource } from '#kit/contract/resource.ts'
import type { Method } from '#kit/contract/operations.ts'

/** `A`: the data of its answer. */
export type Asked<A = unknown> = {
  method: Method
  path: string
  body?: object
  headers?: Readonly<Record<string, string>>
  /** Never set: only carries the type. */
  answers?: A
}

/** A declared call with its input: parameters in the path, the rest in the query or the body. */
export function requestOf<C extends Call>({ method, path }: C, input: InputOf<C>): Asked<AnswerOf<C>> {
  const rest: Record<string, unknown> = { ...(input as object) }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, path: filled, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return { method, path: query.size === 0 ? filled : `${filled}?${query.toString()}` }
}

/** A read by its address below `/api/v1/`, written like a screen's filters. */
export const read = <A = unknown>(path: string): Asked<A> => ({ method: 'GET', path: `/api/v1/${path}` })

/** A new row of a list. */
export const callToAdd = ({ path }: Pick<Resource, 'path'>, row: object): Asked<{ id: string }> => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: row,
})
