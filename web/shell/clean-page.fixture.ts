/** Around each test in a page: nothing of another one is left in it, and calls wait for an answer until a test gives one. */
import { cleanup, configure, fireEvent } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { onToast } from '../kit/feedback.ts'
import { showToast } from './toasts.tsx'
// The parts of every page of tests that it would fetch by itself.
import './question-dialog.tsx'
import '../session/reauth-dialog.tsx'

// A busy machine takes its time, above all for a part that is loaded when first shown.
configure({ asyncUtilTimeout: 15_000 })

// Also for what goes on after a test.
globalThis.fetch = () => new Promise(() => undefined)

// As the shell does at its start.
beforeEach(() => onToast(showToast))

afterEach(() => {
  for (const close of document.querySelectorAll('[data-toasts] button[aria-label]')) fireEvent.click(close)
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

// Parts that are fetched ahead: one that came when the page of its file is gone would be missing in the files after it.
afterAll(() => vi.dynamicImportSettled())
