/** What a sign-out leaves of calls that wait. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { reauth } from '#kit/web/client.ts'
import { signOut } from './sign-in.ts'

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => vi.unstubAllGlobals())

test("a call that waits for one user's confirmation is not sent for the next user (D3-SEC-07)", async () => {
  const answer = vi.fn()
  reauth.set([answer])
  await signOut()
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
  expect(reauth.get()).toEqual([])
})
