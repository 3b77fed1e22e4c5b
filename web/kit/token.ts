/** The session token in the browser: a same-site cookie, read first, and local storage (D1-Q-024). */
import { storeText, storeValue, storedText, storedValue } from './storage.ts'

const cookieName = 'accessToken'
const stateKey = 'auth'

/** Auth state of D1-SESS-14; `expiresAt` in milliseconds, `expiresIn` in seconds. */
type AuthState = { accessToken: string; expiresIn: number; expiresAt: number }

const isAuthState = (value: unknown): value is AuthState =>
  typeof value === 'object' &&
  value !== null &&
  'accessToken' in value &&
  typeof value.accessToken === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'

const cookie = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

const secure = (): string => (location.protocol === 'https:' ? '; Secure' : '')

/** The token to send, or null when there is none or it has expired. */
export function currentToken(): string | null {
  const state = storedValue(stateKey, isAuthState)
  const token = cookie() ?? storedText(cookieName) ?? state?.accessToken
  if (!token || (state && state.expiresAt <= Date.now())) return null
  return decodeURIComponent(token)
}

/** Stores the token of a sign-in that lasts `expiresIn` seconds. */
export function storeToken(accessToken: string, expiresIn: number): void {
  const state: AuthState = { accessToken, expiresIn, expiresAt: Date.now() + expiresIn * 1000 }
  storeValue(stateKey, state)
  storeText(cookieName, accessToken)
  document.cookie = `${cookieName}=${encodeURIComponent(accessToken)}; Path=/; Max-Age=${expiresIn}; SameSite=Strict${secure()}`
}

/** Forgets the token: cookie, local storage and auth state. */
export function dropToken(): void {
  storeText(stateKey, null)
  storeText(cookieName, null)
  document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Strict${secure()}`
}
