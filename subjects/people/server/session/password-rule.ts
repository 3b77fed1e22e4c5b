/** Rules for a new password: length, and not one that attackers try first (D3-SEC-04). */
import { texts } from '#platform/contract/calls/session.ts'
import { isName } from './password-names.ts'

/** Keyboard rows, read in both directions; letters and digits in order are checked separately. */
const keys = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const nextTo = (row: string, first: string, second: string): boolean =>
  row.includes(first) && row.includes(second) && Math.abs(row.indexOf(first) - row.indexOf(second)) <= 1

/** Whether `second` is predictable after `first`: the same again, or its neighbour in a row. */
const follows = (first: string, second: string): boolean =>
  Math.abs((first.codePointAt(0) ?? 0) - (second.codePointAt(0) ?? 0)) <= 1 ||
  keys.some((row) => nextTo(row, first, second))

/** The repeated part of a text that consists only of repetitions, else the text. */
function pieceOf(text: string): string {
  const length = Array.from(text, (_, index) => index).find(
    (period) => period > 0 && text.slice(period) === text.slice(0, -period),
  )
  return text.slice(0, length)
}

/**
 * Detects predictable passwords of any length: sequences of letters, digits or keys, and repetitions. Characters that
 * do not follow from the previous one: 2 in 'abcdef123456', 1 in 'abababab', 6 in 'matkhau'.
 */
function surprises(text: string): number {
  const unit = [...pieceOf(text)]
  return unit.filter((one, index) => index === 0 || !follows(unit[index - 1] ?? '', one)).length
}

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

/** Why the password is refused for the account; null when it is accepted. */
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
