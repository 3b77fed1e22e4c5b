/** Shows the question of `confirm`; the dialog is loaded with the first one. */
import { Suspense } from 'react'
import { question } from '../kit/feedback.ts'
import { lazyPart, named } from '../kit/lazy-part.tsx'
import { useStore } from '../kit/store.ts'

const QuestionDialog = lazyPart(
  () => named(import('./question-dialog.tsx'), 'QuestionDialog'),
  ({ question: open }) =>
    () =>
      open.answer(null),
)

/** Rendered once in the page. */
export function ConfirmHost() {
  const open = useStore(question)
  return (
    open && (
      <Suspense fallback={null}>
        <QuestionDialog question={open} />
      </Suspense>
    )
  )
}
