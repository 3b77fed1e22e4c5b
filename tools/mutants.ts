/**
 * `npm run mutants`: plants one small fault after another in new rules and runs the tests added with them; reports
 * each fault that no test noticed. `--base REV` (the commit of the last version), `--most N` (40), `--files TEXT`,
 * `--seed TEXT`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles, lastVersion, newLines, testsFor } from './mutants/changed.ts'
import { mutantsOf, mutated } from './mutants/mutate.ts'
import type { Mutant } from './mutants/mutate.ts'
import { verdictOf } from './mutants/verdict.ts'
import { root } from './source-files.ts'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    most: { type: 'string', default: '40' },
    files: { type: 'string', default: '' },
    seed: { type: 'string' },
  },
})

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** A copy of the last commit, so that faults are never planted in a working tree. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'vasdesk-mutants-'))
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C "${copy}"`], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Planned = Mutant & { tests: string[] }

function planned(base: string): Planned[] {
  const seed = values.seed ?? git('rev-parse', 'HEAD')
  const all = changedFiles(base)
    .filter((file) => file.includes(values.files))
    .flatMap((file) => {
      const lines = newLines(base, file)
      return mutantsOf(file, readFileSync(join(root, file), 'utf8'), new Set(lines.keys())).map((mutant) => ({
        ...mutant,
        tests: testsFor(file, lines.get(mutant.line) ?? 'HEAD'),
      }))
    })
  // Another selection for each commit, the same for the same commit.
  const place = ({ file, line, now }: Planned): string =>
    createHash('sha256').update(`${seed}\n${file}\n${line}\n${now}`).digest('hex')
  return all.toSorted((a, b) => place(a).localeCompare(place(b))).slice(0, Number(values.most))
}

const textOf = ({ file, line, was, now }: Mutant): string =>
  `${file}:${line}\n     - ${was.trim()}\n     + ${now.trim() || '(left out)'}`

const copy = copyOfProject()
try {
  const mutants = planned(values.base ?? lastVersion())
  const survivors: string[] = []
  const unproven: string[] = []
  for (const mutant of mutants) {
    const path = join(copy, mutant.file)
    const text = readFileSync(path, 'utf8')
    const verdict = await verdictOf(mutant.tests, copy, () => {
      writeFileSync(path, mutated(text, mutant))
      return () => writeFileSync(path, text)
    })
    console.log(`${verdict.padEnd(9)} ${mutant.file}:${mutant.line}`)
    if (verdict === 'survived') survivors.push(`${textOf(mutant)}\n     ${mutant.tests.join(' ')}`)
    if (verdict === 'no test' || verdict === 'unsteady') unproven.push(`${textOf(mutant)}\n     ${verdict}`)
  }
  for (const text of [...survivors, ...unproven]) console.log(`\nnot noticed: ${text}`)
  console.log(
    `\n${mutants.length} faults, ${mutants.length - survivors.length - unproven.length} noticed, ` +
      `${survivors.length} survived, ${unproven.length} without a steady test`,
  )
} finally {
  rmSync(copy, { recursive: true, force: true })
}
