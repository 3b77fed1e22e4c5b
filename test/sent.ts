/** Stubs the server for tests of screens: answers every call, and records the sent bodies in order. */
import { vi } from 'vitest'
import { AppError, codes } from '#kit/contract/error.ts'
import { stubStorage } from './browser-storage.ts'

export type Sent = { method: string; path: string; body: Record<string, unknown> }

/** A refusal as the server sends it. */
const refusal = ({ code, message, fields, current }: AppError): Response =>
  Response.json({ code, msg: message, fields, current }, { status: codes[code] })

/**
 * Answers every call with the result of `answer`; a thrown AppError becomes its refusal. `vi.unstubAllGlobals` ends it.
 * Outside a page it provides the globals that the client needs.
 */
export function stubCalls(answer: (path: string, sent: Sent) => unknown): Sent[] {
  const calls: Sent[] = []
  if (!('document' in globalThis)) {
    stubStorage()
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('location', { protocol: 'https:' })
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const sent = { method, path, body: typeof body === 'string' ? JSON.parse(body) : {} } as Sent
    calls.push(sent)
    try {
      return Response.json({ data: await answer(path, sent) })
    } catch (error) {
      if (error instanceof AppError) return refusal(error)
      throw error
    }
  })
  return calls
}

/** Writes in order: method with path, and the body. */
export const written = (calls: readonly Sent[]): [call: string, body: Sent['body']][] =>
  calls.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[`${method} ${path}`, body]]))

/** Answer to calls that are irrelevant to a test: a page without rows, and no views of any list. */
export const nothingThere = { values: [], count: 0, lists: [], chosen: {} }
