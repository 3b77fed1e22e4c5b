/** What is read again, and how urgently. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { inBackground, request } from './client.ts'
import { queryClient, refresh } from './query.ts'

let urgencies: unknown[]
/** How many calls the server refuses as busy from now on. */
let refusals: number
beforeEach(() => {
  refusals = 0
  stubStorage()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  urgencies = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    urgencies.push(headers.priority)
    if (refusals > 0) {
      refusals -= 1
      const body = '{"code":"BUSY","msg":"Máy chủ đang bận"}'
      return new Response(body, { status: 503, headers: { 'retry-after': '10' } })
    }
    return new Response('{"status":"success","data":1}')
  })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A list on the screen that has been read. */
async function openList() {
  const list = new QueryObserver(queryClient, {
    queryKey: ['blacklist', {}],
    queryFn: ({ signal }) => request('GET', '/api/v1/blacklist', {}, { signal }),
  })
  const leave = list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true))
  urgencies = []
  return { state: () => list.getCurrentResult().status, leave }
}

test('a reload caused by a push is sent with low priority; a reload by the user and other requests are not (docs/decisions/places.md)', async () => {
  const { leave } = await openList()
  const read = inBackground(() => refresh('blacklist'))
  const other = request('GET', '/api/v1/khr')
  await Promise.all([read, other])
  await refresh('blacklist')
  expect(urgencies).toEqual(['u=6', undefined, undefined])
  expect(() =>
    inBackground(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  await request('GET', '/api/v1/khr')
  expect(urgencies.at(-1)).toBeUndefined()
  leave()
})

test('a push-caused reload refused by a busy server is retried later, while the screen keeps its rows', async () => {
  const { state, leave } = await openList()
  vi.useFakeTimers()
  refusals = 2
  void inBackground(() => refresh('blacklist'))
  await vi.advanceTimersByTimeAsync(9_900)
  expect([state(), urgencies]).toEqual(['success', ['u=6']])
  await vi.advanceTimersByTimeAsync(5_200)
  expect([state(), urgencies]).toEqual(['success', ['u=6', 'u=6']])
  await vi.advanceTimersByTimeAsync(15_100)
  expect([state(), urgencies, refusals]).toEqual(['success', ['u=6', 'u=6', 'u=6'], 0])
  leave()
})

test('after three more retries the list reports the failure; a request by the user is refused at once', async () => {
  const { state, leave } = await openList()
  vi.useFakeTimers()
  refusals = 4
  void inBackground(() => refresh('blacklist'))
  await vi.advanceTimersByTimeAsync(29_900)
  expect(state()).toBe('success')
  await vi.advanceTimersByTimeAsync(15_300)
  expect([state(), urgencies.length]).toEqual(['error', 4])
  refusals = 1
  urgencies = []
  await expect(request('GET', '/api/v1/khr')).rejects.toMatchObject({ code: 'BUSY' })
  expect(urgencies).toEqual([undefined])
  leave()
})

test('a reload that is no longer needed is not retried', async () => {
  const { leave } = await openList()
  vi.useFakeTimers()
  refusals = 1
  void inBackground(() => refresh('blacklist'))
  await vi.advanceTimersByTimeAsync(5_000)
  leave()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(urgencies).toEqual(['u=6'])
})
