/** `npm run coverage [id]`: which tests name a requirement; without an id it writes docs/coverage.md, which the check compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageOf, coveragePage, idsOf, proofsIn, unknownIds } from './coverage-text.ts'
import { root, sourceFiles } from './source-files.ts'

const OUTPUT = join(root, 'docs/coverage.md')

function current() {
  const ids = idsOf(readFileSync(join(root, 'docs/requirements.txt'), 'utf8'))
  // The tests of this generator contain invented ids.
  const files = sourceFiles(/\.test\.tsx?$/).filter((file) => !file.startsWith('tools/'))
  const proofs = proofsIn(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  return { ids, proofs, page: coveragePage(ids, proofs), problems: unknownIds(ids, proofs) }
}

/** Problems of a page that is missing, outdated, or has unknown ids. */
export function coverageProblems(): string[] {
  const { page, problems } = current()
  const currentPage = sourceFiles(/\/coverage\.md$/, 'docs').length > 0 ? readFileSync(OUTPUT, 'utf8') : ''
  return currentPage === page ? problems : [...problems, 'docs/coverage.md is out of date: npm run format']
}

if (import.meta.main) {
  const { ids, proofs, page, problems } = current()
  const [start] = process.argv.slice(2)
  if (start) for (const line of coverageOf(ids, proofs, start)) console.log(line)
  else {
    writeFileSync(OUTPUT, page)
    for (const problem of problems) console.error(problem)
    console.log(/\*\*(.*)\*\*/.exec(page)?.[1])
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
