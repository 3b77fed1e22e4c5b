/** Changes since a version, and the tests added with them, from the history. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isOn } from '../sides.ts'
import { root, sourceFiles } from '../source-files.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

/** The commit that set the present version's number: everything after it is new. */
export const lastVersion = (): string =>
  git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json').trim()

const isRule = (file: string): boolean => /\.(ts|sql)$/.test(file) && isOn(file, 'contract', 'server', 'sql')

/** Files with rules (contract, server, SQL) that have changed since `base`, without tests. */
export const changedFiles = (base: string): string[] =>
  git('diff', '--name-only', '--diff-filter=AM', base, 'HEAD')
    .split('\n')
    .filter((file) => isRule(file) && !file.includes('.test.'))

/** Lines of a file (from 1) newer than `base`, each with its commit. */
export function newLines(base: string, file: string): Map<number, string> {
  const lines = new Map<number, string>()
  let commit = ''
  let line = 0
  let old = false
  for (const text of git('blame', '--line-porcelain', `${base}..HEAD`, '--', file).split('\n')) {
    const [, hash, lineNumber] = /^([0-9a-f]{40}) \d+ (\d+)/.exec(text) ?? []
    if (hash && lineNumber) [commit, line, old] = [hash, Number(lineNumber), false]
    else if (text === 'boundary') old = true
    else if (text.startsWith('\t') && !old) lines.set(line, commit)
  }
  return lines
}

const testFile = /\.test\.tsx?$/

const ofCommit = new Map<string, string[]>()
function testsOfCommit(commit: string): string[] {
  const cached = ofCommit.get(commit)
  if (cached) return cached
  const files = git('show', '--name-only', '--format=', commit).split('\n')
  const tests = files.filter((file) => testFile.test(file) && existsSync(join(root, file)))
  ofCommit.set(commit, tests)
  return tests
}

const idsIn = (file: string): Set<string> =>
  new Set(readFileSync(join(root, file), 'utf8').match(/D\d-[A-Z0-9]+-\d+/g))

let ofTests: { test: string; ids: Set<string> }[] | undefined
/** Tests of server and contract that name the same requirements as the file, those with most of them first. */
function testsNaming(ids: Set<string>): string[] {
  ofTests ??= sourceFiles(testFile)
    .filter((test) => isOn(test, 'contract', 'server') || test.startsWith('test/'))
    .map((test) => ({ test, ids: idsIn(test) }))
  return ofTests
    .map(({ test, ids: named }) => ({ test, shared: [...ids].filter((id) => named.has(id)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ test }) => test)
}

/** Tests of the same subject by name: for `refunds.sql` those in folders or files with that name. */
const testsOfSubject = (file: string): string[] => {
  const subject = basename(file).replace(/\.\w+$/, '')
  return sourceFiles(testFile).filter((test) => isOn(test, 'server') && test.includes(subject))
}

const MOST_TESTS = 8

/** An upgraded database must equal the table files, down to each index and check. */
const comparison = 'platform/server/db/old-databases.test.ts'

/**
 * Tests that should notice a fault in a line, at most eight: the one beside the file, those changed with the line,
 * those of the same subject, then those that name the same requirements as the file.
 */
export function testsFor(file: string, commit: string): string[] {
  const beside = file.replace(/\.(ts|sql)$/, '.test.ts')
  const named = existsSync(join(root, beside)) ? [beside] : []
  if (/\/sql\/tables\/|^upgrades\//.test(file)) named.push(comparison)
  const all = [...named, ...testsOfCommit(commit), ...testsOfSubject(file), ...testsNaming(idsIn(file))]
  return [...new Set(all)]
    .filter((test) => !isOn(test, 'web') && !test.startsWith('e2e/'))
    .slice(0, MOST_TESTS)
}
