/** Detects predictable passwords of any length: sequences of letters, digits or keys, and repetitions. */

/** Keyboard rows, read in both directions; letters and digits in order are checked separately. */
const keys = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const nextTo = (row: string, one: string, other: string): boolean =>
  row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) <= 1

/** Whether `other` is predictable after `one`: the same again, or its neighbour in a row. */
const follows = (one: string, other: string): boolean =>
  Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) <= 1 ||
  keys.some((row) => nextTo(row, one, other))

/** The repeated part of a text that consists only of repetitions, else the text. */
function pieceOf(text: string): string {
  const length = Array.from(text, (_, at) => at).find((at) => at > 0 && text.slice(at) === text.slice(0, -at))
  return text.slice(0, length)
}

/** Characters that do not follow from the previous one: 2 in 'abcdef123456', 1 in 'abababab', 6 in 'matkhau'. */
export function surprises(text: string): number {
  const unit = [...pieceOf(text)]
  return unit.filter((one, at) => at === 0 || !follows(unit[at - 1] ?? '', one)).length
}
