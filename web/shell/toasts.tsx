/** The place of the toasts; their code comes with the first one, or early after the first row. */
import { Suspense } from 'react'
import type { Toast } from '../kit/feedback.ts'
import { lazyPart, loadPart, named } from '../kit/lazy-part.tsx'
import { createStore, useStore } from '../kit/store.ts'

const code = () => import('./toast.tsx')
const ToastHost = lazyPart(() => named(code(), 'ToastHost'))

/** Whether a toast was shown. */
const used = createStore(false)

/** Shows a toast as soon as the code is there. */
export function showToast(toast: Toast): void {
  used.set(true)
  loadPart(code).then((loaded) => loaded.showToast(toast), reportError)
}

/** Rendered once in the page. */
export const Toasts = () =>
  useStore(used) && (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  )
