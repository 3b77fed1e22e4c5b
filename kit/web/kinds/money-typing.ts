/** Groups the digits of amounts while typing, unless the user types separators. */

const plainDigits = /^\d*$/
const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
const ungroup = (text: string): string => text.replaceAll(',', '')

/** Whether `text` is grouped exactly as this module does. */
const isOurs = (text: string): boolean => plainDigits.test(ungroup(text)) && group(ungroup(text)) === text

/** The text inserted between the common start and end of two texts. */
function inserted(before: string, after: string): string {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++
  }
  return after.slice(start, after.length - end)
}

/** Text and caret after a change, digits grouped by three, unless the user types or pastes other separators. */
export function typeMoney(before: string, after: string, caret: number): { text: string; caret: number } {
  const digits = ungroup(after)
  const ours = isOurs(before) && plainDigits.test(digits) && plainDigits.test(inserted(before, after))
  if (!ours) return { text: after, caret }
  const right = ungroup(after.slice(caret)).length
  const text = group(digits.replace(/^0+(?=\d)/, ''))
  let index = text.length
  for (let remaining = right; remaining > 0 && index > 0; index--) if (text[index - 1] !== ',') remaining--
  // Before a separator, so that Backspace meets a digit.
  if (text[index - 1] === ',') index--
  return { text, caret: index }
}
