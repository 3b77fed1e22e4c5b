/** A dialog that is asked and waited for. */
import { useState, type ReactNode } from 'react'

export type Asked<Q, A> = { question: Q; answer: (given: A | null) => void }

/** How to ask, and the dialog to show somewhere; null is the answer of somebody who gives it up. */
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
