/** What a new password must be: long enough, and none that everybody tries first (D3-SEC-04). */
import { texts } from '../../../contract/workflows/session.ts'
import { isName } from './password-names.ts'
import { surprises } from './password-rows.ts'

/** Characters of an administrator's password where it matters. */
const leastOfAdmin = 12

/** Characters that must not follow from those before them: three rows or fewer are tried by whoever guesses at all. */
const leastSurprises = 4

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 passwords that leak most often: 60 ms and 8 MB, taken when the first password is set. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The demo's own stands in the handbook.
  return new Set([...dictionary['passwords-common'], 'demo@2026'])
}

export type PasswordOf = {
  username?: string | undefined
  /** What the company calls its product, of the settings. */
  title?: string | undefined
  priority?: number | undefined
  /** Characters that the setting asks for. */
  least: number
  production: boolean | undefined
}

/** Why the password cannot be taken for the account; null when it can. */
export async function passwordFault(
  password: string,
  { username = '', title = '', priority, least, production }: PasswordOf,
): Promise<string | null> {
  const shortest = production && priority === 1 ? Math.max(least, leastOfAdmin) : least
  if (password.length < shortest) return texts.passwordShort(shortest)
  const plain = password.normalize('NFKC').toLowerCase()
  const found = await (common ??= readCommon())
  const guessed =
    found.has(plain) ||
    plain === username.toLowerCase() ||
    surprises(plain) < leastSurprises ||
    isName(plain, [username, title])
  return guessed ? texts.passwordCommon : null
}
