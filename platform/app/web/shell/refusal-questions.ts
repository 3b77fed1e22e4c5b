/** What refused calls ask before they are sent once more: with a reason, or as meant. Loaded with the first of them. */
import { againName, againTexts } from '#kit/contract/again.ts'
import { insistedName, insistenceTexts } from '#platform/contract/insistence.ts'
import { pricedTexts, unpricedName } from '#platform/contract/priced.ts'
import { askWhy, confirm } from '#kit/web/feedback.ts'

type Answer = Record<string, unknown> | null

/** Why a customer who does not want to be called is reached all the same (D3-RULE-05). */
export async function askInsistence(words: string): Promise<Answer> {
  const reason = await askWhy({
    title: insistenceTexts.title,
    body: words,
    confirmLabel: insistenceTexts.go,
    danger: true,
    reason: { label: insistenceTexts.reason, required: true, suggest: [] },
  })
  return reason === null ? null : { [insistedName]: reason }
}

/** Asks with the button that does no harm in focus: Enter, which was pressed a moment ago, does not answer yes. */
async function askMeant(
  words: string,
  name: string,
  { askTitle, go }: { askTitle: string; go: string },
): Promise<Answer> {
  const meant = await confirm({ title: askTitle, body: words, confirmLabel: go, danger: true })
  return meant ? { [name]: true } : null
}

/** Whether a package without a price is meant (D3-OTP-08). */
export const askUnpriced = (words: string): Promise<Answer> => askMeant(words, unpricedName, pricedTexts)

/** Whether what was done or ordered recently is done once more (D3-OTP-05). */
export const askAgain = (words: string): Promise<Answer> => askMeant(words, againName, againTexts)
