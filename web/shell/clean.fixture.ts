/** Before each test of the web: nobody signed in, nothing read or unsaved, as test files share the product's modules. */
import { afterEach, vi } from 'vitest'
import { onToast, question } from '../kit/feedback.ts'
import { queryClient } from '../kit/query.ts'
import { session } from '../kit/session.ts'
import { unsaved } from '../kit/tab-state.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  question.set(null)
  unsaved.set(new Map())
  session.set({ status: 'loading' })
  onToast(() => undefined)
})
