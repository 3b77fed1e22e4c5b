/** Somebody who agrees to what he is asked, for tests of what is sent afterwards. */
import { onTestFinished } from 'vitest'
import { onToast, question } from '#kit/web/feedback.ts'

/** Answers every question with `reason` until the test ends; a failure that is shown fails the test. */
export function agreeToAll(reason = ''): void {
  onTestFinished(question.subscribe(() => question.get()?.answer(reason)))
  onToast(({ tone, text }) => {
    if (tone === 'failure') throw new Error(text)
  })
}
