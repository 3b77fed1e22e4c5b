/**
 * Checks that the samples of CONTRIBUTING.md compile: code blocks are written to the files they name, diffs are
 * applied, in a copy of the product's TypeScript where the new names are entered as the page says.
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOn } from './sides.ts'
import { root, sourceFiles } from './source-files.ts'

const page = 'CONTRIBUTING.md'
/** First line of a file in a block: '// subjects/people/contract/lists/thietbi.ts, and its two lines in …'. */
const head = /^\s*\/\/ ([\w./-]+\.ts)\b/

type Part = { file: string; lines: string[] }

/**
 * The parts of all blocks of one language, each with the file named in its first line; other files' parts are left
 * out.
 */
export function partsOf(text: string, language: string): Part[] {
  const parts: Part[] = []
  for (const [, block = ''] of text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))) {
    let part: Part | null = null
    for (const line of block.split('\n')) {
      const file = head.exec(line)?.[1]
      if (file !== undefined) parts.push((part = { file, lines: [] }))
      else if (/^\s*\/\/ [\w./-]+\.(sql|md|tsx)\b/.test(line)) part = null
      else part?.lines.push(line)
    }
  }
  return parts
}

/**
 * Lines of a file after a diff of the page: removed and context lines are searched from the last match on, ignoring
 * indentation. The lines' text is the page's, so a missing line is an error.
 */
export function applyDiff(file: string, lines: readonly string[], diff: readonly string[]): string[] {
  const result = [...lines]
  let position = 0
  for (const line of diff) {
    const text = line.slice(1).trim()
    if (line.startsWith('+')) result.splice(position++, 0, line.slice(1))
    else if (text !== '') {
      const next = result.findIndex((one, n) => n >= position && one.trim() === text)
      if (next < 0)
        throw new Error(`${page}: '${text}' of a diff is not in ${file}: the page follows the file`)
      if (line.startsWith('-')) result.splice(next, 1)
      position = line.startsWith('-') ? next : next + 1
    }
  }
  return result
}

const afterImports = (lines: readonly string[]): number =>
  lines.findLastIndex((line) => /^import .* from '|^\} from '/.test(line)) + 1

/** The lists in which a declaration is entered: 'and its two lines in …'. */
function enter(tree: string, index: string, file: string): void {
  const name = basename(file, '.ts')
  const path = join(tree, index)
  const lines = readFileSync(path, 'utf8').split('\n')
  lines.splice(afterImports(lines), 0, `import { ${name} } from '#${file}'`)
  const list = lines.indexOf('const all = [')
  lines.splice(list + 1, 0, `  ${name},`)
  writeFileSync(path, lines.join('\n'))
}

/** Lines of a file in the copy, or null if it is not copied. */
const sourceLines = (path: string): string[] | null =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n') : null

/** Writes the samples into a copy of the sources; returns the paths of their files in it. */
function writeSamples(tree: string, text: string): string[] {
  for (const file of sourceFiles(/\.(ts|json)$/).filter((one) => isOn(one, 'contract', 'server')))
    cpSync(join(root, file), join(tree, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  cpSync(join(root, 'package.json'), join(tree, 'package.json'))
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'))
  const files = new Map(partsOf(text, 'ts').map(({ file, lines }) => [file, lines]))
  for (const { file, lines: diff } of partsOf(text, 'diff')) {
    const before = files.get(file) ?? sourceLines(join(tree, file))
    if (before) files.set(file, applyDiff(file, before, diff))
  }
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), lines.join('\n'))
  }
  enter(tree, 'platform/contract/lists/index.ts', 'subjects/people/contract/lists/thietbi.ts')
  enter(tree, 'platform/contract/reports/index.ts', 'subjects/people/contract/reports/reportthietbi.ts')
  return [...files.keys()]
}

/** The compiler's errors in a project; empty if it compiles. */
const compile = (project: string): Promise<string> =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules/.bin/tsc')
    execFile(tsc, ['-p', project, '--pretty', 'false'], { cwd: project }, (error, output) =>
      resolve(error ? output || error.message : ''),
    )
  })

/** A problem for each upgrade in the page's samples whose number is taken by a real one. */
export const takenNumbers = (text: string, upgrades: readonly string[]): string[] =>
  Array.from(text.matchAll(/upgrades\/(\d+)-/g), ([, number = '']) => number)
    .filter((number) => upgrades.some((file) => file.startsWith(`${number}-`)))
    .map((number) => `${page}: the number of upgrade ${number} is taken, use the next free ones`)

/**
 * Problems of the samples, as text: taken numbers of upgrades, and the compiler's errors; empty if there are none.
 * `count` is the number of their files.
 */
export async function samplesOfProject(
  text = readFileSync(join(root, page), 'utf8'),
): Promise<{ problems: string; count: number }> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const tree = mkdtempSync(join(root, '.cache/samples-'))
  try {
    const files = writeSamples(tree, text)
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        lib: ['ES2024'],
        types: ['node'],
        noUnusedLocals: true,
      },
      files,
    }
    writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(config))
    const collisions = takenNumbers(text, readdirSync(join(root, 'upgrades')))
    const problems = [...collisions, await compile(tree)].filter(Boolean).join('\n')
    return { problems, count: files.length }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}
