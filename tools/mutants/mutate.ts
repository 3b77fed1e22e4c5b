/** Small faults in a line of code: a guard removed, a bound moved, a condition reversed. */
import { stripTypeScriptTypes } from 'node:module'

/** One fault: the line (from 1) before and after; an empty `now` removes the line. */
export type Mutant = { file: string; line: number; was: string; now: string }

type Fault = (line: string) => string

const swap =
  (pattern: RegExp, now: string): Fault =>
  (line) =>
    line.replace(pattern, now)

const balanced = (text: string): boolean => {
  let open = 0
  for (const char of text) {
    if (char === '(') open += 1
    if (char === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/** Removes a whole line, unless it opens or closes a block with other lines. */
const without =
  (pattern: RegExp): Fault =>
  (line) =>
    pattern.test(line) && balanced(line) && !line.includes('`') ? '' : line

/** A WHERE clause in a line of its own: the end of the statement behind it stays. */
const withoutClause: Fault = (line) => {
  const [, clause = '', end = ''] = /^(\s*(?:AND|OR) .*?)(\)*[`;]?[),]*)$/.exec(line) ?? []
  return clause !== '' && balanced(clause) ? end : line
}

const bounds: Fault[] = [swap(/ < /, ' <= '), swap(/ <= /, ' < '), swap(/ > /, ' >= '), swap(/ >= /, ' > ')]

const ofSql: Fault[] = [
  withoutClause,
  swap(/ <> /, ' = '),
  swap(/ IS NULL\b/, ' IS NOT NULL'),
  swap(/ IS NOT NULL\b/, ' IS NULL'),
  swap(/\bIF NOT /, 'IF '),
  swap(/ IS DISTINCT FROM /, ' IS NOT DISTINCT FROM '),
  ...bounds,
]

const ofCode: Fault[] = [
  without(/^\s*if \(.*\) (throw|return)\b/),
  without(/^\s*(await )?require[A-Z]\w*\(/),
  swap(/ === /, ' !== '),
  swap(/ !== /, ' === '),
  swap(/ && /, ' || '),
  swap(/ \|\| /, ' && '),
]

const passedOver = /^\s*(\/\/|\/\*|\*|--|import |export type |type |\| |$)/

/** Whether the runtime can load the text: a fault that does not load proves nothing. */
const loads = (file: string, text: string): boolean => {
  if (!file.endsWith('.ts')) return true
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}

/** The text with the planted fault. */
export const mutated = (text: string, { line, now }: Mutant): string =>
  text
    .split('\n')
    .with(line - 1, now)
    .join('\n')

/** All faults of the given lines of a file (TypeScript with SQL in it, or SQL), each changing one line. */
export function mutantsOf(file: string, text: string, lines: ReadonlySet<number>): Mutant[] {
  const faults = file.endsWith('.sql') ? ofSql : [...ofCode, ...ofSql]
  return text.split('\n').flatMap((was, index) => {
    if (!lines.has(index + 1) || passedOver.test(was)) return []
    const changed = new Set(faults.map((fault) => fault(was)).filter((now) => now !== was))
    return [...changed]
      .map((now) => ({ file, line: index + 1, was, now }))
      .filter((mutant) => loads(file, mutated(text, mutant)))
  })
}
