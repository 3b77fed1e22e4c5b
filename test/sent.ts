/** What a screen's code sends, for tests of it: an answer for everything, and the bodies in their order. */
import { vi } from 'vitest'
import { AppError, codes } from '#kit/contract/error.ts'
import { stubStorage } from './browser-storage.ts'

export type Sent = { method: string; path: string; body: Record<string, unknown> }

/** The answer of a refusal, as the server writes it. */
const refusal = ({ code, message, fields, current }: AppError): Response =>
  Response.json({ code, msg: message, fields, current }, { status: codes[code] })

/**
 * Answers every call with what `answer` says of it; what it throws as AppError is refused so. `vi.unstubAllGlobals` ends it.
 * Outside of a page it brings what the client reads of one.
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

/** What was written, in its order: method with path, and the body. */
export const written = (calls: readonly Sent[]): [call: string, body: Sent['body']][] =>
  calls.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[`${method} ${path}`, body]]))

/** What is answered to whatever a test is not about: a page without rows, and no views of any list. */
export const nothingThere = { values: [], count: 0, lists: [], chosen: {} }
