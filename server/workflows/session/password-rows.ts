/** Passwords that say nothing, however long they are: rows of letters, digits or keys, and pieces said again. */

/** Rows of a keyboard, each read both ways; letters and digits in their order are rows by themselves. */
const keys = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const nextTo = (row: string, one: string, other: string): boolean =>
  row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) <= 1

/** Whether whoever sees `one` guesses `other`: the same again, or its neighbour in a row. */
const follows = (one: string, other: string): boolean =>
  Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) <= 1 ||
  keys.some((row) => nextTo(row, one, other))

/** The piece that the text is made of when it is nothing but that piece, said again and again. */
function pieceOf(text: string): string {
  const length = Array.from(text, (_, at) => at).find((at) => at > 0 && text.slice(at) === text.slice(0, -at))
  return text.slice(0, length)
}

/** Characters that do not follow from the one before them: 2 in 'abcdef123456', 1 in 'abababab', 6 in 'matkhau'. */
export function surprises(text: string): number {
  const told = [...pieceOf(text)]
  return told.filter((one, at) => at === 0 || !follows(told[at - 1] ?? '', one)).length
}
