/** Rules for a new password: length, and not one that attackers try first (D3-SEC-04). */
import { texts } from '#platform/contract/calls/session.ts'
import { isName } from './password-names.ts'
import { surprises } from './password-rows.ts'

/** Minimum length for administrators in production. */
const leastOfAdmin = 12

/** Minimum of unpredictable characters: guessers try up to three sequences. */
const leastSurprises = 4

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most leaked passwords: 60 ms and 8 MB, loaded when the first password is set. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The demo's password is public.
  return new Set([...dictionary['passwords-common'], 'demo@2026'])
}

export type PasswordOf = {
  username?: string | undefined
  title?: string | undefined
  priority?: number | undefined
  /** Minimum length by the setting. */
  least: number
  production: boolean | undefined
}

/** Why the account may not have the password; null when it may. */
export async function passwordFault(
  password: string,
  { username = '', title = '', priority, least, production }: PasswordOf,
): Promise<string | null> {
  const shortest = production && priority === 1 ? Math.max(least, leastOfAdmin) : least
  if (password.length < shortest) return texts.passwordShort(shortest)
  const plain = password.normalize('NFKC').toLowerCase()
  const commonPasswords = await (common ??= readCommon())
  const guessed =
    commonPasswords.has(plain) ||
    plain === username.toLowerCase() ||
    surprises(plain) < leastSurprises ||
    isName(plain, [username, title])
  return guessed ? texts.passwordCommon : null
}
