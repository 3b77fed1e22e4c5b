/** Writes docs/coverage.md from the test names, and tells the check whether the written one is up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveragePage, proofsIn, unknownIds } from './coverage-text.ts'
import { root, sourceFiles } from './source-files.ts'

const OUTPUT = join(root, 'docs/coverage.md')

/** The page as it should be, and sentences about ids that no requirement has. */
export function currentCoverage(): { page: string; problems: string[] } {
  const ids = readFileSync(join(root, 'docs/requirement-ids.txt'), 'utf8').split('\n').filter(Boolean)
  // The tests of this very page name invented ids.
  const files = sourceFiles(/\.test\.tsx?$/).filter((file) => !file.startsWith('scripts/'))
  const proofs = proofsIn(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  return { page: coveragePage(ids, proofs), problems: unknownIds(ids, proofs) }
}

/** Sentences about a page that is missing, out of date, or rests on ids that do not exist. */
export function coverageProblems(): string[] {
  const { page, problems } = currentCoverage()
  const written = sourceFiles(/^coverage\.md$/, 'docs').length > 0 ? readFileSync(OUTPUT, 'utf8') : ''
  return written === page ? problems : [...problems, 'docs/coverage.md is out of date: npm run format']
}

if (import.meta.main) {
  const { page, problems } = currentCoverage()
  writeFileSync(OUTPUT, page)
  for (const problem of problems) console.error(problem)
  console.log(/\*\*(.*)\*\*/.exec(page)?.[1])
  process.exitCode = problems.length > 0 ? 1 : 0
}
