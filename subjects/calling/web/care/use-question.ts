/** A dialog that is opened and awaited like a function. */
import { useState, type ReactNode } from 'react'

export type OpenQuestion<Q, A> = { question: Q; answer: (result: A | null) => void }

/** `ask` opens the dialog and resolves to its answer, null when it is cancelled. */
export function useQuestion<Q, A>(
  show: (open: OpenQuestion<Q, A>) => ReactNode,
): { ask: (question: Q) => Promise<A | null>; dialog: ReactNode } {
  const [open, setOpen] = useState<OpenQuestion<Q, A> | null>(null)
  const ask = (question: Q): Promise<A | null> =>
    new Promise((resolve) => {
      const answer = (result: A | null): void => {
        setOpen(null)
        resolve(result)
      }
      setOpen({ question, answer })
    })
  return { ask, dialog: open && show(open) }
}
