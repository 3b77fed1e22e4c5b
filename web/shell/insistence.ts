/** The question of a call that reaches a customer who does not want that. */
import { insistenceTexts } from '../../contract/insistence.ts'
import { askWhy } from '../kit/feedback.ts'

/** Why the customer is reached all the same; null when the call is given up (D3-RULE-05). */
export const askInsistence = (words: string): Promise<string | null> =>
  askWhy({
    title: insistenceTexts.title,
    body: words,
    confirmLabel: insistenceTexts.go,
    danger: true,
    reason: { label: insistenceTexts.reason, required: true, suggest: [] },
  })
