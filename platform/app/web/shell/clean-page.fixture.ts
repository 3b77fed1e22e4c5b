/** Around each test in a page: nothing of another one is left in it. */
import { cleanup, configure, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { onToast } from '#kit/web/feedback.ts'
import { showToast } from './toasts.tsx'
// The parts of every page of tests that it would fetch by itself.
import './question-dialog.tsx'
import '../session/reauth-dialog.tsx'

// A busy machine takes its time, above all for a part that is loaded when first shown.
configure({ asyncUtilTimeout: 15_000 })

beforeEach(() => {
  // As the shell does at its start.
  onToast(showToast)
  // A dialog that was closed by the end of the last test keeps letters from this one for a while (kit/web/keys.ts).
  fireEvent.pointerDown(window)
})

afterEach(() => {
  for (const close of document.querySelectorAll('[data-toasts] button[aria-label]')) fireEvent.click(close)
  cleanup()
  // What the shop and Mantine's portals put there without React.
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
