/** Security headers of every response (threats C8). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** Features that no screen uses; our own pages may still copy to the clipboard. */
const unused = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'bluetooth', 'hid', 'midi']
const permissions = [...unused.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', ')

/** No embedding, no other base address, no plug-ins. */
const closed = ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]

/** For data, which loads and runs nothing when opened as a page. */
const dataPolicy = ["default-src 'none'", ...closed, "form-action 'none'", 'sandbox'].join(';')

/**
 * Content-Security-Policy of a page and its files. Style elements added by its own scripts carry `nonce`; style
 * attributes in markup are refused, those set through the CSSOM are not affected.
 */
export const pagePolicy = (nonce?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    ...closed,
  ].join(';')

const ofHelmet = helmet({ contentSecurityPolicy: false, referrerPolicy: { policy: 'no-referrer' } })
const ofPages = pagePolicy()

/** Sets them first, so that refusals have them too. */
export function setSecureHeaders(request: IncomingMessage, response: ServerResponse): void {
  const isData = request.url?.startsWith('/api/') ?? false
  response.setHeader('permissions-policy', permissions)
  response.setHeader('content-security-policy', isData ? dataPolicy : ofPages)
  // Helmet calls back synchronously, and cannot fail without a policy to build.
  ofHelmet(request, response, () => undefined)
}
