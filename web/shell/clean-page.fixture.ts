/** Around each test in a page: nothing of another one is left in it, and calls wait for an answer until a test gives one. */
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Also for what goes on after a test.
globalThis.fetch = () => new Promise(() => undefined)

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
