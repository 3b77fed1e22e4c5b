/** Checks docs/asvs.csv against OWASP ASVS 5.0.0: every id of level 1 and 2, once, with a test, a page or a reason. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testNames } from './coverage-text.ts'
import { root } from './source-files.ts'

/** Level of each requirement of a section, in order: V1.2.1 to V1.2.5 are of level 1. */
const levels: Readonly<Record<string, string>> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
}

/** Level by id. */
const levelOf = new Map<string, string>(
  Object.entries(levels).flatMap(([section, each]) =>
    [...each].map((level, index) => [`${section}.${index + 1}`, level] as const),
  ),
)

const columns = ['id', 'level', 'applies', 'how', 'test', 'note'] as const
export type AsvsLine = Record<(typeof columns)[number], string>

/** Separates the proofs of a line. */
const between = ' | '

/** Cells by row of a CSV text (RFC 4180). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** The lines of the list; throws for other columns. */
export function readAsvs(text: string): AsvsLine[] {
  const [head = [], ...rows] = cellsOf(text)
  if (head.join() !== columns.join()) throw new Error(`docs/asvs.csv has the columns ${columns.join()}`)
  return rows.map((cells) => {
    const [id = '', level = '', applies = '', how = '', test = '', note = ''] = cells
    if (cells.length !== columns.length)
      throw new Error(`${id}: ${cells.length} cells, not ${columns.length}`)
    return { id, level, applies, how, test, note }
  })
}

/** Possible proofs: files of the project, and steps of `npm run check`. */
export type Named = { fileText: (path: string) => string | undefined; steps: readonly string[] }

/** A name without the ids at its end: a line may name the test like this. */
const withoutIds = (name: string): string => name.replace(/ \([^()]*\)$/, '')

/** Why a proof is invalid; undefined if what it names exists. */
function proofFault(proof: string, { fileText, steps }: Named): string | undefined {
  const [, file = '', name = ''] = /^([^:]+): (.+)$/.exec(proof) ?? []
  if (file === 'check') return steps.includes(name) ? undefined : `npm run check has no step '${name}'`
  const text = fileText(file)
  if (text === undefined) return `'${file || proof}' is no file`
  if (file.endsWith('.md'))
    return text.split('\n').some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === name)
      ? undefined
      : `${file} has no heading '${name}'`
  const names = testNames(text)
  return names.includes(name) || names.map(withoutIds).includes(name)
    ? undefined
    : `${file} has no test '${name}'`
}

/** Whether the note says what is not fulfilled, or that the operator is responsible. */
const tellsWhy = (note: string): boolean => /^(Missing|Operator): ./.test(note)

function lineFaults(line: AsvsLine, named: Named): string[] {
  const { id, level, applies, how, test, note } = line
  const faults: string[] = []
  if (levelOf.get(id) !== level) faults.push(`is of level ${levelOf.get(id) ?? 'none: there is no such id'}`)
  if (applies === 'no') {
    if (note === '' || test !== '') faults.push('does not apply: the note says why, and there is no test')
  } else if (applies !== 'yes') faults.push(`applies: yes or no, not '${applies}'`)
  else if (test === '' && !tellsWhy(note))
    faults.push(`has no test, and the note begins neither with 'Missing: ' nor with 'Operator: '`)
  else if (test !== '' && how === '') faults.push('does not say how')
  if (test !== '') faults.push(...test.split(between).flatMap((proof) => proofFault(proof, named) ?? []))
  return faults.map((fault) => `${id}: ${fault}`)
}

/** Problems of the list. */
export function asvsProblems(lines: readonly AsvsLine[], named: Named): string[] {
  const ids = lines.map(({ id }) => id)
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
  const missing = [...levelOf].filter(([id, level]) => level !== '3' && !ids.includes(id))
  return [
    ...missing.map(([id, level]) => `${id}: of level ${level}, is missing`),
    ...doubled.map((id) => `${id}: is there twice`),
    ...lines.flatMap((line) => lineFaults(line, named)),
  ]
}

/** '63 of 64 of level 1 and …': how many of the applicable ones are fulfilled. */
export function asvsNote(lines: readonly AsvsLine[]): string {
  const count = (wanted: string): string => {
    const applying = lines.filter(({ level, applies }) => level === wanted && applies === 'yes')
    const done = applying.filter(({ note }) => !note.startsWith('Missing: '))
    return `${done.length} of ${applying.length} of level ${wanted}`
  }
  return `${count('1')}, ${count('2')}`
}

const textOf = (path: string): string | undefined => {
  const file = join(root, path)
  return path !== '' && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The project's list: its problems, and how much is fulfilled. */
export function asvsOfProject(steps: readonly string[]): { problems: string[]; note: string } {
  const lines = readAsvs(textOf('docs/asvs.csv') ?? '')
  return { problems: asvsProblems(lines, { fileText: textOf, steps }), note: asvsNote(lines) }
}
