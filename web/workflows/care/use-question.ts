/** A dialog that is opened and awaited like a function. */
import { useState, type ReactNode } from 'react'

export type Asked<Q, A> = { question: Q; answer: (given: A | null) => void }

/** `ask` opens the dialog and resolves to its answer, null when it is cancelled. */
export function useQuestion<Q, A>(
  show: (asked: Asked<Q, A>) => ReactNode,
): { ask: (question: Q) => Promise<A | null>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked<Q, A> | null>(null)
  const ask = (question: Q): Promise<A | null> =>
    new Promise((resolve) => {
      const answer = (given: A | null): void => {
        setAsked(null)
        resolve(given)
      }
      setAsked({ question, answer })
    })
  return { ask, dialog: asked && show(asked) }
}
