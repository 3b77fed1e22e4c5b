/** Questions after a refused call, which is sent again with the reason or confirmation. Loaded with the first one. */
import { againName, againTexts } from '#kit/contract/again.ts'
import { insistedName, insistenceTexts } from '#platform/contract/insistence.ts'
import { pricedTexts, unpricedName } from '#platform/contract/priced.ts'
import { askForReason, confirm } from '#kit/web/feedback.ts'

type Answer = Record<string, unknown> | null

/** Asks why a customer who does not want to be called is called anyway (D3-RULE-05). */
export async function askInsistence(words: string): Promise<Answer> {
  const reason = await askForReason({
    title: insistenceTexts.title,
    body: words,
    confirmLabel: insistenceTexts.go,
    danger: true,
    reason: { label: insistenceTexts.reason, required: true, suggest: [] },
  })
  return reason === null ? null : { [insistedName]: reason }
}

/** Asks with the focus on the harmless button: an Enter pressed a moment ago does not answer yes. */
async function askMeant(
  words: string,
  name: string,
  { askTitle, go }: { askTitle: string; go: string },
): Promise<Answer> {
  const meant = await confirm({ title: askTitle, body: words, confirmLabel: go, danger: true })
  return meant ? { [name]: true } : null
}

/** Asks whether a package without a price is meant (D3-OTP-08). */
export const askUnpriced = (words: string): Promise<Answer> => askMeant(words, unpricedName, pricedTexts)

/** Asks whether to repeat what was done or ordered recently (D3-OTP-05). */
export const askAgain = (words: string): Promise<Answer> => askMeant(words, againName, againTexts)
