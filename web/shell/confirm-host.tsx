/** Shows the question of `confirm`; the dialog is loaded with the first one. */
import { Suspense } from 'react'
import { question } from '../kit/feedback.ts'
import { lazyPart, named } from '../kit/lazy-part.tsx'
import { useStore } from '../kit/store.ts'

const Ask = lazyPart(
  () => named(import('./ask.tsx'), 'Ask'),
  ({ asked }) =>
    () =>
      asked.answer(null),
)

/** Rendered once in the page. */
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
