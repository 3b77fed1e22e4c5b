/** Writes docs/coverage.md from the test names, and checks whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveragePage, proofsIn, unknownIds } from './coverage-text.ts'
import { root, sourceFiles } from './source-files.ts'

const OUTPUT = join(root, 'docs/coverage.md')

/** The expected page, and problems with unknown ids. */
export function currentCoverage(): { page: string; problems: string[] } {
  const ids = readFileSync(join(root, 'docs/requirement-ids.txt'), 'utf8').split('\n').filter(Boolean)
  // The tests of this generator contain invented ids.
  const files = sourceFiles(/\.test\.tsx?$/).filter((file) => !file.startsWith('scripts/'))
  const proofs = proofsIn(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  return { page: coveragePage(ids, proofs), problems: unknownIds(ids, proofs) }
}

/** Problems of a page that is missing, outdated, or has unknown ids. */
export function coverageProblems(): string[] {
  const { page, problems } = currentCoverage()
  const currentPage = sourceFiles(/^coverage\.md$/, 'docs').length > 0 ? readFileSync(OUTPUT, 'utf8') : ''
  return currentPage === page ? problems : [...problems, 'docs/coverage.md is out of date: npm run format']
}

if (import.meta.main) {
  const { page, problems } = currentCoverage()
  writeFileSync(OUTPUT, page)
  for (const problem of problems) console.error(problem)
  console.log(/\*\*(.*)\*\*/.exec(page)?.[1])
  process.exitCode = problems.length > 0 ? 1 : 0
}
