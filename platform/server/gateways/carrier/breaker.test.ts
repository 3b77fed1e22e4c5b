/** The circuit breaker: when it opens, which calls it allows, when it closes. */
import { expect, test } from 'vitest'
import { newBreaker } from './breaker.ts'

test('after five failures in a row no request is sent for 15 seconds, then a single trial (D1-Q-100)', () => {
  let now = 0
  const breaker = newBreaker({ now: () => now })
  for (let n = 0; n < 5; n++) {
    expect(breaker.allows()).toBe(true)
    breaker.failed()
  }
  expect(breaker.allows()).toBe(false)
  now = 14_999
  expect(breaker.allows()).toBe(false)
  now = 15_000
  expect([breaker.allows(), breaker.allows(), breaker.allows()]).toEqual([true, false, false])
  breaker.failed()
  now = 29_999
  expect(breaker.allows()).toBe(false)
  now = 30_000
  expect(breaker.allows()).toBe(true)
  breaker.succeeded()
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true])
})

test('a success between failures resets the count', () => {
  const breaker = newBreaker()
  for (let n = 0; n < 20; n++) {
    if (n % 5 === 4) breaker.succeeded()
    else breaker.failed()
    expect(breaker.allows()).toBe(true)
  }
})
