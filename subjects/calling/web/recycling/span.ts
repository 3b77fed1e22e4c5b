/** A duration as typed and shown: '2 giờ', '1 ngày', '30 phút' (D3-REC-01). */
import { foldText } from '#kit/contract/text.ts'

const units = [
  { minutes: 1440, label: 'ngày', typed: /^(ngay|ng|d)$/ },
  { minutes: 60, label: 'giờ', typed: /^(gio|g|h|tieng)$/ },
  { minutes: 1, label: 'phút', typed: /^(phut|ph|p|m|)$/ },
] as const

/** The duration in words, largest unit first: '1 giờ 30 phút'. */
export function spanText(minutes: number): string {
  let remaining = minutes
  const parts = units.flatMap(({ minutes: size, label }) => {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    return count > 0 ? [`${count} ${label}`] : []
  })
  return parts.join(' ') || '0 phút'
}

/** The minutes of a typed duration, accents or not, short units too ('2h30'); null if invalid or without a unit. */
export function readSpan(text: string): number | null {
  const plain = foldText(text).trim().replaceAll(',', '.')
  if (!/^(\d{1,5}(\.\d{1,2})?\s*[a-z]*\s*)+$/.test(plain) || !/[a-z]/.test(plain)) return null
  let sum = 0
  let last = 0
  for (const [, count = '', word = ''] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)) {
    const index = units.findIndex(({ typed }) => typed.test(word))
    const unit = units[index]
    // Each unit once, the largest first; only minutes after hours may have no unit.
    if (!unit || index < last || (word === '' && last !== 2)) return null
    last = index + 1
    sum += Number(count) * unit.minutes
  }
  return Number.isInteger(sum) ? sum : null
}
