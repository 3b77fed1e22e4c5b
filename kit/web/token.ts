/** The session token in the browser: a same-site cookie, read first, and local storage (D1-Q-024). */
import { storeText, storeValue, storedText, storedValue } from './storage.ts'

const [textKey, stateKey] = ['accessToken', 'auth']
/** Over TLS browsers accept and send a cookie of this name only if this very host has set it. */
const hostName = `__Host-${textKey}`

/** Auth state of D1-SESS-14; `expiresAt` in milliseconds, `expiresIn` in seconds. */
type AuthState = { accessToken: string; expiresIn: number; expiresAt: number }

const isAuthState = (value: unknown): value is AuthState =>
  typeof value === 'object' &&
  value !== null &&
  'accessToken' in value &&
  typeof value.accessToken === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'

const overTls = (): boolean => location.protocol === 'https:'
const cookieName = (): string => (overTls() ? hostName : textKey)

const cookie = (): string | undefined => document.cookie.match(`(?:^|; )${cookieName()}=([^;]*)`)?.[1]

function setCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${overTls() ? '; Secure' : ''}`
}

/** The token to send, or null when there is none or it has expired. */
export function currentToken(): string | null {
  const state = storedValue(stateKey, isAuthState)
  const token = cookie() ?? storedText(textKey) ?? state?.accessToken
  if (!token || (state && state.expiresAt <= Date.now())) return null
  return decodeURIComponent(token)
}

/** Stores the token of a sign-in that lasts `expiresIn` seconds. */
export function storeToken(accessToken: string, expiresIn: number): void {
  const state: AuthState = { accessToken, expiresIn, expiresAt: Date.now() + expiresIn * 1000 }
  storeValue(stateKey, state)
  storeText(textKey, accessToken)
  setCookie(cookieName(), encodeURIComponent(accessToken), expiresIn)
}

/** Forgets the token: the cookie, also under its former name over TLS, local storage and auth state. */
export function dropToken(): void {
  storeText(stateKey, null)
  storeText(textKey, null)
  for (const name of [hostName, textKey]) setCookie(name, '', 0)
}
