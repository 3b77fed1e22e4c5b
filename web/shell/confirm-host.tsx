/** Shows the question that `confirm` asks; the dialog is loaded with the first one. */
import { lazy, Suspense } from 'react'
import { question } from '../kit/feedback.ts'
import { useStore } from '../kit/store.ts'

const Ask = lazy(async () => ({ default: (await import('./ask.tsx')).Ask }))

/** Stands once in the page. */
export function ConfirmHost() {
  const asked = useStore(question)
  return (
    asked && (
      <Suspense fallback={null}>
        <Ask asked={asked} />
      </Suspense>
    )
  )
}
