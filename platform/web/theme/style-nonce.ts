/** Nonce of the page, required on style elements that scripts add; read by platform/app/web/public/first-paint.js. */
declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

export const styleNonce = (): string => window.__webpack_nonce__ ?? ''
