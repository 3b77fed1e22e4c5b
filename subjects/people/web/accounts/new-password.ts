/** Passwords for somebody else: random, easy to read out, long enough for every rule (D3-WORD-01). */

// Without characters that look or sound alike (0 O, 1 l I).
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Administrators need 12 characters. */
const leastLength = 12
const inGroup = 4

/** At least `least` characters, in groups of four: 'k7mp-x2vd-9hqt'. */
export function newPassword(least: number): string {
  const groups = Math.ceil(Math.max(least, leastLength) / inGroup)
  // 32 characters: each byte picks one of them with equal chance.
  const bytes = crypto.getRandomValues(new Uint8Array(groups * inGroup))
  const picked = Array.from(bytes, (byte) => signs[byte % signs.length])
  return Array.from({ length: groups }, (_, n) => picked.slice(n * inGroup, (n + 1) * inGroup).join('')).join(
    '-',
  )
}
