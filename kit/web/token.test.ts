/** Where the browser keeps the token, over TLS and without. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/browser-storage.ts'
import { currentToken, dropToken, storeToken } from './token.ts'

/** Stubs a page of `protocol` with these cookies; answers what it sets. */
function openPage(protocol: 'https:' | 'http:', cookies = ''): string[] {
  const set: string[] = []
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    get cookie() {
      return cookies
    },
    set cookie(line: string) {
      set.push(line)
    },
  })
  return set
}

beforeEach(() => stubStorage())
afterEach(() => vi.unstubAllGlobals())

test('over TLS the cookie of the token is bound to this host, same-site and secure; without TLS it works unbound (D1-Q-024, D1-SESS-16)', () => {
  const overTls = openPage('https:')
  storeToken('abc', 60)
  expect(overTls).toEqual(['__Host-accessToken=abc; Path=/; Max-Age=60; SameSite=Strict; Secure'])
  const plain = openPage('http:')
  storeToken('abc', 60)
  expect(plain).toEqual(['accessToken=abc; Path=/; Max-Age=60; SameSite=Strict'])
})

test('after an upgrade a session with the former cookie name continues, while such a cookie set by another host of the domain is ignored (D1-Q-024)', () => {
  openPage('https:')
  storeToken('abc', 60)
  openPage('https:', 'accessToken=planted')
  expect(currentToken()).toBe('abc')
  openPage('https:', 'accessToken=planted; __Host-accessToken=def')
  expect(currentToken()).toBe('def')
})

test('a sign-out clears the cookie under both of its names (D1-SESS-19)', () => {
  const cleared = openPage('https:', '__Host-accessToken=abc')
  dropToken()
  expect(cleared.map((line) => line.split(';').slice(0, 3))).toEqual([
    ['__Host-accessToken=', ' Path=/', ' Max-Age=0'],
    ['accessToken=', ' Path=/', ' Max-Age=0'],
  ])
})
