/** Made passwords pass the rules of the server, and none is like another. */
import { expect, test } from 'vitest'
import { newPassword } from './new-password.ts'

test('a generated password has the requested length, at least 12, of characters that are not confused (D3-WORD-01)', () => {
  const made = Array.from({ length: 50 }, () => newPassword(8))
  for (const one of made) expect(one).toMatch(/^[a-kmnp-z2-9]{4}(-[a-kmnp-z2-9]{4}){2}$/)
  expect(new Set(made).size).toBe(50)
  expect(newPassword(20).length).toBeGreaterThanOrEqual(20)
})
