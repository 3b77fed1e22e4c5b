/** Time codes by RFC 6238, compatible with authenticator apps (D3-SEC-06). */
import { Secret, TOTP } from 'otpauth'

const period = 30
const rule = { algorithm: 'SHA1', digits: 6, period } as const

/** A new secret of 160 bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth address of a secret, for a QR code. */
export const addressOf = (secret: string, of: { issuer: string; label: string }): string =>
  new TOTP({ ...rule, ...of, secret }).toString()

export const isTimeCode = (text: string): boolean => /^\d{6}$/.test(text)

/** Time step matching `code`: that of `now` (in ms), or with `grace` a neighbouring one, as clocks differ; null for none. */
export function stepOf(secret: string, code: string, now: number, grace: boolean): number | null {
  const delta = TOTP.validate({
    ...rule,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: grace ? 1 : 0,
  })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}
