/** What a screen's code sends, for tests of it: an answer for everything, and the bodies in their order. */
import { vi } from 'vitest'
import { stubStorage } from './browser-storage.ts'

type Sent = { path: string; body: Record<string, unknown> }

/** Answers every call with what `answer` says of its path. `vi.unstubAllGlobals` ends it. */
export function stubCalls(answer: (path: string) => unknown): Sent[] {
  const sent: Sent[] = []
  stubStorage()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    sent.push({ path, body: JSON.parse(body ?? '{}') as Record<string, unknown> })
    return new Response(JSON.stringify({ data: answer(path) }), { status: 200 })
  })
  return sent
}
