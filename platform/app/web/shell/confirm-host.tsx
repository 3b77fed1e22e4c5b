/** Shows the question of `confirm`, and asks for the password again; each dialog is loaded with the first one. */
import { Suspense } from 'react'
import { reauth } from '#kit/web/client.ts'
import { question } from '#kit/web/feedback.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useStore } from '#kit/web/store.ts'
import { answerReauth } from '../session/sign-in.ts'

const QuestionDialog = lazyPart(
  () => named(import('./question-dialog.tsx'), 'QuestionDialog'),
  ({ question: open }) =>
    () =>
      open.answer(null),
)

const ReauthDialog = lazyPart(
  () => named(import('../session/reauth-dialog.tsx'), 'ReauthDialog'),
  () => () => answerReauth(false),
)

/** Rendered once in the page. */
export function ConfirmHost() {
  const open = useStore(question)
  const reauthOpen = useStore(reauth).length > 0
  return (
    <Suspense fallback={null}>
      {open && <QuestionDialog question={open} />}
      {reauthOpen && <ReauthDialog />}
    </Suspense>
  )
}
