/** Passwords made for somebody else: random, readable aloud, long enough for every rule (D3-WORD-01). */

// Without signs that look or sound alike (0 O, 1 l I).
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Administrators need 12. */
const leastLength = 12
const inGroup = 4

/** At least `least` characters, in groups of four: 'k7mp-x2vd-9hqt'. */
export function newPassword(least: number): string {
  const groups = Math.ceil(Math.max(least, leastLength) / inGroup)
  // 32 signs: each byte picks one of them with the same chance.
  const bytes = crypto.getRandomValues(new Uint8Array(groups * inGroup))
  const picked = Array.from(bytes, (byte) => signs[byte % signs.length])
  return Array.from({ length: groups }, (_, n) => picked.slice(n * inGroup, (n + 1) * inGroup).join('')).join(
    '-',
  )
}
