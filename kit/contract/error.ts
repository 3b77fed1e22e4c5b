/** The error class that crosses the wire, and its codes (D1-Q-151, D2-Q-10). */

export const codes = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR: 401, // the sign-in needs a code besides the password (D3-SEC-06)
  FORBIDDEN: 403,
  /** The user must first set a password (threats C7), enter a second factor (D3-SEC-06), or confirm the session (D3-SEC-07). */
  PASSWORD_CHANGE: 403,
  FACTOR_SETUP: 403,
  REAUTH: 403,
  NOT_FOUND: 404,
  READ_ONLY_REPORT: 405,
  TOO_SLOW: 408,
  CONFLICT: 409,
  /** Done recently; a repeated call with the confirmation does it again (D3-OTP-05). */
  AGAIN: 409,
  /** The customer asked not to be contacted; a repeated call with a reason proceeds (D3-RULE-05). */
  DO_NOT_CALL: 409,
  /** The package has no price; a repeated call with `goi_khong_gia` proceeds (D3-OTP-08). */
  UNPRICED: 409,
  TOO_LARGE: 413,
  UNSUPPORTED: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UPSTREAM: 502,
  BUSY: 503,
} as const satisfies Record<string, number>

export type Code = keyof typeof codes

/** Field path → Vietnamese message, shown below the form field. */
export type FieldErrors = Record<string, string>

/** `{ code, msg, fields? }`, plus the row that a CONFLICT or DO_NOT_CALL is about. */
export type ErrorBody = { code: Code; msg: string; fields?: FieldErrors; current?: unknown }

/** A refusal shown to the user. `message` is the Vietnamese text sent as `msg`; `inner` is only logged. */
export class AppError extends Error {
  readonly code: Code
  readonly fields: FieldErrors | undefined
  readonly current: unknown
  readonly inner: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: Code,
    msg: string,
    more: { fields?: FieldErrors; current?: unknown; inner?: string; retryAfter?: number } = {},
  ) {
    super(msg)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.current = more.current
    this.inner = more.inner
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return codes[this.code]
  }

  body(): ErrorBody {
    return {
      code: this.code,
      msg: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.current !== undefined && { current: this.current }),
    }
  }
}

/** Throws VALIDATION with all errors by field, the first one as message; returns if there are none. */
export function refuseFields(fields: FieldErrors): void {
  const first = Object.values(fields)[0]
  if (first !== undefined) throw new AppError('VALIDATION', first, { fields })
}
