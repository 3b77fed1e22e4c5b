/**
 * Before each test of the web: nobody signed in, nothing read or unsaved, as test files share the product's modules; calls wait for an
 * answer until a test gives one.
 */
import { afterAll, afterEach, vi } from 'vitest'
import { onToast, question } from '#kit/web/feedback.ts'
import { networkBack } from '#kit/web/network.ts'
import { queryClient } from '#kit/web/query.ts'
import { session } from '#kit/web/session.ts'
import { unsaved } from '#kit/web/tab-state.tsx'

// Also for what goes on after a test.
globalThis.fetch = () => new Promise(() => undefined)

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  networkBack()
  question.set(null)
  unsaved.set(new Map())
  session.set({ status: 'loading' })
  onToast(() => undefined)
})

// Parts that are fetched ahead: one that came when its file has ended would be missing in the files after it.
afterAll(() => vi.dynamicImportSettled())
