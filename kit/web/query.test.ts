/** What is read again, and how urgently. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { inBackground, request } from './client.ts'
import { queryClient, refresh } from './query.ts'

let urgencies: unknown[]
beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  urgencies = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    urgencies.push(headers.priority)
    return new Response('{"status":"success","data":1}')
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('what a push has read again says that nobody waits for it; a first reading, a reload and what is asked meanwhile do not (docs/decisions/places.md)', async () => {
  const list = new QueryObserver(queryClient, {
    queryKey: ['blacklist', {}],
    queryFn: () => request('GET', '/api/v1/blacklist'),
  })
  const stop = list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true))
  const read = inBackground(() => refresh('blacklist'))
  const other = request('GET', '/api/v1/khr')
  await Promise.all([read, other])
  await refresh('blacklist')
  expect(urgencies).toEqual([undefined, 'u=6', undefined, undefined])
  expect(() =>
    inBackground(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  await request('GET', '/api/v1/khr')
  expect(urgencies.at(-1)).toBeUndefined()
  stop()
})
