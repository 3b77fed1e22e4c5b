/** Nonce of the page, which style elements that scripts add must carry; platform/app/web/public/first-paint.js has read it. */
declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

export const styleNonce = (): string => window.__webpack_nonce__ ?? ''
